/// \file Properties of mirror and copy faces. Ghost cells there have the values of cells of the
/// grid.
#include "schedules/wavefront/faces/Repeats.h"
#include "ir/Walk.h"
#include "schedules/wavefront/skew/TimeSkew.h"
#include <algorithm>

namespace stencilc::schedules {

using analysis::IndexMap;

int repeatedReach(const analysis::Facts &facts, ir::FieldId field, int axis, Side side) {
  const analysis::Face &face = facts.faces.at(field, axis, side);
  return face.repeats() && ir::isUpdated(facts.program, field) ? face.reach : 0;
}

bool repeatsAlong(const analysis::Facts &facts, int axis) {
  for (ir::FieldId field : facts.program.fields.ids())
    for (Side side : {Side::Low, Side::High})
      if (repeatedReach(facts, field, axis, side))
        return true;
  return false;
}

bool repeatsOutermost(const analysis::Facts &facts, int axis) {
  const Reach &reach = facts.footprint.reach;
  if (repeatsAlong(facts, axis) && std::max(reach.low[axis], reach.high[axis]) > 1)
    return false;
  for (ir::FieldId field : facts.program.fields.ids())
    for (Side side : {Side::Low, Side::High})
      if (repeatedReach(facts, field, axis, side) &&
          facts.faces.at(field, axis, side).map() == IndexMap::MirrorNode)
        return false;
  return true;
}

int ageOfRepeated(IndexMap map, int beyond) {
  return map == IndexMap::Copy ? 1 : beyond + wrappedIndex(map, beyond);
}

bool readsMirroredNode(const analysis::Facts &facts, const ir::Read &read) {
  const int along = sweptAxis(facts.program);
  return read.offset[along] < 0 && repeatedReach(facts, read.field, along, Side::Low) &&
         facts.faces.at(read.field, along, Side::Low).map() == IndexMap::MirrorNode;
}

int repeatedHalo(const analysis::Facts &facts, const TimeSkew &skew, int steps, int axis,
                 Side side) {
  const Side opposite = side == Side::Low ? Side::High : Side::Low;
  const int out = skew.lostCells(1, axis, opposite);
  const int in = skew.lostCells(steps, axis, side) - skew.lostCells(steps - 1, axis, side);
  int halo = 0;
  for (ir::FieldId field : facts.program.fields.ids())
    if (repeatedReach(facts, field, axis, opposite)) {
      // A cell at the opposite face depends on a cell at this distance, instead of one `in` away.
      // With several stages in a time step, it depends on both.
      const int distance = wrappedIndex(facts.faces.at(field, axis, opposite).anyMap(), out);
      halo = std::max(halo, facts.program.stages.size() > 1 ? distance : distance - in);
    }
  return halo;
}

} // namespace stencilc::schedules
