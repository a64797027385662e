/// \file A module: emitted text that has been built, run by this tool's own runtime in a process of
/// its own.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// The word behind the tool's name that asks for a module to be run. Not for people.
inline constexpr const char *kRunModule = "run-module";

/// The command that runs a module; arguments of the program follow.
std::vector<std::string> moduleCommand(const std::string &module);

/// `stencilc run-module MODULE ARGUMENTS...`: the program that the module describes. The exit code.
int runModule(int argc, const char *const *argv);

} // namespace stencilc::driver
