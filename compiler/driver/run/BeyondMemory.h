/// \file The choice of another schedule for a run whose fields do not fit into the memory of the
/// devices.
#pragma once

#include "driver/Pipeline.h"
#include "driver/cli/Options.h"
#include "driver/run/Place.h"

namespace stencilc::driver {

/// Chooses another schedule for a run on a GPU whose planned fields do not fit into the memory of
/// the devices, or into the limit of --device-mem. The choice is one with fewer buffers if its
/// fields fit then, else the out-of-core schedule, which copies the domain through the devices in
/// chunks. Returns its name and prints a note. Returns an empty string if the fields fit, if
/// --schedule was given, or if neither schedule can run the program.
std::string scheduleForMemory(const Options &options, Pipeline &line, const RunPlace &place);

} // namespace stencilc::driver
