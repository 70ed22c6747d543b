#pragma once

#include "bindings/problem_arrays.hpp"
#include "learning/online.hpp"

namespace linnet::bind {

// How far an online learner moves, by its name in the settings.
inline AnyStepRule stride_of(const nb::dict& settings) {
  const auto cap = nb::cast<double>(settings["cap"]);
  require(std::isfinite(cap) && cap > 0, "the cap must be a finite number above 0.");
  const double far = settings.contains("far") ? nb::cast<double>(settings["far"]) : 1.0;
  const std::array<std::pair<const char*, AnyStepRule>, 4> strides = {
      {{"perceptron", ConstantStep{far}},
       {"pa", PassiveAggressiveOne{}},
       {"pa-1", PassiveAggressiveOne{cap}},
       {"pa-2", PassiveAggressiveTwo{cap}}}};
  return named(strides, nb::cast<std::string>(settings["stride"]));
}

}  // namespace linnet::bind
