/// \file Shape of a wavefront kernel: its tiles, halos, and ring buffers of planes in shared
/// memory.
///
/// A tile of a program with three axes has (threads of a team x cells of a thread) cells along x
/// and (teams of a block x rows of a thread) rows along y. A block sweeps its tile along the last
/// axis, with all fused time steps in progress at once. A team is a warp, or half a warp. With two
/// axes a tile is one row of cells, and each warp of a block has a tile of its own. With one axis
/// the axis is divided into tiles, and a warp sweeps from tile to tile instead of from plane to
/// plane.
#pragma once

#include "plan/interface/Plan.h"
#include "schedules/wavefront/faces/FaceShape.h"
#include "schedules/wavefront/shape/Options.h"
#include "schedules/wavefront/skew/Replay.h"
#include "schedules/wavefront/skew/TimeSkew.h"
#include "stencilc/Tiles.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::schedules {

/// Ring buffer in shared memory for the planes of one field that a sweep loads from global memory.
/// Each step of the sweep loads one plane into it, which overwrites the oldest one.
struct Ring {
  ir::FieldId field;
  int arrival = 0; // plane q can be read in step q + arrival of the sweep and later
  int ages = 0;    // distance from the newest to the oldest plane that is read here, in planes
  int slots = 1;   // capacity in planes, including planes that are being loaded
  /// True if updates also read a plane that lies `ages` + 1 planes behind the newest one. The ring
  /// buffer no longer has this plane. Each thread keeps its own rows of it in registers, since it
  /// read them in the step of the sweep before.
  bool isHeld = false;
};

/// Ring buffer in shared memory in which each warp has its own part, which no other warp reads. It
/// has planes of an older time level, or of a field that no update changes. Updates read these
/// planes only at the updated cell, without an offset.
struct PrivateRing {
  analysis::FieldLevel fieldLevel;
  int arrival = 0; // plane q can be read in step q + arrival of the sweep and later
  int ages = 0;    // distance from the newest to the oldest plane that is read, in planes
  int slots = 1;   // capacity in planes, including planes that are being loaded
};

/// Division of the grid into tiles along x and, with three axes, along y: extents of tiles and
/// halos in cells, and how tiles end at faces. The swept axis is not tiled.
struct WavefrontTiles {
  TileAxis x{1, 0, 1, 1, 0, 0}, y{1, 0, 1, 1, 0, 0}; // division of x and y into tiles
  int planeX = 1, planeY = 1; // extent of a plane in a ring buffer, in cells; at least a tile
  int unit = 1;               // x of the first cell of a tile is a multiple of this
  /// True if all tiles run the same code, which does not test for faces. Threads then compute only
  /// the cells that the tile writes to global memory. Its halo is only in shared memory.
  bool isUniform = false;
  /// True if no tile needs ghost cells (beyond the grid) along x and y. The last tile of each axis
  /// may then be moved so that its last cell is the last cell of the grid.
  bool endsFlush = false;
  /// True if the kernel also runs on grids in which the last tile cannot end exactly at the last
  /// cell. That tile then extends beyond the grid. Its frozen cells (cells near faces that keep
  /// their values) then lie inside the tile, and are restored from copies in shared memory.
  bool shifts = false;
  /// True if rows of the planned grid (the grid for which the plan is made) end among the cells of
  /// one thread. The last tile along x then extends up to `unit` - 1 cells beyond the grid, and
  /// each thread has a bit mask of its frozen cells (which keep their values).
  bool shiftsCells = false;
  double redundancy = 1; // cells of a tile with halo / cells that it writes to global memory
};

/// Ring buffers in shared memory for the planes that a sweep loads from global memory.
struct LoadedPlanes {
  std::vector<Ring> rings;
  std::vector<PrivateRing> privateRings;
  /// True if tensor-map loads (TMA) fill all planes of `rings`, including planes beyond the grid.
  /// Threads then copy only planes of `privateRings`.
  bool onlyTensors = false;
};

/// Numbers of planes and steps of a sweep along the last axis. Each step of the sweep loads one
/// plane and advances every fused time step by one plane.
struct SweepSteps {
  int haloLow = 0, haloHigh = 0;   // planes needed below and above those that a block stores
  int ghostLow = 0, ghostHigh = 0; // planes loaded beyond the low and the high face
  /// The first step of a sweep (one plane per step) has the index q + `firstArrival`, where q is
  /// the index of the lowest plane that the sweep needs.
  int firstArrival = 0;
  /// Number of steps of a sweep (one plane each), minus the number of planes that the block stores
  /// in it.
  int extraSteps = 0;
  /// Replays of this kernel, at most one for each stage (update statement). A replay executes steps
  /// of the sweep near the low face again. It is needed if the stage reads rows of other threads in
  /// ghost planes beyond that face, because the values of these planes are loaded later.
  std::vector<Replay> replays;
};

/// Exchange of new cells between the threads of a block through shared memory.
struct ExchangeShape {
  /// Largest number of rows that an update reads from the neighbouring thread below (lower y) and
  /// from the one above (higher y).
  int rowsLow = 0, rowsHigh = 0;
  /// Number of fused time steps whose new cells threads exchange through shared memory.
  int steps = 0;
};

/// Shared memory of a block, and registers of a thread.
struct BlockShape {
  int sharedBytes = 0; // bytes of shared memory of a block
  int registers = 0;   // 32-bit registers of a thread, including spilled ones
  /// True if `registers` comes from the built-in table of measured compilations (KnownShapes.h),
  /// false if it is an estimate.
  bool isCompiled = false;
};

/// Predicted times of one step of the sweep (one plane) in different tiles. Launches use them to
/// give all blocks about the same amount of work.
struct SweepPace {
  /// Number of chunks (ranges of rows that one warp sweeps) in an edge column of tiles, divided by
  /// that in an inner column. An edge column is the first or the last one. Its steps take longer,
  /// so its chunks must be shorter for all warps to finish together. Used with two axes, if one
  /// kernel sweeps all tiles. Values were measured on an H100
  /// (bench/log/reasons/2026-11-28-columns-at-the-ends-of-rows.md).
  int chunksAtEnds = 3;
  /// Time of one step of the sweep in a tile at faces of the grid, in percent of the time in an
  /// inner tile. It is set only if `FaceShape::images` is set: such tiles load each ghost cell
  /// (beyond the grid) from the cell of the grid with the same value. Otherwise it is 0, and a
  /// constant of Tiles.h such as kRepeatTileCost is used.
  int faceCost = 0;
  /// Percent by which a step of the sweep takes longer if neighbouring blocks are at different
  /// planes. The L2 cache then lacks the cells that both blocks load (Chunks.h). In long chunks
  /// (ranges of planes that one block sweeps) blocks get far apart, so they drift.
  int drift = 0;
  /// Percent that launches use in place of `drift` when they choose the length of chunks. With 0
  /// they choose long chunks, which load fewer halo planes. It equals `drift`, or is 0 if memory
  /// bandwidth hardly limits the kernel.
  int launchDrift = 0;
  /// Returns the time of one step of the sweep in an edge tile (the first or last one along x), in
  /// percent of the time in an inner tile. Used with two axes, if edge tiles have a kernel of their
  /// own. `isFlush` is true if the last tile ends exactly at the last cell of the grid. Otherwise
  /// edge tiles load some cells one by one, which takes longer. The values follow from counts of
  /// machine instructions: 103 to 145 if `isFlush`, otherwise about 250.
  static constexpr int endCost(bool isFlush) { return isFlush ? 125 : 250; }
};

/// Shape of a wavefront kernel: its tiles, ring buffers, steps of the sweep and resources. All of
/// these follow from the program and the options of a plan.
struct WavefrontShape : plan::Shape {
  WavefrontOptions plan;
  std::shared_ptr<const TimeSkew> skew; // when each part of an update is computed
  WavefrontTiles tile;
  LoadedPlanes loads;
  SweepSteps sweep;
  ExchangeShape exchange;
  FaceShape faces;
  BlockShape block;
  SweepPace pace;

  int planesBeyond() const override { return sweep.extraSteps + plan.ahead; }
  int rowsPerThread() const override { return plan.rows; }
  void describe(llvm::json::Object &kernel) const override;
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
  /// Returns the number of cells that the threads of a tile compute in each plane. Halo cells count
  /// unless all tiles run the same code (`tile.isUniform`).
  int computedCells() const {
    return tile.isUniform ? tile.x.stride * tile.y.stride : tile.x.tile * tile.y.tile;
  }
  /// Returns true if a launch divides the planes of all columns of tiles equally among all warps
  /// (WarpShares.h). This is done with two axes, if the last tile can end exactly at the last cell.
  bool sharesColumns(const ir::Program &program) const {
    return program.rank() == 2 && tile.endsFlush;
  }
  /// Returns the ring buffer in shared memory for the planes of `field`, or null if it has none.
  const Ring *ringOf(ir::FieldId field) const;
  /// Returns the private ring buffer of `fieldLevel` (a field at one time level), or null if it has
  /// none. Each part of a private ring buffer is read by one warp only.
  const PrivateRing *privateRingOf(const analysis::FieldLevel &fieldLevel) const;
  /// Returns the replay of `stage` (an update statement), or null if it needs none. A replay
  /// executes steps of the sweep near the low face again.
  const Replay *replayOf(ir::StageId stage) const;
  /// Returns the fields whose new cells threads exchange through shared memory, as whole planes or
  /// as rows at the edges of warps. Returns an empty list for programs of one or two axes.
  std::vector<ir::FieldId> exchanged(const ir::Program &program) const;
};

/// Returns the shape (tile and buffer sizes) of the wavefront kernel with the options `plan`.
/// `skew` has the times at which parts of updates are computed. If no such kernel is possible,
/// returns `nullopt` and sets `reason` to a text for the user.
std::optional<WavefrontShape> shapeOf(const analysis::Facts &facts, const WavefrontOptions &plan,
                                      std::shared_ptr<const TimeSkew> skew, std::string &reason);
/// Returns the division of the x axis into tiles, for the wavefront kernel with the options `plan`.
/// `skew` has the times at which parts of updates are computed. Returns `nullopt` if such tiles are
/// not possible, for example if their halos leave no cell to store.
std::optional<TileAxis> tilesAcross(const analysis::Facts &facts, const WavefrontOptions &plan,
                                    std::shared_ptr<const TimeSkew> skew);
/// Returns the shape (tile and buffer sizes) of the wavefront kernel with the options `plan`.
/// Computes the time skew (when each part of an update is computed) first. ShapeMaker is faster for
/// many plans. If no such kernel is possible, returns `nullopt` and sets `reason` to a text for the
/// user.
std::optional<WavefrontShape> makeWavefrontShape(const analysis::Facts &facts,
                                                 const WavefrontOptions &plan, std::string &reason);

/// Returns an estimate of the number of 32-bit registers per thread of the wavefront kernel with
/// `shape`. It is the sum of those for partial sums, for planes kept in registers, for rows being
/// updated, and a constant number.
int estimateRegisters(const analysis::Facts &facts, const WavefrontShape &shape);

/// Adds the ring buffers to `shape.loads`, and sets `shape.faces.frozen.isFromRing` (whether frozen
/// cells, which keep their values, are restored from ring buffers). The plan, time skew (when each
/// part of an update is computed), tiles and other face members of `shape` must be set.
void makeRings(const analysis::Facts &facts, WavefrontShape &shape);

/// Returns true if updates read cells of `fieldLevel` (a field at one time level) from other
/// threads, so that its planes need a ring buffer. Older time levels, and values computed in the
/// same time step, need none. The newest level of a field needs one if an update writes the field,
/// or reads it at an offset along an axis that is not swept.
bool isReadInRing(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel);
/// Returns true if every update reads `fieldLevel` (a field at one time level) only at the updated
/// cell, without an offset. Also returns true if no update reads it.
bool isReadAtCell(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel);

/// Returns true if updates read new cells of `field` at an offset along y. Threads then exchange
/// rows of it through shared memory. Returns false if a tile has a single row.
bool exchangesRows(const WavefrontShape &shape, ir::FieldId field);

} // namespace stencilc::schedules
