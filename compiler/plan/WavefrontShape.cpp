/// \file The shape of a wavefront: tiles, halos, rings of planes in shared memory.
#include "plan/WavefrontShape.h"
#include "ir/Walk.h"
#include "plan/Column.h"
#include "plan/Repeats.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <climits>

namespace stencilc::plan {

namespace {

constexpr int kLanes = 32, kAccessBytes = 16, kSectorBytes = 32;
int roundUp(int value, int unit) { return (value + unit - 1) / unit * unit; }

class ShapeBuilder {
public:
  ShapeBuilder(const analysis::Facts &facts, const FusedPlan &plan)
      : facts(facts), program(facts.program), along(sweptAxis(facts.program)) {
    shape.plan = plan;
  }

  std::optional<WavefrontShape> run(std::string &reason) {
    const auto pipeline = makePipeline(
        facts,
        {shape.plan.laneDelay, program.rank() == 3 ? shape.plan.rowDelay : 0, shape.plan.ownDelay},
        reason);
    if (!pipeline)
      return std::nullopt;
    shape.pipeline = *pipeline;
    if (!makeTiles(reason))
      return std::nullopt;
    shape.endsFlush = canEndFlush();
    makeRings();
    measureSweep();
    makeRims();
    measureShared();
    shape.registers = estimateRegisters(facts, shape);
    return shape;
  }

private:
  int steps() const { return shape.plan.steps; }

  /// Cells of `axis` that are needed beyond a face: all that later steps compute from where the
  /// axis is periodic, what reads reach where a face gives values, none where cells are kept.
  int ghostOf(int axis, Side side) const {
    int ghost = 0;
    const int halo = steps() * shape.pipeline.perStep.of(axis, side);
    for (const auto &[field, reach] : facts.footprint.fields) {
      const ir::BoundaryKind kind = program.fields[field].at(axis, side).kind;
      if (!reach.of(axis, side))
        continue;
      if (kind == ir::BoundaryKind::Periodic)
        ghost = std::max(ghost, halo);
      else if (kind != ir::BoundaryKind::Keep && kind != ir::BoundaryKind::None)
        ghost = std::max(ghost, reach.of(axis, side));
    }
    return ghost;
  }

  /// Cells of `axis` beside those stored that the time steps need.
  int haloOf(int axis, Side side) const {
    const Reach &reach = shape.pipeline.perStep;
    return steps() * reach.of(axis, side) + repeatedHalo(facts, reach, axis, side);
  }

  int narrowestCell() const {
    int bytes = 8;
    for (const ir::FieldDecl &field : program.fields)
      bytes = std::min(bytes, bytesOf(field.storage));
    return bytes;
  }

  /// `unit`: tiles begin at multiples of it; `sector`: so do the cells they store.
  TileAxis tilesAlong(int axis, int tile, int unit, int sector) const {
    TileAxis shape{};
    const int high = haloOf(axis, Side::High);
    shape.tile = tile;
    shape.halo = roundUp(haloOf(axis, Side::Low), unit);
    shape.ghost = roundUp(ghostOf(axis, Side::Low), unit);
    shape.ghostHigh = ghostOf(axis, Side::High);
    shape.stride = (tile - shape.halo - high) / sector * sector;
    shape.first = (tile - shape.ghost - high) / sector * sector;
    return shape;
  }

  bool makeTiles(std::string &reason) {
    const FusedPlan &plan = shape.plan;
    const int narrowest = narrowestCell();
    shape.unit = std::max(plan.cells, kAccessBytes / narrowest);
    shape.x = tilesAlong(0, kLanes * plan.cells, shape.unit,
                         std::max(shape.unit, kSectorBytes / narrowest));
    shape.y = {1, 0, 1, 1, 0, 0};
    if (program.rank() == 3) {
      shape.y = tilesAlong(1, plan.warps * plan.rows, 1, 1);
      for (const auto &[field, reach] : shape.pipeline.cross) {
        shape.rowsLow = std::max(shape.rowsLow, reach.low[1]);
        shape.rowsHigh = std::max(shape.rowsHigh, reach.high[1]);
      }
      if (std::max(shape.rowsLow, shape.rowsHigh) > plan.rows) {
        reason = llvm::formatv("updates read {0} rows of the threads next to them, and a thread "
                               "has {1}; use rows={0}",
                               std::max(shape.rowsLow, shape.rowsHigh), plan.rows)
                     .str();
        return false;
      }
    }
    const auto share = [](const TileAxis &tiles) {
      return tiles.stride > 0 ? double(tiles.tile) / tiles.stride : 0;
    };
    shape.redundancy = share(shape.x) * share(shape.y);
    if (shape.redundancy <= 0 || shape.x.first <= 0 || shape.y.first <= 0) {
      reason = llvm::formatv("after {0} steps nothing is left of a tile of {1} x {2} cells, which "
                             "lose {3} and {4}; use fewer steps",
                             steps(), shape.x.tile, shape.y.tile, shape.x.tile - shape.x.stride,
                             shape.y.tile - shape.y.stride)
                   .str();
      return false;
    }
    shape.haloLow = haloOf(along, Side::Low);
    shape.haloHigh = haloOf(along, Side::High);
    shape.ghostLow = ghostOf(along, Side::Low);
    shape.ghostHigh = ghostOf(along, Side::High);
    return true;
  }

  void measureSweep() {
    // Parts of an update come first where they need no plane; those of the first plane updated,
    // which is as far behind the first one streamed as every stage reads, come later.
    int reads = INT_MAX;
    for (const auto &[stage, footprint] : facts.footprint.stages) {
      int low = 0;
      for (const auto &[stream, read] : footprint.streams)
        for (const Offset &offset : read.offsets)
          if (shape.pipeline.arrival.count(stream.field))
            low = std::max(low, -offset[along]);
      reads = std::min(reads, low);
    }
    shape.firstArrival = shape.pipeline.firstPart + reads;
    for (const Ring &ring : shape.rings)
      shape.firstArrival = std::min(shape.firstArrival, ring.arrival);
    if (program.rank() < 3)
      shape.firstArrival = std::min(shape.firstArrival, 0);
    shape.extraSteps = shape.haloLow - shape.firstArrival + (steps() - 1) * shape.pipeline.lag +
                       shape.pipeline.lastOut;
  }

  void makeRings() {
    const Pipeline &pipeline = shape.pipeline;
    const int spare = program.rank() == 3 ? 2 : 1; // see Wavefront.cu.mustache
    // A few rows more in shared memory are cheaper than registers; planes are not.
    if (program.rank() == 2 && needsOld(program))
      for (const auto &[field, age] : pipeline.ages)
        shape.stillFromRing |= age < pipeline.lag;
    for (const auto &[field, arrival] : pipeline.arrival) {
      Ring ring;
      // Planes that tensor loads bring are there for all threads at once: they are new when
      // something is done with them. Else others see what a thread has brought a step later.
      const bool isForAll = shape.plan.tensors && keepsEverywhere(program);
      const int wait = isForAll ? pipeline.youngest.at(field) : 0;
      ring.field = field;
      ring.arrival = arrival + wait;
      const bool readsOld = needsOld(program) && program.rank() > 1 && !shape.endsFlush;
      ring.ages = std::max(pipeline.ages.at(field), readsOld ? pipeline.lag : 0) - wait;
      if (shape.stillFromRing)
        ring.ages = std::max(ring.ages, steps() * pipeline.lag);
      // Where planes are exchanged, a thread arrives after the first time step has read the ring,
      // which tensor loads may fill a step later. (For copies by threads racecheck asks for two.)
      const bool isRead = shape.plan.isWhole && steps() > 1 && isForAll;
      ring.slots = ring.ages + (isRead ? 1 : spare) + shape.plan.ahead;
      shape.rings.push_back(ring);
    }
    // Fields that never change and whose neighbours are read; all time steps read them.
    std::map<ir::FieldId, std::pair<int, int>> ages; // youngest, oldest
    for (const StagePipeline &stage : pipeline.stages) {
      std::set<ir::FieldId> crossing;
      const auto visit = [&](ir::ExprId operand, int time) {
        for (ir::ExprId id : ir::reachableFrom(program, {operand})) {
          if (!stage.anyTime.count(id))
            continue;
          const auto *read = std::get_if<ir::Read>(&program[id].node);
          if (!read)
            continue;
          const int age = time - read->offset[along];
          const auto [entry, isNew] = ages.try_emplace(read->field, age, age);
          entry->second.first = std::min(entry->second.first, age);
          entry->second.second = std::max(entry->second.second, age);
        }
      };
      for (const auto &[id, time] : stage.at)
        ir::forEachOperand(program[id].node, [&, time = time](ir::ExprId operand) {
          if (stage.anyTime.count(operand))
            visit(operand, time);
        });
      if (stage.anyTime.count(program.stages[stage.stage].value))
        visit(program.stages[stage.stage].value, stage.out);
    }
    for (const auto &[field, range] : ages) {
      bool isCrossed = false;
      for (const auto &[stage, footprint] : facts.footprint.stages)
        for (const auto &[stream, read] : footprint.streams)
          if (stream.field == field)
            for (const Offset &offset : read.offsets)
              for (int axis = 0; axis < along; ++axis)
                isCrossed |= offset[axis] != 0;
      const bool isCheap = program.rank() == 1 && pipeline.lag == 0; // no tile waits for others
      if (!isCrossed && !isCheap)
        continue; // each thread loads its own cells when it needs them
      Ring ring;
      ring.field = field;
      ring.arrival = range.first;
      ring.ages = (steps() - 1) * pipeline.lag + range.second - range.first;
      ring.slots = ring.ages + spare + shape.plan.ahead;
      shape.rings.push_back(ring);
    }
  }

  /// Old values come from the registers that hold new cells; or new cells are put back in shared
  /// memory, and no register holds them.
  bool canEndFlush() const {
    if (program.rank() != 3 || shape.x.ghost || shape.x.ghostHigh || shape.y.ghost ||
        shape.y.ghostHigh)
      return false;
    const Pipeline &pipeline = shape.pipeline;
    for (const ir::Stage &stage : program.stages) // one rim in memory for all
      if (stage.rim != program.stages.begin()->rim ||
          (steps() > 1 && program.fields[stage.target].levels > 1))
        return false;
    for (const auto &[field, age] : pipeline.ages) {
      const bool isShared = shape.plan.isWhole && pipeline.stages.size() == 1 &&
                            (steps() == 1 || (exchangesRows(shape, field) && age <= 1));
      if (age < pipeline.lag && !isShared)
        return false;
    }
    return true;
  }

  void makeRims() {
    if (!shape.endsFlush)
      return;
    const Pipeline &pipeline = shape.pipeline;
    for (const StagePipeline &stage : pipeline.stages) {
      const ir::FieldId field = program.stages[stage.stage].target;
      RimStore store;
      store.rim = program.stages[stage.stage].rim;
      if (steps() == 1) { // whole lanes and rows are not stored
        store.rim.low[1] = store.rim.high[1] = 0;
        for (int *cells : {&store.rim.low[0], &store.rim.high[0]})
          *cells = *cells % shape.plan.cells ? *cells : 0;
      }
      if (!store.rim.low[0] && !store.rim.high[0] && !store.rim.low[1] && !store.rim.high[1])
        continue;
      if (pipeline.ages.at(field) < pipeline.lag) {
        store.age = pipeline.lag - (shape.ringOf(field)->arrival - pipeline.arrival.at(field));
        store.slots = (steps() - 1) * pipeline.lag + store.age + 1;
      }
      shape.rims[field] = store;
    }
  }

  int rimBytes(const RimStore &store, int cell) const {
    const int across = std::max(1, store.rim.low[0]) + std::max(1, store.rim.high[0]);
    const int rows = std::max(1, store.rim.low[1] + store.rim.high[1]);
    return store.slots * (across * shape.y.tile + rows * shape.x.tile) * cell + 3 * kAccessBytes;
  }

  /// Whether a stage reads neighbours of what an earlier one has computed in the same time step.
  bool readsNewRows() const {
    for (const StagePipeline &stage : shape.pipeline.stages)
      for (const auto &[id, time] : stage.at)
        if (const auto *read = std::get_if<ir::Read>(&program[id].node); read && read->level == 1)
          return true;
    return false;
  }

  void measureShared() {
    const int teams = program.rank() == 3 ? 1 : shape.plan.warps;
    const int rowCells = shape.x.tile, planeCells = rowCells * shape.y.tile;
    int bytes = 0;
    for (const Ring &ring : shape.rings)
      bytes += teams * ring.slots * planeCells * bytesOf(program.fields[ring.field].storage);
    for (const auto &[field, store] : shape.rims)
      bytes += rimBytes(store, bytesOf(program.fields[field].storage));
    for (ir::FieldId field : shape.exchanged(program)) {
      const int cell = bytesOf(program.fields[field].storage);
      const int levels = shape.exchangedSteps = steps() - 1 + readsNewRows();
      if (levels == 0)
        continue;
      if (shape.plan.isWhole)
        bytes += 3 * levels * planeCells * cell;
      else
        bytes += 2 * levels * shape.plan.warps * (shape.rowsLow + shape.rowsHigh) * rowCells * cell;
    }
    shape.sharedBytes = roundUp(bytes, 128) + (program.rank() == 3 ? 128 : 0); // and barriers
  }

  const analysis::Facts &facts;
  const ir::Program &program;
  const int along;
  WavefrontShape shape;
};

} // namespace

const Ring *WavefrontShape::ringOf(ir::FieldId field) const {
  for (const Ring &ring : rings)
    if (ring.field == field)
      return &ring;
  return nullptr;
}

bool WavefrontShape::readsDiagonals(const analysis::Facts &facts, ir::FieldId field) const {
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[stream, read] : footprint.streams)
      if (stream.field == field)
        for (const Offset &offset : read.offsets)
          if (offset[0] && offset[1])
            return true;
  return false;
}

bool needsOld(const ir::Program &program) {
  for (const ir::Stage &stage : program.stages) {
    if (!stage.rim.isZero())
      return true;
    for (const auto &faces : program.fields[stage.target].boundary)
      for (const ir::Boundary &face : faces)
        if (face.kind == ir::BoundaryKind::Fixed)
          return true;
  }
  return false;
}

bool keepsAlong(const ir::FieldDecl &field, int axis) {
  for (const ir::Boundary &face : field.boundary[axis])
    if (face.kind != ir::BoundaryKind::Keep && face.kind != ir::BoundaryKind::None)
      return false;
  return true;
}

bool keepsEverywhere(const ir::Program &program) {
  for (const ir::FieldDecl &field : program.fields)
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (!keepsAlong(field, axis))
        return false;
  return true;
}

bool isPeriodic(const analysis::Facts &facts, int axis) {
  for (const auto &[field, reach] : facts.footprint.fields)
    for (Side side : {Side::Low, Side::High})
      if (reach.of(axis, side) &&
          facts.program.fields[field].at(axis, side).kind == ir::BoundaryKind::Periodic)
        return true;
  return false;
}

bool exchangesRows(const WavefrontShape &shape, ir::FieldId field) {
  const auto reach = shape.pipeline.cross.find(field);
  return shape.y.tile > 1 && reach != shape.pipeline.cross.end() &&
         (reach->second.low[1] || reach->second.high[1]);
}

std::vector<ir::FieldId> WavefrontShape::exchanged(const ir::Program &program) const {
  std::vector<ir::FieldId> list;
  if (program.rank() == 3)
    for (const auto &[field, reach] : pipeline.cross)
      if (exchangesRows(*this, field) || plan.isWhole)
        list.push_back(field);
  return list;
}

std::optional<WavefrontShape> makeWavefrontShape(const analysis::Facts &facts,
                                                 const FusedPlan &plan, std::string &reason) {
  return ShapeBuilder(facts, plan).run(reason);
}

} // namespace stencilc::plan
