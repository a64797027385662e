/// \file Computes the shape of a wavefront kernel: tiles, halos, and sizes in shared memory.
#include "schedules/wavefront/shape/Shape.h"
#include "kernel/build/Uniforms.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/cost/Cost.h"
#include "schedules/wavefront/faces/Faces.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

int roundUp(int value, int unit) { return (value + unit - 1) / unit * unit; }

/// Computes the shape (tile and buffer sizes) of a wavefront kernel from the options of a plan and
/// the time skew (when each part of an update is computed).
class ShapeBuilder {
public:
  ShapeBuilder(const analysis::Facts &facts, const WavefrontOptions &plan,
               std::shared_ptr<const TimeSkew> skew)
      : facts(facts), program(facts.program), along(sweptAxis(facts.program)) {
    shape.plan = plan;
    shape.skew = std::move(skew);
    shape.loads.onlyTensors = plan.tensors() && tensorsGiveAll(facts);
    shape.tile.isUniform = isUniform(facts, shape);
  }

  /// Returns the division of the x axis into tiles. Returns `nullopt` if such tiles are not
  /// possible, for example if their halos leave no cell to store.
  std::optional<TileAxis> tilesAcross() {
    std::string reason;
    return makeTiles(reason) ? std::optional(shape.tile.x) : std::nullopt;
  }

  std::optional<WavefrontShape> run(std::string &reason) {
    if (!scalarsFit(reason) || !makeTiles(reason))
      return std::nullopt;
    findFaces(facts, shape);
    makeRings(facts, shape);
    if (program.rank() == 2)
      shape.pace.chunksAtEnds = chunksAtEnds(facts, shape);
    measureSweep();
    findFrozenStores(facts, shape);
    measureShared();
    std::optional<std::vector<Replay>> replays = findReplays(facts, shape, reason);
    if (!replays)
      return std::nullopt;
    shape.sweep.replays = std::move(*replays);
    shape.block.registers = estimateRegisters(facts, shape);
    return shape;
  }

private:
  int steps() const { return shape.plan.steps; }

  /// Returns true if the scalars of all fused time steps fit into the arguments of a kernel.
  /// Otherwise returns false and sets `reason` to a text for the user.
  bool scalarsFit(std::string &reason) const {
    constexpr int kMostBytes = 2048; // of 4 KiB for all arguments
    const int bytes = kernel::bytesOfStep(program) * kernel::hostSteps(program, steps()).count;
    if (bytes <= kMostBytes)
      return true;
    reason =
        llvm::formatv("the scalars of {0} steps take {1} bytes, and a kernel gets at most {2}; "
                      "use fewer steps",
                      steps(), bytes, kMostBytes)
            .str();
    return false;
  }

  /// Returns the width in cells of the halo that a tile needs on `side` of `axis` for all fused
  /// time steps together.
  int haloOf(int axis, Side side) const {
    return shape.skew->lostCells(steps(), axis, side) +
           repeatedHalo(facts, *shape.skew, steps(), axis, side);
  }

  int ghostOf(int axis, Side side) const { return ghostCells(facts, shape, axis, side); }

  int narrowestCell() const {
    int bytes = 8;
    for (const ir::FieldDecl &field : program.fields)
      bytes = std::min(bytes, bytesOf(field.storage));
    return bytes;
  }

  /// Returns tiles of `tile` cells along `axis`, halos included. The first cell of a tile is a
  /// multiple of `unit`, and the first cell that it stores is a multiple of `sector`.
  TileAxis tilesAlong(int axis, int tile, int unit, int sector) const {
    TileAxis tiles{};
    const int high = haloOf(axis, Side::High);
    tiles.tile = tile;
    tiles.halo = roundUp(haloOf(axis, Side::Low), unit);
    tiles.ghost = roundUp(ghostOf(axis, Side::Low), unit);
    tiles.ghostHigh = ghostOf(axis, Side::High);
    tiles.stride = (tile - tiles.halo - high) / sector * sector;
    tiles.first = (tile - tiles.ghost - high) / sector * sector;
    return tiles;
  }

  /// Returns the alignment of tiles along x, in cells: the x coordinate of a tile's first cell is a
  /// multiple of it. `narrowest` is the size in bytes of the smallest cell of any field. The result
  /// is max(cells of a thread, 16 / `narrowest`). With two axes, cells of 4 bytes and no ghost
  /// cells (beyond the grid) it is 4, so that halos are rounded up less. In f64 this is slower
  /// (bench/log/reasons/2026-11-28-equal-shares.md).
  int unitOf(int narrowest) const {
    const int access = kAccessBytes / narrowest;
    const bool isFree =
        program.rank() == 2 && narrowest == 4 && !ghostOf(0, Side::Low) && !ghostOf(0, Side::High);
    return isFree ? access : std::max(shape.plan.cells, access);
  }

  /// Sets the tiles and halos of `shape`, and the numbers of rows that threads exchange. Returns
  /// false and sets `reason` to a text for the user in two cases: tiles would store no cell, or
  /// updates read more rows of a neighbouring thread than it has.
  bool makeTiles(std::string &reason) {
    const WavefrontOptions &plan = shape.plan;
    const int narrowest = narrowestCell();
    shape.tile.unit = unitOf(narrowest);
    const int sector = std::max({plan.cells, shape.tile.unit, plan.align / narrowest});
    shape.tile.x = tilesAlong(0, plan.width() * plan.cells, shape.tile.unit, sector);
    shape.tile.y = {1, 0, 1, 1, 0, 0};
    if (shape.tile.isUniform) {
      // Rows of tensor loads that begin inside a memory sector took up to a quarter longer.
      shape.tile.x = tilesAround(0, plan.width() * plan.cells, sector);
      shape.tile.y = tilesAround(1, plan.allTeams() * plan.rows, 1);
    } else if (program.rank() == 3) {
      shape.tile.y = tilesAlong(1, plan.allTeams() * plan.rows, 1, 1);
      for (const auto &[field, reach] : shape.skew->cross) {
        shape.exchange.rowsLow = std::max(shape.exchange.rowsLow, reach.low[1]);
        shape.exchange.rowsHigh = std::max(shape.exchange.rowsHigh, reach.high[1]);
      }
      if (std::max(shape.exchange.rowsLow, shape.exchange.rowsHigh) > plan.rows) {
        reason = llvm::formatv("updates read {0} rows of the threads next to them, and a thread "
                               "has {1}; use rows={0}",
                               std::max(shape.exchange.rowsLow, shape.exchange.rowsHigh), plan.rows)
                     .str();
        return false;
      }
    }
    shape.tile.planeX = roundUp(shape.tile.x.tile,
                                shape.tile.isUniform ? kSectorBytes / narrowest : shape.tile.unit);
    shape.tile.planeY = shape.tile.y.tile;
    while (shape.tile.isUniform && shape.tile.planeX * shape.tile.planeY * narrowest % kLineBytes)
      ++shape.tile.planeY;
    if (shape.tile.x.stride > 0 && shape.tile.y.stride > 0)
      shape.tile.redundancy =
          double(shape.tile.planeX) / shape.tile.x.stride * shape.tile.planeY / shape.tile.y.stride;
    else
      shape.tile.redundancy = 0;
    if (shape.tile.redundancy <= 0 || shape.tile.x.first <= 0 || shape.tile.y.first <= 0) {
      reason = llvm::formatv("after {0} a tile of {1} x {2} cells has none left to store, because "
                             "it loses {3} and {4}; use fewer steps",
                             counted(steps(), "step"), shape.tile.x.tile, shape.tile.y.tile,
                             shape.tile.x.tile - shape.tile.x.stride,
                             shape.tile.y.tile - shape.tile.y.stride)
                   .str();
      return false;
    }
    shape.sweep.haloLow = haloOf(along, Side::Low);
    shape.sweep.haloHigh = haloOf(along, Side::High);
    shape.sweep.ghostLow = ghostOf(along, Side::Low);
    shape.sweep.ghostHigh = ghostOf(along, Side::High);
    return true;
  }

  /// Sets `sweep.firstArrival` (index of the first step of a sweep minus that of the lowest plane
  /// that it needs) and `sweep.extraSteps` (steps of a sweep minus planes that a block stores).
  void measureSweep() {
    // The first updated plane lies `planesBack` planes after the first loaded one, because every
    // stage reads that far back. Its first part is due at time `firstPart`.
    shape.sweep.firstArrival = shape.skew->firstPart + shape.skew->reads.planesBack;
    for (const Ring &ring : shape.loads.rings)
      shape.sweep.firstArrival = std::min(shape.sweep.firstArrival, ring.arrival);
    if (program.rank() < 3)
      shape.sweep.firstArrival = std::min(shape.sweep.firstArrival, 0);
    shape.sweep.extraSteps = shape.sweep.haloLow - shape.sweep.firstArrival +
                             (steps() - 1) * shape.skew->lag + shape.skew->lastOut;
  }

  /// Returns tiles along `axis` whose threads compute and store `threads` cells of each row or
  /// column. Halos on both sides of these cells are only loaded. The low halo is rounded up to a
  /// multiple of `unit` cells.
  TileAxis tilesAround(int axis, int threads, int unit) const {
    TileAxis tiles{1, 0, 1, 1, 0, 0};
    tiles.halo = tiles.ghost = roundUp(haloOf(axis, Side::Low), unit);
    tiles.ghostHigh = haloOf(axis, Side::High);
    tiles.stride = tiles.first = threads;
    tiles.tile = tiles.halo + threads + tiles.ghostHigh;
    return tiles;
  }

  /// Computes how many fused time steps exchange cells between threads through shared memory
  /// (`exchange.steps`), and the bytes of shared memory that a block needs (`block.sharedBytes`).
  /// Stores both in `shape`.
  void measureShared() {
    const int teams = program.rank() == 3 ? 1 : shape.plan.warps;
    const int rowCells = shape.tile.x.tile, planeCells = shape.tile.planeX * shape.tile.planeY;
    int bytes = 0;
    for (const Ring &ring : shape.loads.rings)
      bytes += teams * ring.slots * planeCells * bytesOf(program.fields[ring.field].storage);
    for (const PrivateRing &ring : shape.loads.privateRings)
      bytes += ring.slots * shape.computedCells() *
               bytesOf(program.fields[ring.fieldLevel.field].storage);
    bytes += bytesOfFaces(program, shape);
    for (ir::FieldId field : shape.exchanged(program)) {
      const int cell = bytesOf(program.fields[field].storage);
      const int levels = shape.exchange.steps = steps() - 1 + shape.skew->reads.readsNew;
      if (levels == 0)
        continue;
      if (shape.plan.isWhole)
        bytes += 3 * levels * planeCells * cell;
      else
        bytes += 2 * levels * shape.plan.allTeams() *
                 (shape.exchange.rowsLow + shape.exchange.rowsHigh) * rowCells * cell;
    }
    shape.block.sharedBytes = roundUp(bytes, 128) + (program.rank() == 3 ? 128 : 0); // and barriers
  }

  const analysis::Facts &facts;
  const ir::Program &program;
  const int along;
  WavefrontShape shape;
};

} // namespace

const Ring *WavefrontShape::ringOf(ir::FieldId field) const {
  for (const Ring &ring : loads.rings)
    if (ring.field == field)
      return &ring;
  return nullptr;
}

const PrivateRing *WavefrontShape::privateRingOf(const analysis::FieldLevel &fieldLevel) const {
  for (const PrivateRing &ring : loads.privateRings)
    if (ring.fieldLevel == fieldLevel)
      return &ring;
  return nullptr;
}

const Replay *WavefrontShape::replayOf(ir::StageId stage) const {
  for (const Replay &replay : sweep.replays)
    if (replay.stage == stage)
      return &replay;
  return nullptr;
}

bool exchangesRows(const WavefrontShape &shape, ir::FieldId field) {
  const auto reach = shape.skew->cross.find(field);
  return shape.tile.y.tile > 1 && reach != shape.skew->cross.end() &&
         (reach->second.low[1] || reach->second.high[1]);
}

std::vector<ir::FieldId> WavefrontShape::exchanged(const ir::Program &program) const {
  std::vector<ir::FieldId> list;
  if (program.rank() == 3)
    for (const auto &[field, reach] : skew->cross)
      if (exchangesRows(*this, field) || plan.isWhole)
        list.push_back(field);
  return list;
}

std::optional<WavefrontShape> shapeOf(const analysis::Facts &facts, const WavefrontOptions &plan,
                                      std::shared_ptr<const TimeSkew> skew, std::string &reason) {
  return ShapeBuilder(facts, plan, std::move(skew)).run(reason);
}

std::optional<TileAxis> tilesAcross(const analysis::Facts &facts, const WavefrontOptions &plan,
                                    std::shared_ptr<const TimeSkew> skew) {
  return ShapeBuilder(facts, plan, std::move(skew)).tilesAcross();
}

} // namespace stencilc::schedules
