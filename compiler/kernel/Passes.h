/// \file Passes over the kernel tree. Each works for all schedules and depends on none.
#pragma once

#include "kernel/Kernel.h"
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stencilc::kernel {

/// Restricts functions of a step to a range of cells along `axis`, which the host passes. Used out
/// of core and for domains divided among devices. A step of several kernels launches the one that
/// the host asks for.
Module restrictToRange(Module module, int axis);

/// Makes launches on a range compute the planes at both ends first and count the finished blocks
/// (stencilc/EndsFirst.h), so that these planes can be copied early. Must follow restrictToRange.
Module endsFirst(Module module);

/// Replaces bounds that no pass has restricted by the extents of the grid.
Module bindToGrid(Module module);

/// Faces of this piece of the grid that are faces of the whole grid. Beyond the others lie cells of
/// other pieces.
struct OwnFaces {
  std::array<bool, kMaxAxes> low{true, true, true}, high{true, true, true};
};
/// Replaces each Face node at a face of another piece by the answer for inner cells. Tests against
/// the end of the grid by an Extent are not changed. In most schedules these only decide which
/// cells exist: where threads, rows and loads end. In loops they also select the body with readers
/// at the ends of x.
///
/// A wavefront has more such tests, which dividing its domain must also handle. They decide which
/// cells tiles do not store (`takePlace`, kFrozen, copies of frozen cells) and the kinds of tiles,
/// which the host chooses by the extents. They also decide the begin of tiles (TileAxis) and the
/// first plane of a sweep (`firstStep`). A sweep by tensor cores has them too: the cells that it
/// recomputes, and the cells that it loads (stencilc/TensorCore.h).
Module ownFaces(Module module, const OwnFaces &own);

/// Moves lookups of point weights out of loops over the cells of a row. The weights are looked up
/// before the loop, and only if the row has points. A test in each cell would be a branch in the
/// middle of arithmetic that a thread does for several cells.
Module weighRows(Module module);

/// Operations with a slow path for special operands: quotients of f32 numbers, or f64 quotients of
/// a constant and a root.
enum class RareOf : std::uint8_t { Quotients, Roots };
/// Replaces the tests of each operand in loops over the cells of a thread by one deferred test
/// after the loop. If any operand was special, a second loop recomputes all cells with the tests.
/// Applies to loops that do not read what they wrote in another cell, and for `Quotients` also to
/// several values of one cell.
Module rareByRow(Module module, RareOf what);

/// Removes what is not needed: branches never taken, empty bodies, unused variables, parameters and
/// functions, and variables that only rename another.
Module simplify(Module module);

/// Makes kernels give all views of one type the strides of the first (stencilc/View.h). The runtime
/// gives buffers of one type equal layouts (makeLayout, ringPitch). Must follow simplify, which
/// would otherwise keep all views as used.
Module shareStrides(Module module);

/// Inlines short functions that are called at one place, so that a reader need not look for them.
/// Functions called in each iteration of a loop stay, and no caller grows too long to read. Must
/// follow simplify.
Module inlineCalls(Module module);

/// Removes parameters that their function does not use, with the arguments of calls and launches; a
/// part of simplify. Returns true if there were any.
bool dropUnusedParams(Module &module);

/// Verifies invariants of the tree. Returns descriptions of violations; none if all hold. The
/// invariants are:
///
/// - A variable is declared before its use, and an index is an integer.
///
/// - Asynchronous copies are waited for before the copied cells are read.
///
/// - A barrier separates a write to shared memory from the next read of it.
///
/// The last two are checked for variables in Space::Shared, within a function and its callees, as
/// sweeps and tiles use them. A wavefront keeps shared memory in the struct of the sweep, filled
/// and read by functions that do not call each other. It is checked step by step
/// (kernel/VerifySweep.h), with split barriers (`turn`) and barriers of tensor loads (`arrived`).
/// Overwriting a slot that is still being read is not checked here. Tests find it by running all
/// orders of threads, and by removing waits one by one (docs/design/testing.md).
std::vector<std::string> verify(const Module &module);

/// Returns descriptions of primitives that the device cannot execute. `has` returns true for
/// capabilities of the device.
std::vector<std::string> verifyNeeds(const Module &module, const std::function<bool(Needs)> &has);

} // namespace stencilc::kernel
