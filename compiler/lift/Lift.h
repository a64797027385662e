/// \file C and C++ loop nests to `.stencil` text.
#pragma once

#include "lift/Fields.h"

namespace stencilc::lift {

struct LiftRequest {
  std::string file;
  std::string function; // empty: the first that has a stencil
  bool isAll = false;   // every function that has one
  LiftOptions options;
  std::vector<std::string> compilerFlags; // as for the C compiler
};

/// A lifted function.
struct Lifted {
  std::string function, text;
};

/// Parses the file with Clang and lifts. What cannot be lifted is reported, and nothing is
/// returned.
std::vector<Lifted> liftFile(const LiftRequest &request, llvm::SourceMgr &sources,
                             Diagnostics &diags);

} // namespace stencilc::lift
