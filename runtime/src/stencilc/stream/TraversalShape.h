/// \file Geometry of a traversal of a domain that is larger than device memory: chunks, levels,
/// shifts, and the number of planes of each buffer on the device.
///
/// All numbers are planes along the last axis. The methods are named as in Jin, Endo and Matsuoka
/// ("A parallel optimization method for stencil computation on the domain that is bigger than
/// memory capacity of GPUs"). A chunk at level j is the chunk at level 0, moved back by shift(j),
/// so that it reads nothing of the next chunk: a parallelogram over planes and time. Planes that it
/// reads of the previous chunk are still stored, because levels alternate between buffers with a
/// slot per plane.
///
///      time ^      chunk i-1     chunk i
///           |   \             \             \         planes of levels j and j+1 are in different
///   level 2 |    \             \             \        buffers, in the slot of their index; level
///   level 1 |     \             \             \       j+2 overwrites level j, and only planes
///   level 0 |      \_____________\_____________\      of it that are no longer needed
///           +--------------------------------------> plane
///
/// After the last plane of the domain further chunks follow, at later levels only. They copy
/// nothing in, so that planes of the next traversal can be copied in at the same time.
///
/// Trapezoids (methods n and t) become wider towards level 0 instead, and compute planes twice.
///
/// In a chain, planes pass through several devices one after the other. Each computes some levels
/// of every chunk, and all of the above holds for each device (onDevice()).
#pragma once

#include "stencilc/Description.h"
#include <algorithm>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Special values of TraversalLevel::kernel: a launch of several fused steps, or the reduction of
/// planes for reports.
constexpr int kFusedSteps = -1, kReduction = -2;

/// A level of a traversal: one launch for each chunk, of a kernel of a time step, of fused steps,
/// or of a reduction.
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

/// Properties of a field that a traversal needs: numbers of time levels and of buffers.
struct TraversedField {
  int levels = 1, buffers = 1;
  bool isUpdated = false;

  /// Returns the buffer of time level `level` (0: t) after `current` rotations
  /// (FieldMemory::current).
  int buffer(int current, int level) const {
    return ((current + level) % buffers + buffers) % buffers;
  }
  int rotated(int current, int steps) const {
    return isUpdated ? (current + std::min(steps, levels)) % buffers : current;
  }
};

/// Returns the launches of `depth` time steps, `fused` of them in each launch if that is above 1.
/// Single steps come first: a launch overwrites planes that the previous launch has read, so that
/// its shift must be at least the reach of that launch. A reduction follows if the program has
/// reports.
std::vector<TraversalLevel> traversalLevels(int depth, int fused, const StreamDescription &stream);

/// Returns the launches that compute in-step reduction number `globalReduction`, a reduction within
/// a time step: the kernels before it, and the reduction.
std::vector<TraversalLevel> globalReductionLevels(const StreamDescription &stream,
                                                  int globalReduction);

/// Geometry of one traversal of a domain.
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

  // For a part of a traversal (TierShape.h), where `to` > `from`: it reads planes [from, to), and
  // earlier parts have read those before. Indices outside of the domain mean no plane.
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

  // For one device of a chain:
  int lead = 0;  // planes by which arriving planes trail those read from the host
  int trail = 0; // planes by which planes returning to the host trail those leaving this device
  bool handsOn = false; // planes go to another device, including fields that never change

  bool isPart() const { return to > from; }
  /// Returns the number of time steps that a traversal computes.
  int steps() const;
  bool isFused() const;
  /// Returns the number of time steps that are complete after the first `launches` launches of a
  /// chunk.
  int stepsBefore(std::size_t launches) const;
  /// Returns the buffer of level t of a field after `launches` launches of a chunk. Before them it
  /// is buffer 0.
  int currentAfter(const TraversedField &field, std::size_t launches) const;
  int currentAtEnd(const TraversedField &field) const { return currentAfter(field, levels.size()); }
  /// Returns the number of planes by which planes copied out of the device trail those read from
  /// the host.
  int shift() const { return levels.empty() ? lead : levels.back().shift; }
  int reach() const;
  /// Returns the share of one device in a traversal by a chain of devices. The numbers of launches
  /// of two devices differ by at most one time step or fused launch. A device may have none and
  /// only pass planes on.
  TraversalShape onDevice(int device) const;
  /// Returns the number of planes beyond each end of a periodic domain that are computed from
  /// copies of the other end.
  int pad() const { return isPeriodic ? shift() + trail : 0; }
  /// Returns the number of planes before the first plane of the domain that a traversal computes
  /// from copies.
  int padLow() const { return goesOnLow() ? shift() + trail : 0; }
  /// Returns the number of planes beyond the last plane of the domain that a traversal computes
  /// from copies.
  int padHigh() const { return goesOnHigh() ? shift() + trail : 0; }
  /// Returns the first plane that the chunks of a traversal copy to the device. Parallelograms of a
  /// periodic or shared domain also copy the planes beyond its ends.
  int first() const { return isPart() ? from - restored : isSkewed ? -padLow() : 0; }
  /// Returns the index after the last plane that the chunks of a traversal copy to the device.
  int last() const { return isPart() ? to : isSkewed ? planes + padHigh() : planes; }
  int chunks() const { return arriving() + trailing(); }
  /// Returns the number of chunks of a traversal that copy planes to the device.
  int arriving() const { return ceilDiv(last() - first() - restored, chunk); }
  /// Returns the number of chunks beyond the end of the domain, which are needed until the last
  /// level has reached the end.
  int trailing() const {
    return isSkewed && !isPart() ? ceilDiv(shift() + trail - padHigh(), chunk) : 0;
  }
  /// Returns the first plane of chunk `index` at level 0, or the end of the planes if it is
  /// arriving().
  int begin(int index) const;

  /// Returns true if chunks are high enough for their shape. Trapezoids read planes beyond their
  /// chunk as they were before the traversal. Only the next chunk is read before this one is
  /// written back.
  bool isPossible() const {
    return isSkewed || (areHighEnough(planes) && (!isUneven || areHighEnough(planes - 1)));
  }

  struct Range {
    int begin = 0, end = 0;
    int count() const { return end > begin ? end - begin : 0; }
  };
  /// Returns the planes of chunk `index` that `level` writes, or those that arrive if `level` is
  /// null. The range may be empty. In a periodic domain, indices below 0 or from `planes` on mean
  /// planes at the other end.
  Range range(int index, const TraversalLevel *level) const;
  /// Returns the planes that are complete after chunk `index`. They are copied to the host or to
  /// the next device.
  Range finished(int index) const;

private:
  bool goesOnLow() const { return isPeriodic || cutLow; }
  bool goesOnHigh() const { return isPeriodic || cutHigh; }
  /// Returns true if a domain of `all` planes gives trapezoidal chunks that are high enough
  /// (isPossible()).
  bool areHighEnough(int all) const {
    return ceilDiv(all, chunk) < 3 || all / ceilDiv(all, chunk) >= shift();
  }
  /// Limits `range` to the domain and, beyond its ends, to the `rest` planes that later levels
  /// still read.
  Range clip(Range range, int rest) const;
};

/// Ring buffer of planes on the device, for one buffer of a field.
struct FieldRing {
  int field = 0, buffer = 0;
  bool isInput = false, isOutput = false; // planes are copied to it; planes are copied out of it
  int planes = 0; // number of planes; a plane is stored at its position modulo this number
};

/// Returns the ring buffers of all buffers of all fields. Their numbers of planes are multiples of
/// `unit`. For a chain, they are large enough for each device.
std::vector<FieldRing> fieldRings(const TraversalShape &shape,
                                  const std::vector<TraversedField> &fields, int unit = 1);

/// Returns true if `rings`, made for a traversal of more steps, are large enough for `shape`.
bool fitsRings(const TraversalShape &shape, const std::vector<FieldRing> &rings,
               const std::vector<TraversedField> &fields);

/// Returns `shape` with chunks and copies that are small enough for `rings`, if possible. A
/// traversal of one step always fits. A traversal of two steps may not fit into ring buffers made
/// for three steps, because their roles differ.
TraversalShape shapeWithin(TraversalShape shape, const std::vector<FieldRing> &rings,
                           const std::vector<TraversedField> &fields);

} // namespace stencilc::inline STENCILC_SPACE
