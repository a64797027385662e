/// \file Finds where the loops that a stencil replaces are in the C file, and the arguments of the
/// generated call at that place.
#pragma once

#include "lift/Sources.h"
#include "lift/grid/Origins.h"
#include "lift/write/Marshalling.h"
#include "clang/AST/ASTContext.h"

namespace stencilc::lift {

/// A time step that has been translated from C loops: its fields, the text of its .stencil program,
/// and the C declarations of its arrays, sizes and parameters.
struct LiftedStep {
  const Step &step;
  const Fields &fields;
  const Written &written;
  const Origins &origins;
};

/// Returns the description of a C call that can replace the loops in the C file. Reports a
/// diagnostic and returns `nullopt` if an array, size or scalar that the loops use cannot be an
/// argument of the call, or if the cells of an array are not contiguous.
std::optional<Marshalling> findMarshalling(const LiftedStep &lifted, clang::ASTContext &context,
                                           const Sources &sources, Diagnostics &diags);

/// Reports, at the C location `at`, why a call of the stencil cannot replace the C loops. `what` is
/// the message, `hint` the advice.
void reportMarshalling(const Sources &sources, Diagnostics &diags, clang::SourceLocation at,
                       const std::string &what, llvm::StringRef hint);

/// Returns true if the loops of a C function can be removed, because no later code uses a value
/// that only they compute. Otherwise reports the first such use and returns false.
bool isReplaceable(const LiftedStep &lifted, clang::ASTContext &context, const Sources &sources,
                   Diagnostics &diags);

} // namespace stencilc::lift
