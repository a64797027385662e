/// \file The options `--check` and `--cuda` of `stencilc lift`: a comparison with the C function,
/// and a C file that calls the lifted program.
#pragma once

#include "driver/process/WorkFolder.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The command-line arguments of `stencilc lift`, divided by their purpose: options of the command
/// itself, and the arguments for stencilc-lift, for stencilc and for the C compiler.
struct LiftArguments {
  bool isCheck = false, isOverwriting = false;
  std::string target;                     // of the library: cuda or cpu; empty: no library
  std::string output;                     // folder of the library
  std::string file;                       // the C file
  std::vector<std::string> lifter;        // arguments of stencilc-lift
  std::vector<std::string> emitter;       // arguments of stencilc for the library
  std::vector<std::string> compilerFlags; // arguments of the C compiler, after `--`
};
/// Divides the arguments after `lift` on the command line into options of the command itself, and
/// arguments for stencilc-lift, for stencilc and for the C compiler.
LiftArguments sortLiftArguments(const std::vector<std::string> &words);

/// The files that stencilc-lift has written into a work folder.
struct LiftParts {
  std::string name;               // name of the lifted program
  bool hasMain = false;           // the C file defines main()
  std::vector<std::string> files; // names of the files
};
/// Runs stencilc-lift, which writes files into the folder `work`: for --check if `kind` is "watch",
/// for --cuda if `kind` is "call". Returns the names of these files, and stores the exit code of
/// stencilc-lift in `code`. Returns `nullopt` if stencilc-lift has printed an error or only its
/// help.
std::optional<LiftParts> makeLiftParts(const LiftArguments &arguments, const std::string &kind,
                                       const WorkFolder &work, int &code, Diagnostics &diags);

/// Executes `stencilc lift FILE --check`, which compares the results of a C function with those of
/// the .stencil program made from it. Returns the exit code.
int checkLifted(const LiftArguments &arguments, Diagnostics &diags);
/// Executes `stencilc lift FILE --cuda`, which writes a C file with its loops replaced by library
/// calls, the library, and a Makefile. Returns the exit code.
int writeDropIn(const LiftArguments &arguments, Diagnostics &diags);

/// Returns the absolute path of the folder that holds `file`. The C file's own headers are searched
/// for there.
std::string folderOf(const std::string &file);
/// Returns true if `file` is C++: its name does not end in .c.
bool isCpp(const std::string &file);
/// Returns the path of a compiler for `file`, which is C or C++. Returns an empty text after a
/// reported error.
std::string findCompilerFor(const std::string &file, Diagnostics &diags);

} // namespace stencilc::driver
