/// \file The choice of another schedule for a run whose fields do not fit into the memory of the
/// devices.
#pragma once

#include "driver/Pipeline.h"
#include "driver/cli/Options.h"
#include "driver/run/Place.h"

namespace stencilc::driver {

/// Chooses another schedule if the fields of a run on a GPU do not fit into the memory of the
/// devices or the limit of --device-mem. It is one with fewer buffers if that fits, else one that
/// copies the domain through the devices in chunks of planes. Returns its name and prints a note.
/// The name is empty if the fields fit, --schedule was given, or no schedule can run the program.
std::string scheduleForMemory(const Options &options, Pipeline &line, const RunPlace &place);

} // namespace stencilc::driver
