/// \file What the host has of a step: what it gives to kernels, and to its own functions.
#pragma once

#include "ir/Program.h"
#include <variant>

namespace stencilc::kernel {

/// What the host gives for a parameter of a function of a step.
struct HostGrid {};
struct HostStep {};
struct HostRange {};
struct HostUniforms {};
/// Scalars of so many steps, the first of which comes `first` after the first one done.
struct HostSteps {
  int first, count;
};
struct HostNumbers {};
struct HostRead {
  ir::FieldId field;
  int level;
};
struct HostWrite {
  ir::FieldId field;
  int level = 1; // of those written, 1 being the oldest
};
/// A launch without ends of its own; pieces of its planes would follow each other along this axis
/// of its blocks.
struct HostEnds {
  int axis;
};
/// The rows that a check reduces.
struct HostRows {};
/// Where a kernel that reduces puts its results, which the runtime adds itself.
struct HostPartials {};
using HostValue =
    std::variant<std::monostate, HostGrid, HostStep, HostRange, HostUniforms, HostSteps,
                 HostNumbers, HostRead, HostWrite, HostEnds, HostRows, HostPartials>;

} // namespace stencilc::kernel
