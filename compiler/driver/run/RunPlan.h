/// \file Chooses the plan of a run: its schedule, with all options of the schedule.
#pragma once

#include "driver/run/Place.h"

namespace stencilc::driver {

/// Chooses the plan of a run on `place`: the one of --schedule, else a measured one, else the best
/// by the cost model. Without --schedule it is out of core if --scratch is given, or if the fields
/// do not fit into the memory of the device. Out of core, the domain is copied through the device
/// in chunks of planes. Returns false after it has reported an error.
bool chooseRunPlan(const Options &options, Pipeline &line, const RunPlace &place);

} // namespace stencilc::driver
