/// \file What `stencilc lift` does beyond printing a program: a check of its bytes, and a C file
/// that calls it.
#pragma once

#include "driver/WorkFolder.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The words after `lift`, sorted by who reads them.
struct LiftArguments {
  bool isCheck = false, isOverwriting = false;
  std::string target;                     // of a drop-in: cuda or cpu; empty for none
  std::string output;                     // its folder
  std::string file;                       // the C file
  std::vector<std::string> lifter;        // stencilc-lift
  std::vector<std::string> emitter;       // stencilc, for the library
  std::vector<std::string> compilerFlags; // the C compiler; behind `--`
};
LiftArguments sortLiftArguments(const std::vector<std::string> &words);

/// The files that stencilc-lift has written into a folder.
struct LiftParts {
  std::string name;               // of the stencil
  bool hasMain = false;           // whether the C file does
  std::vector<std::string> files; // their names
};
/// Runs stencilc-lift for parts of `kind`, watch or call. Nothing if it refused; it has said why.
std::optional<LiftParts> makeLiftParts(const LiftArguments &arguments, const std::string &kind,
                                       const WorkFolder &work, int &code, Diagnostics &diags);

/// `stencilc lift FILE --check`; the exit code.
int checkLifted(const LiftArguments &arguments, Diagnostics &diags);
/// `stencilc lift FILE --cuda`; the exit code.
int writeDropIn(const LiftArguments &arguments, Diagnostics &diags);

/// The folder of the C file, where its own headers are found.
std::string folderOf(const std::string &file);
bool isCpp(const std::string &file);
/// The compiler for the C file; empty after a report.
std::string findCompilerFor(const std::string &file, Diagnostics &diags);

} // namespace stencilc::driver
