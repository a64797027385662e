/// \file C and C++ loop nests to `.stencil` text.
#pragma once

#include "lift/Fields.h"

namespace stencilc::lift {

/// What the program is for.
enum class Purpose {
  Text,    // the program alone
  Watch,   // beside it a C file that writes down what the loops find and leave
  Replace, // beside it a C file that calls the program in place of the loops
};

struct LiftRequest {
  std::string file;
  std::string function; // empty: the first that has a stencil
  bool isAll = false;   // every function that has one
  LiftOptions options;
  Purpose purpose = Purpose::Text;
  std::vector<std::string> compilerFlags; // as for the C compiler
};

/// A lifted function.
struct Lifted {
  std::string function, text;
  std::string name;                         // of the stencil
  std::vector<std::string> assumed;         // what was taken for granted
  bool hasTimeLoop = true, hasMain = false; // hasMain: the file has a `main`
  // Name and text of what goes with it, for another purpose than the text.
  std::vector<std::pair<std::string, std::string>> files;
};

/// Parses the file with Clang and lifts. What cannot be lifted is reported, and nothing is
/// returned.
std::vector<Lifted> liftFile(const LiftRequest &request, llvm::SourceMgr &sources,
                             Diagnostics &diags);

} // namespace stencilc::lift
