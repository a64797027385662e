/// \file Values within a step: `u[t+1/3]`, local fields, and the iterates of a 'repeat'.
#pragma once

#include "sema/Accesses.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// A quotient of whole numbers as the source writes it; nothing if it is something else.
std::optional<Part> quotientOf(const ast::Stencil &stencil, ast::ExprId id);

/// Whether the axis of an index is the iteration that is being lowered.
bool isIterationOf(const Unit &unit, const ast::Identifier &axis);

/// Puts the moment that `shift`, along t or the iteration, says into `result`; false after a
/// report.
bool resolveMoment(Unit &unit, const ast::Shift &shift, Displacement &result, const Frame *frame);

/// "1/3"; a whole number without "/1".
std::string partText(const Part &part);

/// "u[t+1/3]", "f[2, t+1/3]"; a whole step is the part 1/1.
std::string momentText(const Symbol &field, const Part &part);

/// A local field of the IR beside `base`, alike in type and boundaries, called after it.
ir::FieldId addWithinStep(Unit &unit, ir::FieldId base, const std::string &ending);

/// One update as the target says it.
struct Moment {
  ir::FieldId base;
  Part part; // 1/1: t+1
  llvm::SMRange range;
};
/// Checks the order of the values of each field, and gives each value a field of the IR. There is
/// one moment for each of `unit.updates`; nothing where it is wrong.
std::vector<std::optional<ir::FieldId>>
orderMoments(Unit &unit, const std::vector<std::optional<Moment>> &moments);

} // namespace stencilc::sema
