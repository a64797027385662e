/// \file The C text of the loop over time: the number of steps, and the final values of its
/// variables.
#pragma once

#include "lift/Sources.h"
#include "lift/grid/Origins.h"
#include "lift/write/Marshalling.h"
#include "clang/AST/ASTContext.h"

namespace stencilc::lift {

/// A time step translated from C loops, with data from which C text for its loop over time is
/// written.
struct SiteContext {
  const Step &step;
  const Origins &origins;
  clang::ASTContext &context;
  const Sources &sources;
  Diagnostics &diags;
};

/// Returns the name of the C variable that selects time levels, such as `t` of `A[t % 2]`. Returns
/// `nullopt` unless there is exactly one.
std::optional<std::string> timeText(const SiteContext &site);

/// Sets the members `begin`, `steps`, `condition` and `end` of `hand`: C text around the call that
/// replaces the loops. Reports a diagnostic and returns false if this is not possible.
bool readLoopTexts(const SiteContext &site, Marshalling &hand);

/// Returns the condition of a `for`, `while` or `do` loop, or null if the loop has none.
const clang::Expr *conditionOf(const clang::Stmt *loop);

} // namespace stencilc::lift
