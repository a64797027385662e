/// \file Names, help texts and valid values of the options of the schedule `wavefront`.
#include "schedules/wavefront/shape/Options.h"

namespace stencilc::schedules {

using namespace plan;

const OptionTable<WavefrontOptions> &wavefrontOptions() {
  using Options = WavefrontOptions;
  static const OptionTable<Options> table({
      {"steps", &Options::steps, "time steps in one sweep"},
      {"cells",
       &Options::cells,
       "cells of a row per thread; a warp spans a tile",
       {"1", "2", "4", "8", "16"}},
      {.key = "rows",
       .member = &Options::rows,
       .meaning = "rows per thread, with three axes",
       .axes = 3},
      {"warps", &Options::warps, "warps per block"},
      {"ahead", &Options::ahead, "planes, or tiles of a line, loaded ahead of their use"},
      {"group", &Options::group,
       "time steps whose sums over older planes are computed together, before the newest plane is "
       "used"},
      {.key = "exchange",
       .member = &Options::isWhole,
       .meaning = "with three axes, what is exchanged through shared memory: rows at the edges of "
                  "warps, or whole planes",
       .values = {"edges", "planes"},
       .axes = 3},
      {.key = "teams",
       .member = &Options::teams,
       .meaning = "with three axes, teams per warp, each with rows of its own: 2 make tiles half "
                  "as wide and twice as high",
       .values = {"1", "2"},
       .axes = 3},
      {.key = "align",
       .member = &Options::align,
       .meaning = "with three axes, alignment in bytes of the cells that a tile stores: to sectors "
                  "of memory, or to accesses",
       .values = {"32", "16"},
       .axes = 3},
      {"lanes",
       &Options::laneDelay,
       "when new cells of other lanes are read: at once, or a plane later",
       {"now", "next"}},
      {"newest",
       &Options::ownDelay,
       "when a thread's own newest cells are used: at once, or a plane later",
       {"now", "next"}},
      {.key = "faces",
       .member = &Options::apart,
       .meaning = "with three axes, if the last tiles can end with the grid: one kernel for all "
                  "tiles, or a boundary kernel for those at faces",
       .values = {"together", "apart"},
       .axes = 3},
      {"load",
       &Options::byThreads,
       "how planes are loaded: by tensor loads (sm_90), or by asynchronous copies of each thread",
       {"tensor", "async"}},
      {"chunks",
       &Options::chunks,
       "chunks of the swept axis; auto: chosen at run time, from the extents and the device",
       {"auto"},
       OptionForm::IntegerOrListed},
  });
  return table;
}

} // namespace stencilc::schedules
