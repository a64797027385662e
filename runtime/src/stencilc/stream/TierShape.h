/// \file Geometry of a traversal (pass of all planes) of a domain in files: several passes through
/// the device, which are chained through host memory, and windows of planes in host memory.
///
/// The scheme is the parallelogram of TraversalShape.h, one level higher. In each round the host
/// reads a window of planes. Each chained traversal passes a window through the device. The result
/// is moved back by the shift of the traversal, in the same memory: a plane returns to memory whose
/// old plane is no longer needed.
///
///  traversals ^       round j-1       round j
///             |    \               \               \      to files: planes after all traversals
/// traversal 2 |     \               \               \     each trails the one before
/// traversal 1 |      \_______________\_______________\    from files
///             +--------------------------------------------> planes
///
/// A traversal needs planes of the previous window at all of its time steps. They are in the ring
/// buffers of the device, which all traversals use, one after the other. Between its rounds the
/// host stores these planes as the state of the traversal: for each buffer, as many planes as the
/// shift and the reach of the traversal together.
#pragma once

#include "stencilc/stream/TraversalShape.h"

namespace stencilc::inline STENCILC_SPACE {

struct TierShape {
  /// Number of windows (ranges of planes in host memory) of a domain in files: one is being read,
  /// one computed and one written.
  static constexpr int kWindows = 3;

  int planes = 1, window = 1;             // of the domain; of a window
  std::vector<TraversalShape> traversals; // chained traversals, in order

  /// Returns the number of planes of each ring buffer that are saved between two windows (ranges of
  /// planes), because the next window's cells read them.
  static int stateOf(const TraversalShape &traversal) {
    return traversal.shift() + traversal.reach();
  }
  /// Returns the number of planes by which a window (range of planes) at the start of pass
  /// `traversal` through the device trails the window that files are read into.
  int offset(int traversal) const;
  int trail() const { return offset(static_cast<int>(traversals.size())); }
  int steps() const;
  bool isChained() const { return traversals.size() > 1; }
  /// Returns true if planes are read for an in-step reduction and none is written.
  bool leavesNothing() const { return traversals.front().leavesNothing; }
  /// Returns the number of rounds until the last pass through the device has reached the end of the
  /// domain. A round reads one window (range of planes).
  int rounds() const { return ceilDiv(planes + trail(), window); }
  int windows() const { return std::min(kWindows, rounds()); }

  /// Returns the geometry of pass `traversal` through the device, limited to the planes of round
  /// `round`. Each round reads one window (range of planes) from files.
  TraversalShape part(int round, int traversal) const;

  /// Returns the planes of the window that is read from files in round `round`. The range may be
  /// empty.
  TraversalShape::Range read(int round) const { return inside(round * window); }
  /// Returns the planes of the window that is written to files in round `round`. The range may be
  /// empty.
  TraversalShape::Range written(int round) const { return inside(round * window - trail()); }

  /// Returns the number of planes of each constant field in host memory: from the newest plane read
  /// to the oldest one that may still have to be copied to the device, two windows before.
  int constantPlanes() const;

  /// Returns the index, within its window (range of planes in host memory), of plane `z`, which
  /// `part` copies to the device.
  static int placeIn(const TraversalShape &part, int z) { return z - part.from; }
  /// Returns the index, within its window (range of planes in host memory), to which `part` copies
  /// plane `z` back from the device.
  static int placeOut(const TraversalShape &part, int z) { return z - part.from + part.shift(); }
  /// Returns the index of plane `z` among the saved planes of a ring buffer. With `in` true the
  /// planes are copied to the device, otherwise from it.
  static int placeInState(const TraversalShape &part, int z, bool in) {
    return z - (in ? part.from : part.to) + stateOf(part);
  }

private:
  int mostState() const;
  TraversalShape::Range inside(int begin) const;
};

} // namespace stencilc::inline STENCILC_SPACE
