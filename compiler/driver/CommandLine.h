/// \file Every command and option of stencilc, as CLI11 has them: to be parsed or described. CLI11
/// is slow to compile, so that few files include this one.
#pragma once

#include "driver/Options.h"
#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

namespace stencilc::driver {

/// Parsing fills it and the options that it was made for, which must live as long.
struct CommandLine {
  explicit CommandLine(Options &options);

  CLI::App app{
      "Compiles a .stencil file to CUDA or C++ that gives the same bits on every schedule.\n",
      "stencilc"};
  std::vector<std::pair<CLI::App *, Command>> commands;
  bool version = false, listSchedules = false;
  std::vector<std::string> compileInput; // for stencilc itself
};

/// Whole numbers from `least` on; the message says what was given, not the range of the type.
CLI::Validator wholeNumber(std::int64_t least);
/// Numbers of cells along axes; the message tells sizes joined as in '64x48' from other mistakes.
CLI::Validator cellsOfAxes();
/// Pictures, movies and plots of a run.
void addDrawings(CLI::App &app, Options &options);

/// Parts of the constructor: what is not about programs (CommandLine.cpp), and names for values.
void addCommandsAbout(CommandLine &line, Options &options);
void nameValues(CommandLine &line);
/// Accepts a number of devices, their numbers or "all".
CLI::Validator deviceList();
/// Adds --devices, which is `meaning`.
void addDevices(CLI::App &command, Options &options, const char *meaning);
/// What a run writes while it goes on (RunOptions.cpp).
void addStates(CLI::App &app, Options &options);
void addSaves(CLI::App &app, Options &options);
/// Adds the options that choose what a run prints (RunOptions.cpp).
void addShown(CLI::App &app, Options &options);

} // namespace stencilc::driver
