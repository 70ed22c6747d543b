#include "learning/sgd.hpp"

#include <numeric>
#include <utility>

namespace linnet {

namespace {
constexpr std::size_t kVisitsBetweenChecks = 4096;  // for Ctrl-C
}  // namespace

SgdOutput::SgdOutput(const SgdDocuments& documents, const SgdSettings& settings,
                     const SgdStart& start)
    : weights(documents.n_places, 0.0),
      lag(settings.average_from > 0 ? documents.n_places : 0, 0.0),
      offset(start.offset),
      mean_offset(start.mean_offset),
      mean_visits(start.mean_visits),
      squares(start.squares),
      absolutes(start.absolutes),
      documents_(documents),
      settings_(settings),
      start_(start),
      order_(documents.size()),
      l1_applied_(settings.penalty.l1 > 0 ? documents.n_places : 0, 0.0),
      visit_(start.visit) {
  std::iota(order_.begin(), order_.end(), 0u);
  // scikit-learn counts documents that an earlier call left out as if they had been averaged.
  const double counted = start.visit - settings.average_from;
  if (start.mean_visits > 0 && counted > 0) mean_unit_ = start.mean_visits / counted;
}

void SgdOutput::round(const Watch& watch) {
  loss = 0;
  objective = 0;
  if (settings_.shuffled) shuffle_order();
  const auto visit_all = [&](const auto& step_rule) {
    for (std::size_t at = 0; at < order_.size(); ++at) {
      if (at % kVisitsBetweenChecks == 0) watch.check();
      if (documents_.is_learned(order_[at])) visit(step_rule, order_[at]);
    }
  };
  std::visit(visit_all, settings_.step_rule);
}

// scikit-learn's shuffle, from the same seed in each round.
void SgdOutput::shuffle_order() {
  std::uint32_t random = start_.seed;
  const std::size_t n = order_.size();
  for (std::size_t i = 0; i + 1 < n; ++i) {
    random = random == 0 ? 1 : random;  // Marsaglia's xorshift, of which 31 bits count
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    const auto left = static_cast<std::uint32_t>(n - i);
    std::swap(order_[i], order_[i + (random & 0x7FFFFFFFu) % left]);
  }
}

double SgdOutput::score(std::size_t document) const {
  double sum = 0;
  each(document, [&](std::size_t place, double x) { sum += weights[place] * x; });
  return sum * scale_ + offset;
}

double SgdOutput::square(std::size_t document) const {
  double sum = 0;
  each(document, [&](std::size_t, double x) { sum += x * x; });
  return sum;
}

template <class StepRule>
void SgdOutput::visit(const StepRule& step_rule, std::size_t document) {
  const double sign = is_positive(document) ? 1.0 : -1.0;
  const double margin = score(document) * sign;
  add_cost<StepRule>(margin);

  const std::optional<double> size = step_size(step_rule, margin, document);
  if (!size) return;
  const double side_weight = sign > 0 ? start_.positive_weight : start_.negative_weight;
  const double step = *size * sign * (side_weight * documents_.weights[document]);

  if (settings_.penalty.l2 > 0) apply_l2();
  if (step != 0) move(document, step);
  const bool averages = settings_.average_from > 0 && settings_.average_from <= visit_;
  if (averages) average(document, step);
  if (settings_.penalty.l1 > 0) apply_l1(document);
  ++visit_;
  ++visits;
}

template <class StepRule>
void SgdOutput::add_cost(double margin) {
  double cost = 0;
  if constexpr (std::is_same_v<StepRule, ConstantStep>) {
    cost = ZeroOneLoss{}.perceptron_criterion(margin);
  } else {
    cost = typename StepRule::Loss{}.value(margin);
  }
  const Penalty& penalty = settings_.penalty;
  loss += cost;
  objective += cost + penalty.l2 / 2 * squares + penalty.l1 * absolutes;
}

// None for a document without features, which scikit-learn's PA-I does not visit.
template <class StepRule>
std::optional<double> SgdOutput::step_size(const StepRule& step_rule, double margin,
                                           std::size_t document) const {
  const double document_loss = typename StepRule::Loss{}.value(margin);
  if constexpr (std::is_same_v<StepRule, ConstantStep>) {
    return document_loss > 0 ? step_rule.step_size(document_loss, 0) : 0.0;
  } else {
    const double x_square = square(document);
    if (std::is_same_v<StepRule, PassiveAggressiveOne> && x_square == 0) return {};
    return step_rule.step_size(document_loss, x_square);
  }
}

void SgdOutput::move(std::size_t document, double step) {
  const double stored_step = step / scale_;
  each(document, [&](std::size_t place, double x) { weights[place] += x * stored_step; });
  if (settings_.with_offset) offset += step * settings_.offset_rate;
  if (settings_.track_norms) track_norms(document);
}

void SgdOutput::track_norms(std::size_t document) {
  double square_sum = 0;
  double absolute_sum = 0;
  each(document, [&](std::size_t place, double) {
    square_sum += weights[place] * weights[place];
    absolute_sum += std::abs(weights[place]);
  });
  squares = square_sum * scale_ * scale_;
  absolutes = absolute_sum * scale_;
}

// The visits before this one lack its step, which makes the mean lag behind.
void SgdOutput::average(std::size_t document, double step) {
  if (step != 0 && mean_visits > 0) {
    each(document, [&](std::size_t place, double x) { lag[place] += x * step * mean_visits; });
  }
  mean_visits += mean_unit_;
  mean_offset += (offset - mean_offset) / (visit_ - settings_.average_from + 1);
}

void SgdOutput::apply_l2() {
  constexpr double kLeastScale = 1e-9;  // scikit-learn's
  const double decay = std::max(0.0, 1 - settings_.penalty.l2 * settings_.learning_rate);
  scale_ *= decay;
  l2_decay *= decay;
  squares *= decay * decay;
  absolutes *= decay;
  if (scale_ < kLeastScale) apply_scale();
}

void SgdOutput::apply_scale() {
  for (double& weight : weights) weight *= scale_;
  scale_ = 1;
}

// The cumulative l1 penalty (Tsuruoka, Tsujii and Ananiadou 2009): all visits so far were to bring
// every weight nearer to 0 by l1; those of a document's features catch up now.
void SgdOutput::apply_l1(std::size_t document) {
  l1_due_ += settings_.penalty.l1 * settings_.learning_rate;
  each(document, [&](std::size_t place, double) {
    const double before = weights[place];
    double after = before;
    if (before > 0) after = std::max(0.0, before - (l1_due_ + l1_applied_[place]) / scale_);
    if (before < 0) after = std::min(0.0, before + (l1_due_ - l1_applied_[place]) / scale_);
    weights[place] = after;
    l1_applied_[place] += scale_ * (after - before);
  });
}

bool SgdOutput::is_finite() const {
  return std::isfinite(offset) &&
         std::all_of(weights.begin(), weights.end(), [](double w) { return std::isfinite(w); });
}

double SgdOutput::held_out_error() const {
  double wrong = 0;
  double all = 0;
  for (std::size_t i = 0; i < documents_.size(); ++i) {
    if (documents_.is_learned(i)) continue;
    const double weight = documents_.weights[i];
    const bool is_right = (score(i) > 0) == is_positive(i);
    all += weight;
    wrong += is_right ? 0 : weight;
  }
  return all > 0 ? wrong / all : 0;
}

SgdRounds::SgdRounds(const SgdDocuments& documents, DistinctColumns distinct,
                     const SgdSettings& settings, std::span<const SgdStart> starts,
                     std::span<const double> table, std::span<const double> lags)
    : distinct_(std::move(distinct)), documents_(documents), settings_(settings) {
  documents_.places = distinct_.places;
  documents_.n_places = distinct_.columns.size();
  outputs_.reserve(starts.size());
  for (const SgdStart& start : starts) outputs_.emplace_back(documents_, settings_, start);
  const std::size_t n = outputs_.size();
  for (std::size_t place = 0; place < documents_.n_places; ++place) {
    const std::size_t at = static_cast<std::size_t>(distinct_.columns[place]) * n;
    for (std::size_t k = 0; k < n; ++k) {
      outputs_[k].weights[place] = table[at + k];
      if (!lags.empty()) outputs_[k].lag[place] = lags[at + k];
    }
  }
}

void SgdRounds::round(std::span<const std::uint8_t> live, std::size_t threads, const Watch& watch) {
  const std::size_t n = outputs_.size();
  parallel_for(std::min(threads, n), n, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      if (live[k]) outputs_[k].round(watch);
    }
  });
}

void SgdRounds::write(std::span<double> table, std::span<double> lags) {
  const std::size_t n = outputs_.size();
  for (SgdOutput& output : outputs_) output.apply_scale();
  if (settings_.penalty.l2 > 0) {
    for (std::size_t at = 0; at < table.size(); ++at) table[at] *= outputs_[at % n].l2_decay;
  }
  for (std::size_t place = 0; place < documents_.n_places; ++place) {
    const std::size_t at = static_cast<std::size_t>(distinct_.columns[place]) * n;
    for (std::size_t k = 0; k < n; ++k) {
      table[at + k] = outputs_[k].weights[place];
      if (!lags.empty()) lags[at + k] = outputs_[k].lag[place];
    }
  }
}

}  // namespace linnet
