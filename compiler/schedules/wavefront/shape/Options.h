/// \file Options of the schedule `wavefront`: the parameters of one kernel, and their names in
/// requests.
#pragma once

#include "plan/interface/OptionTable.h"

namespace stencilc::schedules {

/// Parameters of a wavefront kernel: the values of the options of the schedule `wavefront`.
struct WavefrontOptions {
  int steps = 1;         // number of fused time steps (temporal degree)
  int lanes = 32;        // threads of a warp
  int teams = 1;         // parts of a warp, each of which computes different rows
  int cells = 1;         // neighbouring cells of a row that each thread computes
  int rows = 1;          // rows that each thread computes; 1 with one or two axes
  int warps = 8;         // warps per block
  int ahead = 1;         // prefetch distance: planes that are loaded before they are needed
  int group = 1;         // time steps whose sums over older planes are computed together
  int chunks = 0;        // parts into which the swept axis is divided; 0: chosen at launch
  bool isWhole = false;  // exchange between threads: whole planes, else only edge rows
  int laneDelay = 1;     // steps of the sweep until cells of other threads are read
  int ownDelay = 0;      // steps of the sweep until a thread reads its own new cells
  int rowDelay = 1;      // steps of the sweep until other rows are read; 0: no exchange
  bool apart = false;    // tiles at faces of x and y have a separate kernel
  bool byThreads = true; // threads copy planes; else tensor-map loads (TMA) do
  int align = 32;        // alignment in bytes of the first cell of a row that a tile stores

  int threads() const { return warps * lanes; }  // threads of a block
  int width() const { return lanes / teams; }    // threads of a team
  bool tensors() const { return !byThreads; }    // TMA copies planes
  int allTeams() const { return warps * teams; } // teams of a block
};

/// Returns the table of the options that a user can set. Each entry has the name, the member of
/// WavefrontOptions with the value, the help text, and the valid values.
const plan::OptionTable<WavefrontOptions> &wavefrontOptions();

} // namespace stencilc::schedules
