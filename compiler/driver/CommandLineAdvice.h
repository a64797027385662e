/// \file What to write instead of words of a command line that are no options here.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace stencilc::driver {

/// Returns what is wrong with an option of `app` whose value would be another option, as in
/// `--picture -q`; empty if there is none among the words of the command line.
std::string optionAsValue(const CLI::App &app, int argc, const char *const *argv);

/// Returns `message` of CLI11 with what to write instead of the words that it names.
std::string withAdvice(const CLI::App &app, const std::string &message, int argc,
                       const char *const *argv);

} // namespace stencilc::driver
