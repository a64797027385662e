/// \file Values within a step: `u[t+1/3]`, local fields, and the iterates of a 'repeat'.
#pragma once

#include "sema/Accesses.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the value of an expression of integers with `+`, `-` and `/` as a fraction, or nullopt
/// for any other expression.
std::optional<Part> quotientOf(const ast::Stencil &stencil, ast::ExprId id);

/// Returns whether `axis` is the name of the iteration of the current 'repeat'.
bool isIterationOf(const Unit &unit, const ast::Identifier &axis);

/// Stores the time or iterate that `shift` denotes in `result`. Returns false after a report.
bool resolveMoment(Unit &unit, const ast::Shift &shift, Displacement &result, const Frame *frame);

/// Returns "1/3", or "2" for a whole number.
std::string partText(const Part &part);

/// Returns "u[t+1/3]" or "f[2, t+1/3]". A whole step is the part 1/1.
std::string momentText(const Symbol &field, const Part &part);

/// Adds a local field to the IR with the type and boundaries of `base` and the name of `base`
/// followed by `ending`.
ir::FieldId addWithinStep(Unit &unit, ir::FieldId base, const std::string &ending);

/// Field and time that one update computes.
struct Moment {
  ir::FieldId base;
  Part part; // 1/1: t+1
  llvm::SMRange range;
};
/// Checks the order of the values of each field, and gives each value a field of the IR. `moments`
/// has one entry for each of `unit.updates`. Invalid updates have nullopt in argument and result.
std::vector<std::optional<ir::FieldId>>
orderMoments(Unit &unit, const std::vector<std::optional<Moment>> &moments);

} // namespace stencilc::sema
