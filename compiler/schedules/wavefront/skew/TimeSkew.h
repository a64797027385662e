/// \file Time skewing of a wavefront: in which step of the sweep each part of each time step runs.
///
/// The sweep loads one plane of the grid per step. The newest plane of a field has age 0, the one
/// before it age 1. An update of plane p with radius r needs the planes p - r to p + r. The parts
/// of its expression that need only older planes are computed when these arrive. They are partial
/// sums (Zohouri et al. 2018) and stay in registers until the other planes arrive. The split
/// changes no operation and no operand, so results are bitwise the same.
///
/// All time steps have the same skew: each runs `lag` planes behind the one before. Times are
/// counted in steps of the sweep, relative to the index of the updated plane. An event at time n
/// for plane p happens in step p + n.
#pragma once

#include "analysis/Facts.h"
#include "schedules/wavefront/skew/SkewReads.h"
#include <map>
#include <string>
#include <vector>

namespace stencilc::schedules {

/// Numbers of steps of the sweep between the computation of new cells and their use by threads of a
/// wavefront kernel.
struct Neighbours {
  /// Number of steps of the sweep, 0 or 1, after which a thread reads new cells of other threads of
  /// its warp (`lanes`) and new cells of other rows (`rows`). With 1, arithmetic hides the time of
  /// the exchange between threads, but planes are kept one step longer.
  int lanes = 1, rows = 1;
  /// Number of steps of the sweep, 0 or 1, after which a thread reads its own new cells. With 0,
  /// the fused time steps depend on each other within a step of the sweep. With 1, they are
  /// independent, but one more plane is kept.
  int own = 0;
  /// True for a kernel of one time step. Its planes stay in shared memory. It reads older time
  /// levels only at the thread's own cells, directly from global memory at any time.
  bool isSingle = false;

  auto operator<=>(const Neighbours &) const = default;
};

/// Partial sum of an update: a subexpression whose value stays in registers. It is computed in step
/// p + `at` of the sweep, where p is the updated plane. Its last use is `depth` steps later.
struct Waiting {
  ir::ExprId value;
  int at = 0, depth = 0;
};

/// Time skew of one stage (an update statement): the times at which its parts are computed. Time n
/// means step p + n of the sweep, where p is the updated plane.
struct StageSkew {
  ir::StageId stage;
  int out = 0;                  // time at which the new value is complete
  std::map<ir::ExprId, int> at; // times of operations, and of reads of other columns
  std::vector<Waiting> waiting; // partial sums, in descending order of `at`
  std::set<ir::ExprId> anyTime; // expressions that read no updated field
};

/// Time skew of one time step of a wavefront: the times at which the operations of its updates are
/// computed, and properties that follow from these times. All fused time steps have the same skew.
/// Time n means step p + n of the sweep, where p is the updated plane. The newest plane is the one
/// that was loaded or computed last.
struct TimeSkew {
  int lag = 0;                        // planes by which a time step trails the one before
  std::map<ir::FieldId, int> arrival; // time at which a plane of an updated field is complete
  std::vector<StageSkew> stages;
  /// Age of the oldest plane that is read, for each updated field. The age is the distance in
  /// planes from the newest plane. Planes of an age above 1 are read only without an offset along x
  /// or y.
  std::map<ir::FieldId, int> ages;
  std::map<ir::FieldId, int> youngest; // age of the newest plane that is read
  std::map<ir::FieldId, Reach> cross;  // largest offsets of reads of other columns
  /// Cells at each side of a tile that become invalid in 1, 2, ... fused time steps.
  std::vector<Reach> lost;
  int firstOut = 0, lastOut = 0; // earliest and latest time at which a stage is complete
  int firstPart = 0;             // earliest time of any part of an update
  SkewReads reads;

  /// Returns the number of cells on `side` of a tile, along `axis`, that become invalid in `steps`
  /// fused time steps. Time steps beyond the listed ones lose as many cells as the first.
  int lostCells(int steps, int axis, Side side) const;
};

/// Returns the time skew of one time step. `neighbours` has the numbers of steps of the sweep after
/// which threads can read new cells. The lag (the number of planes by which a time step trails the
/// one before) is the smallest that the reads of the program permit. Every program has one.
TimeSkew makeTimeSkew(const analysis::Facts &facts, Neighbours neighbours);

/// Returns the axis along which a wavefront sweeps: the last axis. Returns 1 for a program of one
/// axis, although its updates do not read along axis 1. Such a kernel sweeps over the tiles of its
/// only row, which overlap.
int sweptAxis(const ir::Program &program);

/// Returns true if `read` has an offset along an axis before `along`, the swept axis. It then needs
/// cells of another column (a column has the cells with the same x and y), which other threads may
/// have in registers.
bool crosses(const ir::Read &read, int along);

/// Returns the time at which the plane of `read` becomes new (is loaded or computed). Time n means
/// step p + n of the sweep, where p is the updated plane. `along` is the swept axis. Precondition:
/// the field of `read` is updated.
int arrivalOf(const TimeSkew &skew, const ir::Read &read, int along);

} // namespace stencilc::schedules
