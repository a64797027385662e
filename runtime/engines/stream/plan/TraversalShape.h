/// \file Geometry of a traversal (pass of all planes) of a domain that is larger than device
/// memory: chunks (planes of one launch), levels (launches in the order of time steps), shifts, and
/// sizes of ring buffers.
///
/// All numbers are planes along the last axis. The methods (`method` of --schedule=stream) are
/// named as in Jin, Endo and Matsuoka ("A parallel optimization method for stencil computation on
/// the domain that is bigger than memory capacity of GPUs"). With most methods, chunks are
/// parallelograms over planes and time. A chunk at level j is the chunk at level 0, moved back by
/// shift(j), so that it reads nothing of the next chunk.
///
///      time ^      chunk i-1     chunk i
///           |   \             \             \  .
///   level 2 |    \             \             \  .
///   level 1 |     \             \             \  .
///   level 0 |      \_____________\_____________\  .
///           +--------------------------------------> plane
///
/// Planes of levels j and j+1 are in different buffers, each in the slot of its index. Level j+2
/// overwrites planes of level j, but only planes that are no longer needed. So the planes that a
/// chunk reads of the previous chunk are still stored.
///
/// After the last plane of the domain further chunks follow, at the last levels only. They copy
/// nothing to the device, so that planes of the next traversal can be copied at the same time.
///
/// With method n (one time step in each traversal) and method t (several), chunks are trapezoids:
/// they become wider towards level 0, do not move, and compute some planes twice.
///
/// In a chain, planes pass through several devices one after the other. Each computes some levels
/// of every chunk, and all of the above holds for each device (onDevice()).
#pragma once

#include "stencilc/Description.h"
#include <algorithm>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Values of TraversalLevel::kernel that are no kernel number: a launch that fuses several time
/// steps, and the reduction of planes for reports.
constexpr int kFusedSteps = -1, kReduction = -2;

/// A level of a traversal (pass of all planes): one launch for each chunk of planes. The launch
/// executes a kernel of one time step, several fused steps, or a reduction.
struct TraversalLevel {
  int kernel = 0;
  int steps = 1; // time steps completed by it; 0 for a kernel that is not the last of a step
  int shift = 0; // planes by which it trails the planes read from the host
  int reach = 0; // planes that it reads on either side
  int globalReduction =
      -1; // for a reduction: the in-step reduction (a reduction within a step); -1: reports
  // On slabs: planes that it computes beyond the part, for later launches before an exchange.
  int beyondLow = 0, beyondHigh = 0;
};

/// Properties of a field that an out-of-core run needs: numbers of time levels and of buffers.
struct TraversedField {
  int levels = 1, buffers = 1;
  bool isUpdated = false;

  /// Returns the index of the buffer that holds time level `level` (0: t, 1: t+1, -1: t-1).
  /// `current` is the index of the buffer that holds t.
  int buffer(int current, int level) const {
    return ((current + level) % buffers + buffers) % buffers;
  }
  int rotated(int current, int steps) const {
    return isUpdated ? (current + std::min(steps, levels)) % buffers : current;
  }
};

/// Returns the levels (launches on each chunk of planes) of `depth` time steps. If `fused` is above
/// 1, launches fuse that many steps, and the remainder steps are single. Single steps come first,
/// because a launch must trail an earlier launch by at least the planes that the earlier one reads
/// on a side. A reduction comes last if the program has reports.
std::vector<TraversalLevel> traversalLevels(int depth, int fused, const StreamDescription &stream);

/// Returns the levels (launches) that compute reduction number `globalReduction` within a time
/// step: the kernels before it, and the reduction.
std::vector<TraversalLevel> globalReductionLevels(const StreamDescription &stream,
                                                  int globalReduction);

/// Geometry of one traversal (pass of all planes through the device), in planes along the last
/// axis.
struct TraversalShape {
  int planes = 1;          // of the domain
  int chunk = 1;           // most planes of a chunk
  int margin = 0;          // planes that a launch may load beyond those it uses
  int piece = 1;           // most planes of one copy
  bool isPeriodic = false; // along the last axis
  // Planes beyond the first or the last one belong to another process, which sends copies of them.
  bool cutLow = false, cutHigh = false;
  bool isUneven = false;   // another process has one plane less and the same chunks
  bool isSkewed = true;    // chunks are parallelograms, not trapezoids
  bool isPipelined = true; // copies in, launches and copies out overlap
  std::vector<TraversalLevel> levels;

  // Set for a part of a traversal (TierShape.h). It reads the planes [from, to), and earlier parts
  // have read those before. Indices outside of the domain mean no plane.
  int from = 0, to = 0;
  int traversalNumber = 0; // index of the chained traversal
  int restored = 0;        // planes before `from` that are first copied back into all ring buffers
  int saved = 0;           // planes before `to` that are copied out of all ring buffers at the end
  bool continues = false;  // the next part finds the ring buffers unchanged

  bool leavesNothing = false; // for reductions only: no planes are copied back

  // True if it reads planes that the previous part or strip writes. Otherwise it reads no planes
  // that are still being copied.
  bool followsWriting = true;

  int devices = 1; // length of the chain that shares the levels; parallelograms only

  // Set for one device of a chain:
  int lead = 0;  // planes by which arriving planes trail those read from the host
  int trail = 0; // planes by which planes returning to the host trail those leaving this device
  bool handsOn = false; // planes go to another device, including fields that never change

  bool isPart() const { return to > from; }
  /// Returns the number of time steps that this traversal (pass of all planes) computes.
  int steps() const;
  bool isFused() const;
  /// Returns the number of time steps that are complete after the first `launches` launches on a
  /// chunk (some planes).
  int stepsBefore(std::size_t launches) const;
  /// Returns the index of the buffer that holds time t of `field` after `launches` launches on a
  /// chunk (some planes). Before the first launch it is buffer 0.
  int currentAfter(const TraversedField &field, std::size_t launches) const;
  int currentAtEnd(const TraversedField &field) const { return currentAfter(field, levels.size()); }
  /// Returns the number of planes by which planes copied out of the device trail the planes that
  /// are read from the host.
  int shift() const { return levels.empty() ? lead : levels.back().shift; }
  int reach() const;
  /// Returns the share of one device in this traversal (pass of all planes), with index `device`
  /// (from 0) in a chain of devices. Devices get nearly equal numbers of launches, at most one more
  /// than others, and only whole time steps. A device without launches only passes planes on.
  TraversalShape onDevice(int device) const;
  /// Returns the number of planes beyond each end of a periodic domain that are computed as well,
  /// as copies of planes at the other end. Returns 0 for other domains.
  int pad() const { return isPeriodic ? shift() + trail : 0; }
  /// Returns how many planes before plane 0 of the domain this traversal (pass of all planes)
  /// computes as well. They are copies of planes at the other end of a periodic domain, or of
  /// another process. Returns 0 if there are no such planes.
  int padLow() const { return goesOnLow() ? shift() + trail : 0; }
  /// Returns how many planes after the last plane of the domain this traversal (pass of all planes)
  /// computes as well. They are copies of planes at the other end of a periodic domain, or of
  /// another process. Returns 0 if there are no such planes.
  int padHigh() const { return goesOnHigh() ? shift() + trail : 0; }
  /// Returns the index of the first plane that this traversal (pass of all planes) copies to the
  /// device. It is negative if a periodic or shared domain also needs copies of planes before the
  /// first one.
  int first() const { return isPart() ? from - restored : isSkewed ? -padLow() : 0; }
  /// Returns the index after the last plane that this traversal (pass of all planes) copies to the
  /// device.
  int last() const { return isPart() ? to : isSkewed ? planes + padHigh() : planes; }
  int chunks() const { return arriving() + trailing(); }
  /// Returns the number of chunks (ranges of whole planes, each for one launch) that are copied to
  /// the device.
  int arriving() const { return ceilDiv(last() - first() - restored, chunk); }
  /// Returns the number of chunks (planes of one launch) beyond the end of the domain. Such chunks
  /// copy no planes to the device. Launches for them compute the last planes of the domain at later
  /// time steps.
  int trailing() const {
    return isSkewed && !isPart() ? ceilDiv(shift() + trail - padHigh(), chunk) : 0;
  }
  /// Returns the index of the first plane that is copied to the device with chunk (planes of one
  /// launch) number `index`. For `index` equal to arriving(), the number of copied chunks, it is
  /// the index after the last plane.
  int begin(int index) const;

  /// Returns true if chunks (planes of one launch) have enough planes. A trapezoidal chunk also
  /// reads planes beyond its ends, as they were before this traversal (pass of all planes). These
  /// planes must lie in the two adjacent chunks.
  bool isPossible() const {
    return isSkewed || (areHighEnough(planes) && (!isUneven || areHighEnough(planes - 1)));
  }

  struct Range {
    int begin = 0, end = 0;
    int count() const { return end > begin ? end - begin : 0; }
  };
  /// Returns the planes of chunk (planes of one launch) number `index` that the launch of `level`
  /// writes, or the planes that arrive on the device if `level` is null. The range may be empty.
  /// Indices outside [0, `planes`) mean planes at the other end of a periodic domain.
  Range range(int index, const TraversalLevel *level) const;
  /// Returns the planes that are complete after all launches of chunk (planes of one launch) number
  /// `index`, and that are then copied to the host or to the next device.
  Range finished(int index) const;

private:
  bool goesOnLow() const { return isPeriodic || cutLow; }
  bool goesOnHigh() const { return isPeriodic || cutHigh; }
  /// Returns true if trapezoidal chunks (planes of one launch) have enough planes in a domain of
  /// `all` planes. A chunk must have at least as many as it also reads beyond each side, which is
  /// shift(). Also returns true if there are fewer than three chunks.
  bool areHighEnough(int all) const {
    return ceilDiv(all, chunk) < 3 || all / ceilDiv(all, chunk) >= shift();
  }
  /// Limits `range` to the planes of the domain. At an end of the domain where planes follow
  /// (periodic domain, or another process), `rest` planes more are allowed, because later launches
  /// read them.
  Range clip(Range range, int rest) const;
};

/// Size and use of one ring buffer on the device, which holds planes of one buffer of a field.
struct FieldRing {
  int field = 0, buffer = 0;
  bool isInput = false, isOutput = false; // planes are copied to it; planes are copied out of it
  int planes = 0; // number of planes; a plane is stored at its position modulo this number
};

/// Returns the sizes of ring buffers on the device, one for each buffer of each field. Numbers of
/// planes are multiples of `unit`. If planes pass through several devices, the sizes suit each
/// device.
std::vector<FieldRing> fieldRings(const TraversalShape &shape,
                                  const std::vector<TraversedField> &fields, int unit = 1);

/// Returns true if the traversal (pass of all planes) `shape` can use the ring buffers `rings`:
/// each is large enough. The chunks (planes of one launch) of `shape` must have enough planes, too.
bool fitsRings(const TraversalShape &shape, const std::vector<FieldRing> &rings,
               const std::vector<TraversedField> &fields);

/// Returns `shape` with fewer planes in its chunks (planes of one launch) and copies, so that it
/// fits into the ring buffers `rings`. One time step always fits. Two time steps may need larger
/// buffers than three, because each buffer then holds another time level. If nothing fits, the
/// result has the smallest chunks and is still too large.
TraversalShape shapeWithin(TraversalShape shape, const std::vector<FieldRing> &rings,
                           const std::vector<TraversedField> &fields);

} // namespace stencilc::inline STENCILC_SPACE
