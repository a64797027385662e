/// \file The arguments of a compiled program: its request (the options of the run), and flags that
/// signal handlers set.
#pragma once

#include "runtime/program/request/ResolvedRequest.h"

namespace stencilc::inline STENCILC_SPACE {

/// Arguments of a compiled program: its request (the options of the run), and flags that signal
/// handlers set during the run.
struct ProgramArguments : ResolvedRequest {
  std::string words;                 // the command line as text, the same in all processes of a run
  volatile bool interrupted = false; // the user wants the run to end at the next possible step
  volatile bool stateAsked = false;  // the user wants a checkpoint
  // Signal handlers set these two flags when several processes share the domain. The two above then
  // hold the values that all processes have agreed on.
  volatile bool interruptedHere = false, stateAskedHere = false;
};

/// Fills `arguments` from the `count` texts of a command line, the first of which is the name of
/// the program. Replaces names of fields, parameters and series by their indices in `program`.
/// Returns an error message that says how to correct the command line, or an empty text on success.
std::string parseArguments(const ProgramDescription &program, int count, const char *const *texts,
                           ProgramArguments &arguments);

} // namespace stencilc::inline STENCILC_SPACE
