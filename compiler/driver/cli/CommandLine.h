/// \file Every command and option of stencilc as a CLI11 application, for parsing and for help.
/// CLI11 is slow to compile, so few files include this one.
#pragma once

#include "driver/cli/Options.h"
#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

namespace stencilc::driver {

/// The CLI11 application of stencilc. Parsing stores the results in this object, and in the Options
/// object that the constructor gets, which must outlive it.
struct CommandLine {
  explicit CommandLine(Options &options);

  CLI::App app{
      "Compiles a .stencil file to CUDA or C++ that gives the same bits on every schedule.\n",
      "stencilc"};
  std::vector<std::pair<CLI::App *, Command>> commands;
  bool version = false, listSchedules = false;
  std::vector<std::string> compileInput; // of stencilc without a command
};

/// Returns a check of option values: accepts whole numbers of at least `least`. The error message
/// quotes the value.
CLI::Validator wholeNumber(std::int64_t least);
/// Returns a check of option values: accepts a number of cells along an axis. For a value like
/// '64x48' the error message says that sizes are separated by commas.
CLI::Validator cellsOfAxes();
/// Adds the options for pictures, movies and plots of a run to the command `app`.
void addDrawings(CLI::App &app, Options &options);

/// Adds the commands that compile no program, such as `doctor` and `fmt`, to `line`.
void addCommandsAbout(CommandLine &line, Options &options);
/// Sets, for each option, the name by which the help shows its value, such as FILE.
void nameValues(CommandLine &line);
/// Returns a check of option values: accepts a number of devices, a list of device numbers, or
/// "all".
CLI::Validator deviceList();
/// Adds the option --devices to `command`. Its help text is `meaning`.
void addDevices(CLI::App &command, Options &options, const char *meaning);
/// Adds the options for checkpoints and for resuming a run to the command `app`.
void addStates(CLI::App &app, Options &options);
/// Adds the options that save fields during a run, such as --save, to the command `app`.
void addSaves(CLI::App &app, Options &options);
/// Adds the options --digits, --silent and --stop-at-nan of a run to the command `app`. Their
/// values are stored in `options`.
void addShown(CLI::App &app, Options &options);
/// Adds the option --pitch, the distance of rows in memory, to the command `app`.
void addPitch(CLI::App &app, Options &options);
/// Adds the option --emulate, which runs CUDA code on the CPU, to the command `app`.
void addEmulate(CLI::App &app, Options &options);

} // namespace stencilc::driver
