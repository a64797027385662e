/// \file Lowers values within a time step: `u[t+1/3]`, local fields, and the iterations of a
/// `repeat` (updates that run several times in a step).
#pragma once

#include "sema/Accesses.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the value of an expression of integers, `+`, `-` and `/` as a fraction. Returns nullopt
/// for any other expression.
std::optional<Part> quotientOf(const ast::Stencil &stencil, ast::ExprId id);

/// Returns whether `axis` is the name of the iteration number of the current `repeat`, such as `k`
/// in `repeat 50 as k`.
bool isIterationOf(const Unit &unit, const ast::Identifier &axis);

/// Resolves an index entry such as `t+1/3`, or `k+1` in a `repeat`, and stores its time or
/// iteration in `result`. Returns false after it has reported an error. `frame` has the arguments
/// and index variables that the entry can use.
bool resolveMoment(Unit &unit, const ast::Shift &shift, Displacement &result, const Frame *frame);

/// Returns the fraction as text: "1/3", or "2" for a whole number.
std::string partText(const Part &part);

/// Returns the value of a field at a fraction of the time step as text: "u[t+1/3]" or "f[2,
/// t+1/3]". The fraction 1/1 means t+1.
std::string momentText(const Symbol &field, const Part &part);

/// Adds a local field (within a time step) to the IR, which holds a value such as `u[t+1/3]`. It
/// has the type and boundaries of `base`, and the name of `base` followed by `ending`.
ir::FieldId addWithinStep(Unit &unit, ir::FieldId base, const std::string &ending);

/// The value that one update computes: its field and its time within the time step.
struct Moment {
  ir::FieldId base;
  Part part; // 1/1: t+1
  llvm::SMRange range;
};
/// Returns the IR field that each update computes. Adds local fields for values within the time
/// step, and reports a wrong order of updates. `moments` has one entry for each of `unit.updates`.
/// Updates with an error have nullopt in `moments` and in the result.
std::vector<std::optional<ir::FieldId>>
orderMoments(Unit &unit, const std::vector<std::optional<Moment>> &moments);

} // namespace stencilc::sema
