/// \file The options `--check` and `--cuda` of `stencilc lift`: a comparison with the C function,
/// and a C file that calls the lifted program.
#pragma once

#include "driver/process/WorkFolder.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The arguments of `stencilc lift`, sorted by the program that reads them.
struct LiftArguments {
  bool isCheck = false, isOverwriting = false;
  std::string target;                     // of the library: cuda or cpu; empty: no library
  std::string output;                     // folder of the library
  std::string file;                       // the C file
  std::vector<std::string> lifter;        // arguments of stencilc-lift
  std::vector<std::string> emitter;       // arguments of stencilc for the library
  std::vector<std::string> compilerFlags; // arguments of the C compiler, after `--`
};
/// Sorts the arguments that follow `lift` on the command line.
LiftArguments sortLiftArguments(const std::vector<std::string> &words);

/// The files that stencilc-lift has written into a work folder.
struct LiftParts {
  std::string name;               // name of the lifted program
  bool hasMain = false;           // the C file defines main()
  std::vector<std::string> files; // names of the files
};
/// Runs stencilc-lift to write files of `kind` "watch" (for --check) or "call" (for --cuda) into
/// the folder `work`. `code` is its exit code. Returns `nullopt` if it failed, after its error
/// message, or if it only printed its help.
std::optional<LiftParts> makeLiftParts(const LiftArguments &arguments, const std::string &kind,
                                       const WorkFolder &work, int &code, Diagnostics &diags);

/// Executes `stencilc lift FILE --check`. Returns the exit code.
int checkLifted(const LiftArguments &arguments, Diagnostics &diags);
/// Executes `stencilc lift FILE --cuda`. Returns the exit code.
int writeDropIn(const LiftArguments &arguments, Diagnostics &diags);

/// Returns the absolute path of the folder of the C file, in which its own headers are searched
/// for.
std::string folderOf(const std::string &file);
/// Returns whether `file` is C++, which is every file whose name does not end in .c.
bool isCpp(const std::string &file);
/// Returns the path of a compiler for the C or C++ file; empty after a reported error.
std::string findCompilerFor(const std::string &file, Diagnostics &diags);

} // namespace stencilc::driver
