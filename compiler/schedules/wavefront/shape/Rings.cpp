/// \file Computes the ring buffers of a wavefront kernel, and how many planes each of them has.
#include "ir/Walk.h"
#include "schedules/wavefront/faces/Faces.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/shape/Shape.h"
#include <algorithm>
#include <climits>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Computes the ring buffers (planes in shared memory) of a wavefront kernel, and stores them in
/// its shape.
class RingBuilder {
public:
  RingBuilder(const analysis::Facts &facts, WavefrontShape &shape)
      : facts(facts), program(facts.program), shape(shape), along(sweptAxis(facts.program)),
        spare(facts.program.rank() == 3 ? 2 : 1) {}

  void run() {
    const std::map<analysis::FieldLevel, ReadAges> &constants = shape.skew->reads.fromMemory;
    for (const auto &[fieldLevel, ages] : constants)
      canHold |= isReadInRing(facts, fieldLevel) && program.rank() == 3 && !shape.plan.isWhole;
    ringsOfUpdated();
    // The tiles of a line with lag 0 depend on no other tile.
    const bool isCheap = program.rank() == 1 && shape.skew->lag == 0;
    // Several time steps would load the same cells again and wait for them each time. Several
    // kernels need them beyond the stored cells.
    const bool isSingle = isSingleKernel(facts, shape.plan.steps);
    const bool isAgain = program.rank() == 3 && !isSingle;
    for (const auto &[fieldLevel, ages] : constants)
      if (isReadInRing(facts, fieldLevel) || (fieldLevel.level == 0 && (isCheap || isAgain)))
        ringOfConstant(fieldLevel.field, ages);
      else if (program.rank() == 3 && isSingle && isReadAtCell(facts, fieldLevel)) {
        const int first = firstOf(ages); // all reads are by the warp itself
        shape.loads.privateRings.push_back(
            {fieldLevel, first, ages.last - first, ages.last - first + 1 + shape.plan.ahead});
      }
  }

private:
  /// Adds to `shape.loads.rings` a ring buffer (planes in shared memory) for each field that
  /// updates change. The first fused time step reads the values at the start of the launch from it.
  /// Local fields, which are never in global memory, get none. Also sets
  /// `shape.faces.frozen.isFromRing`.
  void ringsOfUpdated() {
    const TimeSkew &skew = *shape.skew;
    const int steps = shape.plan.steps;
    const bool keepsOld = needsOld(facts, steps);
    // A few more rows in shared memory cost less than registers. Planes cost more.
    if (program.rank() == 2 && keepsOld)
      for (const auto &[field, age] : skew.ages)
        shape.faces.frozen.isFromRing |= age < skew.lag;
    for (const auto &[field, arrival] : skew.arrival) {
      if (program.fields[field].isLocal) // it is never in memory
        continue;
      Ring ring;
      // Tensor loads show a plane to all threads at once, so it need not be there before its first
      // use. Planes that threads copy are visible to others a step later. Frozen cells read their
      // old value when the new one is computed, which is a lag later.
      int wait = shape.loads.onlyTensors ? skew.youngest.at(field) : 0;
      if (keepsOld && !shape.tile.isUniform)
        wait = std::min(wait, skew.lag);
      ring.field = field;
      ring.arrival = arrival + wait;
      const bool readsOld =
          keepsOld && program.rank() > 1 && !shape.faces.frozen.isCopied && !shape.tile.isUniform;
      ring.ages = std::max(skew.ages.at(field), readsOld ? skew.lag : 0) - wait;
      if (shape.faces.frozen.isFromRing)
        ring.ages = std::max(ring.ages, steps * skew.lag);
      // If planes are exchanged, threads arrive at the barrier after the first time step has read
      // the ring buffer. Tensor loads may thus fill the slot a step later. For copies by threads,
      // racecheck asks for two steps. With several time levels, the second time step also reads the
      // ring buffer.
      const bool isRead = shape.plan.isWhole && steps > 1 && shape.loads.onlyTensors &&
                          program.fields[field].levels == 1;
      ring.isHeld = canHold && ring.ages + wait == lastRowsOf(field) + 1;
      ring.ages -= ring.isHeld;
      ring.slots = ring.ages + (isRead ? 1 : spare) + shape.plan.ahead;
      shape.loads.rings.push_back(ring);
    }
  }

  /// Returns the age (number of planes behind the newest plane) of the oldest plane of `field` that
  /// updates read at an offset along y. Returns a large negative number if no update reads it so,
  /// or if updates read `field` beyond a mirror or copy face of the swept axis.
  int lastRowsOf(ir::FieldId field) const {
    const int last = INT_MIN / 2;
    for (Side side : {Side::Low, Side::High})
      if (repeatedReach(facts, field, along, side))
        return last;
    const auto rows = shape.skew->reads.lastRows.find(field);
    return rows == shape.skew->reads.lastRows.end() ? last : rows->second;
  }

  /// Returns the smallest age (number of planes behind the newest loaded plane) of a plane that a
  /// ring buffer must provide. `ages` is the range of ages that updates read. If threads copy
  /// planes, other threads see a plane one step of the sweep later. With three axes, the smallest
  /// age of reads at an offset along y is therefore reduced by 1.
  int firstOf(const ReadAges &ages) const {
    const int wait = program.rank() == 3 && !shape.loads.onlyTensors ? 1 : 0;
    return std::min(ages.firstOwn, ages.firstRows == INT_MAX ? INT_MAX : ages.firstRows - wait);
  }

  /// Adds to `shape.loads.rings` the ring buffer of `field`, which no update changes. All fused
  /// time steps read from it. `ages` is the range of planes that the first time step reads, counted
  /// in planes behind the newest loaded plane.
  void ringOfConstant(ir::FieldId field, const ReadAges &ages) {
    Ring ring;
    ring.field = field;
    ring.arrival = firstOf(ages);
    ring.ages = (shape.plan.steps - 1) * shape.skew->lag + ages.last - ring.arrival;
    ring.isHeld = canHold && ages.last == ages.lastRows + 1;
    ring.ages -= ring.isHeld;
    ring.slots = ring.ages + spare + shape.plan.ahead;
    shape.loads.rings.push_back(ring);
  }

  const analysis::Facts &facts;
  const ir::Program &program;
  WavefrontShape &shape;
  const int along, spare;
  /// True if ring buffers may omit the oldest plane that updates read, which saves shared memory.
  /// Each thread then keeps its own rows of that plane in registers. Conditions: the program has
  /// three axes, threads exchange only rows at the edges of warps, and a field that no update
  /// changes needs a ring buffer.
  bool canHold = false;
};

} // namespace

bool isReadInRing(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel) {
  const ir::Program &program = facts.program;
  if (fieldLevel.level != 0)
    return false;
  if (ir::isUpdated(program, fieldLevel.field))
    return true;
  const auto read = facts.footprint.fieldLevels.find(fieldLevel);
  if (read == facts.footprint.fieldLevels.end())
    return false;
  for (int axis = 0; axis < sweptAxis(program); ++axis)
    if (read->second.low[axis] || read->second.high[axis])
      return true;
  return false;
}

bool isReadAtCell(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel) {
  const auto read = facts.footprint.fieldLevels.find(fieldLevel);
  return read == facts.footprint.fieldLevels.end() || read->second.isZero();
}

void makeRings(const analysis::Facts &facts, WavefrontShape &shape) {
  RingBuilder(facts, shape).run();
}

} // namespace stencilc::schedules
