/// \file The C file with calls around its loops, or in place of them.
#pragma once

#include "lift/CallSite.h"

namespace stencilc::lift {

/// The file with the loops replaced by a call of the library that was emitted for them.
std::optional<std::string> replaceLoops(const LiftedStep &lifted, const HandOver &hand,
                                        clang::ASTContext &context, const Sources &sources,
                                        Diagnostics &diags);

/// The file with calls before and after the loops that write down what they find and leave.
std::optional<std::string> watchLoops(const LiftedStep &lifted, const HandOver &hand,
                                      clang::ASTContext &context, const Sources &sources,
                                      Diagnostics &diags);

} // namespace stencilc::lift
