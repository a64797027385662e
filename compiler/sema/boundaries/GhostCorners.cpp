/// \file Finds corners of the grid in which a read leaves it along two axes, and the grid cells
/// that replace the cells read there.
#include "sema/boundaries/GhostCorners.h"
#include "ir/Walk.h"
#include <cstdlib>

namespace stencilc::sema {

/// Returns how a periodic, mirror or copy boundary moves the read to a cell of the grid along
/// `axis`. Returns nullopt for other boundaries, and for rules that compute ghost cells (beyond the
/// grid).
std::optional<ReplacedAlong> GhostCorners::replacedAlong(int axis) const {
  using Kind = ir::BoundaryKind;
  const Side side = read.offset[axis] < 0 ? Side::Low : Side::High;
  const Kind kind = unit.program.fields[read.field].at(axis, side).kind;
  const bool isReplaced = kind == Kind::Periodic || kind == Kind::Copy ||
                          kind == Kind::MirrorCell || kind == Kind::MirrorNode;
  const auto rules = unit.ghostRules.find(read.field);
  const bool isDecided = axis >= read.firstAxis && rules != unit.ghostRules.end() &&
                         rules->second[axis][static_cast<int>(side)];
  if (!isReplaced || isDecided || read.offset[axis] == 0 || (read.inside >> axis & 1))
    return std::nullopt;
  return ReplacedAlong{kind, side, read.offset[axis]};
}

Replaced GhostCorners::replacedBefore(int axis) const {
  Replaced all;
  for (int before = 0; before < kMaxAxes; ++before)
    if (before < axis || (before > axis && read.resolved >> before & 1))
      all[before] = replacedAlong(before);
  return all;
}

/// Returns the offset of the grid cell that a copy or mirror boundary puts in place of the cell
/// read beyond the face. Offsets are from the reading cell, which is `cell` cells from the face (0:
/// next to it).
static int wrappedIndex(const ReplacedAlong &along, int cell) {
  const int beyond = std::abs(along.offset);
  const int low = along.by == ir::BoundaryKind::Copy         ? -cell
                  : along.by == ir::BoundaryKind::MirrorNode ? beyond - 2 * cell
                                                             : beyond - 1 - 2 * cell;
  return along.side == Side::Low ? low : -low;
}

std::vector<GhostCorner> GhostCorners::of(int axis, std::size_t first, Value value) {
  std::vector<GhostCorner> corners = {{{}, read.offset}};
  const Replaced replaced = replacedBefore(axis);
  for (int before = 0; before < kMaxAxes; ++before) {
    const std::optional<ReplacedAlong> &along = replaced[before];
    if (!along || !differs(before, *along, first, value))
      continue;
    std::vector<GhostCorner> all;
    for (const GhostCorner &corner : corners) {
      for (int cell = 0; cell < std::abs(along->offset); ++cell) {
        GhostCorner near = corner;
        near.near.push_back({before, along->side, cell + 1});
        near.offset[before] = wrappedIndex(*along, cell);
        near.replaced |= 1u << before;
        all.push_back(std::move(near));
      }
      all.push_back(corner);
    }
    corners = std::move(all);
  }
  corners.pop_back(); // the combination near none of the faces
  return corners;
}

/// Returns whether the boundary along `axis` replaces the cells of `own`, a read in the value of a
/// ghost cell, as `by` replaces the ghost cell itself. False if the two fields have different
/// boundaries or different lengths along `axis`.
bool GhostCorners::isReplacedAlike(int axis, const ReplacedAlong &by, const ReadSite &own) const {
  const auto rules = unit.ghostRules.find(own.field);
  const bool isComputed = rules != unit.ghostRules.end() && !own.profile.valid() &&
                          rules->second[axis][static_cast<int>(by.side)];
  const ir::FieldDecl &field = unit.declarationOf(own);
  return field.at(axis, by.side).kind == by.by && !isComputed &&
         field.shorter[axis] == unit.program.fields[read.field].shorter[axis] &&
         !unit.profileRules.contains({own.profile, axis, by.side});
}

bool GhostCorners::differs(int axis, const ReplacedAlong &by, std::size_t first, Value value) {
  const bool isPeriodic = by.by == ir::BoundaryKind::Periodic;
  bool result = false;
  for (std::size_t index = first; index < lowering.reads().size(); ++index) {
    const ReadSite &own = lowering.reads()[index];
    if (own.profile.valid() && !unit.program.profiles[own.profile].along[axis])
      continue;
    const bool isAlike = isReplacedAlike(axis, by, own);
    if (isPeriodic && !isAlike)
      refusePeriodic(axis, own);
    const Offset place = own.profile.valid() ? unit.placeOf(own.profile) : unit.placeOf(own.field);
    result |= !isAlike || own.offset[axis] != read.offset[axis] ||
              place[axis] != unit.placeOf(read.field)[axis];
  }
  if (isPeriodic) // positions are replaced one by one, and reads are not affected by the period
    return false;
  const auto isAlong = [&](const ir::Position &at) { return at.axis == axis; };
  return result || ir::contains<ir::Position>(lowering.expressions(), value.id, isAlong);
}

/// Reports `own`, a read in the value of a ghost cell. The field with the ghost cell is periodic
/// along `axis`, but the field that `own` reads is not. No constant offset leads to its value at
/// the other end of the axis.
void GhostCorners::refusePeriodic(int axis, const ReadSite &own) {
  unit.ghosts.isWrong = true;
  if (!unit.isFirst(own.range, diag::GhostAcrossPeriod.id))
    return;
  const std::string &name = unit.declarationOf(own).name, &along = unit.program.axes[axis];
  unit.diags
      .report(own.range, diag::GhostAcrossPeriod, name, along, unit.program.fields[read.field].name)
      .note(own.range, diag::Hint, "give '" + name + "' the boundary 'periodic on " + along + "'");
}

} // namespace stencilc::sema
