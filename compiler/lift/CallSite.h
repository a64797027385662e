/// \file The place of the lifted loops in the C file, and the arguments of the call that replaces
/// them.
#pragma once

#include "lift/HandOver.h"
#include "lift/Origins.h"
#include "lift/Sources.h"
#include "clang/AST/ASTContext.h"

namespace stencilc::lift {

/// A lifted time step with its fields, its program text, and the C declarations it comes from.
struct LiftedStep {
  const Step &step;
  const Fields &fields;
  const Written &written;
  const Origins &origins;
};

/// Describes the call that can replace the loops. Reports a diagnostic and returns `nullopt` if an
/// array, size or number has no name outside the loops, or if an array is no contiguous grid of
/// cells.
std::optional<HandOver> findHandOver(const LiftedStep &lifted, clang::ASTContext &context,
                                     const Sources &sources, Diagnostics &diags);

/// Reports at `at` why the loops cannot be replaced by a call or checked against one. `what` is the
/// message, `hint` the advice.
void reportHandOver(const Sources &sources, Diagnostics &diags, clang::SourceLocation at,
                    const std::string &what, llvm::StringRef hint);

/// Returns whether the C function works without the loops, which give values to variables. Reports
/// a diagnostic and returns false if later code uses a value that only the loops compute.
bool isReplaceable(const LiftedStep &lifted, clang::ASTContext &context, const Sources &sources,
                   Diagnostics &diags);

} // namespace stencilc::lift
