/// \file Kinds of values that the host computes for a time step and passes to kernels and to its
/// own functions.
#pragma once

#include "ir/Program.h"
#include <variant>

namespace stencilc::kernel {

/// The grid as argument of an emitted function. Like the following structs, it is one kind of value
/// that the host can pass (HostValue).
struct HostGrid {};
struct HostStep {};
struct HostRange {};
struct HostUniforms {};
/// Argument of a launch: an array of the scalars that change from step to step. It holds the
/// scalars of `count` time steps. The first of these steps is `first` steps after the first step of
/// the launch.
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
  /// Index among the levels written: 1 is the oldest. 0 is t and -1 is t-1, for kernels that may
  /// overwrite what they have read.
  int level = 1;
};
/// Argument that describes a boundary-first launch, which computes the planes at both ends of the
/// domain before the others. `axis` is the axis of the grid of blocks along which the block index
/// selects a chunk (the planes that one block sweeps).
struct HostEnds {
  int axis;
};
/// Argument for the range that one launch of a reduction covers: rows, or cells if `areCells`, for
/// a program with one axis.
struct HostRows {
  bool areCells = false;
};
/// Argument for the device memory that receives the results of a reduction kernel. The runtime, not
/// the emitted code, passes it.
struct HostPartials {};
using HostValue =
    std::variant<std::monostate, HostGrid, HostStep, HostRange, HostUniforms, HostSteps,
                 HostNumbers, HostRead, HostWrite, HostEnds, HostRows, HostPartials>;

} // namespace stencilc::kernel
