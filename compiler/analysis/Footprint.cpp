/// \file Footprints: the offsets that each stage reads, by field and time level, with their reach
/// and shape.
#include "analysis/Footprint.h"
#include "analysis/Faces.h"
#include "ir/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <climits>

namespace stencilc::analysis {

const char *toString(ShapeName shape) {
  switch (shape) {
  case ShapeName::Centre:
    return "centre";
  case ShapeName::Star:
    return "star";
  case ShapeName::Box:
    return "box";
  case ShapeName::Diamond:
    return "diamond";
  case ShapeName::Other:
    return "other";
  }
  llvm_unreachable("footprint: unknown shape");
}

static int largestReach(const Reach &reach) {
  int radius = 0;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    radius = std::max({radius, reach.low[axis], reach.high[axis]});
  return radius;
}

/// Returns the number of offsets of a shape with this radius, including the centre; 0 for Other.
static std::int64_t shapeSize(ShapeName shape, int radius, int rank) {
  const std::int64_t r = radius, width = 2 * r + 1;
  switch (shape) {
  case ShapeName::Centre:
    return 1;
  case ShapeName::Star:
    return 1 + 2 * r * rank;
  case ShapeName::Box:
    return rank == 1 ? width : rank == 2 ? width * width : width * width * width;
  case ShapeName::Diamond: // centred square and octahedral numbers
    return rank == 1   ? width
           : rank == 2 ? 2 * r * (r + 1) + 1
                       : width * (2 * r * r + 2 * r + 3) / 3;
  case ShapeName::Other:
    return 0;
  }
  llvm_unreachable("footprint: unknown shape");
}

/// Returns true if the shape with this radius contains `offset`. Precondition: no component of
/// `offset` exceeds `radius`.
static bool isInShape(ShapeName shape, Offset offset, int radius) {
  const int axes = (offset[0] != 0) + (offset[1] != 0) + (offset[2] != 0);
  switch (shape) {
  case ShapeName::Centre:
    return axes == 0;
  case ShapeName::Star:
    return axes <= 1;
  case ShapeName::Box:
    return true;
  case ShapeName::Diamond:
    return offset.distance() <= radius;
  case ShapeName::Other:
    return false;
  }
  llvm_unreachable("footprint: unknown shape");
}

/// Returns the named shape (such as star or box) that has exactly the offsets in `reads`, or Other
/// if there is none. Star is preferred if several shapes have them. The centre does not matter,
/// because kernels load it with the cells around it.
static ShapeName nameShape(const LevelFootprint &reads, int rank) {
  const int radius = largestReach(reads.reach);
  if (radius == 0)
    return ShapeName::Centre;
  const auto missing = static_cast<std::int64_t>(!reads.offsets.contains(Offset{}));
  const std::int64_t size = static_cast<std::int64_t>(reads.offsets.size()) + missing;
  for (ShapeName shape : {ShapeName::Star, ShapeName::Diamond, ShapeName::Box}) {
    const auto fits = [&](Offset offset) { return isInShape(shape, offset, radius); };
    if (size == shapeSize(shape, radius, rank) &&
        std::all_of(reads.offsets.begin(), reads.offsets.end(), fits))
      return shape;
  }
  return ShapeName::Other;
}

/// Returns the smallest number of cells along `axis` with which all reads of a field are valid. The
/// cell that a boundary condition uses for a read beyond one face then never lies beyond the
/// opposite face. `reach` is the largest offset of the reads on each side.
static std::int64_t minimumExtent(const FieldFaces &faces, const Reach &reach, int axis) {
  std::int64_t minimum = 1;
  for (Side side : {Side::Low, Side::High}) {
    const int cells = reach.of(axis, side),
              stands = wrappedIndex(faces.at(axis, side).anyMap(), cells);
    // With MirrorNode the first cell is its own mirror image, so `cells` more are needed.
    minimum = std::max<std::int64_t>({minimum, cells, cells > 0 ? stands + 1 : 0});
  }
  return minimum;
}

static StageFootprint footprintOf(const ir::Program &program, ir::ExprId value) {
  StageFootprint footprint;
  for (ir::ExprId expr : ir::reachableFrom(program, {value})) {
    const auto *read = std::get_if<ir::Read>(&program[expr].node);
    if (!read)
      continue;
    LevelFootprint &reads = footprint.fieldLevels[{read->field, read->level}];
    reads.offsets.insert(read->offset);
    reads.reach.include(read->offset);
  }
  for (auto &[key, reads] : footprint.fieldLevels) {
    reads.shape = nameShape(reads, program.rank());
    footprint.reach.include(reads.reach);
  }
  return footprint;
}

Reach Footprint::reachOf(ir::FieldId field) const {
  const auto read = fields.find(field);
  return read == fields.end() ? Reach() : read->second;
}

bool StageFootprint::reads(ir::FieldId field) const {
  const auto first = fieldLevels.lower_bound({field, INT_MIN});
  return first != fieldLevels.end() && first->first.field == field;
}

static bool isDiagonal(const LevelFootprint &read) {
  return llvm::any_of(read.offsets, [](const Offset &offset) { return offset[0] && offset[1]; });
}

int Footprint::widestBox() const {
  int widest = 0;
  for (const auto &[stage, footprint] : stages)
    for (const auto &[fieldLevel, read] : footprint.fieldLevels)
      if (read.shape == ShapeName::Box)
        widest = std::max(widest, read.reach.low[0]);
  return widest;
}

static std::vector<ir::ExprId> valuesOfCells(const ir::Program &program) {
  std::vector<ir::ExprId> roots;
  for (const ir::Stage &stage : program.stages)
    roots.push_back(stage.value);
  for (const ir::Reduction &reduction : program.reductions)
    roots.push_back(reduction.value);
  return roots;
}

static std::map<ir::ProfileId, Reach> profileReaches(const ir::Program &program) {
  std::map<ir::ProfileId, Reach> reaches;
  for (ir::ExprId id : ir::reachableFrom(program, valuesOfCells(program)))
    if (const auto *read = std::get_if<ir::ProfileRead>(&program[id].node))
      reaches[read->profile].include(read->offset);
  return reaches;
}

Footprint computeFootprint(const ir::Program &program) {
  Footprint footprint;
  for (ir::StageId id : program.stages.ids()) {
    const StageFootprint &stage = footprint.stages[id] =
        footprintOf(program, program.stages[id].value);
    for (const auto &[key, reads] : stage.fieldLevels) {
      footprint.fields[key.field].include(reads.reach);
      footprint.fieldLevels[key].include(reads.reach);
      if (isDiagonal(reads))
        footprint.diagonal.insert(key.field);
    }
    footprint.reach.include(stage.reach);
  }
  std::map<ir::FieldId, Reach> all = footprint.fields;
  for (ir::ReductionId id : program.reductions.ids()) {
    const StageFootprint &reduction = footprint.reductions[id] =
        footprintOf(program, program.reductions[id].value);
    for (const auto &[key, reads] : reduction.fieldLevels)
      all[key.field].include(reads.reach);
  }
  for (const auto &[field, reach] : all) {
    const FieldFaces faces = facesOf(program, field);
    for (int axis = 0; axis < program.rank(); ++axis)
      footprint.minimumExtents[axis] =
          std::max(footprint.minimumExtents[axis], minimumExtent(faces, reach, axis));
  }
  for (int axis = 0; axis < program.rank(); ++axis)
    footprint.minimumExtents[axis] += program.wider[axis];
  footprint.profiles = profileReaches(program);
  for (const auto &[profile, reach] : footprint.profiles) {
    const FieldFaces faces = facesOf(program, program.profiles[profile].field);
    for (int axis = 0; axis < program.rank(); ++axis)
      // A profile that is shorter than the grid is also read by the cell after its last one.
      footprint.minimumExtents[axis] =
          std::max(footprint.minimumExtents[axis],
                   minimumExtent(faces, reach, axis) +
                       std::int64_t{2} * program.profiles[profile].field.shorter[axis]);
  }
  for (const ir::Stage &stage : program.stages) // frozen layers are within the grid
    for (int axis = 0; axis < program.rank(); ++axis)
      footprint.minimumExtents[axis] = std::max<std::int64_t>(
          {footprint.minimumExtents[axis], stage.frozen.low[axis], stage.frozen.high[axis]});
  return footprint;
}

} // namespace stencilc::analysis
