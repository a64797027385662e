/// \file Strips: the parts of planes along the second axis that pass through the device one after
/// the other, for domains whose whole planes do not fit into device memory.
///
///      rows ^  |  strip 2  |          A strip owns some rows of all planes. It is copied to the
///           |  |- - - - - -|  halo    device with the rows that its own rows depend on. The time
///           |  |  strip 1  |  owned   steps of a traversal are computed as if it were a domain.
///           |  |- - - - - -|  halo    Only the rows that it owns are copied back.
///           |  |  strip 0  |
///
/// Kernels treat the inner edges of a strip as faces of the domain. Rows there become wrong. In
/// each time step the next `rowsPerStep` rows, which read them, become wrong too. The halo contains
/// all wrong rows, so that the owned rows are right.
///
/// A strip needs rows of its neighbour from before the traversal (pass of all planes), but the host
/// has one copy of the domain. Therefore rows move in memory by `slide` rows. Traversals in upward
/// direction read row y at index y + slide and write it at index y. Those in downward direction do
/// the reverse. Written rows thus never reach rows that later strips read.
#pragma once

#include "runtime/engines/stream/plan/TraversalShape.h"

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

  /// Returns the rows of strip number `index` (a range of rows of every plane): the rows that it
  /// owns, and the rows that are on the device with its halo. The halo is wide enough for a
  /// traversal (pass of all planes) of `steps` time steps.
  Strip strip(int index, int steps) const;
  /// Returns the index of the strip (range of rows of every plane) at position `turn` in the order
  /// of traversal (pass of all planes) number `traversal`. The order alternates, so that each
  /// traversal begins with the strip that the previous one computed last.
  int stripAt(int traversal, int turn) const {
    return traversal % 2 == 0 ? turn : count - 1 - turn;
  }
  /// Returns a copy of `traversal` (the geometry of a pass of all planes) for one strip (some rows
  /// of all planes). `turn` (from 0) is the strip's position in the order of the traversal. The
  /// strip with position 0 was the last one of the previous traversal. Its planes are copied in
  /// only after the results of the previous traversal have been copied out. Other strips need not
  /// wait.
  static TraversalShape sweep(const TraversalShape &traversal, int turn);

  /// Returns the number of rows, without halo, of the smallest strip (range of rows of every
  /// plane).
  int lowest() const { return rows / count; }
  /// Returns the number of rows, with halo, of the largest strip (range of rows of every plane).
  int highest() const;
  /// Returns how many rows a traversal (pass of all planes) of `steps` time steps copies to the
  /// device for one plane, as a multiple of the rows in the plane. The result is above 1 for
  /// several strips (ranges of rows), because halo rows are copied for two strips.
  double share(int steps) const;
  /// Returns by how many rows updated fields move in host memory with each traversal (pass of all
  /// planes), upwards or downwards by turns. Results thus never overwrite rows that later strips
  /// (ranges of rows of every plane) read. Returns 0 for a single strip.
  int slide() const { return count > 1 ? depth * rowsPerStep : 0; }
};

} // namespace stencilc::inline STENCILC_SPACE
