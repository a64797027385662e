/// \file The files that a command is given.
#pragma once

#include "driver/Options.h"

namespace stencilc::driver {

/// Whether a command that takes one file was given more, which is then said.
bool hasTooManyFiles(const Options &options);

} // namespace stencilc::driver
