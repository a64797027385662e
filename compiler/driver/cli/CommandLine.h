/// \file Every command and option of stencilc as a CLI11 application, for parsing and for help.
/// CLI11 is slow to compile, so few files include this one.
#pragma once

#include "driver/cli/Options.h"
#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

namespace stencilc::driver {

/// The CLI11 application of stencilc. Parsing fills this object and the Options object that was
/// passed to the constructor, which must outlive it.
struct CommandLine {
  explicit CommandLine(Options &options);

  CLI::App app{
      "Compiles a .stencil file to CUDA or C++ that gives the same bits on every schedule.\n",
      "stencilc"};
  std::vector<std::pair<CLI::App *, Command>> commands;
  bool version = false, listSchedules = false;
  std::vector<std::string> compileInput; // of stencilc without a command
};

/// Accepts whole numbers of at least `least`. The error message quotes the value that was given.
CLI::Validator wholeNumber(std::int64_t least);
/// Accepts a number of cells along an axis. For a value like '64x48' the error message says that
/// sizes are separated by commas.
CLI::Validator cellsOfAxes();
/// Adds the options for pictures, movies and plots of a run (DrawingOptions.cpp).
void addDrawings(CLI::App &app, Options &options);

/// Adds the commands that compile no program, such as `doctor` and `fmt` (CommandLine.cpp).
void addCommandsAbout(CommandLine &line, Options &options);
/// Sets the name that the help shows for the value of each option, such as FILE (CommandLine.cpp).
void nameValues(CommandLine &line);
/// Accepts a number of devices, a list of device numbers, or "all".
CLI::Validator deviceList();
/// Adds the option --devices, with `meaning` as its help text.
void addDevices(CLI::App &command, Options &options, const char *meaning);
/// Adds the options for checkpoints and restarts of a run (RunOptions.cpp).
void addStates(CLI::App &app, Options &options);
/// Adds the options that save fields during a run (RunOptions.cpp).
void addSaves(CLI::App &app, Options &options);
/// Adds the options that choose what a run prints (RunOptions.cpp).
void addShown(CLI::App &app, Options &options);
/// Adds the option --pitch, the distance of rows in memory (RunOptions.cpp).
void addPitch(CLI::App &app, Options &options);
/// Adds the option --emulate, which runs CUDA code on the CPU (RunOptions.cpp).
void addEmulate(CLI::App &app, Options &options);

} // namespace stencilc::driver
