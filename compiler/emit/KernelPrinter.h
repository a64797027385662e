/// \file The kernel tree as text. Names are claimed here, values of the program printed by
/// ExprPrinter; what depends on the language comes from a dialect.
#pragma once

#include "emit/Dialect.h"
#include "emit/ExprPrinter.h"
#include "emit/Names.h"

namespace stencilc::emit {

/// A module as text, in the parts that the frame puts in different places.
struct KernelText {
  std::string constants; // that all functions see
  std::string types;     // structs, and names of types with arguments
  std::string readers;   // helpers that are called from outside, and by the others
  std::string functions; // the kernels, or the functions of the host that do their work
  std::string inOrder;   // both of these, in the order of the module
  std::string step;      // what the runtime calls
  std::string checks;    // passes over the cells, and what the runtime calls for them
};

/// Functions of the runtime that the text calls by their own names are added to `functions`.
KernelText printKernels(const kernel::Module &module, const ProgramNames &names,
                        const Dialect &dialect, std::set<std::string> &functions);

} // namespace stencilc::emit
