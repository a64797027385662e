/// \file The geometry of a traversal of a domain that is larger than the device: chunks, levels,
/// shifts, and how many planes of each buffer the device holds.
///
/// Counted in planes along the last axis. Jin, Endo and Matsuoka ("A parallel optimization method
/// for stencil computation on the domain that is bigger than memory capacity of GPUs") name the
/// methods. A chunk of level j is that of level 0 moved back by shift(j), so that it needs nothing
/// of the chunk to come: a parallelogram over planes and time. What it needs of the chunk before is
/// still there, because levels alternate between buffers that are addressed by plane.
///
///      time ^      chunk i-1     chunk i
///           |   \             \             \         planes of level j and j+1 lie in different
///   level 2 |    \             \             \        buffers, at the place of their number; level
///   level 1 |     \             \             \       j+2 takes the place of level j, and has
///   level 0 |      \_____________\_____________\      reached exactly as far as j is not needed
///           +--------------------------------------> plane
///
/// Where the domain ends, chunks go on: of those that begin beyond the end there are later levels
/// only. They bring nothing, so that the next traversal arrives meanwhile.
///
/// Trapezoids (methods n and t) widen towards level 0 instead, and compute planes twice.
///
/// Where planes go through several devices one after the other (a chain), each of them does some of
/// the levels of every chunk: all that is said here is then true of each (onDevice()).
#pragma once

#include "stencilc/Description.h"
#include <algorithm>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// What is no kernel of a step: several steps fused, or the reduction of planes for reports.
constexpr int kFusedSteps = -1, kReduction = -2;

/// One launch for each chunk: a kernel of one time step, or one of the others.
struct TraversalLevel {
  int kernel = 0;
  int steps = 1; // time steps that are complete after it; 0 for a kernel that is not a step's last
  int shift = 0; // planes it trails what is read from the host
  int reach = 0; // planes it reads to either side
  int survey = -1; // of a reduction: which one of a step needs it; -1: reports
  // On slabs: planes that it makes beyond those of a part, for the launches before an exchange.
  int beyondLow = 0, beyondHigh = 0;
};

/// What a traversal needs to know of a field.
struct TraversedField {
  int levels = 1, buffers = 1;
  bool isUpdated = false;

  /// The buffer of level t after `current` rotations (FieldMemory::current).
  int buffer(int current, int level) const {
    return ((current + level) % buffers + buffers) % buffers;
  }
  int rotated(int current, int steps) const {
    return isUpdated ? (current + std::min(steps, levels)) % buffers : current;
  }
};

/// The launches of `depth` time steps, `fused` of them at once where that is more than 1: single
/// steps first, because a launch may write where the one before has read only as far as it itself
/// is shifted. With the reduction behind them, where the program makes reports.
std::vector<TraversalLevel> traversalLevels(int depth, int fused, const StreamDescription &stream);

/// The launches of a step up to one of its surveys, and its reduction. No time step is complete.
std::vector<TraversalLevel> surveyLevels(const StreamDescription &stream, int survey);

/// One traversal of the domain.
struct TraversalShape {
  int planes = 1;          // of the domain
  int chunk = 1;           // planes of a chunk, at most
  int margin = 0;          // planes that a launch may load beyond those it uses
  int piece = 1;           // planes of one copy, at most
  bool isPeriodic = false; // along the last axis
  // Planes beyond the first one, or the last, are another process's, and copies of them are here.
  bool cutLow = false, cutHigh = false;
  bool isUneven = false;   // another process has a plane less, and the same chunks
  bool isSkewed = true;    // parallelograms, not trapezoids
  bool isPipelined = true; // copies in, launches and copies out run beside each other
  std::vector<TraversalLevel> levels;

  // A part of a traversal (TierShape.h), where to > from: planes [from, to) are read, those before
  // have been. Numbers beyond the domain are of no plane.
  int from = 0, to = 0;
  int traversalNumber = 0; // of those that are chained
  int restored = 0;        // planes before `from` that come back to all rings first
  int saved = 0;           // planes before `to` that leave all rings at the end
  bool continues = false;  // the next part finds the rings as they are

  bool leavesNothing = false; // planes are looked at, and none go back

  // What is read is what the part, or strip, before brings back; else nothing that is on its way.
  bool followsWriting = true;

  int devices = 1; // of the chain that share the levels; parallelograms only

  // Of one device of a chain:
  int lead = 0;         // planes that what arrives trails what is read from the host
  int trail = 0;        // planes that what comes back to the host trails what leaves this device
  bool handsOn = false; // what leaves goes to another device, and with it fields that never change

  bool isPart() const { return to > from; }
  /// Time steps of the traversal.
  int steps() const;
  bool isFused() const;
  /// Time steps that are complete after so many launches of a chunk.
  int stepsBefore(std::size_t launches) const;
  /// The buffer that holds t of a field after so many launches of a chunk, the first of which finds
  /// it in buffer 0.
  int currentAfter(const TraversedField &field, std::size_t launches) const;
  int currentAtEnd(const TraversedField &field) const { return currentAfter(field, levels.size()); }
  /// Planes that what leaves trails what is read from the host.
  int shift() const { return levels.empty() ? lead : levels.back().shift; }
  int reach() const;
  /// What one device of the chain does of this traversal: as many launches as every other, or one
  /// less; none where there are fewer than devices, and planes only pass by.
  TraversalShape onDevice(int device) const;
  /// Planes beyond each end of the domain that a traversal computes from copies of the other end.
  int pad() const { return isPeriodic ? shift() + trail : 0; }
  /// Planes beyond the first one, and the last, that a traversal computes from copies.
  int padLow() const { return goesOnLow() ? shift() + trail : 0; }
  int padHigh() const { return goesOnHigh() ? shift() + trail : 0; }
  /// What all chunks together bring: skewed chunks take the copies beyond the ends as their own.
  int first() const { return isPart() ? from - restored : isSkewed ? -padLow() : 0; }
  int last() const { return isPart() ? to : isSkewed ? planes + padHigh() : planes; }
  int chunks() const { return arriving() + trailing(); }
  /// Chunks that bring planes.
  int arriving() const { return ceilDiv(last() - first() - restored, chunk); }
  /// Chunks beyond the end, until the last level has got there.
  int trailing() const {
    return isSkewed && !isPart() ? ceilDiv(shift() + trail - padHigh(), chunk) : 0;
  }
  /// The first plane of a chunk of level 0; of number arriving(), the end.
  int begin(int index) const;

  /// Trapezoids need what lies beyond their chunk as it was before the traversal; the next chunk is
  /// read before this one is written back, no others are.
  bool isPossible() const {
    return isSkewed || (areHighEnough(planes) && (!isUneven || areHighEnough(planes - 1)));
  }

  struct Range {
    int begin = 0, end = 0;
    int count() const { return end > begin ? end - begin : 0; }
  };
  /// The planes of chunk `index` that level `level` writes; without one, those that arrive.
  /// May be empty. Numbers below 0 and from `planes` on stand for the other end.
  Range range(int index, const TraversalLevel *level) const;
  /// The planes that are finished after a chunk: those that go back to the host, or are handed on.
  Range finished(int index) const;

private:
  bool goesOnLow() const { return isPeriodic || cutLow; }
  bool goesOnHigh() const { return isPeriodic || cutHigh; }
  /// Chunks of so many planes in all, for trapezoids.
  bool areHighEnough(int all) const {
    return ceilDiv(all, chunk) < 3 || all / ceilDiv(all, chunk) >= shift();
  }
  /// `rest`: how far levels to come still reach.
  Range clip(Range range, int rest) const;
};

/// The use of one buffer of a field on the device: planes at places of a ring.
struct FieldRing {
  int field = 0, buffer = 0;
  bool isInput = false, isOutput = false; // copies arrive there, or leave from there
  int planes = 0;                         // places; a plane has place number modulo this
};

/// The rings of all buffers. Planes are rounded up to a multiple of `unit`. Of a chain: rings that
/// do for each device.
std::vector<FieldRing> fieldRings(const TraversalShape &shape,
                                  const std::vector<TraversedField> &fields, int unit = 1);

/// Whether `rings`, which were made for a traversal of more steps, do for one of `shape`.
bool fitsRings(const TraversalShape &shape, const std::vector<FieldRing> &rings,
               const std::vector<TraversedField> &fields);

/// `shape` with chunks and copies low enough for `rings`, if there are such. A traversal of one
/// step always fits; one of two may not where rings are inputs and outputs of traversals of three.
TraversalShape shapeWithin(TraversalShape shape, const std::vector<FieldRing> &rings,
                           const std::vector<TraversedField> &fields);

} // namespace stencilc::inline STENCILC_SPACE
