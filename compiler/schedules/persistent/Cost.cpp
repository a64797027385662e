/// \file Predicts the cost of kernels that keep tiles of the grid in shared memory.
///
/// All blocks run at the same time, and each computes its tile. So the largest tile determines the
/// time of a step, including the halo cells that it computes redundantly. The constants are fitted
/// to a hand-written kernel of a 5-point update in f32 and f64, on grids of 256 x 256 to 1500 x
/// 1500 cells on an H200.
#include "schedules/persistent/Cost.h"
#include "ir/StorageTypes.h"
#include "plan/cost/Column.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>
#include <cmath>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Cycles that the update of a tile by one kernel takes in addition to its cells. They contain the
/// division of lines among warps, the first loads, and the barrier.
constexpr double kUpdateCycles = 500;
/// Cycles in which a warp waits for the operands of a group of cells.
constexpr double kGroupCycles = 30;
/// Cycles of a loop over the cells beyond faces, with its barrier, in blocks at a face.
constexpr double kFaceCycles = 250;
/// Seconds of an exchange between blocks, without the transfer of the cells, and seconds of a
/// launch.
constexpr double kMeetingSeconds = 1.0e-6, kCooperativeLaunch = 4e-6;
/// Instructions of a warp per group of cells that a thread computes together, and per cell. They
/// compute addresses and test for the end of the line.
constexpr double kGroupInstructions = 6, kUpdateInstructions = 1;
/// Fraction of the time of the resources other than the slowest one that does not overlap with it.
constexpr double kSlowerLoss = 0.6;
/// Bytes per cycle of a multiprocessor to and from L2.
constexpr double kStripBytesPerCycle = 32;
constexpr double kSharedBytesPerCycle = 128, kSchedulers = 4, kLanesOfWarp = 32;

/// Returns the number of rows of 32 cells that the busiest warp computes in a box of `extents`
/// cells.
double rowsOfWarp(const PersistentShape &shape, const double (&extents)[3]) {
  const double rows = std::ceil(extents[0] / kLanesOfWarp) * extents[1] * extents[2];
  return std::ceil(rows / shape.warps);
}

/// Returns the number of groups of cells along the last axis in which a thread computes `cells`
/// cells. The last cells are computed in smaller groups.
double groupsOf(double cells, int rows) {
  double groups = std::floor(cells / rows);
  for (auto left = static_cast<int>(cells - groups * rows); rows > 1 && left > 0; left %= rows) {
    rows /= 2;
    const int more = left / rows;
    groups += more;
  }
  return groups;
}

/// Returns the bytes of all time levels that blocks exchange, per cell.
double exchangedBytes(const PersistentShape &shape) {
  double bytes = 0;
  for (const TileField &field : shape.fields)
    bytes += field.isUpdated ? field.bytes * field.levels : 0;
  return bytes;
}

/// Returns the number of cells of the halo of a tile, or with `isAll` of the tile with its halo.
double cellsOfTile(const PersistentShape &shape, bool isAll) {
  double all = 1, own = 1;
  for (int axis = 0; axis < shape.rank; ++axis) {
    all *= shape.extent(axis);
    own *= shape.tile[axis];
  }
  return isAll ? all : all - own;
}

} // namespace

TileCosts::TileCosts(const analysis::Facts &facts, const Target &target)
    : facts(facts), target(target) {
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index)
    kernels.emplace_back(facts, index);
}

double TileCosts::loadsPerCell(std::size_t index, int rows, double &bytes) const {
  const int last = facts.program.lastAxis();
  const int together = last ? rows : 1;
  double loads = 0;
  bytes = 0;
  for (const auto &[fieldLevel, reads] : kernels[index].fieldLevels) {
    std::set<Offset, MemoryOrder> cells;
    for (const Offset &offset : reads.offsets)
      for (int row = 0; row < together; ++row) {
        Offset moved = offset;
        moved[last] += row;
        cells.insert(moved);
      }
    const double each = double(cells.size()) / together;
    loads += each;
    bytes += each * bytesOf(facts.program.fields[fieldLevel.field].storage);
  }
  return loads;
}

double TileCosts::cyclesOfRow(std::size_t index, int rows) const {
  double bytes = 0;
  const double loads = loadsPerCell(index, rows, bytes);
  for (ir::FieldId field : kernels[index].stored)
    bytes += bytesOf(facts.program.fields[field].storage);
  const double arithmetic = arithmeticInstructions(facts, index);
  const double issue = (arithmetic + loads + double(kernels[index].stored.size()) +
                        kUpdateInstructions + kGroupInstructions / rows) /
                       kSchedulers;
  const bool isDouble = facts.program.compute == ir::ScalarType::F64;
  const double rate = isDouble ? target.doublesPerCycle : target.singlesPerCycle;
  const double pipe = rate > 0 ? arithmetic * kLanesOfWarp / rate : 0;
  const double shared = bytes * kLanesOfWarp / kSharedBytesPerCycle;
  const double slowest = std::max({issue, pipe, shared});
  return slowest + kSlowerLoss * (shared + std::max(issue, pipe) - slowest);
}

const std::vector<double> &TileCosts::cyclesOfRows(int rows) {
  std::vector<double> &cycles = rowCycles[rows];
  for (std::size_t index = cycles.size(); index < kernels.size(); ++index)
    cycles.push_back(cyclesOfRow(index, rows));
  return cycles;
}

bool TileCosts::fillsFaces(const PersistentShape &shape) const {
  for (const TileField &field : shape.fields)
    for (int axis = 0; axis < shape.rank; ++axis)
      for (Side side : {Side::Low, Side::High})
        if (const analysis::Face &face = facts.faces.at(field.field, axis, side);
            face.reach && face.map() && !shape.isRound[axis])
          return true;
  return false;
}

/// Returns the cycles in which the largest tile is computed between two exchanges.
double TileCosts::cyclesOfRound(const PersistentShape &shape) {
  const std::vector<double> &row = cyclesOfRows(shape.rows);
  const double once = kUpdateCycles + (fillsFaces(shape) ? kFaceCycles : 0);
  double cycles = 0;
  for (std::size_t index = 0; index < kernels.size(); ++index)
    for (int round = 0; round < std::min(shape.exchange, shape.steps); ++round) {
      double extents[3] = {1, 1, 1};
      for (int axis = 0; axis < shape.rank; ++axis) {
        const int later = shape.exchange - 1 - round;
        extents[axis] = shape.tile[axis];
        if (!shape.isWhole(axis))
          extents[axis] += later * (shape.step.low[axis] + shape.step.high[axis]) +
                           shape.beyond[index].low[axis] + shape.beyond[index].high[axis];
      }
      const double rows = rowsOfWarp(shape, extents);
      cycles += rows * shape.warps * row[index] + kGroupCycles * groupsOf(rows, shape.rows) + once;
    }
  return cycles;
}

int TileCosts::registers(int rows) const {
  constexpr int kBase = 34;
  int most = 0;
  for (std::size_t index = 0; index < kernels.size(); ++index) {
    double bytes = 0;
    const double loads = loadsPerCell(index, rows, bytes) * rows;
    const auto words = double(wordsOf(facts.program.compute));
    const double stored = rows * double(kernels[index].stored.size());
    most = std::max(most, static_cast<int>((loads + stored) * words));
  }
  return kBase + most;
}

Estimate TileCosts::estimate(const PersistentShape &shape) { return estimate(shape, shape.steps); }

Estimate TileCosts::estimate(const PersistentShape &shape, int steps) {
  const double cells = cellsOf(plannedExtents(facts.program));
  const int rounds = (steps + shape.exchange - 1) / shape.exchange,
            inRound = std::min(shape.exchange, shape.steps);
  const double computing = cyclesOfRound(shape) / inRound * steps / target.clock;
  const double halo = shape.blocks() > 1 ? cellsOfTile(shape, false) : 0;
  const double bytes = exchangedBytes(shape);
  const double exchanging =
      (rounds - 1) * (kMeetingSeconds + 2 * halo * bytes / kStripBytesPerCycle / target.clock);
  const double loading =
      kCooperativeLaunch + (2 * cells * bytes / target.copyBandwidth +
                            cellsOfTile(shape, true) * bytes / kStripBytesPerCycle / target.clock);
  const double all = computing + exchanging + loading;
  const double perUpdate = kUpdates / (cells * steps);
  Estimate sum;
  sum.memoryBytes = 2 * bytes / steps;
  sum.memory = 2 * cells * bytes / target.copyBandwidth * perUpdate;
  sum.waiting = exchanging * perUpdate;
  sum.inside = computing * perUpdate;
  sum.issue = computing * perUpdate;
  sum.launch = kCooperativeLaunch * perUpdate;
  sum.seconds = all * perUpdate;
  sum.barriers = double(kernels.size());
  sum.work = cellsOfTile(shape, true) * shape.blocks() / cells;
  return sum;
}

} // namespace stencilc::schedules
