/// \file Passes over the kernel tree. Each crosses all schedules and knows none.
#pragma once

#include "kernel/Kernel.h"
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stencilc::kernel {

/// Functions of a step update only the cells of a range along `axis`, which the host gives: for
/// domains that pass through a device in pieces, and for those cut among devices. A step of several
/// kernels does the one the host asks for.
Module restrictToRange(Module module, int axis);

/// Launches on a range do the planes at its ends first, and count the blocks that have done so
/// (stencilc/EndsFirst.h), for copies of these planes that run beside the rest. To be called after
/// restrictToRange.
Module endsFirst(Module module);

/// Where nothing has been said about them, launches update all cells of the grid.
Module bindToGrid(Module module);

/// The faces of the grid that belong to this piece of it; beyond the others lie cells of another
/// piece.
struct OwnFaces {
  std::array<bool, kMaxAxes> low{true, true, true}, high{true, true, true};
};
/// Answers each Face node at a face of another piece: nothing is there. What a schedule asks about
/// the end of the grid without such a node, by an Extent, stays as it is. In most schedules that is
/// which cells there are: threads beyond do nothing, rows end there, loads stop where updates read
/// no further; in loops also which cells at the ends of x take the body with readers. A wavefront
/// asks more, and whoever cuts domains has to tell it of the piece's faces: which cells tiles do
/// not store (`takePlace`, kFrozen, copies of frozen cells), the kinds of tiles (at faces, inside,
/// flush: the host chooses by the extents), where tiles begin (TileAxis), and at which plane a
/// sweep begins (`firstStep`). So does a sweep by tensor cores: which cells it computes again, and
/// which it brings (stencilc/TensorCore.h).
Module ownFaces(Module module, const OwnFaces &own);

/// Loops over cells of a row ask for the weights of points before they begin, and only where the
/// row has points. A question in each cell is a branch in the middle of arithmetic that a thread
/// does for several cells side by side.
Module weighRows(Module module);

/// What may have rare operands: quotients of numbers in f32, or of constants and roots in f64.
enum class RareOf : std::uint8_t { Quotients, Roots };
/// Loops over the cells of a thread that have such quotients leave the tests of each operand out,
/// keep what there was among them, and ask once behind the loop: where one is rare, all cells are
/// computed again, with the tests. For loops that read nothing they wrote in another cell. So do
/// several values of one cell, with quotients of numbers.
Module rareByRow(Module module, RareOf what);

/// Takes out what nobody needs: branches never taken, empty bodies, variables, parameters and
/// functions that are not used, variables that only give another one a name.
Module simplify(Module module);

/// Buffers of one type are laid out alike, which the runtime sees to (makeLayout, ringPitch):
/// kernels begin by giving all views of a type the strides of the first one (stencilc/View.h). To
/// be called after simplify, which would find all of them used.
Module shareStrides(Module module);

/// Puts functions that do something short, and that one place calls, there: a reader need not look
/// for them. Functions called for each iteration of a loop keep their names, and none grows beyond
/// what one sees at once. To be called after simplify.
Module inlineCalls(Module module);

/// The part of simplify that is about parameters: those a function does not look at go, with what
/// calls and launches give for them. Whether there were any.
bool dropUnusedParams(Module &module);

/// The broken promises, in plain words; none if all is well. Promises: a variable is declared
/// before it is used, and an index is an integer; what is copied asynchronously is waited for
/// before it is read; there is a barrier between a write to shared memory and the next read of it.
///
/// The last two hold for variables in Space::Shared, within one function and the functions it
/// calls, which sweeps and tiles have. Of a wavefront, whose shared memory is a member of the
/// sweep's struct, filled and read by functions that do not call each other, they are asked step by
/// step (kernel/VerifySweep.h), with barriers in two halves (`turn`) and of tensor loads
/// (`arrived`). That no place is filled again while somebody reads it is left to runs in all orders
/// of threads, and to waits taken out one by one (docs/design/testing.md).
std::vector<std::string> verify(const Module &module);

/// What kernels call that a device cannot do, of which `has` says what it can; in plain words.
std::vector<std::string> verifyNeeds(const Module &module, const std::function<bool(Needs)> &has);

} // namespace stencilc::kernel
