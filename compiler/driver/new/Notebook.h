/// \file The notebook that begins the work with a program in Python.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// Returns a notebook (Jupyter, nbformat 4.5) that loads the program `name`.stencil with the Python
/// package stencilc, runs it, and shows its results. Its fields, parameters and reports are those
/// of `program`. Returns `nullopt` after a reported error, which only a wrong template causes.
std::optional<std::string> notebookOf(const ir::Program &program, llvm::StringRef name,
                                      Diagnostics &diags);

} // namespace stencilc::driver
