/// \file Every command and option of stencilc as a CLI11 application, for parsing and for help.
/// CLI11 is slow to compile, so few files include this one.
#pragma once

#include "driver/cli/Options.h"
#include "runtime/program/request/RunOptions.h"
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
/// Adds the options for pictures, movies and plots of a run to the command `app`.
void addDrawings(CLI::App &app, Options &options);

/// Adds the command `new`, which makes a folder with a first program.
CLI::App *addNew(CLI::App &app, Options &options);
/// Adds the commands that compile no program, such as `doctor` and `fmt`, to `line`.
void addCommandsAbout(CommandLine &line, Options &options);
/// Sets, for each option, the name by which the help shows its value, such as FILE.
void nameValues(CommandLine &line);
/// Adds `option` of a run to the command `app`, which stores its value in `options.run`. Shows
/// `text` as its help, or `option.text` if `text` is null.
void addRunOption(CLI::App &app, Options &options, const RunOption &option, const char *text);
/// Adds the option of a run called `name` (without dashes) to the command `app`, as above.
void addRunOption(CLI::App &app, Options &options, const char *name, const char *text = nullptr);
/// Adds all options of a run with the use `use` to the command `app`.
void addRunOptions(CLI::App &app, Options &options, OptionUse use);
/// Adds the option --emulate, which runs CUDA code on the CPU, to the command `app`.
void addEmulate(CLI::App &app, Options &options);

} // namespace stencilc::driver
