#include "learning/sgd.hpp"

#include <numeric>
#include <utility>

namespace linnet {

SgdColumn::SgdColumn(const SgdDocuments& documents, const SgdSettings& settings, const SgdStart& start)
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
      pulled_(settings.penalty.l1 > 0 ? documents.n_places : 0, 0.0),
      visit_(start.visit),
      mean_unit_(1) {
  std::iota(order_.begin(), order_.end(), 0u);
  // scikit-learn counts documents that an earlier call left out as if they had been averaged.
  const double counted = start.visit - settings.average_from;
  if (start.mean_visits > 0 && counted > 0) mean_unit_ = start.mean_visits / counted;
}

void SgdColumn::round(const Watch& watch) {
  loss = 0;
  objective = 0;
  if (settings_.shuffled) shuffle_order();
  std::visit(
      [&](const auto& stride) {
        for (std::size_t at = 0; at < order_.size(); ++at) {
          if (at % 4096 == 0) watch.check();
          if (documents_.learned(order_[at])) visit(stride, order_[at]);
        }
      },
      settings_.stride);
}

// scikit-learn's shuffle, from the same seed in each round.
void SgdColumn::shuffle_order() {
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

std::pair<std::size_t, std::size_t> SgdColumn::entries(std::size_t document) const {
  return {static_cast<std::size_t>(documents_.starts[document]),
          static_cast<std::size_t>(documents_.starts[document + 1])};
}

double SgdColumn::score(std::size_t document) const {
  const auto [begin, end] = entries(document);
  double sum = 0;
  for (std::size_t e = begin; e < end; ++e)
    sum += weights[static_cast<std::size_t>(documents_.places[e])] * documents_.values[e];
  return sum * scale_ + offset;
}

template <class Stride>
void SgdColumn::visit(const Stride& stride, std::size_t document) {
  constexpr bool perceptron = std::is_same_v<Stride, Always>;
  const double sign = positive(document) ? 1.0 : -1.0;
  const double margin = score(document) * sign;
  const double bad = typename Stride::Loss{}.value(margin);
  double cost = bad;
  if constexpr (perceptron) cost = Mistake{}.cost(margin);
  loss += cost;
  objective += cost + settings_.penalty.l2 / 2 * squares + settings_.penalty.l1 * absolutes;

  double step = 0;
  if constexpr (perceptron) {
    step = bad > 0 ? stride.step(bad, 0) : 0;
  } else {
    const auto [begin, end] = entries(document);
    double square = 0;
    for (std::size_t e = begin; e < end; ++e) square += documents_.values[e] * documents_.values[e];
    if (std::is_same_v<Stride, JustEnough> && square == 0) return;
    step = stride.step(bad, square);
  }
  const double side = sign > 0 ? start_.positive_weight : start_.negative_weight;
  const double by = step * sign * (side * documents_.weights[document]);

  if (settings_.penalty.l2 > 0) shrink();
  if (by != 0) move(document, by);
  if (settings_.average_from > 0 && settings_.average_from <= visit_) average(document, by);
  if (settings_.penalty.l1 > 0) pull(document);
  ++visit_;
  ++visits;
}

void SgdColumn::move(std::size_t document, double by) {
  const auto [begin, end] = entries(document);
  const double scaled = by / scale_;
  for (std::size_t e = begin; e < end; ++e)
    weights[static_cast<std::size_t>(documents_.places[e])] += documents_.values[e] * scaled;
  if (settings_.with_offset) offset += by * settings_.offset_rate;
  if (!settings_.norms) return;
  double square_sum = 0;
  double absolute_sum = 0;
  for (std::size_t e = begin; e < end; ++e) {
    const double weight = weights[static_cast<std::size_t>(documents_.places[e])];
    square_sum += weight * weight;
    absolute_sum += std::abs(weight);
  }
  squares = square_sum * scale_ * scale_;
  absolutes = absolute_sum * scale_;
}

// The visits before this one lack its move, which makes the mean lag behind.
void SgdColumn::average(std::size_t document, double by) {
  const auto [begin, end] = entries(document);
  if (by != 0 && mean_visits > 0)
    for (std::size_t e = begin; e < end; ++e)
      lag[static_cast<std::size_t>(documents_.places[e])] += documents_.values[e] * by * mean_visits;
  mean_visits += mean_unit_;
  mean_offset += (offset - mean_offset) / (visit_ - settings_.average_from + 1);
}

void SgdColumn::shrink() {
  const double left = std::max(0.0, 1 - settings_.penalty.l2 * settings_.rate);
  scale_ *= left;
  shrunk *= left;
  squares *= left * left;
  absolutes *= left;
  if (scale_ < 1e-9) unscale();
}

void SgdColumn::unscale() {
  for (double& weight : weights) weight *= scale_;
  scale_ = 1;
}

// All visits so far were to pull every weight by l1 to 0; those of a document's features catch up now.
void SgdColumn::pull(std::size_t document) {
  due_ += settings_.penalty.l1 * settings_.rate;
  const auto [begin, end] = entries(document);
  for (std::size_t e = begin; e < end; ++e) {
    const auto place = static_cast<std::size_t>(documents_.places[e]);
    const double before = weights[place];
    double after = before;
    if (before > 0) after = std::max(0.0, before - (due_ + pulled_[place]) / scale_);
    if (before < 0) after = std::min(0.0, before + (due_ - pulled_[place]) / scale_);
    weights[place] = after;
    pulled_[place] += scale_ * (after - before);
  }
}

bool SgdColumn::finite() const {
  return std::isfinite(offset) &&
         std::all_of(weights.begin(), weights.end(), [](double weight) { return std::isfinite(weight); });
}

double SgdColumn::mistakes() const {
  double wrong = 0;
  double all = 0;
  for (std::size_t i = 0; i < documents_.size(); ++i) {
    if (documents_.learned(i)) continue;
    const double weight = documents_.weights[i];
    all += weight;
    wrong += (score(i) > 0) == positive(i) ? 0 : weight;
  }
  return all > 0 ? wrong / all : 0;
}

SgdRounds::SgdRounds(const SgdDocuments& documents, DistinctColumns distinct, const SgdSettings& settings,
                     std::span<const SgdStart> starts, std::span<const double> table, std::span<const double> lags)
    : distinct_(std::move(distinct)), documents_(documents), settings_(settings) {
  documents_.places = distinct_.places;
  documents_.n_places = distinct_.columns.size();
  labels_.reserve(starts.size());
  for (const SgdStart& start : starts) labels_.emplace_back(documents_, settings_, start);
  const std::size_t n = labels_.size();
  for (std::size_t place = 0; place < documents_.n_places; ++place) {
    const std::size_t at = static_cast<std::size_t>(distinct_.columns[place]) * n;
    for (std::size_t l = 0; l < n; ++l) labels_[l].weights[place] = table[at + l];
    for (std::size_t l = 0; l < n && !lags.empty(); ++l) labels_[l].lag[place] = lags[at + l];
  }
}

void SgdRounds::round(std::span<const std::uint8_t> live, std::size_t threads, const Watch& watch) {
  const std::size_t n = labels_.size();
  parallel_for(std::min(threads, n), n, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t l = begin; l < end; ++l)
      if (live[l]) labels_[l].round(watch);
  });
}

void SgdRounds::write(std::span<double> table, std::span<double> lags) {
  const std::size_t n = labels_.size();
  for (SgdColumn& label : labels_) label.unscale();
  if (settings_.penalty.l2 > 0)
    for (std::size_t at = 0; at < table.size(); ++at) table[at] *= labels_[at % n].shrunk;
  for (std::size_t place = 0; place < documents_.n_places; ++place) {
    const std::size_t at = static_cast<std::size_t>(distinct_.columns[place]) * n;
    for (std::size_t l = 0; l < n; ++l) table[at + l] = labels_[l].weights[place];
    for (std::size_t l = 0; l < n && !lags.empty(); ++l) lags[at + l] = labels_[l].lag[place];
  }
}

}  // namespace linnet
