/// \file Finds the frozen cells (which keep their values) of which a wavefront kernel has copies in
/// shared memory.
#include "kernel/build/Uniforms.h"
#include "plan/cost/Column.h"
#include "plan/cost/LaunchGrid.h"
#include "schedules/wavefront/faces/Faces.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

/// Returns true if, with three axes, the last tiles need not store frozen cells (which keep their
/// values). All stages must have the same frozen layer. Old values must be available for each
/// update, in registers or in copies in shared memory.
static bool canLeaveFrozen(const analysis::Facts &facts, const WavefrontShape &shape) {
  const TimeSkew &skew = *shape.skew;
  const ir::Program &program = facts.program;
  const int steps = shape.plan.steps;
  for (const ir::Stage &stage : program.stages) // all stages share one frozen layer in memory
    if (stage.frozen != program.stages.begin()->frozen ||
        (steps > 1 && program.fields[stage.target].levels > 1))
      return false;
  for (const auto &[field, age] : skew.ages) {
    const bool isShared = shape.plan.isWhole && skew.stages.size() == 1 &&
                          (steps == 1 || (exchangesRows(shape, field) && age <= 1));
    if (age < skew.lag && !isShared)
      return false;
  }
  return true;
}

bool canEndFlush(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const TileAxis &x = shape.tile.x, &y = shape.tile.y;
  if (program.rank() == 1 || x.ghost || x.ghostHigh || y.ghost || y.ghostHigh)
    return false;
  for (const ir::Stage &stage : program.stages)
    if (kernel::facesChange(program, stage.target)) // saved frozen cells never change
      return false;
  return program.rank() == 2 || canLeaveFrozen(facts, shape);
}

/// Returns the widths of the part of the frozen layer (cells that keep their values) of `stage`
/// that a tile ending exactly with the grid must restore. With two axes the widths along y are 0,
/// because y is swept. With three axes and a single time step they are 0 along y. They are then 0
/// along x, too, if the layer is a whole number of threads wide, because threads with only frozen
/// cells store nothing.
static Reach widthsOf(const WavefrontShape &shape, const ir::Stage &stage) {
  Reach widths = stage.frozen;
  if (!shape.faces.frozen.isCopied) { // a tile is one row
    widths.low[1] = widths.high[1] = 0;
  } else if (shape.plan.steps == 1) { // whole lanes and rows are not stored
    widths.low[1] = widths.high[1] = 0;
    for (int *cells : {&widths.low[0], &widths.high[0]})
      *cells = *cells % shape.plan.cells ? *cells : 0;
  }
  return widths;
}

/// Returns widths and capacity of the copies of frozen cells (which keep their values) of the field
/// that `stage` updates. The capacity is 0 if old values stay in registers. Returns `nullopt` if
/// tiles need not restore frozen cells.
static std::optional<FrozenStore> storeOf(const WavefrontShape &shape, const ir::Stage &stage) {
  const TimeSkew &skew = *shape.skew;
  FrozenStore store;
  store.widths = widthsOf(shape, stage);
  const auto &[low, high] = std::tie(store.widths.low, store.widths.high);
  if (!low[0] && !high[0] && !low[1] && !high[1])
    return {};
  if (shape.faces.frozen.isCopied && skew.ages.at(stage.target) < skew.lag) {
    store.age = skew.lag - (shape.ringOf(stage.target)->arrival - skew.arrival.at(stage.target));
    store.slots = (shape.plan.steps - 1) * skew.lag + store.age + 1;
  }
  return store;
}

/// Returns true if the last tiles may extend beyond the grid. Tensor-map loads (TMA) must then fill
/// all planes that tiles read, and shared memory must have copies of the frozen cells (which keep
/// their values) of all updated fields.
static bool canShift(const analysis::Facts &facts, const WavefrontShape &shape) {
  if (!shape.tile.endsFlush || !shape.loads.onlyTensors || !shape.loads.privateRings.empty())
    return false;
  for (const auto &[fieldLevel, reach] : facts.footprint.fieldLevels)
    if (fieldLevel.level < 0 || !shape.ringOf(fieldLevel.field))
      return false;
  const auto &stores = shape.faces.frozen.stores;
  return llvm::all_of(shape.skew->stages, [&](const StageSkew &stage) {
    const auto store = stores.find(facts.program.stages[stage.stage].target);
    return store != stores.end() && store->second.slots;
  });
}

/// Returns true if the last tile along x is shifted so that it ends some cells beyond the grid for
/// which the plan is made. A tile can be shifted by whole threads only, so this happens if rows of
/// the grid end among the cells of one thread. It is needed only if old values of frozen cells
/// (which keep their values) stay in registers, because these values belong to fixed threads.
static bool mustShiftCells(const ir::Program &program, const WavefrontShape &shape) {
  const auto nx = static_cast<int>(plannedExtents(program)[0]);
  const WavefrontTiles &tile = shape.tile;
  return tile.endsFlush && !tile.shifts && shape.loads.onlyTensors && shape.plan.steps > 1 &&
         nx >= tile.x.tile && !tile.x.canEndFlush(nx, tile.unit) &&
         llvm::all_of(shape.faces.frozen.stores,
                      [](const auto &field) { return field.second.slots == 0; });
}

void findFrozenStores(const analysis::Facts &facts, WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  if (shape.tile.endsFlush)
    for (const StageSkew &skewed : shape.skew->stages) {
      const ir::Stage &stage = program.stages[skewed.stage];
      if (const std::optional<FrozenStore> store = storeOf(shape, stage))
        shape.faces.frozen.stores[stage.target] = *store;
    }
  shape.tile.shifts = canShift(facts, shape);
  shape.tile.shiftsCells = mustShiftCells(program, shape);
}

int bytesOfFaces(const ir::Program &program, const WavefrontShape &shape) {
  int bytes = 0;
  for (const auto &[field, store] : shape.faces.frozen.stores) {
    if (!store.slots)
      continue;
    const auto &[low, high] = std::tie(store.widths.low, store.widths.high);
    const int across = std::max(1, low[0]) + std::max(1, high[0]);
    const int rows = std::max(1, low[1] + high[1]);
    bytes += store.slots * (across * shape.tile.y.tile + rows * shape.tile.x.tile) *
                 bytesOf(program.fields[field].storage) +
             3 * kAccessBytes;
  }
  if (shape.faces.images)
    bytes += (shape.tile.x.tile + shape.tile.y.tile) * static_cast<int>(sizeof(int));
  return bytes;
}

} // namespace stencilc::schedules
