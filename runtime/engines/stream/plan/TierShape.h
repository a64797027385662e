/// \file Geometry of a traversal (pass of all planes) of a domain in files: windows (ranges of
/// planes in host memory), and several passes of each window through the device.
///
/// The scheme is the parallelogram of TraversalShape.h, one level higher. In each round the host
/// reads one window of planes from files. Then several traversals follow, one after the other (a
/// chain). Each passes a window through the device and stores the result in the same memory. The
/// result is moved back by the shift of the traversal: the planes by which results trail their
/// input. There it replaces planes that are no longer needed. The next traversal starts from the
/// moved window.
///
///  traversals ^       round j-1       round j
///             |    \               \               \      to files: planes after all traversals
/// traversal 2 |     \               \               \     each trails the one before
/// traversal 1 |      \_______________\_______________\    from files
///             +--------------------------------------------> planes
///
/// A traversal also needs planes of its previous window, at each of its time steps. They were in
/// the ring buffers of the device, which all traversals use one after the other. So between two
/// rounds the host stores these planes of each traversal: for each buffer, as many as the shift and
/// the reach of the traversal together.
#pragma once

#include "runtime/engines/stream/plan/TraversalShape.h"

namespace stencilc::inline STENCILC_SPACE {

struct TierShape {
  /// Largest number of windows (ranges of planes in host memory) at a time: one is being read, one
  /// computed and one written.
  static constexpr int kWindows = 3;

  int planes = 1, window = 1;             // of the domain; of a window
  std::vector<TraversalShape> traversals; // chained traversals, in order

  /// Returns the number of planes of each ring buffer that are saved between two windows (ranges of
  /// planes), because cells of the next window are computed from them.
  static int stateOf(const TraversalShape &traversal) {
    return traversal.shift() + traversal.reach();
  }
  /// Returns by how many planes the window of pass `traversal` (from 0) through the device trails
  /// the window that is read from files in the same round. Windows are ranges of planes in host
  /// memory, and each round reads one.
  int offset(int traversal) const;
  int trail() const { return offset(static_cast<int>(traversals.size())); }
  int steps() const;
  bool isChained() const { return traversals.size() > 1; }
  /// Returns true if the planes are only read, for a reduction within a time step, and no files are
  /// written.
  bool leavesNothing() const { return traversals.front().leavesNothing; }
  /// Returns the number of rounds until the last pass through the device has reached the end of the
  /// domain. Each round reads one window (range of planes).
  int rounds() const { return ceilDiv(planes + trail(), window); }
  int windows() const { return std::min(kWindows, rounds()); }

  /// Returns the geometry of pass number `traversal` through the device, limited to the window
  /// (range of planes) that the pass computes in round `round`. Each round reads one window from
  /// files.
  TraversalShape part(int round, int traversal) const;

  /// Returns the window (range of planes) that is read from files in round number `round`. The
  /// range may be empty.
  TraversalShape::Range read(int round) const { return inside(round * window); }
  /// Returns the range of planes that is written to files in round number `round`, in which one
  /// window (range of planes) is read. The range may be empty.
  TraversalShape::Range written(int round) const { return inside(round * window - trail()); }

  /// Returns how many planes of each constant field (never updated) host memory must hold at a
  /// time. They span three windows (ranges of planes), and the planes by which the last pass
  /// through the device trails the first. Planes kept from the window before are added. The result
  /// is at most the number of planes of the domain.
  int constantPlanes() const;

  /// Returns the index of plane `z` in its window (range of planes in host memory) when `part`, a
  /// pass through the device, copies it to the device.
  static int placeIn(const TraversalShape &part, int z) { return z - part.from; }
  /// Returns the index in a window (range of planes in host memory) to which plane `z` is copied
  /// back from the device. `part` is the pass through the device.
  static int placeOut(const TraversalShape &part, int z) { return z - part.from + part.shift(); }
  /// Returns the index of plane `z` among the planes of a ring buffer that the host stores from one
  /// window (range of planes) to the next. `part` is the pass of one window through the device.
  /// With `in` true, z is a plane before the window, copied to the device when `part` begins. With
  /// `in` false, z is one of its last planes, copied to the host when `part` ends.
  static int placeInState(const TraversalShape &part, int z, bool in) {
    return z - (in ? part.from : part.to) + stateOf(part);
  }

private:
  int mostState() const;
  TraversalShape::Range inside(int begin) const;
};

} // namespace stencilc::inline STENCILC_SPACE
