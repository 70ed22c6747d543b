#pragma once

#include <vector>

#include "learning/loss.hpp"
#include "learning/problem.hpp"

namespace linnet {

// The objective of given weights, by plain loops: what every solver makes small. One number per
// output; a single one for all outputs of a multiclass loss.
std::vector<double> objective(const Problem& problem, const AnyLoss& loss, const WeightsView& at);

}  // namespace linnet
