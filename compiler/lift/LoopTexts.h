/// \file The loop over time in C's words: how often it runs, and what it leaves in variables.
#pragma once

#include "lift/HandOver.h"
#include "lift/Origins.h"
#include "lift/Sources.h"
#include "clang/AST/ASTContext.h"

namespace stencilc::lift {

struct SiteContext {
  const Step &step;
  const Origins &origins;
  clang::ASTContext &context;
  const Sources &sources;
  Diagnostics &diags;
};

/// The number that chooses time levels, `t` of `A[t % 2]`, before the first step; nothing if that
/// is not one variable.
std::optional<std::string> timeText(const SiteContext &site);

/// Fills the texts around the call. Reports what cannot be said, and returns false.
bool readLoopTexts(const SiteContext &site, HandOver &hand);

/// The condition of a loop over time; null if it has none.
const clang::Expr *conditionOf(const clang::Stmt *loop);

} // namespace stencilc::lift
