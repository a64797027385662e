/// \file Finds the ring buffers of a wavefront kernel, and how many planes each keeps.
#include "ir/Walk.h"
#include "schedules/wavefront/faces/Faces.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/shape/Shape.h"
#include <algorithm>
#include <climits>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Finds the ring buffers (planes in shared memory) of a kernel, and stores them in its shape.
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
  /// Adds a ring buffer (planes in shared memory) for each field that updates change. From the ring
  /// buffer, the first of the fused time steps reads the values at the start of the launch.
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

  /// Returns how many planes below the newest plane the lowest plane of `field` lies that is read
  /// in rows of other threads. Returns a large negative number if there is no such read, or if a
  /// face of the swept axis is a mirror or copy face.
  int lastRowsOf(ir::FieldId field) const {
    const int last = INT_MIN / 2;
    for (Side side : {Side::Low, Side::High})
      if (repeatedReach(facts, field, along, side))
        return last;
    const auto rows = shape.skew->reads.lastRows.find(field);
    return rows == shape.skew->reads.lastRows.end() ? last : rows->second;
  }

  /// Returns the age of the newest plane that a ring buffer must have for reads of `ages`, in
  /// planes behind the newest loaded one. Planes that threads copy are visible in other rows a step
  /// later. Tensor loads show planes to all threads at once.
  int firstOf(const ReadAges &ages) const {
    const int wait = program.rank() == 3 && !shape.loads.onlyTensors ? 1 : 0;
    return std::min(ages.firstOwn, ages.firstRows == INT_MAX ? INT_MAX : ages.firstRows - wait);
  }

  /// Adds the ring buffer of a field that never changes, from which all fused time steps read.
  /// `ages` says by how many planes the planes that the first time step reads lie behind the newest
  /// loaded plane.
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
  /// True if ring buffers may omit the oldest plane that is read, because each thread keeps its own
  /// rows of that plane in registers. This saves shared memory. It is set for three axes, if
  /// threads exchange rows at the edges of warps and a field that never changes has a ring buffer.
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
