#pragma once

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include "common/parallel_for.hpp"
#include "learning/loss.hpp"
#include "learning/problem.hpp"

namespace linnet {

// The perceptron's loss: 1 for a document with no margin, else 0.
struct ZeroOneLoss {
  double value(double margin) const { return margin <= 0 ? 1.0 : 0.0; }
  // How far a document is on the wrong side: what goes down from round to round.
  double perceptron_criterion(double margin) const { return std::max(0.0, -margin); }
};

// A step rule says how far an online learner moves along a document x, given its loss and |x|²;
// its Loss says for which documents it moves at all.

// The perceptron.
struct ConstantStep {
  using Loss = ZeroOneLoss;
  double size = 1;
  double step_size(double, double) const { return size; }
};

// Passive-aggressive (Crammer et al. 2006): as far as brings the margin to 1. PA-I has an
// aggressiveness C, and goes no further than that.
struct PassiveAggressiveOne {
  using Loss = Hinge;
  double cap = INFINITY;
  double step_size(double loss, double square) const { return std::min(cap, loss / square); }
};

// PA-II: the smaller C, the more every step falls short.
struct PassiveAggressiveTwo {
  using Loss = Hinge;
  double cap = 1;
  double step_size(double loss, double square) const { return loss / (square + 1 / (2 * cap)); }
};

using AnyStepRule = std::variant<ConstantStep, PassiveAggressiveOne, PassiveAggressiveTwo>;

struct OnlineSettings {
  AnyStepRule step_rule;
  bool averaged = true;  // the mean of the weights after each document, instead of the last ones
  bool shuffled = true;  // each round in another order, by the seed; else as the documents come
};

// Weights as in a Solution; and per output how many rounds it took, and how many documents the last
// of them corrected.
struct OnlineSolution {
  std::vector<double> weights;
  std::vector<double> offset;
  std::vector<std::size_t> rounds;
  std::vector<std::size_t> corrections;
};

// Document by document: where the loss is above 0, weights += step * document weight * sign * x.
// The offset is a feature that is always 1. An output is done after a round without a correction,
// or after all rounds. Documents that weigh nothing, or have no features, are left out. Of the
// problem, tolerance and penalty play no part.
OnlineSolution learn_online(const Problem& problem, const OnlineSettings& settings,
                            const Watch& watch);

}  // namespace linnet
