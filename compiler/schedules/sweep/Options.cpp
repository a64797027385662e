/// \file Names and values of the options of the schedule `sweep`.
#include "schedules/sweep/Options.h"

namespace stencilc::schedules {

using namespace plan;

const OptionTable<SweepOptions> &sweepOptions() {
  using Options = SweepOptions;
  static const OptionTable<Options> table({
      {"block",
       &Options::block,
       "threads along the axes not swept, such as 32x8",
       {},
       OptionForm::Block},
      {"cells",
       &Options::cells,
       "cells of a row per thread, together at most 16 bytes",
       {"1", "2", "4", "8", "16"}},
      {"vector",
       &Options::vector,
       "bytes of an access to a thread's own cells; auto: all cells at once",
       {"auto", "4", "8", "16"}},
      {"planes",
       &Options::planes,
       "planes of the chunk that a block sweeps",
       {"auto"},
       OptionForm::IntegerOrListed},
      {"prefetch",
       &Options::prefetch,
       "planes loaded ahead of their use into registers",
       {"0", "1"}},
      {"reuse",
       &Options::dropsColumn,
       "where cells are kept for the next plane",
       {"registers", "none"}},
      {"stage",
       &Options::stage,
       "where neighbours in the plane are read: from caches or shared memory",
       {"none", "readonly", "rows", "shared", "plane"}},
      {"engine",
       &Options::engine,
       "how planes are copied to shared memory",
       {"plain", "async", "tensor"}},
      {"rows", &Options::rows, "rows per thread of planes in shared memory; three axes only"},
      {"ahead", &Options::ahead, "planes copied to shared memory ahead of their use"},
      {"blocks", &Options::blocks,
       "blocks per multiprocessor for which the compiler limits registers"},
      {"store",
       &Options::streamsStores,
       "how new cells are stored: as ordinary data, or as data that caches evict first",
       {"cached", "streaming"}},
  });
  return table;
}

} // namespace stencilc::schedules
