#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <variant>

namespace linnet {

// A loss is a curve over the margin, sign * score: high where the margin is low. It knows no matrix and no solver.

// log(1 + exp(-margin))
struct Logistic {
  double value(double margin) const {
    return margin > 0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin;
  }
  double slope(double margin) const { return -1.0 / (1.0 + std::exp(margin)); }
  double curvature(double margin) const {
    const double p = -slope(margin);
    return p * (1.0 - p);
  }
};

// max(0, 1 - margin)²
struct SquaredHinge {
  double value(double margin) const { return short_of(margin) * short_of(margin); }
  double slope(double margin) const { return -2.0 * short_of(margin); }
  double curvature(double margin) const { return margin < 1.0 ? 2.0 : 0.0; }

 private:
  static double short_of(double margin) { return std::max(0.0, 1.0 - margin); }
};

// max(0, 1 - margin)
struct Hinge {
  double value(double margin) const { return std::max(0.0, 1.0 - margin); }
  double slope(double margin) const { return margin < 1.0 ? -1.0 : 0.0; }
};

// Over a whole row of scores: log(sum of exp(score)) - score of the document's label.
struct Softmax {};

// Over a whole row too, Crammer and Singer's: how far the best label, where all but the document's own get 1 more, is
// ahead of the document's own.
struct CrammerSinger {};

template <class Loss>
concept MarginLoss = requires(const Loss loss, double margin) {
  { loss.value(margin) } -> std::same_as<double>;
  { loss.slope(margin) } -> std::same_as<double>;
};
template <class Loss>
concept SmoothLoss = MarginLoss<Loss> && requires(const Loss loss, double margin) {
  { loss.curvature(margin) } -> std::same_as<double>;
};

using AnyLoss = std::variant<Logistic, SquaredHinge, Hinge, Softmax, CrammerSinger>;

}  // namespace linnet
