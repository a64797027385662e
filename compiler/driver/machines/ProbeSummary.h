/// \file Prints a machine file as tables for readers.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

/// Prints the machine's name and its measured values, one per line. `text` is the JSON of a machine
/// file. Precondition: it has been read without an error.
void printProbe(llvm::StringRef text, llvm::raw_ostream &out);

} // namespace stencilc::driver
