#pragma once

#include <vector>

#include "learning/loss.hpp"
#include "learning/problem.hpp"

namespace linnet {

// The objective of given weights, by plain loops: what every solver makes small. One number per column; one for all
// columns of a softmax.
std::vector<double> objective(const Problem& problem, const AnyLoss& loss, const Start& at);

}  // namespace linnet
