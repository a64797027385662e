/// \file Passes: functions from one kernel tree to another. Each works for all schedules and
/// depends on none.
#pragma once

#include "kernel/Kernel.h"
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stencilc::kernel {

/// Restricts the functions of a time step to a range of cells along `axis`, which the host passes
/// as a parameter. Out-of-core domains and domains divided among devices need this. If a time step
/// has several kernels, each call of the step's host function launches one of them, which the
/// runtime selects.
Module restrictToRange(Module module, int axis);

/// Makes each launch compute the planes at both ends of its range first, and count the blocks that
/// have written such planes (stencilc/BoundaryFirst.h). The runtime reads the count to copy these
/// planes to other devices while the others are computed. The pass `restrictToRange` must run
/// before.
Module boundaryFirst(Module module);

/// Sets the range of cells that each launch computes to the whole grid. Changes nothing if the pass
/// `restrictToRange` has made the range a parameter.
Module bindToGrid(Module module);

/// Flags for the faces of this device's part of the grid, by axis: true for a face of the whole
/// grid, false for a face that adjoins cells of another device.
struct OwnFaces {
  std::array<bool, kMaxAxes> low{true, true, true}, high{true, true, true};
};
/// Treats cells near the faces at which cells of another device begin as inner cells: replaces the
/// tests for such faces by constants. Tests against an Extent (number of cells of the grid) stay,
/// because in most schedules they only leave out cells outside of the grid.
///
/// Other tests of wavefronts and tensor-core sweeps also stay. They decide which cells tiles store
/// (`takePlace`, kFrozen), the kinds of tiles, the begin of tiles (TileAxis), and the first plane
/// of a sweep (`firstStep`).
Module ownFaces(Module module, const OwnFaces &own);

/// Moves look-ups of source weights (factors with which a source acts on a cell) out of loops over
/// the cells of a row. A loop before looks the weights up, and runs only if the row has a cell with
/// a weight. A test for each cell would be a branch within the arithmetic.
Module weighRows(Module module);

/// Operations that have a slow path for special operands, such as zeros: f32 quotients, or f64
/// quotients of a constant and a square root.
enum class SlowPathOf : std::uint8_t { Quotients, Roots };
/// Moves tests for special operands, such as zeros, out of loops over a thread's cells. One check
/// follows the loop. If an operand was special, a second loop recomputes all cells with the tests.
/// Loops that read a cell written by another iteration stay. With `Quotients`, one check also
/// serves several quotients of a single cell.
Module slowPathByRow(Module module, SlowPathOf what);

/// Removes code without effect: branches never taken, empty bodies, unused variables, parameters
/// and functions, and variables that only rename another.
Module simplify(Module module);

/// Makes kernels use the strides of the first view (pointer and strides of a field) for all views
/// of the same type, which saves registers. The runtime gives these buffers the same layout. The
/// pass `simplify` must run before, because it could not remove unused views later.
Module shareStrides(Module module);

/// Inlines short functions that are called once, to make the emitted text easier to read. Calls in
/// loops and in long functions stay. The pass `simplify` must run before.
Module inlineCalls(Module module);

/// Removes parameters that their function does not use, and the arguments for them in calls and
/// launches. The pass `simplify` calls this function. Returns true if anything was removed.
bool dropUnusedParams(Module &module);

/// Verifies invariants of the kernel tree. Returns a description of each violation. The invariants
/// are:
///
/// - A variable is declared before its use, and an index is an integer.
///
/// - A kernel waits for asynchronous copies before it reads the copied cells.
///
/// - A barrier separates a write to shared memory from the next read of it.
///
/// The last two are checked for variables in Space::Shared, within a function and its callees.
/// verifySweeps (kernel/verify/VerifySweep.h) checks wavefronts, which keep shared memory in a
/// struct. No function checks whether a slot (memory of one plane) is overwritten before its last
/// read. Tests find this by running threads in all orders and by removing waits
/// (docs/design/testing.md).
std::vector<std::string> verify(const Module &module);

/// Checks that the device can execute each primitive (function of the runtime) in the module. `has`
/// returns true if the device has a capability. Returns a description of each primitive that the
/// device cannot execute.
std::vector<std::string> verifyNeeds(const Module &module, const std::function<bool(Needs)> &has);

} // namespace stencilc::kernel
