/// \file A check of the number of input files of a command.
#pragma once

#include "driver/cli/Options.h"

namespace stencilc::driver {

/// Returns true, after an error message, if a command got more files than it accepts, or a number
/// in place of a file, as in `--size 64 64`.
bool hasTooManyFiles(const Options &options);

} // namespace stencilc::driver
