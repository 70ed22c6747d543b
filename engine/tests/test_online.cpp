// Online learners: steps by hand, the mean against a plain loop, and any number of threads.
#include <atomic>
#include <cmath>

#include "check.hpp"
#include "learning/online.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

// Documents, their labels and weights, and a problem over them.
struct Data {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int64_t> label_starts{0};
  std::vector<std::int32_t> columns;
  std::vector<std::int32_t> codes;
  std::vector<double> values;
  std::vector<double> weights;
  std::size_t n_columns = 0;
  std::size_t n_labels = 2;

  void add(const std::vector<double>& row, std::int32_t code, double weight = 1) {
    n_columns = row.size();
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (row[c] == 0) continue;
      columns.push_back(static_cast<std::int32_t>(c));
      values.push_back(row[c]);
    }
    starts.push_back(static_cast<std::int64_t>(columns.size()));
    codes.push_back(code);
    label_starts.push_back(static_cast<std::int64_t>(codes.size()));
    weights.push_back(weight);
  }
  Problem problem(Offset offset, std::size_t rounds) const {
    Problem out;
    out.rows = {starts, columns, values, n_columns, weights};
    out.targets = Targets(label_starts, codes, n_labels);
    out.offset = offset;
    out.stopping.rounds = rounds;
    return out;
  }
};

bool near(const std::vector<double>& a, const std::vector<double>& b) {
  bool same = a.size() == b.size();
  for (std::size_t i = 0; same && i < a.size(); ++i) same = std::abs(a[i] - b[i]) < 1e-12;
  return same;
}

Data two_documents() {
  Data data;
  data.add({1, 2}, 1);
  data.add({3, 1}, 0);
  return data;
}

Data some_documents(Chance& chance, std::size_t n, std::size_t n_columns, std::size_t n_labels) {
  Data data;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> row(n_columns);
    for (auto& x : row) x = chance.one_in(2) ? 0.0 : static_cast<double>(chance.below(9)) - 4;
    data.add(row, static_cast<std::int32_t>(chance.below(n_labels)),
             static_cast<double>(chance.below(4)) / 2);
  }
  data.n_labels = n_labels;
  return data;
}

void steps_by_hand() {
  const Data data = two_documents();
  const Problem problem = data.problem(Offset::None, 1);
  const auto weights = [&](AnyStepRule step_rule, bool averaged = false) {
    return learn_online(problem, {step_rule, averaged, false}, Watch{}).weights;
  };
  check(near(weights(ConstantStep{}), {-2, 1}), "the perceptron adds (1, 2) and takes (3, 1) away");
  check(near(weights(ConstantStep{}, true), {-0.5, 1.5}), "the mean of (1, 2) and (-2, 1)");
  check(near(weights(PassiveAggressiveOne{}), {-0.4, 0.2}), "1/5 of (1, 2), then 2/10 of (3, 1)");
  check(near(weights(PassiveAggressiveOne{0.1}), {-0.2, 0.1}), "no step is above the cap");
  check(near(weights(PassiveAggressiveTwo{0.1}), {-0.2, 0.1}), "1/(5 + 5), then 1.5/(10 + 5)");
}

// What learn_online means for one label, said plainly; the offset comes last.
std::vector<double> plain_mean(const Data& data, std::int32_t label, double cap,
                               std::size_t rounds) {
  std::vector<double> w(data.n_columns + 1, 0.0);
  std::vector<double> sum = w;
  double visits = 0;
  bool moved = true;
  for (std::size_t round = 0; round < rounds && moved; ++round) {
    moved = false;
    for (std::size_t i = 0; i < data.codes.size(); ++i) {
      if (data.weights[i] == 0) continue;
      std::vector<double> x(data.n_columns + 1, 0.0);
      x.back() = 1;
      for (auto e = data.starts[i]; e < data.starts[i + 1]; ++e)
        x[static_cast<std::size_t>(data.columns[static_cast<std::size_t>(e)])] =
            data.values[static_cast<std::size_t>(e)];
      double score = 0;
      double square = 0;
      for (std::size_t c = 0; c < x.size(); ++c) {
        score += w[c] * x[c];
        square += x[c] * x[c];
      }
      const double sign = data.codes[i] == label ? 1 : -1;
      const double loss = std::max(0.0, 1 - sign * score);
      const double step = sign * data.weights[i] * std::min(cap, loss / square);
      moved |= loss > 0;
      for (std::size_t c = 0; c < x.size(); ++c) {
        w[c] += step * x[c];
        sum[c] += w[c];
      }
      ++visits;
    }
  }
  for (auto& one : sum) one /= visits;
  return sum;
}

void the_mean_is_that_of_a_plain_loop() {
  Chance chance(1);
  for (std::size_t n_labels : {3u, 4u, 9u}) {
    const Data data = some_documents(chance, 60, 6, n_labels);
    const auto found = learn_online(data.problem(Offset::Free, 4),
                                    {PassiveAggressiveOne{0.2}, true, false}, Watch{});
    for (std::size_t label = 0; label < n_labels; ++label) {
      std::vector<double> mine;
      for (std::size_t c = 0; c < data.n_columns; ++c)
        mine.push_back(found.weights[c * n_labels + label]);
      mine.push_back(found.offset[label]);
      check(near(mine, plain_mean(data, static_cast<std::int32_t>(label), 0.2, 4)),
            "the mean is the plain loop's");
    }
  }
}

void threads_never_show() {
  Chance chance(2);
  const Data data = some_documents(chance, 100, 8, 7);
  Problem problem = data.problem(Offset::Free, 6);
  const auto one = learn_online(problem, {ConstantStep{}, true, true}, Watch{});
  for (std::size_t threads : {2u, 3u, 20u}) {
    problem.stopping.threads = threads;
    const auto many = learn_online(problem, {ConstantStep{}, true, true}, Watch{});
    check(many.weights == one.weights && many.offset == one.offset &&
              many.corrections == one.corrections,
          "threads never change a number");
  }
}

void a_round_without_a_correction_is_the_last() {
  const Data data = two_documents();
  const auto found =
      learn_online(data.problem(Offset::Free, 1000), {ConstantStep{}, false, true}, Watch{});
  check(found.corrections[0] == 0 && found.rounds[0] < 1000, "what can be told apart ends early");
  Problem again = data.problem(Offset::Free, 1000);
  again.start = {found.weights, found.offset};
  const auto same = learn_online(again, {ConstantStep{}, true, true}, Watch{});
  check(same.weights == found.weights && same.rounds[0] == 1,
        "nothing moves from where all is right");
}

void nothing_to_learn_from_leaves_zeros() {
  Data data;
  data.add({0, 0}, 1);
  data.add({1, 1}, 0, 0);
  const auto found =
      learn_online(data.problem(Offset::None, 5), {ConstantStep{}, true, true}, Watch{});
  check(found.weights == std::vector<double>{0, 0},
        "documents without features or weight teach nothing");
}

void it_stops_when_asked() {
  const Data data = two_documents();
  Watch watch;
  watch.stop = true;
  check(refuses([&] {
          learn_online(data.problem(Offset::Free, 1), {ConstantStep{}, true, true}, watch);
        }),
        "it stops");
}

}  // namespace

int main() {
  steps_by_hand();
  the_mean_is_that_of_a_plain_loop();
  threads_never_show();
  a_round_without_a_correction_is_the_last();
  nothing_to_learn_from_leaves_zeros();
  it_stops_when_asked();
  return report();
}
