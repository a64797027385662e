/// \file Advice in messages about invalid arguments of the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace stencilc::driver {

/// Returns an error message if an option of `app` that needs a value is followed by another option,
/// as in `--picture -q`. Returns an empty string otherwise.
std::string optionAsValue(const CLI::App &app, int argc, const char *const *argv);

/// Returns `message`, an error message of CLI11, with advice for the user, such as the nearest
/// option. Returns `message` unchanged if there is no advice.
std::string withAdvice(const CLI::App &app, const std::string &message, int argc,
                       const char *const *argv);

} // namespace stencilc::driver
