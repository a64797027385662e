/// \file A machine file as text for people.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

/// Prints who the machine is and what was measured, a line for each number. `text` is a machine
/// file that has been read without an error.
void printProbe(llvm::StringRef text, llvm::raw_ostream &out);

} // namespace stencilc::driver
