/// \file A module: emitted text or that of the probe, built, and run by this tool's own runtime in
/// a process of its own.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// The words behind the tool's name that ask for a module to be run. Not for people.
inline constexpr const char *kRunModule = "run-module", *kRunProbe = "run-probe";

/// The command that runs a module; arguments of the program follow. Where `better` is not empty,
/// the run goes over to the module that will be there, and no longer waits for one where the file
/// is empty.
std::vector<std::string> moduleCommand(const std::string &module, const std::string &better = "");
/// The command that executes the runs of a module that a file lists (ForkedRuns.h).
std::vector<std::string> moduleRunsCommand(const std::string &module, const std::string &list);
/// The command that measures with the probe's module, or without one the host alone; options of the
/// probe follow.
std::vector<std::string> probeCommandOf(const std::string &module);

/// `stencilc run-module MODULE [--better=FILE] ARGUMENTS...` executes the program that the module
/// describes; `stencilc run-module MODULE --runs=FILE` executes all runs that FILE lists. Returns
/// the exit code.
int runModule(int argc, const char *const *argv);
/// `stencilc run-probe [--module=MODULE] OPTIONS...`: prints the machine file. The exit code.
int runProbe(int argc, const char *const *argv);

} // namespace stencilc::driver
