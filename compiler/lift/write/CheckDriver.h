/// \file Generates a `main` that calls once, with random data, the C function that was translated
/// to a stencil. Sizes of arrays that the C file leaves open become odd numbers, such as 13 and 17.
/// `stencilc lift --check` runs it.
#pragma once

#include "lift/read/CallSite.h"

namespace stencilc::lift {

/// Returns the C text of a function `main`, which is appended to the C file that `--check` runs.
/// Reports a diagnostic and returns `nullopt` if the C function has a parameter for which no
/// argument can be generated.
std::optional<std::string> checkDriver(const LiftedStep &lifted, clang::ASTContext &context,
                                       const Sources &sources, Diagnostics &diags);

} // namespace stencilc::lift
