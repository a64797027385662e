/// \file Where loops stand in the C file and what a call in their place is given.
#pragma once

#include "lift/HandOver.h"
#include "lift/Origins.h"
#include "lift/Sources.h"
#include "clang/AST/ASTContext.h"

namespace stencilc::lift {

/// What was lifted, and from where.
struct LiftedStep {
  const Step &step;
  const Fields &fields;
  const Written &written;
  const Origins &origins;
};

/// The hand-over; nothing if something of the step has no name where the loops stand, or lies in
/// memory that is no array of cells, which has been reported.
std::optional<HandOver> findHandOver(const LiftedStep &lifted, clang::ASTContext &context,
                                     const Sources &sources, Diagnostics &diags);

/// Reports something of the file that keeps the loops from being called.
void reportHandOver(const Sources &sources, Diagnostics &diags, clang::SourceLocation at,
                    const std::string &what, llvm::StringRef hint);

/// Whether the function still knows all it needs where the loops are gone: variables that only the
/// loops give values to. Reports those that it would miss.
bool isReplaceable(const LiftedStep &lifted, clang::ASTContext &context, const Sources &sources,
                   Diagnostics &diags);

} // namespace stencilc::lift
