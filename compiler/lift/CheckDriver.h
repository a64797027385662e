/// \file Generates a `main` that calls the lifted C function once, with random data in arrays of
/// odd sizes. `stencilc lift --check` runs it.
#pragma once

#include "lift/CallSite.h"

namespace stencilc::lift {

/// Returns the C text of `main`, to be appended to the checked file. Reports a diagnostic and
/// returns `nullopt` if the function takes a parameter for which no argument can be generated.
std::optional<std::string> checkDriver(const LiftedStep &lifted, clang::ASTContext &context,
                                       const Sources &sources, Diagnostics &diags);

} // namespace stencilc::lift
