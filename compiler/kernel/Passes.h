/// \file Passes over the kernel tree. Each crosses all schedules and knows none.
#pragma once

#include "kernel/Kernel.h"
#include <array>
#include <string>
#include <vector>

namespace stencilc::kernel {

/// Functions of a step update only the cells of a range along `axis`, which the host gives: for
/// domains that pass through a device in pieces, and for those cut among devices. A step of several
/// passes does the one the host asks for.
Module restrictToRange(Module module, int axis);

/// Where nothing has been said about them, launches update all cells of the grid.
Module bindToGrid(Module module);

/// The faces of the grid that belong to this piece of it; beyond the others lie cells of another
/// piece.
struct OwnFaces {
  std::array<bool, kMaxAxes> low{true, true, true}, high{true, true, true};
};
Module ownFaces(Module module, const OwnFaces &own);

/// Takes out what nobody needs: branches never taken, empty bodies, variables, parameters and
/// functions that are not used, variables that only give another one a name.
Module simplify(Module module);

/// The part of it that is about parameters: those a function does not look at go, with what calls
/// and launches give for them. Whether there were any.
bool dropUnusedParams(Module &module);

/// The broken promises, in plain words; none if all is well. Promises: a variable is declared
/// before it is used, and an index is an integer; what is copied asynchronously is waited for
/// before it is read; there is a barrier between a write to shared memory and the next read of it.
std::vector<std::string> verify(const Module &module);

} // namespace stencilc::kernel
