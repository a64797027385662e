/// \file Options of the schedule `wavefront`: the parameters of one kernel, and how they are spelt.
#pragma once

#include "plan/interface/OptionTable.h"

namespace stencilc::schedules {

/// Parameters of a wavefront kernel.
struct WavefrontOptions {
  int steps = 1;  // temporal degree: the number of fused time steps
  int lanes = 32; // threads of a warp
  int teams = 1;  // teams per warp; each computes rows of its own
  int cells = 1;  // neighbouring cells per thread; the lanes of a team span a tile
  int rows = 1;   // rows per thread; 1 with two axes
  int warps = 8;  // warps per block
  int ahead = 1;  // planes loaded ahead of their use
  int group = 1;  // time steps whose partial sums are computed before the newest plane is read
  int chunks = 0; // chunks of the swept axis; 0: chosen when the extents are known
  bool isWhole = false;  // threads exchange whole planes, else rows at the edges of warps
  int laneDelay = 1;     // planes until new cells of other lanes are read
  int ownDelay = 0;      // planes until a thread reads its own new cells
  int rowDelay = 1;      // planes until new rows of other threads are read; 0: no exchange
  bool apart = false;    // tiles at faces have a kernel of their own
  bool byThreads = true; // each thread copies planes, else tensor loads (TMA) do
  int align = 32;        // alignment in bytes of the first cell that a tile stores in a row

  int threads() const { return warps * lanes; }  // threads of a block
  int width() const { return lanes / teams; }    // lanes of a team
  bool tensors() const { return !byThreads; }    // tensor loads copy planes
  int allTeams() const { return warps * teams; } // teams of a block
};

/// Returns the options of the schedule that have a value in WavefrontOptions.
const plan::OptionTable<WavefrontOptions> &wavefrontOptions();

} // namespace stencilc::schedules
