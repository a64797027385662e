/// \file The files that go with a program: what a check compiles, what takes the place of the
/// loops.
#pragma once

#include "lift/CallSite.h"
#include "lift/Lift.h"

namespace stencilc::lift {

/// Names and texts; nothing after a report.
std::optional<std::vector<std::pair<std::string, std::string>>>
makeParts(const LiftedStep &lifted, const LiftRequest &request, clang::ASTContext &context,
          const Sources &sources, Diagnostics &diags);

} // namespace stencilc::lift
