/// \file Determines how the boundary conditions at the faces of the grid change the shape (tiles
/// and buffers) of a wavefront kernel.
#include "schedules/wavefront/faces/Faces.h"
#include "ir/Walk.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

bool fixesBeyond(const analysis::Facts &facts, int steps) {
  const ir::Program &program = facts.program;
  // Read by the next time step, or by another stage of the same one.
  const bool isRead = steps > 1 || llvm::any_of(facts.footprint.fieldLevels, [](const auto &read) {
                        return read.first.level == 1;
                      });
  return isRead && llvm::any_of(program.stages, [&](const ir::Stage &stage) {
           return facts.faces[stage.target].giveValues();
         });
}

bool needsOld(const analysis::Facts &facts, int steps) {
  for (const ir::Stage &stage : facts.program.stages)
    if (!stage.frozen.isZero())
      return true;
  return fixesBeyond(facts, steps);
}

bool tensorsGiveAll(const analysis::Facts &facts) {
  for (const auto &[field, reach] : facts.footprint.fields)
    if (!facts.faces[field].zeroFillSuffices(kMaxAxes))
      return false;
  return true;
}

bool patchesFaces(const analysis::Facts &facts, const WavefrontShape &shape) {
  for (const Ring &ring : shape.loads.rings)
    if (isPatched(facts, shape, ring.field))
      return true;
  return false;
}

bool isPatched(const analysis::Facts &facts, const WavefrontShape &shape, ir::FieldId field) {
  if (!shape.plan.tensors() || shape.loads.onlyTensors || shape.faces.images ||
      facts.faces.isPeriodic(0) || facts.faces.isPeriodic(1))
    return false;
  return !facts.faces[field].zeroFillSuffices(2);
}

/// Returns true if the index maps at x and y faces of one field also hold for another. `first` and
/// `field` are the boundary conditions of these two fields. An index map gives, for each ghost cell
/// (beyond the grid), the cell of the grid with the same value. Faces beyond which no update reads
/// the second field are ignored. Returns false if it has a fixed boundary value at one of the
/// others.
static bool leadsAlike(const analysis::FieldFaces &first, const analysis::FieldFaces &field) {
  for (int axis = 0; axis < 2; ++axis)
    for (Side side : {Side::Low, Side::High}) {
      const analysis::Face &face = field.at(axis, side);
      if (face.given() || (face.map() && face.map() != first.at(axis, side).map()))
        return false;
    }
  return true;
}

std::optional<ir::FieldId> fieldOfImages(const analysis::Facts &facts) {
  const analysis::Faces faces = facts.faces.allGoRound(); // as the emitted functions read them
  for (ir::FieldId first : facts.program.fields.ids())
    if (llvm::all_of(facts.program.fields.ids(),
                     [&](ir::FieldId field) { return leadsAlike(faces[first], faces[field]); }))
      return first;
  return {};
}

int ghostCells(const analysis::Facts &facts, const WavefrontShape &shape, int axis, Side side) {
  int ghost = 0;
  const int halo = shape.skew->lostCells(shape.plan.steps, axis, side);
  for (const auto &[field, reach] : facts.footprint.fields) {
    const analysis::Face &face = facts.faces.at(field, axis, side);
    if (face.reach && face.hasCells())
      ghost = std::max(ghost, face.isPeriodic() ? halo : face.reach);
  }
  return ghost;
}

bool isUniform(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  if (program.rank() != 3 || !shape.loads.onlyTensors || shape.plan.steps > 1 ||
      fixesBeyond(facts, 1) || program.stages.size() > 1)
    return false;
  for (const auto &[fieldLevel, reach] : facts.footprint.fieldLevels)
    if (fieldLevel.level > 0 ||
        !(isReadInRing(facts, fieldLevel) || isReadAtCell(facts, fieldLevel)))
      return false;
  return shape.plan.cells * widestCell(facts) <= kAccessBytes;
}

void findFaces(const analysis::Facts &facts, WavefrontShape &shape) {
  FaceShape &faces = shape.faces;
  WavefrontTiles &tile = shape.tile;
  const int rank = facts.program.rank();
  tile.endsFlush = !tile.isUniform && canEndFlush(facts, shape);
  faces.frozen.isCopied = tile.endsFlush && rank == 3;
  for (int axis = 0; axis < sweptAxis(facts.program); ++axis)
    faces.repeatsAcross |= !tile.isUniform && !tile.endsFlush &&
                           (repeatsAlong(facts, axis) || facts.faces.isPeriodic(axis));
  if (rank == 3 && faces.repeatsAcross)
    faces.images = fieldOfImages(facts);
}

} // namespace stencilc::schedules
