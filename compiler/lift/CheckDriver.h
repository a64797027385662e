/// \file A `main` that calls a C function once with arrays of odd sizes and random numbers.
#pragma once

#include "lift/CallSite.h"

namespace stencilc::lift {

/// The C text, to follow the file that is checked. Nothing if the function takes what cannot be
/// made up, which has been reported.
std::optional<std::string> checkDriver(const LiftedStep &lifted, clang::ASTContext &context,
                                       const Sources &sources, Diagnostics &diags);

} // namespace stencilc::lift
