/// \file The geometry of a traversal of a domain in files: traversals chained through host memory,
/// and the windows of planes that the host holds for them.
///
/// A parallelogram as in TraversalShape.h, one level up. In a round the host reads a window of
/// planes; each chained traversal takes a window through the device, and leaves it moved back by
/// its shift, in the same memory: a plane comes back behind the place of the last plane it needed.
///
///  traversals ^       round j-1       round j
///             |    \               \               \      to files: planes after all of them
/// traversal 2 |     \               \               \     each trails the one before
/// traversal 1 |      \_______________\_______________\    from files
///             +--------------------------------------------> planes
///
/// What a traversal needs of the window before are planes of all its time steps: they lie in the
/// rings of the device, which the traversals take turns to use. Between its turns the host keeps
/// them, as the state of the traversal: as many planes of every buffer as the traversal shifts and
/// reaches.
#pragma once

#include "stencilc/stream/TraversalShape.h"

namespace stencilc::inline STENCILC_SPACE {

struct TierShape {
  /// Windows that the host holds: one is read, one computed, one written.
  static constexpr int kWindows = 3;

  int planes = 1, window = 1;             // of the domain; of a round
  std::vector<TraversalShape> traversals; // chained, in their order

  static int stateOf(const TraversalShape &traversal) {
    return traversal.shift() + traversal.reach();
  }
  /// How far the windows of a traversal trail those read.
  int offset(int traversal) const;
  int trail() const { return offset(static_cast<int>(traversals.size())); }
  int steps() const;
  bool isChained() const { return traversals.size() > 1; }
  /// Until the last traversal has got to the end.
  int rounds() const { return ceilDiv(planes + trail(), window); }
  int windows() const { return std::min(kWindows, rounds()); }

  /// What traversal `traversal` does in a round.
  TraversalShape part(int round, int traversal) const;

  /// The planes read from files in a round, and those written; may be empty.
  TraversalShape::Range read(int round) const { return inside(round * window); }
  TraversalShape::Range written(int round) const { return inside(round * window - trail()); }

  /// Planes that the host holds of fields which never change, from the newest read to the oldest
  /// that the round before last may still copy.
  int constantPlanes() const;

  /// Places in a window, and in the state of a traversal.
  static int placeIn(const TraversalShape &part, int z) { return z - part.from; }
  static int placeOut(const TraversalShape &part, int z) { return z - part.from + part.shift(); }
  static int placeInState(const TraversalShape &part, int z, bool in) {
    return z - (in ? part.from : part.to) + stateOf(part);
  }

private:
  int mostState() const;
  TraversalShape::Range inside(int begin) const;
};

} // namespace stencilc::inline STENCILC_SPACE
