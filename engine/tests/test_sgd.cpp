// scikit-learn's online steps: its order of documents, penalties that last over rounds, means, and
// few columns of many.
#include <cmath>

#include "check.hpp"
#include "learning/sgd.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

bool near(double a, double b) { return std::abs(a - b) < 1e-12; }

// Documents over columns 1 and 3 of five, and a table of their weights.
struct Data {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> columns;
  std::vector<std::int32_t> codes;
  std::vector<double> values;
  std::vector<double> weights;
  std::vector<std::uint8_t> held_out;
  std::vector<double> table = std::vector<double>(5, 0.0);
  std::vector<double> lags = table;
  SgdSettings settings{ConstantStep{}};
  SgdStart start;

  void add_value(std::int32_t column, double value) {
    if (value == 0) return;
    columns.push_back(column);
    values.push_back(value);
  }
  void add(double first, double second, std::int32_t code) {
    add_value(1, first);
    add_value(3, second);
    starts.push_back(static_cast<std::int64_t>(columns.size()));
    codes.push_back(code);
    weights.push_back(1);
  }
  struct Found {
    double mean_visits;
    double held_out_error;
  };
  Found learned(std::size_t rounds) {
    const SgdDocuments documents{starts, {}, values, codes, weights, held_out};
    const auto lag_span =
        settings.average_from > 0 ? std::span<const double>(lags) : std::span<const double>{};
    SgdRounds made(documents, distinct_columns(columns, 5), settings, {&start, 1}, table, lag_span);
    const std::vector<std::uint8_t> live{1};
    for (std::size_t round = 0; round < rounds; ++round) made.round(live, 1, Watch{});
    made.write(table, settings.average_from > 0 ? std::span<double>(lags) : std::span<double>{});
    return {made.outputs()[0].mean_visits, made.outputs()[0].held_out_error()};
  }
};

Data two_documents() {
  Data data;
  data.settings.shuffled = false;
  data.settings.with_offset = false;
  data.add(1, 2, 1);
  data.add(3, 1, 0);
  return data;
}

void columns_are_found_in_order() {
  const std::vector<std::int32_t> entries{70, 3, 64, 3, 0};
  const auto found = distinct_columns(entries, 128);
  check(found.columns == std::vector<std::int32_t>{0, 3, 64, 70}, "each column once, ascending");
  check(found.places == std::vector<std::int32_t>{3, 1, 2, 1, 0}, "and the place of each entry");
}

void steps_are_written_where_the_documents_are() {
  Data data = two_documents();
  data.table = {7, 0, 8, 0, 9};
  data.learned(1);
  check(data.table == std::vector<double>{7, -2, 8, 1, 9},
        "the perceptron adds (1, 2) and takes (3, 1) away");
}

void l1_lasts_over_rounds() {
  const auto learned = [](std::size_t calls, std::size_t rounds) {
    Data data;
    data.settings.shuffled = false;
    data.settings.with_offset = false;
    data.settings.penalty = {0.1, 0};
    data.add(1, 0, 1);
    data.add(0, 1, 0);
    for (std::size_t call = 0; call < calls; ++call) data.learned(rounds);
    return data.table;
  };
  // Each weight owes 0.1 per visit to any document: 1 - 0.1 = 0.9 and -1 + 0.2 = -0.8 after the
  // first round.
  check(near(learned(1, 1)[1], 0.9) && near(learned(1, 1)[3], -0.8),
        "l1 takes what is due when visited");
  // At the third visit 0.3 are due, of which 0.1 are paid.
  check(near(learned(1, 2)[1], 0.7) && near(learned(1, 2)[3], -0.6),
        "the second round goes on from there");
  check(near(learned(2, 1)[1], 0.8), "another call starts anew");
}

void weights_elsewhere_shrink_too() {
  Data data = two_documents();
  data.settings.penalty = {0, 0.5};
  data.table = {8, 0, 0, 0, 4};
  data.learned(1);
  check(near(data.table[0], 2) && near(data.table[4], 1), "halved at each of two visits");
}

void the_mean_begins_where_it_is_asked_to() {
  Data data = two_documents();
  data.settings.average_from = 2;
  const auto found = data.learned(1);
  check(near(found.mean_visits, 1) && near(data.lags[1], 0),
        "only the second visit counts: the mean is the last");
  Data whole = two_documents();
  whole.settings.average_from = 1;
  const auto of_both = whole.learned(1);
  // (1, 2), then (-2, 1): the mean is (-0.5, 1.5)
  check(near(whole.table[1] - whole.lags[1] / of_both.mean_visits, -0.5),
        "the mean of both, first weight");
  check(near(whole.table[3] - whole.lags[3] / of_both.mean_visits, 1.5),
        "the mean of both, second weight");
}

// The first shuffle from seed 7 swaps the last two of three documents, and the second swaps them
// back. Each step is by (1 - margin) / |x|^2.
void each_round_shuffles_the_last_ones_order() {
  const auto has = [](bool shuffled, std::size_t rounds, double first, double second) {
    Data data;
    data.settings = {PassiveAggressiveOne{}};
    data.settings.shuffled = shuffled;
    data.settings.with_offset = false;
    data.start.seed = 7;
    data.add(1, 0, 1);
    data.add(1, 2, 0);
    data.add(1, 1, 1);
    data.learned(rounds);
    return near(data.table[1], first) && near(data.table[3], second);
  };
  // As they come: (1, 0); by 2/5 against (1, 2) to (0.6, -0.8); by 1.2/2 to (1.2, -0.2).
  check(has(false, 1, 1.2, -0.2), "without a shuffle: first, second, third");
  // (1, 0); the third is right by 1; by 2/5 against the second.
  check(has(true, 1, 0.6, -0.8), "the first round: first, third, second");
  // By 0.4 to (1, -0.8); by 0.4/5 against the second to (0.92, -0.96); by 1.04/2 to the third.
  check(has(true, 2, 1.44, -0.44), "the second round: first, second, third");
  // The first and the third are right by 1 or more; by 1.56/5 against the second.
  check(has(true, 3, 1.128, -1.064), "the third round: first, third, second again");
}

void documents_held_out_only_judge() {
  Data data = two_documents();
  data.held_out = {0, 1};
  const auto found = data.learned(1);
  check(data.table == std::vector<double>{0, 1, 0, 2, 0}, "the second is not learned from");
  check(found.held_out_error == 1, "and is on the wrong side: 3 + 2 is above 0");
}

}  // namespace

int main() {
  columns_are_found_in_order();
  steps_are_written_where_the_documents_are();
  l1_lasts_over_rounds();
  weights_elsewhere_shrink_too();
  the_mean_begins_where_it_is_asked_to();
  each_round_shuffles_the_last_ones_order();
  documents_held_out_only_judge();
  return report();
}
