#include "learning/learn.hpp"

#include <algorithm>

namespace linnet {
namespace {

template <class Solver, class Loss>
concept Solves = requires(Solver solver, const Problem& problem, Loss loss, const Watch& watch) {
  { solver.solve(problem, loss, watch) } -> std::same_as<Solution>;
};
template <class Solver, class Loss>
concept SolvesPaths = requires(Solver solver, const Problem& problem, Loss loss, const Watch& watch) {
  solver.path(problem, loss, std::span<const double>{}, watch);
};

// How strongly a document can pull at its own margin under the l2 penalty, on average: |x|² / (total weight * l2).
double mean_rate(const Problem& problem) {
  double squares = 0;
  const auto end = static_cast<std::size_t>(problem.examples.starts.back());
  for (auto e = static_cast<std::size_t>(problem.examples.starts.front()); e < end; ++e)
    squares += problem.examples.values[e] * problem.examples.values[e];
  const double n = static_cast<double>(problem.examples.size());
  return squares / n / (problem.examples.total_weight() * problem.penalty.l2);
}

// l1 makes weights exactly 0, which only coordinates see. The dual is fastest by far, unless the penalty is so weak
// that documents pull each other to and fro.
AnySolver chosen(const Problem& problem, const AnyLoss& loss) {
  if (std::holds_alternative<Hinge>(loss) || std::holds_alternative<CrammerSinger>(loss)) return DualDescent{};
  if (problem.penalty.l1 > 0) return CoordinateDescent{};
  if (problem.penalty.l2 > 0 && mean_rate(problem) < 1000) return DualDescent{};
  return Newton{};
}

// Softmax over the two scores 0 and s is logistic over s.
AnyLoss suited(const Problem& problem, const AnyLoss& loss) {
  require(!std::holds_alternative<CrammerSinger>(loss) || (problem.targets.one_each() && problem.targets.n_out() > 1),
          "Crammer and Singer's loss needs three labels or more, and exactly one per document; use the hinge loss.");
  if (!std::holds_alternative<Softmax>(loss)) return loss;
  require(problem.targets.one_each(), "softmax needs exactly one label per document; use the logistic loss.");
  return problem.targets.n_out() == 1 ? AnyLoss(Logistic{}) : loss;
}

template <class Visit>
auto with(const Problem& problem, const AnyLoss& asked, const AnySolver& solver, Visit visit_pair) {
  const AnyLoss loss = suited(problem, asked);
  const bool open = std::holds_alternative<AutoSolver>(solver);
  return std::visit(visit_pair, open ? chosen(problem, loss) : solver, loss);
}

}  // namespace

Solution learn(const Problem& problem, const AnyLoss& loss, const AnySolver& solver, const Watch& watch) {
  return with(problem, loss, solver, [&](auto kind, auto curve) -> Solution {
    if constexpr (Solves<decltype(kind), decltype(curve)>)
      return kind.solve(problem, curve, watch);
    else if constexpr (requires { kind.needs; })
      throw Refusal(kind.needs);
    else
      throw Refusal("a solver must be chosen.");
  });
}

std::vector<Solution> learn_path(const Problem& problem, const AnyLoss& loss, const AnySolver& solver,
                                 std::span<const double> strengths, const Watch& watch) {
  require(!strengths.empty(), "a path needs at least one strength.");
  const double weakest = *std::min_element(strengths.begin(), strengths.end());
  Problem hardest = problem;  // which the solver is chosen for
  hardest.penalty = {problem.penalty.l1 * weakest, problem.penalty.l2 * weakest};
  return with(hardest, loss, solver, [&](auto kind, auto curve) -> std::vector<Solution> {
    if constexpr (SolvesPaths<decltype(kind), decltype(curve)>) return kind.path(problem, curve, strengths, watch);
    std::vector<Solution> out;
    Problem next = problem;
    for (const double strength : strengths) {
      next.penalty = {problem.penalty.l1 * strength, problem.penalty.l2 * strength};
      out.push_back(learn(next, curve, kind, watch));
      next.start = {out.back().weights, out.back().offset};
    }
    return out;
  });
}

}  // namespace linnet
