#include "learning/online.hpp"

#include <numeric>
#include <span>

#include "common/big_vector.hpp"
#include "common/random.hpp"
#include "learning/lanes.hpp"

namespace linnet {
namespace {

constexpr std::size_t kVisitsBetweenChecks = 4096;  // for Ctrl-C
constexpr std::size_t kPrefetchAhead = 2;           // documents
constexpr std::size_t kCacheLine = 64;              // bytes

// The outputs of one thread, side by side. Each is learned as if alone, so that the number of
// threads never shows.
template <class StepRule>
class OnlineOutputs {
 public:
  OnlineOutputs(const Problem& problem, const FastRows<double>& rows,
                const OnlineSettings& settings, std::size_t first_output, std::size_t n_outputs)
      : p_(problem),
        rows_(rows),
        settings_(settings),
        step_rule_(std::get<StepRule>(settings.step_rule)),
        first_output_(first_output),
        n_outputs_(n_outputs),
        weights_(rows.n_columns() * n_outputs, 0.0),
        lag_(settings.averaged ? weights_.size() : 0, 0.0),
        offset_(n_outputs, 0.0),
        offset_lag_(n_outputs, 0.0),
        scores_(n_outputs),
        steps_(n_outputs),
        signs_(n_outputs),
        rounds_(n_outputs, 0),
        corrections_(n_outputs, 1),
        order_(all_documents(problem.rows)) {
    std::erase_if(order_, [&](std::uint32_t i) { return !can_correct(i); });
    if (!p_.start.empty()) start_at(p_.start);
  }

  void learn(const Watch& watch) {
    Random random(p_.stopping.seed);
    for (std::size_t round = 0; round < p_.stopping.rounds && begin_round(); ++round) {
      if (settings_.shuffled) shuffle(std::span(order_), random);
      for (std::size_t at = 0; at < order_.size(); ++at) {
        if (at % kVisitsBetweenChecks == 0) watch.check();
        if (at + kPrefetchAhead < order_.size()) prefetch(order_[at + kPrefetchAhead]);
        visit(order_[at]);
      }
    }
  }

  void write(OnlineSolution& out) const {
    const std::size_t all_outputs = out.offset.size();
    for (std::size_t k = 0; k < n_outputs_; ++k) {
      const std::size_t output = first_output_ + k;
      const std::size_t n_visits = std::max<std::size_t>(1, rounds_[k] * order_.size());
      const double visits = static_cast<double>(n_visits);
      for (std::size_t c = 0; c < rows_.n_columns(); ++c) {
        const std::size_t at = index_of(rows_.places[c]) + k;
        const double lag = settings_.averaged ? lag_[at] / visits : 0.0;
        out.weights[c * all_outputs + output] = weights_[at] - lag;
      }
      out.offset[output] = offset_[k] - offset_lag_[k] / visits;
      out.rounds[output] = rounds_[k];
      out.corrections[output] = corrections_[k];
    }
  }

 private:
  bool with_offset() const { return p_.offset != Offset::None; }
  // |x|², with the offset's feature 1
  double square(std::size_t document) const {
    return rows_.squares[document] + (with_offset() ? 1.0 : 0.0);
  }
  bool can_correct(std::size_t document) const {
    constexpr bool divides_by_square = std::is_same_v<StepRule, PassiveAggressiveOne>;
    const bool moves = square(document) > 0 || (with_offset() && !divides_by_square);
    return p_.rows.weight(document) > 0 && moves;
  }
  std::size_t index_of(std::int32_t place) const {
    return static_cast<std::size_t>(place) * n_outputs_;
  }

  void start_at(const WeightsView& start) {
    const std::size_t all_outputs = start.offset.size();
    for (std::size_t c = 0; c < rows_.n_columns(); ++c) {
      const double* from = &start.weights[c * all_outputs + first_output_];
      std::copy_n(from, n_outputs_, &weights_[index_of(rows_.places[c])]);
    }
    if (with_offset()) std::copy_n(&start.offset[first_output_], n_outputs_, offset_.begin());
  }

  // Whether any output still moves. One that a whole round left as it is will never move again.
  bool begin_round() {
    bool any = false;
    for (std::size_t k = 0; k < n_outputs_; ++k) {
      any |= corrections_[k] > 0;
      rounds_[k] += corrections_[k] > 0;
      corrections_[k] = 0;
    }
    return any;
  }

  void prefetch(std::uint32_t document) const {
    const auto row = rows_.row(document);
    const auto* bytes = reinterpret_cast<const char*>(row.data());
    for (std::size_t b = 0; b < row.size_bytes(); b += kCacheLine) __builtin_prefetch(bytes + b);
  }

  void visit(std::uint32_t document) {
    set_scores(document);
    set_signs(document);
    const double weight = p_.rows.weight(document);
    const double x_square = square(document);
    corrected_.clear();
    for (std::size_t k = 0; k < n_outputs_; ++k) {
      const double margin = signs_[k] * scores_[k];
      const double loss = typename StepRule::Loss{}.value(margin);
      if (!(loss > 0)) continue;
      steps_[k] = signs_[k] * weight * step_rule_.step_size(loss, x_square);
      corrected_.push_back(k);
      ++corrections_[k];
    }
    if (!corrected_.empty()) correct(document);
    ++visits_;
  }

  void set_scores(std::uint32_t document) {
    const auto row = rows_.row(document);
    std::copy(offset_.begin(), offset_.end(), scores_.begin());
    std::size_t k = 0;
    for (; k + 4 <= n_outputs_; k += 4) add_scores_at<4>(row, k);
    for (; k + 2 <= n_outputs_; k += 2) add_scores_at<2>(row, k);
    for (; k < n_outputs_; ++k) add_scores_at<1>(row, k);
  }
  template <int Lanes>
  void add_scores_at(std::span<const Entry<double>> row, std::size_t k) {
    add_scores<Lanes>(row, weights_.data() + k, n_outputs_, &scores_[k]);
  }

  void set_signs(std::uint32_t document) {
    const auto first = static_cast<std::size_t>(p_.targets.positive_label(first_output_));
    std::fill(signs_.begin(), signs_.end(), -1.0);
    p_.targets.each(document, [&](std::int32_t code) {
      const std::size_t k = static_cast<std::size_t>(code) - first;  // wraps around below the first
      if (k < n_outputs_) signs_[k] = 1.0;
    });
  }

  // weights += step * x. The mean over all visits is what the weights are now, minus what the
  // earlier visits lacked of each step: sum of step * (visits before it) / visits.
  void correct(std::uint32_t document) {
    const auto row = rows_.row(document);
    add_steps(row, weights_.data(), offset_);
    if (!settings_.averaged) return;
    for (const std::size_t k : corrected_) steps_[k] *= visits_;
    add_steps(row, lag_.data(), offset_lag_);
  }
  void add_steps(std::span<const Entry<double>> row, double* weights,
                 std::vector<double>& offset) const {
    if (with_offset()) {
      for (const std::size_t k : corrected_) offset[k] += steps_[k];
    }
    for (const Entry<double>& entry : row) {
      double* of_column = weights + index_of(entry.place);
      for (const std::size_t k : corrected_) of_column[k] += entry.x * steps_[k];
    }
  }

  const Problem& p_;
  const FastRows<double>& rows_;
  const OnlineSettings& settings_;
  StepRule step_rule_;
  std::size_t first_output_;
  std::size_t n_outputs_;
  BigVector<double> weights_;  // columns × outputs
  BigVector<double> lag_;      // sum of step * (visits before it); as large
  std::vector<double> offset_;
  std::vector<double> offset_lag_;
  // Of the document that is visited, by output:
  std::vector<double> scores_;
  std::vector<double> steps_;
  std::vector<double> signs_;
  std::vector<std::size_t> corrected_;  // outputs with a loss
  // Of all visits:
  std::vector<std::size_t> rounds_;
  std::vector<std::size_t> corrections_;  // in this round
  std::vector<std::uint32_t> order_;      // of documents
  double visits_ = 0;
};

}  // namespace

OnlineSolution learn_online(const Problem& problem, const OnlineSettings& settings,
                            const Watch& watch) {
  const std::size_t n_columns = problem.rows.n_columns;
  const std::size_t n_outputs = problem.targets.n_outputs();
  const std::size_t threads = problem.stopping.threads;
  const FastRows<double> rows(problem.rows, all_documents(problem.rows), threads);
  OnlineSolution out{std::vector<double>(n_columns * n_outputs), std::vector<double>(n_outputs),
                     std::vector<std::size_t>(n_outputs), std::vector<std::size_t>(n_outputs)};
  const auto learn_part = [&](std::size_t, std::size_t begin, std::size_t end) {
    std::visit(
        [&]<class StepRule>(const StepRule&) {
          OnlineOutputs<StepRule> outputs(problem, rows, settings, begin, end - begin);
          outputs.learn(watch);
          outputs.write(out);
        },
        settings.step_rule);
  };
  parallel_for(std::min(threads, n_outputs), n_outputs, learn_part);
  return out;
}

}  // namespace linnet
