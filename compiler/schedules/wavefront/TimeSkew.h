/// \file When each part of an update runs in a wavefront: the skew of time steps, and of the parts
/// of one, along the swept axis.
///
/// Planes of the grid arrive one per step of the sweep. The plane of a field that is new in a
/// step has age 0, the one before it age 1. An update of plane o needs planes o - r .. o + r; the
/// parts of its expression that need only the older ones are computed when these arrive, and their
/// values wait in registers: they are cut out of the expression where planes end (partial sums,
/// Zohouri et al. 2018, "in-plane accumulation" in the papers of the field). Cutting moves no
/// operation to another operand, so the bits stay.
///
/// All time steps of a wavefront have the same skew, each `lag` steps behind the one before.
/// Times are counted in steps of the sweep, relative to the plane being updated: time 0 is when
/// that plane of a field with arrival 0 is new.
#pragma once

#include "analysis/Facts.h"
#include <map>
#include <string>
#include <vector>

namespace stencilc::schedules {

/// How neighbours are found.
struct Neighbours {
  /// Steps until a thread sees cells of other lanes of its warp, and rows of other threads: 0 or 1.
  /// A step later, the exchange is hidden behind the arithmetic, but the plane waits once more.
  int lanes = 1, rows = 1;
  /// Planes until a thread uses its own new cells. 0: what is new enters at once, and time steps
  /// wait for each other within a step of the sweep; 1: they do not, but keep one plane more.
  int own = 0;
  /// One time step, of which nothing waits for a later one: planes wait in shared memory, and what
  /// threads read of older levels, at their own cells alone, can be had at any time.
  bool isSingle = false;

  auto operator<=>(const Neighbours &) const = default;
};

/// A value that waits: computed at time `at`, used up to `depth` steps later.
struct Waiting {
  ir::ExprId value;
  int at = 0, depth = 0;
};

/// One stage of the program within each time step.
struct StageSkew {
  ir::StageId stage;
  int out = 0;                  // time at which the new value is there
  std::map<ir::ExprId, int> at; // when operations, and reads of other lanes' cells, happen
  std::vector<Waiting> waiting; // in order of `at`, latest first
  std::set<ir::ExprId> anyTime; // depend on nothing that arrives
};

struct TimeSkew {
  int lag = 0;                        // steps between time steps
  std::map<ir::FieldId, int> arrival; // time at which a plane of an updated field is new
  std::vector<StageSkew> stages;
  std::map<ir::FieldId, int> ages;     // oldest plane of an updated field that is read again, its
                                       // own column only where it is older than 1
  std::map<ir::FieldId, int> youngest; // youngest plane of it that is read
  std::map<ir::FieldId, Reach> cross;  // reach of reads in other lanes or rows, per field
  Reach perStep;                       // cells that lose their meaning per time step
  int firstOut = 0, lastOut = 0;       // earliest and latest time of a new value
  int firstPart = 0;                   // earliest time of any part of one
};

/// The skew of one time step; nothing if no lag makes all stages meet (with the reason).
std::optional<TimeSkew> makeTimeSkew(const analysis::Facts &facts, Neighbours neighbours,
                                     std::string &reason);

/// The axis of the planes that arrive one by one: the last one. A program of one axis has a second
/// here, along which nothing is read: its planes are the overlapping tiles of the line.
int sweptAxis(const ir::Program &program);

/// Whether a read needs cells of other lanes or rows.
bool crosses(const ir::Read &read, int along);

/// The time at which a plane read by `read` is new, relative to the plane being updated: where the
/// field is updated.
int arrivalOf(const TimeSkew &skew, const ir::Read &read, int along);

} // namespace stencilc::schedules
