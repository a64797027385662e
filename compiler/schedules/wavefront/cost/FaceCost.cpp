/// \file Cost of a tile at faces that loads ghost cells from the cells of the grid with the same
/// values.
///
/// Tiles at faces execute more instructions than inner tiles. The numbers of these instructions
/// were counted in compiled kernels (bench/log/reasons/2026-11-27-faces.md).
#include "ir/StorageTypes.h"
#include "plan/cost/Column.h"
#include "plan/cost/LaunchGrid.h"
#include "schedules/wavefront/cost/Cost.h"
#include "schedules/wavefront/cost/Traffic.h"
#include "schedules/wavefront/faces/Repeats.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Additional instructions of a thread in a tile at faces. The comments name the unit to which each
/// number refers.
constexpr double kPieceCost = 30;   // per step: find a lane's piece, test if it is contiguous
constexpr double kRowCost = 16;     // per row: index, address and copy
constexpr double kCellCost = 8;     // per cell that is copied alone
constexpr double kMemoryCost = 14;  // per row that is loaded from global memory
constexpr double kRepeatCost = 8;   // per row and time step: store a ghost cell along x
constexpr double kChooseCost = 0.7; // per cell, then per word: test for a cell at a face
constexpr double kShowCost = 30;    // per row if whole planes are exchanged: store a ghost row

/// Counter of the instructions that a thread executes per step of the sweep in tiles at faces, in
/// addition to those of inner tiles.
class FaceInstructions {
public:
  FaceInstructions(const analysis::Facts &facts, const WavefrontShape &shape)
      : facts(facts), shape(shape), rows(shape.plan.rows), steps(shape.plan.steps) {}

  double count() const { return brought() + read() + repeated(); }

private:
  /// Returns how many additional instructions a thread executes, per step of the sweep, to copy
  /// planes with ghost cells to ring buffers in shared memory.
  double brought() const {
    std::set<ir::ScalarType> types;
    double sum = 0;
    for (const Ring &ring : shape.loads.rings) {
      const ir::ScalarType type = facts.program.fields[ring.field].storage;
      const int lane = shape.plan.cells * bytesOf(type), pieces = ceilDiv(lane, kAccessBytes);
      if (types.insert(type).second)
        sum += pieces * kPieceCost;
      sum += rows * pieces * kRowCost;
      if (splits(shape.plan.cells / pieces))
        sum += rows * shape.plan.cells * kCellCost;
    }
    return sum;
  }
  /// Returns true if a thread may have to copy `piece` cells one by one instead of by one access.
  /// Ghost cells are copied from cells of the grid with the same values, which need not be
  /// adjacent.
  bool splits(int piece) const { return plannedExtents(facts.program)[0] % piece != 0; }

  /// Returns how many additional instructions a thread executes, per step of the sweep, to load
  /// rows with ghost cells directly from global memory. These are the rows of fields and time
  /// levels without a ring buffer in shared memory.
  double read() const {
    double sum = 0;
    for (const auto &[fieldLevel, reach] : facts.footprint.fieldLevels)
      if (fieldLevel.level < 0 && !shape.privateRingOf(fieldLevel))
        sum += rows * std::min(-fieldLevel.level, steps) * kMemoryCost;
      else if (fieldLevel.level <= 0 && !shape.ringOf(fieldLevel.field))
        sum += rows * steps * kMemoryCost;
    return sum;
  }

  /// Returns how many additional instructions a thread executes, per step of the sweep, to fill
  /// ghost cells at mirror and copy faces from cells that the fused time steps compute.
  double repeated() const {
    double sum = 0;
    for (const auto &[field, arrival] : shape.skew->arrival)
      sum += alongX(field) + alongY(field);
    return sum;
  }
  int sidesRepeated(ir::FieldId field, int axis) const {
    return (repeatedReach(facts, field, axis, Side::Low) > 0) +
           (repeatedReach(facts, field, axis, Side::High) > 0);
  }
  /// Returns how many additional instructions a thread executes, per step of the sweep, for ghost
  /// cells of `field` beyond mirror and copy faces of x. Each new cell near the face is stored a
  /// second time. If ghost cells have the value of the cell at the face, each read beyond the face
  /// instead selects this cell.
  double alongX(ir::FieldId field) const {
    if (!sidesRepeated(field, 0))
      return 0;
    if (!repeatsOutermost(facts, 0))
      return rows * steps * kRepeatCost *
             std::max(repeatedReach(facts, field, 0, Side::Low),
                      repeatedReach(facts, field, 0, Side::High));
    const double beside = facts.footprint.readsDiagonals(field) ? 3 : 1; // rows read there
    return rows * steps * beside * (shape.plan.cells + 1) * (kChooseCost + wordsOf(field));
  }
  /// Returns how many additional instructions a thread executes, per step of the sweep, for ghost
  /// rows of `field` beyond mirror and copy faces of y.
  double alongY(ir::FieldId field) const {
    const int sides = sidesRepeated(field, 1);
    if (shape.plan.isWhole)
      return sides ? rows * shape.exchange.steps * kShowCost : 0;
    return double(sides) * rows * (steps - 1) * (shape.plan.cells * wordsOf(field) + kChooseCost);
  }
  int wordsOf(ir::FieldId field) const {
    return plan::wordsOf(facts.program.fields[field].storage);
  }

  const analysis::Facts &facts;
  const WavefrontShape &shape;
  const int rows, steps;
};

} // namespace

int chunksAtEnds(const analysis::Facts &facts, const WavefrontShape &shape) {
  constexpr int kMirror = 4, kPeriod = 2, kOther = 3;
  if (shape.faces.repeatsAcross && repeatsAlong(facts, 0))
    return kMirror;
  const bool readsOthers = llvm::any_of(facts.footprint.fields, [&](const auto &read) {
    return !shape.skew->arrival.count(read.first);
  });
  return facts.faces.isPeriodic(0) && !readsOthers ? kPeriod : kOther;
}

int faceCostOf(const analysis::Facts &facts, const WavefrontShape &shape, const Target &target) {
  if (!shape.faces.images)
    return 0;
  const double others = wavefrontTraffic(facts, shape, target, 1).instructions * shape.plan.cells *
                        shape.plan.rows * shape.plan.steps;
  return static_cast<int>(std::ceil(100 * (1 + FaceInstructions(facts, shape).count() / others)));
}

} // namespace stencilc::schedules
