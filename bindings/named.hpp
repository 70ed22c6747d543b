// Names that Python chooses by, and what they stand for in the engine.
#pragma once

#include <array>
#include <string>
#include <utility>

#include "common/require.hpp"
#include "learning/online.hpp"
#include "learning/penalty.hpp"

namespace linnet::bind {

// The entry of a short table with a name; what came otherwise is an error of the caller.
template <class Value, std::size_t Size>
Value named(const std::array<std::pair<const char*, Value>, Size>& table, const std::string& name) {
  for (const auto& [known, value] : table) {
    if (name == known) return value;
  }
  throw Refusal("there is no '" + name + "' here; choose from the names that its caller lists.");
}

inline Offset offset_named(const std::string& name) {
  static const std::array<std::pair<const char*, Offset>, 3> offsets = {
      {{"free", Offset::Free}, {"penalised", Offset::Penalised}, {"none", Offset::None}}};
  return named(offsets, name);
}

// The size is that of the perceptron's steps, the cap that of passive-aggressive ones.
inline AnyStepRule step_rule_named(const std::string& name, double size, double cap) {
  require(std::isfinite(cap) && cap > 0, "the cap must be a finite number above 0.");
  const std::array<std::pair<const char*, AnyStepRule>, 4> rules = {
      {{"perceptron", ConstantStep{size}},
       {"pa", PassiveAggressiveOne{}},
       {"pa-1", PassiveAggressiveOne{cap}},
       {"pa-2", PassiveAggressiveTwo{cap}}}};
  return named(rules, name);
}

}  // namespace linnet::bind
