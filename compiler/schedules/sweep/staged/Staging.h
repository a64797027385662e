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
  std::vector<Window> windows; // for each plane from `first` to `last`
  std::vector<bool> isMoved; // whether a plane's window takes over cells of the next plane's window
  std::vector<bool> feeds;   // whether cells loaded for a plane move to another window later
  bool inRing = false;       // has a ring buffer; false: read only at the thread's own cells
  bool onePlane = false;     // only the updated plane is in the ring buffer: stage=plane
  int firstLoaded = 0;       // lowest plane that is still read from shared memory
  int halo[2][2] = {};       // cells beyond the tile: [x, y][low, high]
  int width = 0, height = 0, slots = 0; // cells of a plane in shared memory; planes of the ring

  const Window &window(int plane) const { return windows[plane - first]; }
  /// Returns the part of the window of `plane` (a thread's cells of this plane, in registers) that
  /// comes from the window of the next plane when the sweep advances. `plane` is relative to the
  /// plane being updated.
  Window moved(int plane) const;
  /// Returns true if each thread loads its own cells of `plane` directly from global memory.
  /// Returns false if they come from shared memory. `plane` is relative to the plane being updated.
  bool isDirect(int plane) const { return !inRing || (onePlane && plane != 0); }
  /// Returns the highest plane that is loaded into the ring buffer in shared memory, relative to
  /// the plane being updated.
  int newest() const { return onePlane ? 0 : last; }
  /// Returns the lowest plane that a block must load into the ring buffer, relative to the first
  /// plane that it updates.
  int firstBrought() const { return onePlane && !feeds[-first] ? 0 : first; }
  /// Returns the size in bytes of one plane in shared memory, rounded up to a multiple of 128. TMA
  /// loads require such multiples.
  std::int64_t slotBytes() const {
    return (std::int64_t(width) * height * bytes + 127) / 128 * 128;
  }
};

/// Options of one sweep kernel with planes in shared memory.
struct StagedParameters {
  int rows = 1;            // per thread, along the middle axis
  int ahead = 0;           // planes that are copied to shared memory ahead of their use
  bool keepsColumn = true; // cells of a column move through registers from plane to plane
};

/// Sizes of a sweep kernel with planes in shared memory, as a part of its plan: the field levels
/// (fields at one time level) that it reads, its shared memory and its registers.
struct StagedShape : plan::Shape {
  StagedParameters parameters;
  std::vector<StagedLevel> fieldLevels;
  int lead = 0; // steps of the sweep before the first update, which only load planes
  std::int64_t sharedBytes = 0;
  int registers = 0; // predicted registers of a thread
  /// True if blocks are throttled: blocks that are ahead of others load planes later, so that all
  /// blocks stay near the same plane (stencilc/Pace.h). Throttling needs TMA loads (one thread
  /// starts all loads) and at least three planes loaded ahead of their use.
  ///
  /// If each thread loads cells itself, so many planes do not pay. Four were 8 to 11% slower than
  /// two (acoustic3d, H200).
  bool isPaced = false;
  bool planesAtRun = false;     // the host code computes the planes of a chunk
  bool streamingStores = false; // caches evict stored cells first

  int rowsPerThread() const override { return parameters.rows; }
  int planesAhead() const override { return parameters.ahead; }
};

/// Replaces `kernel.shape` by a StagedShape with `parameters` and without field levels.
void setStagedParameters(plan::KernelPlan &kernel, const StagedParameters &parameters);
/// Returns the options that `kernel.shape` contains. Precondition: it is a StagedShape.
const StagedParameters &stagedParameters(const plan::KernelPlan &kernel);

/// Smallest prefetch distance (number of planes loaded ahead of their use) with which blocks are
/// throttled. Throttled blocks that are ahead wait for slower ones, so that all are near the same
/// plane.
inline constexpr int kLeastPaced = 3;

/// Computes the sizes of `kernel`, which is kernel number `index` of the program: its windows in
/// registers, its ring buffers in shared memory, and its predicted registers. Precondition:
/// setStagedParameters() has been called, and `kernel.staging` (the memory from which neighbours
/// are read) is set.
StagedShape stagedShape(const analysis::Facts &facts, std::size_t index,
                        const plan::KernelPlan &kernel);

/// Returns true if updates of kernel number `index` read cells outside their own column (cells with
/// the same x and y). Threads then need cells of other threads.
bool hasNeighboursInPlane(const analysis::Facts &facts, std::size_t index);

} // namespace stencilc::schedules
