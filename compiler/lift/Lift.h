/// \file The entry of the lifter, which converts C and C++ loop nests to `.stencil` text.
#pragma once

#include "lift/grid/Fields.h"

namespace stencilc::lift {

/// Purpose for which a program is lifted. It decides which files are generated.
enum class Purpose {
  Text,    // only the `.stencil` program
  Watch,   // also a C file that records the arrays before and after the loops, for `--check`
  Replace, // also a C file that calls the compiled stencil instead of its loops
};

/// A request to lift one function or all functions of a C file, with the options of the lifter.
struct LiftRequest {
  std::string file;
  std::string function; // empty: the first function with a stencil
  bool isAll = false;   // lift every function with a stencil
  LiftOptions options;
  Purpose purpose = Purpose::Text;
  std::vector<std::string> compilerFlags; // flags for the C compiler, such as `-I include`
};

/// Result of lifting one C function: the text of the `.stencil` program that does the same as its
/// loops.
struct Lifted {
  std::string function, text;
  std::string name; // of the stencil
  /// Sentences for the user: assumptions about the C program that the lifter has not proved.
  std::vector<std::string> assumed;
  bool hasTimeLoop = true, hasMain = false; // hasMain: the file defines `main`
  // Names and texts of the generated files; empty for `Purpose::Text`.
  std::vector<std::pair<std::string, std::string>> files;
};

/// Parses the C file with Clang and lifts the requested functions. Reports code that cannot be
/// lifted. Returns the functions that were lifted before such code, or an empty list if the file
/// does not compile.
std::vector<Lifted> liftFile(const LiftRequest &request, llvm::SourceMgr &sources,
                             Diagnostics &diags);

} // namespace stencilc::lift
