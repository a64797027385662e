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

/// Delays, in steps of the sweep, until threads of a wavefront kernel can read new cells.
struct Neighbours {
  /// Number of steps of the sweep, 0 or 1, after which a thread reads new cells of other threads of
  /// its warp (`lanes`) and of other rows (`rows`). A delay of 1 hides the exchange behind
  /// arithmetic, but keeps planes one step longer.
  int lanes = 1, rows = 1;
  /// Number of steps of the sweep, 0 or 1, after which a thread uses its own new cells. With 0 the
  /// fused time steps depend on each other within a step of the sweep. With 1 they are independent,
  /// but one more plane is kept.
  int own = 0;
  /// True for a kernel of one time step. Its planes stay in shared memory, and its reads of older
  /// time levels, which are all at the thread's own cells, may happen at any time.
  bool isSingle = false;

  auto operator<=>(const Neighbours &) const = default;
};

/// A partial sum of an update: a subexpression whose value stays in registers. It is computed at
/// time `at`, in steps of the sweep relative to the updated plane, and last used `depth` steps
/// later.
struct Waiting {
  ir::ExprId value;
  int at = 0, depth = 0;
};

/// Time skew of one stage (an update statement). All times are in steps of the sweep, relative to
/// the index of the updated plane.
struct StageSkew {
  ir::StageId stage;
  int out = 0;                  // time at which the new value is complete
  std::map<ir::ExprId, int> at; // times of operations, and of reads in other lanes or rows
  std::vector<Waiting> waiting; // partial sums, latest `at` first
  std::set<ir::ExprId> anyTime; // expressions that read no updated field
};

/// Time skew of one time step of a wavefront, the same for all fused time steps. Times are in steps
/// of the sweep, relative to the index of the updated plane. Ages are in planes behind the newest.
struct TimeSkew {
  int lag = 0;                        // planes by which a time step trails the one before
  std::map<ir::FieldId, int> arrival; // time at which a plane of an updated field is new
  std::vector<StageSkew> stages;
  /// Distance in planes, for each updated field, from the newest plane to the lowest plane that is
  /// still read. Planes at a distance above 1 are read only without an offset along x or y.
  std::map<ir::FieldId, int> ages;
  std::map<ir::FieldId, int> youngest; // age of the youngest plane that is read
  std::map<ir::FieldId, Reach> cross;  // largest offsets of reads across threads
  Reach perStep;                 // cells at each side of a tile that become invalid per time step
  int firstOut = 0, lastOut = 0; // earliest and latest time at which a stage is complete
  int firstPart = 0;             // earliest time of any part of an update
  SkewReads reads;
};

/// Computes the time skew of one time step. `neighbours` has the delays until new cells can be
/// read. Returns `nullopt` and sets `reason` if no constant lag (planes by which a time step trails
/// the one before) satisfies the dependences between the stages.
std::optional<TimeSkew> makeTimeSkew(const analysis::Facts &facts, Neighbours neighbours,
                                     std::string &reason);

/// Returns the axis along which a wavefront sweeps: the last axis. For a program of one axis the
/// result is 1, an axis without reads. Along this axis, the overlapping tiles of the row of cells
/// count as planes.
int sweptAxis(const ir::Program &program);

/// Returns true if `read` has an offset along an axis before `along`, the swept axis. Such a read
/// needs cells of another column, which other threads may hold.
bool crosses(const ir::Read &read, int along);

/// Returns the time at which the plane that `read` refers to is new, in steps of the sweep relative
/// to the index of the updated plane. `along` is the swept axis. The field must be an updated one.
int arrivalOf(const TimeSkew &skew, const ir::Read &read, int along);

} // namespace stencilc::schedules
