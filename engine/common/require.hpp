#pragma once

#include <stdexcept>
#include <string>

namespace linnet {

// What the engine refuses, as the sentence the user reads.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The work was stopped from outside (Ctrl-C).
struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped"; }
};

inline void require(bool holds, const char* sentence) {
  if (!holds) throw Refusal(sentence);
}

}  // namespace linnet
