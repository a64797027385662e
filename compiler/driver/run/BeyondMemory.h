/// \file The choice of another schedule for a run whose fields do not fit into the memory of the
/// devices.
#pragma once

#include "driver/Pipeline.h"
#include "driver/cli/Options.h"
#include "driver/run/Place.h"

namespace stencilc::driver {

/// Chooses another schedule if the fields of a run on a GPU do not fit into the memory of the
/// devices or the limit of --device-mem. The new schedule has fewer buffers or, if its fields do
/// not fit either, copies the domain through the devices in chunks of planes. Returns its name and
/// prints a note. The name is empty if the fields fit, if --schedule or several processes are
/// given, or if no schedule can run the program. Returns `nullopt` after it has reported an error:
/// if the fields also exceed the free memory of host and devices together, and --scratch is not
/// given.
std::optional<std::string> scheduleForMemory(const Options &options, Pipeline &line,
                                             const RunPlace &place);

} // namespace stencilc::driver
