/// \file Lowers the `source` and `receiver` statements: their points, and the terms that sources
/// add to updates.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

class Lowering;

/// Declares the sources and receivers of the program with their points. Precondition: fields and
/// parameters are declared.
void declarePoints(Unit &unit);

/// First value, last value and step of a range of coordinates, if known at compile time.
struct KnownRange {
  std::optional<double> first, last, by;
};
/// Lowers `range`, the coordinates of points or of a save along one axis, and stores the result in
/// `along`. A single coordinate becomes a range of one. Returns first value, last value and step,
/// as far as they are known at compile time, or nullopt after it has reported an error. `what`
/// names a coordinate in messages.
std::optional<KnownRange> lowerRange(Lowering &lowering, const ast::PointRange &range,
                                     const char *what, ir::PointsAlong &along);
/// Returns a text for a message that explains why the range is empty ("the range 5 .. 2 is empty:
/// ..."). Returns an empty string if it is not empty.
std::string whyEmpty(const KnownRange &range);

/// Returns whether the interval in `every 100 steps` is at least 1. Reports an error otherwise.
bool checkEvery(Unit &unit, const ast::Every &every);

/// Adds the amounts of `sources` (values added at points) to `program` as stages (update
/// statements) after the updates, so that later passes process them. addSources(), which adds the
/// amounts to the updates themselves, removes these stages again.
void appendSources(ir::Program &program, const std::vector<SourcePlace> &sources);
/// Adds the amounts of point sources to the updates of their fields. Precondition: the last stages
/// of `program` hold these amounts, in order. The function removes these stages. An amount is added
/// after everything else that the update computes. The value v of a cell becomes
///
///     v + (weight != 0 ? weight * amount : -0.0)
///
/// in the storage type of the field, or in the compute type if arithmetic cannot use the storage
/// type. Sources are added one after the other. Adding -0.0 changes no bit of v.
ir::Program addSources(ir::Program program, const std::vector<SourcePlace> &sources);

} // namespace stencilc::sema
