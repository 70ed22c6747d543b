#pragma once

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include "common/parallel_for.hpp"
#include "learning/loss.hpp"
#include "learning/problem.hpp"

namespace linnet {

// 1 for a document that is not on its side, else 0.
struct Mistake {
  double value(double margin) const { return margin <= 0 ? 1.0 : 0.0; }
  // How far on the wrong side: what goes down from round to round.
  double cost(double margin) const { return std::max(0.0, -margin); }
};

// A stride says how far to move after a bad document, given its loss and |x|²; its Loss says what is bad.

// The perceptron.
struct Always {
  using Loss = Mistake;
  double far = 1;
  double step(double, double) const { return far; }
};

// Passive-aggressive: as far as brings the margin to 1. With a cap, and no further than that, PA-I.
struct JustEnough {
  using Loss = Hinge;
  double cap = INFINITY;
  double step(double loss, double square) const { return std::min(cap, loss / square); }
};

// PA-II: the smaller the cap, the more every step falls short.
struct FallShort {
  using Loss = Hinge;
  double cap = 1;
  double step(double loss, double square) const { return loss / (square + 1 / (2 * cap)); }
};

using AnyStride = std::variant<Always, JustEnough, FallShort>;

struct OnlineSettings {
  AnyStride stride;
  bool averaged = true;  // the mean of the weights after each document, instead of the last ones
  bool shuffled = true;  // each round in another order, by the seed; else as the documents come
};

// Weights by feature, the columns of a feature side by side, as in a Solution; and per column how many rounds it took,
// how many documents the last of them corrected.
struct OnlineSolution {
  std::vector<double> weights, offset;
  std::vector<std::size_t> rounds, corrections;
};

// Document by document: where the loss is above 0, weights += step * document weight * sign * x. The offset is a
// feature that is always 1. A column is done after a round without a correction, or after all rounds. Documents that
// weigh nothing, or have no features, are left out. Of the problem, tolerance and penalty play no part.
OnlineSolution learn_online(const Problem& problem, const OnlineSettings& settings, const Watch& watch);

}  // namespace linnet
