#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <variant>

namespace linnet {

// A margin loss is a function of the margin, sign * score: high where the margin is low.
// It knows no matrix and no solver.

// log(1 + exp(-margin))
struct Logistic {
  double value(double margin) const {
    if (margin > 0) return std::log1p(std::exp(-margin));
    return std::log1p(std::exp(margin)) - margin;
  }
  double derivative(double margin) const { return -1.0 / (1.0 + std::exp(margin)); }
  double curvature(double margin) const {
    const double p = -derivative(margin);
    return p * (1.0 - p);
  }
};

// max(0, 1 - margin)²
struct SquaredHinge {
  double value(double margin) const { return shortfall(margin) * shortfall(margin); }
  double derivative(double margin) const { return -2.0 * shortfall(margin); }
  double curvature(double margin) const { return margin < 1.0 ? 2.0 : 0.0; }

 private:
  static double shortfall(double margin) { return std::max(0.0, 1.0 - margin); }
};

// max(0, 1 - margin)
struct Hinge {
  double value(double margin) const { return std::max(0.0, 1.0 - margin); }
  double derivative(double margin) const { return margin < 1.0 ? -1.0 : 0.0; }
};

// A multiclass loss is a function of all scores of a document and of its label.

// log(sum over labels of exp(score)) - score of the document's label
struct Softmax {};

// max over labels of (score + 1, or + 0 for the document's label) - score of the document's label
struct CrammerSinger {};

template <class Loss>
concept MarginLoss = requires(const Loss loss, double margin) {
  { loss.value(margin) } -> std::same_as<double>;
  { loss.derivative(margin) } -> std::same_as<double>;
};
template <class Loss>
concept SmoothLoss = MarginLoss<Loss> && requires(const Loss loss, double margin) {
  { loss.curvature(margin) } -> std::same_as<double>;
};

using AnyLoss = std::variant<Logistic, SquaredHinge, Hinge, Softmax, CrammerSinger>;

}  // namespace linnet
