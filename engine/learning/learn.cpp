#include "learning/learn.hpp"

#include <algorithm>

namespace linnet {
namespace {

template <class Solver, class Loss>
concept Solves = requires(Solver solver, const Problem& problem, Loss loss, const Watch& watch) {
  { solver.solve(problem, loss, watch) } -> std::same_as<Solution>;
};
template <class Solver, class Loss>
concept SolvesPaths =
    requires(Solver solver, const Problem& problem, Loss loss, const Watch& watch) {
      solver.path(problem, loss, std::span<const double>{}, watch);
    };

// How far a document's own dual variable moves its margin, on average: the mean of |x|² over
// total weight * l2. LIBLINEAR would call it the mean diagonal of the dual's Hessian.
double mean_dual_diagonal(const Problem& problem) {
  const TrainingRows& rows = problem.rows;
  const auto begin = static_cast<std::size_t>(rows.starts.front());
  const auto end = static_cast<std::size_t>(rows.starts.back());
  double squares = 0;
  for (std::size_t e = begin; e < end; ++e) squares += rows.values[e] * rows.values[e];
  const double mean_square = squares / static_cast<double>(rows.size());
  return mean_square / (rows.total_weight() * problem.penalty.l2);
}

// l1 makes weights exactly 0, which only coordinate descent sees. The dual is fastest by far,
// unless the penalty is so weak that documents move each other's margins to and fro. For logistic
// loss on tf-idf rows, the dual is still 2 to 5 times as fast as Newton at a diagonal of 10,000,
// and slower at 100,000; on rows of counts it is slower at 6,000.
constexpr double kLargestDualDiagonal = 1000;

AnySolver solver_for(const Problem& problem, const AnyLoss& loss) {
  const bool only_dual =
      std::holds_alternative<Hinge>(loss) || std::holds_alternative<CrammerSinger>(loss);
  if (only_dual) return DualDescent{};
  if (problem.penalty.l1 > 0) return CoordinateDescent{};
  const bool suits_dual =
      problem.penalty.l2 > 0 && mean_dual_diagonal(problem) < kLargestDualDiagonal;
  if (suits_dual) return DualDescent{};
  return Newton{};
}

// The loss, where it fits the targets. Softmax over the two scores 0 and s is logistic over s.
AnyLoss loss_for(const Problem& problem, const AnyLoss& loss) {
  const Targets& targets = problem.targets;
  if (std::holds_alternative<CrammerSinger>(loss)) {
    require(targets.single_label() && targets.n_outputs() > 1,
            "Crammer and Singer's loss needs three labels or more, and exactly one per document; "
            "use the hinge loss.");
  }
  if (!std::holds_alternative<Softmax>(loss)) return loss;
  require(targets.single_label(),
          "softmax needs exactly one label per document; use the logistic loss.");
  return targets.n_outputs() == 1 ? AnyLoss(Logistic{}) : loss;
}

// Calls visit(solver, loss) with the types that these variants hold.
template <class Visit>
auto with_types(const Problem& problem, const AnyLoss& loss, const AnySolver& solver, Visit visit) {
  const AnyLoss fitting = loss_for(problem, loss);
  if (std::holds_alternative<AutoSolver>(solver)) {
    return std::visit(visit, solver_for(problem, fitting), fitting);
  }
  return std::visit(visit, solver, fitting);
}

template <class Solver, class Loss>
std::vector<Solution> warm_started_path(const Problem& problem, Loss loss, Solver solver,
                                        std::span<const double> strengths, const Watch& watch) {
  std::vector<Solution> solutions;
  Problem next = problem;
  for (const double strength : strengths) {
    next.penalty = problem.penalty * strength;
    solutions.push_back(learn(next, loss, solver, watch));
    next.start = {solutions.back().weights, solutions.back().offset};
  }
  return solutions;
}

}  // namespace

Solution learn(const Problem& problem, const AnyLoss& loss, const AnySolver& solver,
               const Watch& watch) {
  return with_types(problem, loss, solver, [&](auto method, auto function) -> Solution {
    if constexpr (Solves<decltype(method), decltype(function)>) {
      return method.solve(problem, function, watch);
    } else if constexpr (requires { method.needs; }) {
      throw Refusal(method.needs);
    } else {
      throw Refusal("a solver must be chosen.");
    }
  });
}

std::vector<Solution> learn_path(const Problem& problem, const AnyLoss& loss,
                                 const AnySolver& solver, std::span<const double> strengths,
                                 const Watch& watch) {
  require(!strengths.empty(), "a path needs at least one strength.");
  Problem hardest = problem;  // which the solver is chosen for
  hardest.penalty = problem.penalty * *std::min_element(strengths.begin(), strengths.end());
  return with_types(hardest, loss, solver,
                    [&](auto method, auto function) -> std::vector<Solution> {
                      if constexpr (SolvesPaths<decltype(method), decltype(function)>) {
                        return method.path(problem, function, strengths, watch);
                      } else {
                        return warm_started_path(problem, function, method, strengths, watch);
                      }
                    });
}

}  // namespace linnet
