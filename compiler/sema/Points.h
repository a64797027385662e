/// \file Sources and receivers: where they are, and how updates get what sources add.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

class Lowering;

/// Declares the points of sources and receivers; fields and parameters must be known.
void declarePoints(Unit &unit);

/// What is known of a range before the program runs.
struct KnownRange {
  std::optional<double> first, last, by;
};
/// Lowers `range`, each number of which is `what` ("a coordinate of a point"), to `along`: a place
/// alone is a range of one. Nothing, with a report, where it is wrong.
std::optional<KnownRange> lowerRange(Lowering &lowering, const ast::PointRange &range,
                                     const char *what, ir::PointsAlong &along);
/// "the range 5 .. 2 is empty: ...", or nothing.
std::string whyEmpty(const KnownRange &range);

/// Whether the statement's number of steps makes sense.
bool checkEvery(Unit &unit, const ast::Every &every);

/// What sources add, as stages behind the updates; addSources() takes them from there.
void appendSources(ir::Program &program, const std::vector<SourcePlace> &sources);
/// The last stages of the program are those of `sources` in their order; they go, and the update of
/// each field adds them after all that it computes itself: to the value v of a cell
///
///     v + (weight != 0 ? weight * amount : -0.0)
///
/// in the type the field stores, one source after the other. Adding -0.0 changes no bit of v.
ir::Program addSources(ir::Program program, const std::vector<SourcePlace> &sources);

} // namespace stencilc::sema
