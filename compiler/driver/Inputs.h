/// \file The files that a command is given.
#pragma once

#include "driver/Options.h"

namespace stencilc::driver {

/// Whether a command was given more files than it takes, or numbers among them; which is then said.
bool hasTooManyFiles(const Options &options);

} // namespace stencilc::driver
