/// \file What a run does whose fields are larger than the memory of the devices.
#pragma once

#include "driver/Options.h"
#include "driver/Pipeline.h"
#include "driver/Place.h"

namespace stencilc::driver {

/// The schedule that a run goes over to because the fields, as `line` has planned them, do not fit
/// the devices or --device-mem: one that has fewer buffers, if they fit then, else one that streams
/// the domain. Says so. Empty where they fit, where the user chooses, and where nothing helps.
std::string scheduleForMemory(const Options &options, Pipeline &line, const RunPlace &place);

} // namespace stencilc::driver
