/// \file What --depfile writes: which files emitted text was made from.
#pragma once

#include "driver/Options.h"
#include <string>

namespace stencilc::driver {

/// The rule that `output` depends on the program `source`, on what the options name that was read,
/// and on the tool itself, as make and ninja read it.
std::string dependencyRule(const Options &options, const std::string &source,
                           const std::string &output);

} // namespace stencilc::driver
