/// \file Printer of the kernel tree. It chooses final names, prints values of the program with
/// ExprPrinter, and takes text that depends on the target language from a Dialect.
#pragma once

#include "emit/Dialect.h"
#include "emit/ExprPrinter.h"
#include "emit/names/Names.h"

namespace stencilc::emit {

/// Text of a kernel module, in parts that the Mustache templates put in different places.
struct KernelText {
  std::string constants; // constants that all functions use
  std::string types;     // structs and type aliases
  std::string readers;   // functions that read one cell of a field
  std::string functions; // kernels and their helpers
  std::string inOrder;   // readers and functions, in the order of the module
  std::string step;      // host functions that the runtime calls in a time step
  std::string checks;    // kernels of reports and rules, and their host functions
};

/// Returns the text of a kernel module. Adds the functions of the runtime that the text calls
/// without the prefix `stencilc::` to `functions`.
KernelText printKernels(const kernel::Module &module, const ProgramNames &names,
                        const Dialect &dialect, std::set<std::string> &functions);

} // namespace stencilc::emit
