/// \file Decides which planes of a sweep are in shared memory, and which cells in registers.
///
/// A thread keeps a window of each plane in registers: its own cells and some around them. When the
/// sweep advances, the window of one plane takes over cells from the window of the next plane.
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

#include "plan/cost/Column.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Numbers of cells of one plane that a thread keeps in registers around its own cells: rows before
/// and after its own rows, and cells left and right of its own cells.
struct Window {
  int low = 0, high = 0;   // rows before and after its own rows
  int left = 0, right = 0; // cells of each row before and after its own cells
  friend bool operator==(const Window &, const Window &) = default;
};

/// Planes of one field level (a field at one time level) that a sweep through shared memory reads:
/// from `first` to `last` inclusive, relative to the plane being updated.
struct StagedLevel {
  analysis::FieldLevel fieldLevel;
  int bytes = 0; // bytes of a cell
  int first = 0, last = 0;
  std::vector<Window> windows;          // of each plane from `first` to `last`
  std::vector<bool> isMoved;            // whether a plane takes over cells of the next plane
  std::vector<bool> feeds;              // whether the cells that a plane loads move on later
  bool inRing = false;                  // false: read only at the thread's own column
  bool onePlane = false;                // only the updated plane is in the ring buffer: stage=plane
  int firstLoaded = 0;                  // oldest plane that is still read from shared memory
  int halo[2][2] = {};                  // cells beyond the tile: [x, y][low, high]
  int width = 0, height = 0, slots = 0; // cells of a plane in shared memory; planes of the ring

  const Window &window(int plane) const { return windows[plane - first]; }
  /// Returns the part of the window of `plane` (a thread's cells of this plane in registers) that
  /// comes from the window of the next plane when the sweep advances.
  Window moved(int plane) const;
  /// Returns true if each thread loads its own cells of `plane` directly from global memory.
  /// Returns false if they come from shared memory.
  bool isDirect(int plane) const { return !inRing || (onePlane && plane != 0); }
  /// Returns the newest plane that is loaded into the ring buffer in shared memory, relative to the
  /// plane being updated.
  int newest() const { return onePlane ? 0 : last; }
  /// Returns the first plane that a chunk (the planes that one block sweeps) needs in the ring
  /// buffer, relative to its first updated plane.
  int firstBrought() const { return onePlane && !feeds[-first] ? 0 : first; }
  /// Returns the size in bytes of one plane in shared memory, rounded up to a multiple of 128 as
  /// tensor loads require.
  std::int64_t slotBytes() const {
    return (std::int64_t(width) * height * bytes + 127) / 128 * 128;
  }
};

/// Options of one kernel with planes in shared memory.
struct StagedParameters {
  int rows = 1;            // per thread, along the middle axis
  int ahead = 0;           // planes that are being copied into shared memory
  bool keepsColumn = true; // cells of a column move through registers from plane to plane
};

/// Shape of the kernel of a sweep through shared memory: the field levels (fields at one time
/// level) that it reads, its shared memory and its registers.
struct StagedShape : plan::Shape {
  StagedParameters parameters;
  std::vector<StagedLevel> fieldLevels;
  int lead = 0; // steps of the sweep before the first update, which only load planes
  std::int64_t sharedBytes = 0;
  int registers = 0; // predicted registers of a thread
  /// True if blocks are throttled: those ahead of others load planes later, so that all blocks are
  /// near the same plane (stencilc/Pace.h). This needs tensor loads (one thread starts all loads)
  /// and at least three planes loaded ahead. If each thread loads cells itself, so many planes do
  /// not pay: four were 8 to 11% slower than two (acoustic3d, H200).
  bool isPaced = false;
  bool planesAtRun = false;     // planesPerChunk is for the planned grid; a run computes its number
  bool streamingStores = false; // caches evict stored cells first

  int rowsPerThread() const override { return parameters.rows; }
  int planesAhead() const override { return parameters.ahead; }
};

/// Replaces the shape of `kernel` by a StagedShape that has `parameters`, and no field levels yet.
void setStagedParameters(plan::KernelPlan &kernel, const StagedParameters &parameters);
/// Returns the options of `kernel` that are stored in its shape. Precondition: the shape is a
/// StagedShape.
const StagedParameters &stagedParameters(const plan::KernelPlan &kernel);

/// Smallest prefetch distance (number of planes loaded ahead of their use) with which blocks are
/// throttled. Throttled blocks that are ahead wait for slower ones, so that all are near the same
/// plane.
inline constexpr int kLeastPaced = 3;

/// Returns the shape of `kernel`, which is kernel number `index` of the program: its windows in
/// registers, its ring buffers in shared memory, and its predicted registers. Precondition: option
/// `stage` (the cells loaded into shared memory) and the shape's parameters are set.
StagedShape stagedShape(const analysis::Facts &facts, std::size_t index,
                        const plan::KernelPlan &kernel);

/// Returns true if updates of kernel number `index` read cells outside their own column (cells with
/// the same x and y), so that threads need cells of other threads.
bool hasNeighboursInPlane(const analysis::Facts &facts, std::size_t index);

} // namespace stencilc::schedules
