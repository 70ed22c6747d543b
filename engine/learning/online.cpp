#include "learning/online.hpp"

#include <numeric>
#include <span>

#include "common/big_vector.hpp"
#include "common/random.hpp"
#include "learning/lanes.hpp"

namespace linnet {
namespace {

// The columns of one thread, side by side. Each is learned as if alone, so that the number of threads never shows.
template <class Stride>
class OnlineColumns {
 public:
  OnlineColumns(const Problem& problem, const FastRows<double>& rows, const OnlineSettings& settings, std::size_t first,
                std::size_t width)
      : p_(problem),
        rows_(rows),
        settings_(settings),
        stride_(std::get<Stride>(settings.stride)),
        first_(first),
        width_(width),
        weights_(rows.n_columns() * width, 0.0),
        missed_(settings.averaged ? weights_.size() : 0, 0.0),
        offset_(width, 0.0),
        missed_offset_(width, 0.0),
        scores_(width),
        by_(width),
        signs_(width),
        rounds_(width, 0),
        corrections_(width, 1) {
    order_.resize(rows.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::erase_if(order_, [&](std::uint32_t i) { return !(p_.examples.weight(i) > 0 && moves(i)); });
    if (p_.start.given()) start();
  }

  void learn(const Watch& watch) {
    Random random(p_.stopping.seed);
    for (std::size_t round = 0; round < p_.stopping.rounds && open_round(); ++round) {
      if (settings_.shuffled) shuffle(std::span(order_), random);
      for (std::size_t at = 0; at < order_.size(); ++at) {
        if (at % 4096 == 0) watch.check();
        if (at + 2 < order_.size()) prefetch(order_[at + 2]);
        visit(order_[at]);
      }
    }
  }

  void write(OnlineSolution& out) const {
    const std::size_t n_out = out.offset.size();
    for (std::size_t l = 0; l < width_; ++l) {
      const double visits = static_cast<double>(std::max<std::size_t>(1, rounds_[l] * order_.size()));
      for (std::size_t c = 0; c < rows_.n_columns(); ++c) {
        const std::size_t at = index(rows_.places[c]) + l;
        out.weights[c * n_out + first_ + l] = weights_[at] - (settings_.averaged ? missed_[at] / visits : 0.0);
      }
      out.offset[first_ + l] = offset_[l] - missed_offset_[l] / visits;
      out.rounds[first_ + l] = rounds_[l];
      out.corrections[first_ + l] = corrections_[l];
    }
  }

 private:
  bool with_offset() const { return p_.offset != Offset::None; }
  double square(std::size_t document) const { return rows_.squares[document] + (with_offset() ? 1.0 : 0.0); }
  bool moves(std::size_t document) const {
    return square(document) > 0 || (with_offset() && !std::is_same_v<Stride, JustEnough>);
  }
  std::size_t index(std::int32_t place) const { return static_cast<std::size_t>(place) * width_; }

  void start() {
    const std::size_t n_out = p_.start.offset.size();
    for (std::size_t c = 0; c < rows_.n_columns(); ++c)
      std::copy_n(&p_.start.weights[c * n_out + first_], width_, &weights_[index(rows_.places[c])]);
    if (with_offset()) std::copy_n(&p_.start.offset[first_], width_, offset_.begin());
  }

  // Whether any column still moves. One that a whole round left as it is will never move again.
  bool open_round() {
    bool any = false;
    for (std::size_t l = 0; l < width_; ++l) {
      any |= corrections_[l] > 0;
      rounds_[l] += corrections_[l] > 0;
      corrections_[l] = 0;
    }
    return any;
  }

  void prefetch(std::uint32_t document) const {
    const auto row = rows_.row(document);
    const auto* bytes = reinterpret_cast<const char*>(row.data());
    for (std::size_t b = 0; b < row.size_bytes(); b += 64) __builtin_prefetch(bytes + b);
  }

  void visit(std::uint32_t document) {
    score(document);
    set_signs(document);
    const double weight = p_.examples.weight(document), x_square = square(document);
    bad_.clear();
    for (std::size_t l = 0; l < width_; ++l) {
      const double margin = signs_[l] * scores_[l], loss = typename Stride::Loss{}.value(margin);
      if (!(loss > 0)) continue;
      by_[l] = signs_[l] * weight * stride_.step(loss, x_square);
      bad_.push_back(l);
      ++corrections_[l];
    }
    if (!bad_.empty()) move(document);
    ++visits_;
  }

  void score(std::uint32_t document) {
    for (std::size_t l = 0; l < width_; ++l) scores_[l] = offset_[l];
    const auto row = rows_.row(document);
    std::size_t l = 0;
    for (; l + 4 <= width_; l += 4) add_scores<4>(row, weights_.data() + l, width_, &scores_[l]);
    for (; l + 2 <= width_; l += 2) add_scores<2>(row, weights_.data() + l, width_, &scores_[l]);
    for (; l < width_; ++l) add_scores<1>(row, weights_.data() + l, width_, &scores_[l]);
  }

  void set_signs(std::uint32_t document) {
    const auto first = static_cast<std::size_t>(p_.targets.label_of(first_));
    std::fill(signs_.begin(), signs_.end(), -1.0);
    p_.targets.each(document, [&](std::int32_t code) {
      const std::size_t l = static_cast<std::size_t>(code) - first;  // wraps around below the first
      if (l < width_) signs_[l] = 1.0;
    });
  }

  // The mean over all visits is what the weights are now, minus what the earlier visits missed of each move:
  // sum of move * (visits before it) / visits.
  void move(std::uint32_t document) {
    const auto row = rows_.row(document);
    if (with_offset())
      for (const auto l : bad_) offset_[l] += by_[l];
    add(row, weights_.data());
    if (!settings_.averaged) return;
    for (const auto l : bad_) by_[l] *= visits_;
    add(row, missed_.data());
    if (with_offset())
      for (const auto l : bad_) missed_offset_[l] += by_[l];
  }

  void add(std::span<const Entry<double>> row, double* weights) const {
    for (const auto& entry : row)
      for (const auto l : bad_) weights[index(entry.place) + l] += entry.x * by_[l];
  }

  const Problem& p_;
  const FastRows<double>& rows_;
  const OnlineSettings& settings_;
  Stride stride_;
  std::size_t first_, width_;
  BigVector<double> weights_, missed_;
  std::vector<double> offset_, missed_offset_, scores_, by_, signs_;
  std::vector<std::size_t> rounds_, corrections_, bad_;
  std::vector<std::uint32_t> order_;
  double visits_ = 0;
};

}  // namespace

OnlineSolution learn_online(const Problem& problem, const OnlineSettings& settings, const Watch& watch) {
  const std::size_t n_columns = problem.examples.n_columns, n_out = problem.targets.n_out();
  const FastRows<double> rows(problem.examples, all_documents(problem.examples), problem.stopping.threads);
  OnlineSolution out{std::vector<double>(n_columns * n_out), std::vector<double>(n_out),
                     std::vector<std::size_t>(n_out), std::vector<std::size_t>(n_out)};
  parallel_for(std::min(problem.stopping.threads, n_out), n_out, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::visit(
        [&](auto stride) {
          OnlineColumns<decltype(stride)> columns(problem, rows, settings, begin, end - begin);
          columns.learn(watch);
          columns.write(out);
        },
        settings.stride);
  });
  return out;
}

}  // namespace linnet
