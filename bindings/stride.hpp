#pragma once

#include "bindings/problem_arrays.hpp"
#include "learning/online.hpp"

namespace linnet::bind {

// How far an online learner moves, by its name in the settings.
inline AnyStride stride_of(const nb::dict& settings) {
  const auto cap = nb::cast<double>(settings["cap"]);
  require(std::isfinite(cap) && cap > 0, "the cap must be a finite number above 0.");
  const double far = settings.contains("far") ? nb::cast<double>(settings["far"]) : 1.0;
  const std::array<std::pair<const char*, AnyStride>, 4> strides = {
      {{"perceptron", Always{far}}, {"pa", JustEnough{}}, {"pa-1", JustEnough{cap}}, {"pa-2", FallShort{cap}}}};
  return named(strides, nb::cast<std::string>(settings["stride"]));
}

}  // namespace linnet::bind
