/// \file How a sweep stages planes in shared memory: which part of each plane a thread keeps in
/// registers, what of it moves on when the sweep advances, and how many planes wait in a ring.
///
///        z ^                     registers of a thread       shared memory of the block
///          |  plane z+last  ->   [ own cells ]         <-    newest plane that has arrived
///          |                       | moves on                ...
///          |  plane z            [ own cells, rows and margins around them ]  <- ring
///          |                       | moves on
///          |  plane z+first      [ own cells ]
///
/// Field levels read at the own column only need no neighbours of other threads: they come from
/// memory directly.
#pragma once

#include "plan/Column.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Cells of one plane around those a thread owns.
struct Window {
  int low = 0, high = 0;   // rows before and behind
  int left = 0, right = 0; // cells of each row before and behind
  friend bool operator==(const Window &, const Window &) = default;
};

/// One field level in planes first .. last, relative to the one being updated.
struct StagedLevel {
  analysis::FieldLevel fieldLevel;
  int bytes = 0; // of a cell
  int first = 0, last = 0;
  std::vector<Window> windows;          // of planes first .. last
  std::vector<bool> isMoved;            // whether a plane takes over what the one after it held
  std::vector<bool> feeds;              // whether what a plane loads is moved on later
  bool inRing = false;                  // else read at the own column only
  bool onePlane = false;                // in the ring only the updated plane: stage=plane
  int firstLoaded = 0;                  // the oldest plane still read in shared memory
  int halo[2][2] = {};                  // cells beyond the tile: [x, y][low, high]
  int width = 0, height = 0, slots = 0; // of a plane in shared memory, in cells; planes

  const Window &window(int plane) const { return windows[plane - first]; }
  /// The part of the window that `plane` takes over: what both planes hold.
  Window moved(int plane) const;
  /// Whether cells of a plane come from memory straight, each to its own thread.
  bool isDirect(int plane) const { return !inRing || (onePlane && plane != 0); }
  /// The newest plane in the ring, and the first that a sweep brings there, as `first` and `last`.
  int newest() const { return onePlane ? 0 : last; }
  int firstBrought() const { return onePlane && !feeds[-first] ? 0 : first; }
  /// Bytes of one plane in shared memory; planes begin on boundaries of tensor loads.
  std::int64_t slotBytes() const {
    return (std::int64_t(width) * height * bytes + 127) / 128 * 128;
  }
};

/// Everything a kernel reads.
struct StagedShape : plan::Shape {
  std::vector<StagedLevel> fieldLevels;
  int lead = 0; // steps before the first update, in which planes are taken in
  std::int64_t sharedBytes = 0;
  int registers = 0; // estimate per thread
  /// Blocks are kept together by how many planes each has on its way (stencilc/Pace.h): from
  /// kLeastPaced on, where one thread brings all that they read. With fields that threads load
  /// themselves four planes on their way were 8 to 11% slower than two (acoustic3d, H200).
  bool isPaced = false;
};

/// With fewer planes on their way there is nothing to choose from.
inline constexpr int kLeastPaced = 3;

/// `kernel` is staged.
StagedShape stagedShape(const analysis::Facts &facts, std::size_t index,
                        const plan::KernelPlan &kernel);

/// Whether some field level of the kernel reads cells of other threads in the plane.
bool hasNeighboursInPlane(const analysis::Facts &facts, std::size_t index);

} // namespace stencilc::schedules
