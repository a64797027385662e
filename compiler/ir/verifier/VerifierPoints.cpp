/// \file The verifier's checks of points (of sources and receivers), of saved fields, and of the
/// length of a time step.
#include "ir/verifier/VerifierPoints.h"
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

/// Checks the ranges of cells that are saved to files, and the expression for the length of a time
/// step.
static void checkSaves(const Program &program, const Broken &broken) {
  const auto check = [&](ExprId id, const std::string &what) {
    if (id.index >= program.exprs.size())
      broken("ids", what + " is not in the pool");
    else
      checkRoot(program, {"point", what, id, ScalarType::F64}, broken);
  };
  if (program.timestep.valid())
    check(program.timestep, "the time step");
  for (const SaveDecl &save : program.saves) {
    if (save.field.index >= program.fields.size() || program.fields[save.field].isLocal ||
        save.every < 1) {
      broken("saves", "a save is of no field that is kept between steps, or never");
      continue;
    }
    for (const PointsAlong &along : save.along)
      for (ExprId place : {along.first, along.last, along.by})
        if (place.valid())
          check(place, "a cell that is saved of " + program.fields[save.field].name);
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
  checkSaves(program, broken);
  for (const Stage &stage : program.stages)
    for (ExprId id : reachableFrom(program, {stage.value}))
      if (const auto *weight = std::get_if<PointWeight>(&program[id].node);
          weight && program.points[weight->points].field != stage.target)
        broken("points", "the update of " + program.fields[stage.target].name +
                             " asks for points of another field");
}

} // namespace stencilc::ir
