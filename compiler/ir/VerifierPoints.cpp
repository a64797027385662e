/// \file The verifier's checks of points.
#include "ir/VerifierPoints.h"
#include "ir/Walk.h"

namespace stencilc::ir {

static void checkPlaces(const Program &program, const PointsDecl &points, const Broken &broken) {
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    const PointsAlong &along = points.along[static_cast<std::size_t>(axis)];
    const bool isWanted = points.file.empty() && axis < program.rank();
    for (const ExprId place : {along.first, along.last, along.by}) {
      if (place.valid() != isWanted)
        broken("points", points.name + " has places along axes or a file, and never both");
      else if (isWanted && place.index >= program.exprs.size())
        broken("ids", "a place of " + points.name + " is not in the pool");
      else if (isWanted)
        checkRoot(program, {"point", "a place of " + points.name, place, ScalarType::F64}, broken);
    }
  }
}

void checkPoints(const Program &program, const Broken &broken) {
  for (const PointsDecl &points : program.points) {
    if (points.field.index >= program.fields.size() || program.fields[points.field].isLocal) {
      broken("points", points.name + " is of no field that is kept between steps");
      continue;
    }
    if (points.sinc != 0 && (points.sinc < kMinSinc || points.sinc > kMaxSinc))
      broken("points", points.name + " has a sinc of a width that there is not");
    if (points.every < 0)
      broken("points", points.name + " comes every so many steps");
    checkPlaces(program, points, broken);
  }
  for (const Stage &stage : program.stages)
    for (ExprId id : reachableFrom(program, {stage.value}))
      if (const auto *weight = std::get_if<PointWeight>(&program[id].node);
          weight && program.points[weight->points].field != stage.target)
        broken("points", "the update of " + program.fields[stage.target].name +
                             " asks for points of another field");
}

} // namespace stencilc::ir
