/// \file Staging of planes in shared memory. It decides which part of each plane a thread keeps in
/// registers, what moves from plane to plane, and how many planes are in a ring buffer.
///
///        z ^                     registers of a thread       shared memory of the block
///          |  plane z+last  ->   [ own cells ]         <-    newest plane that has arrived
///          |                       | moves on                ...
///          |  plane z            [ own cells, rows and margins around them ]  <- ring
///          |                       | moves on
///          |  plane z+first      [ own cells ]
///
/// Field levels that are read only at the own column need no cells of other threads. They are
/// loaded from memory directly.
#pragma once

#include "plan/Column.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Extent of a thread's cells of one plane beyond its own cells.
struct Window {
  int low = 0, high = 0;   // rows before and after
  int left = 0, right = 0; // cells of each row before and after
  friend bool operator==(const Window &, const Window &) = default;
};

/// Planes first to last of one field level, relative to the plane being updated.
struct StagedLevel {
  analysis::FieldLevel fieldLevel;
  int bytes = 0; // bytes of a cell
  int first = 0, last = 0;
  std::vector<Window> windows;          // of planes first to last
  std::vector<bool> isMoved;            // whether a plane takes over cells of the next plane
  std::vector<bool> feeds;              // whether the cells that a plane loads move on later
  bool inRing = false;                  // false: read at the own column only
  bool onePlane = false;                // only the updated plane is in the ring: stage=plane
  int firstLoaded = 0;                  // oldest plane that is still read from shared memory
  int halo[2][2] = {};                  // cells beyond the tile: [x, y][low, high]
  int width = 0, height = 0, slots = 0; // cells of a plane in shared memory; planes of the ring

  const Window &window(int plane) const { return windows[plane - first]; }
  /// Returns the part of the window that `plane` takes over: the cells that both planes hold.
  Window moved(int plane) const;
  /// Returns true if each thread loads its cells of the plane from memory directly.
  bool isDirect(int plane) const { return !inRing || (onePlane && plane != 0); }
  /// Returns the newest plane in the ring; firstBrought() the first plane that a sweep loads into
  /// it. Both are relative, as `first` and `last`.
  int newest() const { return onePlane ? 0 : last; }
  int firstBrought() const { return onePlane && !feeds[-first] ? 0 : first; }
  /// Returns the bytes of one plane in shared memory, rounded up to the alignment of tensor loads.
  std::int64_t slotBytes() const {
    return (std::int64_t(width) * height * bytes + 127) / 128 * 128;
  }
};

/// Everything that a kernel reads.
struct StagedShape : plan::Shape {
  std::vector<StagedLevel> fieldLevels;
  int lead = 0; // steps before the first update, which only load planes
  std::int64_t sharedBytes = 0;
  int registers = 0; // predicted registers of a thread
  /// Keeps blocks together by their prefetch distance (stencilc/Pace.h). Used from a distance of
  /// kLeastPaced on, if one thread starts all loads. With fields that threads load themselves, a
  /// distance of four planes was 8 to 11% slower than two (acoustic3d, H200).
  bool isPaced = false;
};

/// Smallest prefetch distance that leaves something to throttle.
inline constexpr int kLeastPaced = 3;

/// Returns the shape of `kernel`, which must be staged.
StagedShape stagedShape(const analysis::Facts &facts, std::size_t index,
                        const plan::KernelPlan &kernel);

/// Returns true if some field level of the kernel is read at cells of other threads in the plane.
bool hasNeighboursInPlane(const analysis::Facts &facts, std::size_t index);

} // namespace stencilc::schedules
