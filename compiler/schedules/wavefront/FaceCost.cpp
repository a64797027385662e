/// \file What a tile at faces costs, where it loads from places found once: instructions beside
/// those of other tiles, counted in compiled kernels (bench/log/2026-11-27-faces.md).
#include "ir/StorageTypes.h"
#include "plan/Column.h"
#include "plan/LaunchGrid.h"
#include "schedules/wavefront/Cost.h"
#include "schedules/wavefront/Repeats.h"
#include "schedules/wavefront/Traffic.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr double kPieceCost =
    30; // of a step: where a lane's piece of a row is, and whether it is one
constexpr double kRowCost = 16;     // to ask for a row: its place, an address, and a copy
constexpr double kCellCost = 8;     // beside it, for each cell that is copied alone
constexpr double kMemoryCost = 14;  // for a row that is read from memory
constexpr double kRepeatCost = 8;   // for a row and time step: a cell beyond a face of x put again
constexpr double kChooseCost = 0.7; // whether a cell at a face chooses itself; then for each word
constexpr double kShowCost = 30;    // where whole planes are exchanged: a row of them put again

/// A thread's instructions in a step of the sweep.
class FaceInstructions {
public:
  FaceInstructions(const analysis::Facts &facts, const WavefrontShape &shape)
      : facts(facts), shape(shape), rows(shape.plan.rows), steps(shape.plan.steps) {}

  double count() const { return brought() + read() + repeated(); }

private:
  /// To bring the planes of rings.
  double brought() const {
    std::set<ir::ScalarType> types;
    double sum = 0;
    for (const Ring &ring : shape.rings) {
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
  /// Whether lanes whose images are not side by side have to copy them one by one.
  bool splits(int piece) const { return plannedExtents(facts.program)[0] % piece != 0; }

  /// To read levels and fields that are in no ring.
  double read() const {
    std::set<analysis::FieldLevel> all;
    for (const auto &[stage, footprint] : facts.footprint.stages)
      for (const auto &[fieldLevel, reads] : footprint.fieldLevels)
        all.insert(fieldLevel);
    double sum = 0;
    for (const analysis::FieldLevel &fieldLevel : all)
      if (fieldLevel.level < 0 && !shape.ownRingOf(fieldLevel))
        sum += rows * std::min(-fieldLevel.level, steps) * kMemoryCost;
      else if (fieldLevel.level <= 0 && !shape.ringOf(fieldLevel.field))
        sum += rows * steps * kMemoryCost;
    return sum;
  }

  /// What new cells take where those beyond faces repeat them.
  double repeated() const {
    double sum = 0;
    for (const auto &[field, arrival] : shape.skew.arrival)
      sum += alongX(field) + alongY(field);
    return sum;
  }
  int sidesRepeated(ir::FieldId field, int axis) const {
    return (repeatedReach(facts, field, axis, Side::Low) > 0) +
           (repeatedReach(facts, field, axis, Side::High) > 0);
  }
  /// Cells are put a second time, or those that read beyond a face choose themselves.
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
  /// Rows likewise.
  double alongY(ir::FieldId field) const {
    const int sides = sidesRepeated(field, 1);
    if (shape.plan.isWhole)
      return sides ? rows * shape.exchangedSteps * kShowCost : 0;
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
  if (shape.repeatsAcross && repeatsAlong(facts, 0))
    return kMirror;
  const bool readsOthers = llvm::any_of(facts.footprint.fields, [&](const auto &read) {
    return !shape.skew.arrival.count(read.first);
  });
  return facts.faces.isPeriodic(0) && !readsOthers ? kPeriod : kOther;
}

int faceCostOf(const analysis::Facts &facts, const WavefrontShape &shape, const Target &target) {
  if (!shape.images)
    return 0;
  const double others = wavefrontTraffic(facts, shape, target, 1).instructions * shape.plan.cells *
                        shape.plan.rows * shape.plan.steps;
  return static_cast<int>(std::ceil(100 * (1 + FaceInstructions(facts, shape).count() / others)));
}

} // namespace stencilc::schedules
