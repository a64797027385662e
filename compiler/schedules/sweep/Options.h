/// \file Options of the schedule `sweep`, with their names and values.
#pragma once

#include "plan/interface/OptionTable.h"

namespace stencilc::schedules {

/// Values of the options of the schedule `sweep`. The options `engine`, `rows` and `ahead` apply
/// only if planes are loaded into shared memory. The option `prefetch` applies only if columns of
/// cells (with the same x and y) are kept in registers.
struct SweepOptions {
  std::vector<int> block = {};  // threads along the axes that are not swept
  int cells = 1;                // adjacent cells of a row per thread
  int vector = 0;               // bytes of an access to a thread's own cells; 0: all cells at once
  int planes = 0;               // planes that one block sweeps; 0: chosen by the schedule
  int prefetch = 0;             // planes loaded into registers ahead of their use
  bool dropsColumn = false;     // cells are loaded again for each plane, not kept in registers
  plan::Staging stage = {};     // memory from which neighbours in the plane are read
  plan::CopyEngine engine = {}; // instructions that copy planes to shared memory
  int rows = 1;                 // rows per thread, for planes in shared memory
  int ahead = 1;                // planes copied to shared memory ahead of their use
  int blocks = 0;               // blocks per multiprocessor for which the compiler limits registers
  bool streamsStores = false;   // caches evict new cells first, after these are written
};

using AskedSweep = plan::AskedOptions<SweepOptions>;

/// Returns the table that maps the names of the schedule's options to members of SweepOptions.
const plan::OptionTable<SweepOptions> &sweepOptions();

} // namespace stencilc::schedules
