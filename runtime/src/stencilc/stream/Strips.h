/// \file Strips along the second axis: geometry of traversals of a domain whose planes are too
/// large to be on the device as a whole.
///
///      rows ^  |  strip 2  |          A strip owns some rows of all planes. It comes to
///           |  |- - - - - -|  halo    the device with the rows that its own depend on, goes
///           |  |  strip 1  |  owned   through the time steps of the traversal as if it were a
///           |  |- - - - - -|  halo    domain, and only the rows it owns go back.
///           |  |  strip 0  |
///
/// At its inner edges kernels take for a face of the domain what is none. Rows there become wrong,
/// and rows that read them, `rowsPerStep` rows further in each time step: as far as the halo goes,
/// and no row that is owned.
///
/// The host has one copy. A strip needs rows of its neighbour as they were before the traversal, so
/// they move: where traversals go up, row y is read at place y + slide and written at place y;
/// traversals in between go down, read there and write at y + slide. What a strip writes ends where
/// it ends itself, and what strips after it read begins a halo before that and `slide` places
/// beyond, which is no smaller.
#pragma once

#include "stencilc/stream/TraversalShape.h"

namespace stencilc::inline STENCILC_SPACE {

struct Strip {
  TraversalShape::Range owned; // rows that are brought back
  TraversalShape::Range held;  // rows on the device
};

struct Strips {
  int rows = 1;        // of the domain
  int count = 1;       // of strips
  int rowsPerStep = 0; // that a time step reads to either side
  int depth = 1;       // time steps of the deepest traversal

  /// Strip `index` in a traversal of `steps` time steps.
  Strip strip(int index, int steps) const;
  /// The `turn`th strip of a traversal, traversals counted from 0: each begins where the one before
  /// ended.
  int inTurn(int traversal, int turn) const { return traversal % 2 == 0 ? turn : count - 1 - turn; }
  /// What that strip goes through. The first of a traversal was the last of the traversal before:
  /// what is read waits until that one has brought it back, and with it, as copies of each way run
  /// one after the other, all that strips before it have. The others read nothing that their
  /// traversal has written, and write only when the copies in of all strips before them, which may
  /// still read there, are done.
  static TraversalShape sweep(const TraversalShape &traversal, int turn);

  /// Rows of the lowest one that is owned, and of the highest one on the device.
  int lowest() const { return rows / count; }
  int highest() const;
  /// Rows that come to the device in a traversal, as a share of those there are.
  double share(int steps) const;
  /// Rows by which fields that are updated move with each traversal.
  int slide() const { return count > 1 ? depth * rowsPerStep : 0; }
};

} // namespace stencilc::inline STENCILC_SPACE
