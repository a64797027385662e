/// \file Sizes of a kernel that keeps tiles of the grid in shared memory for many time steps.
#include "schedules/persistent/Shape.h"
#include "analysis/KernelFacts.h"
#include "ir/StorageTypes.h"
#include "plan/cost/LaunchGrid.h"
#include "llvm/Support/ErrorHandling.h"
#include <set>

namespace stencilc::schedules {

namespace {

constexpr std::int64_t kArrayAlignment = 16; // of arrays in shared memory, in bytes

/// Returns the fields that kernels of a time step read or write in memory, in the order of the
/// program.
std::set<ir::FieldId> accessedFields(const analysis::Facts &facts) {
  std::set<ir::FieldId> fields;
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index) {
    const analysis::KernelFacts kernel(facts, index);
    fields.insert(kernel.stored.begin(), kernel.stored.end());
    for (const auto &[fieldLevel, reads] : kernel.fieldLevels)
      fields.insert(fieldLevel.field);
  }
  return fields;
}

TileField tileField(const analysis::Facts &facts, ir::FieldId id) {
  const ir::FieldDecl &field = facts.program.fields[id];
  TileField of{.field = id, .bytes = ir::bytesOf(field.storage), .levels = field.levels};
  of.isLocal = facts.dependence.locals.count(id) > 0;
  const auto isTarget = [&](const ir::Stage &stage) { return stage.target == id; };
  of.isUpdated = !of.isLocal &&
                 std::any_of(facts.program.stages.begin(), facts.program.stages.end(), isTarget);
  if (of.isUpdated)
    of.slots = facts.dependence.buffers.at(id);
  if (!of.isUpdated)
    of.levels = 1;
  return of;
}

/// Returns the largest number of cells that kernels of a time step read on each side of the cell
/// that they compute.
Reach widestReads(const analysis::Facts &facts) {
  Reach reach;
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index)
    reach.include(analysis::KernelFacts(facts, index).reach);
  return reach;
}

} // namespace

std::int64_t PersistentShape::sharedBytes() const {
  std::int64_t bytes = 0;
  for (const TileField &field : fields) {
    const std::int64_t cells = std::int64_t(extent(0)) * extent(1) * extent(2);
    const std::int64_t all = cells * field.slots * field.bytes;
    bytes += (all + kArrayAlignment - 1) / kArrayAlignment * kArrayAlignment;
  }
  return bytes;
}

const TileField &PersistentShape::of(ir::FieldId id) const {
  for (const TileField &field : fields)
    if (field.field == id)
      return field;
  llvm_unreachable("persistent: a field without a tile");
}

void PersistentShape::describe(llvm::json::Object &kernel) const {
  kernel["ahead"] = 0;
  kernel["chunks"] = blocks();
}

/// Checks that all reads of a time step stay in the arrays in shared memory, and that the halo has
/// all cells that the steps between two exchanges need.
std::vector<std::string> PersistentShape::verify(const analysis::Facts &facts) const {
  std::vector<std::string> wrong;
  const Reach reads = widestReads(facts);
  const Extents extents = plan::plannedExtents(facts.program);
  for (int axis = 0; axis < rank; ++axis) {
    const analysis::StepReach reach = analysis::stepReach(facts, axis);
    const std::string name = facts.program.axes[axis];
    if (halo.low[axis] < reads.low[axis] || halo.high[axis] < reads.high[axis])
      wrong.push_back("updates read beyond the tile along " + name);
    if (std::int64_t(tile[axis]) * parts[axis] < extents[axis])
      wrong.push_back("tiles do not cover " + name);
    if (isWhole(axis))
      continue;
    if (halo.low[axis] < exchange * reach.low || halo.high[axis] < exchange * reach.high)
      wrong.push_back("the halo along " + name + " is too small for the steps of an exchange");
    // A run may have a smaller grid, whose tiles have at least half as many cells.
    if (tile[axis] < 2 * std::max(halo.low[axis], halo.high[axis]))
      wrong.push_back("tiles along " + name + " are narrower than twice the halo");
  }
  for (ir::FieldId field : accessedFields(facts))
    if (std::none_of(fields.begin(), fields.end(),
                     [&](const TileField &one) { return one.field == field; }))
      wrong.push_back("no tile for '" + facts.program.fields[field].name + "'");
  return wrong;
}

TileShapes::TileShapes(const analysis::Facts &facts)
    : facts(facts), extents(plan::plannedExtents(facts.program)), reads(widestReads(facts)) {
  for (ir::FieldId field : accessedFields(facts))
    fields.push_back(tileField(facts, field));
  for (int axis = 0; axis < facts.program.rank(); ++axis)
    steps.push_back(analysis::stepReach(facts, axis));
}

PersistentShape TileShapes::make(const std::vector<int> &parts, int exchange) const {
  PersistentShape shape;
  shape.rank = facts.program.rank();
  shape.exchange = exchange;
  shape.fields = fields;
  shape.beyond.resize(facts.dependence.kernels.size());
  for (int axis = 0; axis < shape.rank; ++axis) {
    const analysis::StepReach &reach = steps[static_cast<std::size_t>(axis)];
    shape.parts[axis] = parts[static_cast<std::size_t>(axis)];
    shape.tile[axis] =
        static_cast<int>((extents[axis] + shape.parts[axis] - 1) / shape.parts[axis]);
    shape.step.low[axis] = reach.low;
    shape.step.high[axis] = reach.high;
    const bool isWhole = shape.isWhole(axis);
    shape.isRound[axis] = !isWhole && facts.faces.isPeriodic(axis);
    shape.halo.low[axis] = isWhole ? reads.low[axis] : exchange * reach.low;
    shape.halo.high[axis] = isWhole ? reads.high[axis] : exchange * reach.high;
    for (std::size_t kernel = 0; kernel < reach.kernels.size() && !isWhole; ++kernel) {
      shape.beyond[kernel].low[axis] = reach.kernels[kernel].beyondLow;
      shape.beyond[kernel].high[axis] = reach.kernels[kernel].beyondHigh;
    }
  }
  return shape;
}

PersistentShape persistentShape(const analysis::Facts &facts, const std::vector<int> &parts,
                                int exchange) {
  return TileShapes(facts).make(parts, exchange);
}

} // namespace stencilc::schedules
