/// \file Declares the commands of the tool, such as `stencilc run`. Each command has a source file
/// of its own.
#pragma once

#include "driver/cli/Options.h"

namespace stencilc::driver {

/// Exit codes of the tool: success, an error of the user, an internal error of the tool.
inline constexpr int kFine = 0, kUserError = 1, kOurError = 2;

/// Executes the command that `options` names. Returns its exit code.
int runCommand(const Options &options);

int compileCommand(const Options &options);       // stencilc FILE
int newCommand(const Options &options);           // stencilc new NAME
int runProgramCommand(const Options &options);    // stencilc run FILE
int explainCommand(const Options &options);       // stencilc explain FILE
int tuneCommand(const Options &options);          // stencilc tune FILE
int verifyCommand(const Options &options);        // stencilc verify FILE...
int liftCommand(const Options &options);          // stencilc lift FILE
int buildProgramsCommand(const Options &options); // stencilc build FILE...
int probeCommand(const Options &options);         // stencilc probe
int mpiCommand(const Options &options);           // stencilc mpi
int lspCommand(const Options &options);           // stencilc lsp
int formatCommand(const Options &options);        // stencilc fmt FILE...
int doctorCommand(const Options &options);        // stencilc doctor
int completionsCommand(const Options &options);   // stencilc completions SHELL
int manualCommand(const Options &options);        // stencilc man [COMMAND]
int versionCommand(const Options &options);       // stencilc --version
int listSchedulesCommand(const Options &options); // stencilc --list-schedules

} // namespace stencilc::driver
