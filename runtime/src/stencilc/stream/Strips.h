/// \file Strips: the parts of planes along the second axis that pass through the device one after
/// the other, for domains whose whole planes do not fit into device memory.
///
///      rows ^  |  strip 2  |          A strip owns some rows of all planes. It is copied to the
///           |  |- - - - - -|  halo    device with the rows that its own rows depend on. The time
///           |  |  strip 1  |  owned   steps of a traversal are computed as if it were a domain.
///           |  |- - - - - -|  halo    Only the rows that it owns are copied back.
///           |  |  strip 0  |
///
/// Kernels treat the inner edges of a strip as faces of the domain. Rows there become wrong, and in
/// each time step the next `rowsPerStep` rows that read them. The halo contains all of these rows,
/// so that owned rows are right.
///
/// The host has one copy of the domain, but a strip needs rows of its neighbour from before the
/// traversal. Therefore rows move in memory. Traversals in upward direction read row y at index
/// y + slide and write it at index y; those in downward direction do the reverse. Rows that a strip
/// writes end at its own end. Rows that later strips read begin a halo before that, plus `slide`,
/// which is at least as large.
#pragma once

#include "stencilc/stream/TraversalShape.h"

namespace stencilc::inline STENCILC_SPACE {

struct Strip {
  TraversalShape::Range owned; // rows that are copied back
  TraversalShape::Range held;  // rows on the device
};

struct Strips {
  int rows = 1;        // of the domain
  int count = 1;       // of strips
  int rowsPerStep = 0; // rows that a time step reads on either side
  int depth = 1;       // most time steps of a traversal

  /// Returns strip `index` for a traversal of `steps` time steps.
  Strip strip(int index, int steps) const;
  /// Returns the index of the strip that is computed at position `turn` of a traversal. Traversals
  /// alternate in direction, so that each begins with the strip that the previous one computed
  /// last.
  int isSequential(int traversal, int turn) const {
    return traversal % 2 == 0 ? turn : count - 1 - turn;
  }
  /// Returns the traversal of the strip at position `turn`. The first strip was the last one of the
  /// previous traversal, so that its copies in wait until that has been copied out. Other strips
  /// read nothing that this traversal has written. They write only after the copies in of earlier
  /// strips, because copies in each direction run in order.
  static TraversalShape sweep(const TraversalShape &traversal, int turn);

  /// Returns the number of rows that the smallest strip owns.
  int lowest() const { return rows / count; }
  /// Returns the number of rows, halos included, of the largest strip.
  int highest() const;
  /// Returns the number of rows that a traversal of `steps` steps copies to the device, divided by
  /// the rows of the domain.
  double share(int steps) const;
  /// Returns the number of rows by which updated fields move in host memory with each traversal.
  int slide() const { return count > 1 ? depth * rowsPerStep : 0; }
};

} // namespace stencilc::inline STENCILC_SPACE
