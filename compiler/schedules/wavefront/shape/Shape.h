/// \file The shape of a wavefront: tiles, halos, and ring buffers of planes in shared memory.
///
/// A tile has lanes * cells by teams * rows cells and sweeps along the last axis with `steps` time
/// steps in flight. A team is the threads that span the width of a tile: a warp, or with three axes
/// possibly half of one. With two axes a tile is one row, and each warp of a block has a tile of
/// its own. With one axis the tiles of the axis take the place of planes, and a warp goes from tile
/// to tile.
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

/// Ring buffer in shared memory: the planes of a field that a sweep loads from memory.
struct Ring {
  ir::FieldId field;
  int arrival = 0; // plane q is readable from step q + arrival on
  int ages = 0;    // age of the oldest plane read, in planes behind the newest
  int slots = 1;
  /// True if the ring buffer omits the oldest plane that is read (of age `ages` + 1), because each
  /// thread keeps its own rows of that plane in registers. `ages` is then the age of the oldest
  /// plane in the ring buffer. The thread read the rows one step of the sweep earlier.
  bool isHeld = false;
};

/// Private ring buffer of planes in shared memory: each warp has a part of its own, which no other
/// warp reads. It is used for an older time level, or for a field that never changes. Every update
/// must read these only at the updated cell, without an offset.
struct PrivateRing {
  analysis::FieldLevel fieldLevel;
  int arrival = 0; // plane q is readable from step q + arrival on
  int ages = 0;    // age of the oldest plane read, in planes behind the newest
  int slots = 1;
};

/// Tiles of a wavefront across the swept axis.
struct WavefrontTiles {
  TileAxis x{1, 0, 1, 1, 0, 0}, y{1, 0, 1, 1, 0, 0}; // tiles along x and y
  int planeX = 1, planeY = 1; // cells of a plane in a ring buffer, at least those of a tile
  int unit = 1;               // tiles begin at multiples of it along x
  /// True if all tiles run the same code without tests for faces. Threads then compute only the
  /// cells that the tile stores. The halo around these exists in shared memory alone.
  bool isUniform = false;
  /// True if no tile needs cells beyond the faces of x and y. The last tiles may then be moved to
  /// end exactly at the end of the grid.
  bool endsFlush = false;
  /// True if the kernel also runs on grids whose extents do not let the last tiles end exactly with
  /// the grid. These tiles then extend beyond it. All frozen cells (which keep their values) have
  /// copies in shared memory, which a tile can restore at any position.
  bool shifts = false;
  /// True if a tile that ends exactly with the grid may end in the middle of a thread's cells, as
  /// on the planned grid. Each thread then has a bit mask of its frozen cells, which keep their
  /// values.
  bool shiftsCells = false;
  double redundancy = 1; // cells computed per cell stored, within a plane
};

/// Planes that a sweep loads from memory.
struct LoadedPlanes {
  std::vector<Ring> rings;
  std::vector<PrivateRing> privateRings;
  /// True if tensor loads (TMA) fill all ring buffers, including planes beyond the grid.
  bool onlyTensors = false;
};

/// Steps of a sweep along the last axis, and the planes that it needs in addition to those that it
/// stores.
struct SweepSteps {
  int haloLow = 0, haloHigh = 0;   // planes along the swept axis
  int ghostLow = 0, ghostHigh = 0; // planes beyond its ends that are loaded
  /// Index of the first step of a sweep, minus the index of the first plane that the sweep needs.
  int firstArrival = 0;
  /// Number of steps of the sweep of a chunk (the planes that one block sweeps) in addition to one
  /// for each plane that it stores.
  int extraSteps = 0;
  /// Replays of this kernel: steps of the sweep near the low face that are executed again. A stage
  /// needs a replay if it reads rows of other threads in planes beyond that face, because such
  /// planes have the values of planes that are loaded later.
  std::vector<Replay> replays;
};

/// New cells that threads read of other threads.
struct ExchangeShape {
  /// Number of rows of neighbouring threads that updates read, below and above (towards lower and
  /// higher y).
  int rowsLow = 0, rowsHigh = 0;
  /// Number of time steps whose new cells threads exchange through shared memory.
  int steps = 0;
};

/// Resources that a block or a thread occupies.
struct BlockShape {
  int sharedBytes = 0;     // of a block
  int registers = 0;       // per thread, with spilled ones: estimated, or of a compiled kernel
  bool isCompiled = false; // `registers` is of a compiled kernel (KnownShapes.h)
};

/// How much time a step of the sweep (one plane) takes in different tiles. Launches use it to
/// divide the work equally.
struct SweepPace {
  /// Number of chunks (ranges of rows) of an edge column of tiles (first or last), per chunk of an
  /// inner column. Edge tiles are slower and should not end last. Used with two axes and one kernel
  /// for all tiles. The best values were measured on an H100
  /// (bench/log/reasons/2026-11-28-columns-at-the-ends-of-rows.md).
  int chunksAtEnds = 3;
  /// Time that a tile at faces of the grid needs for one step of the sweep, in percent of the time
  /// of an inner tile. It is set if such tiles load each ghost cell (beyond the grid) from the cell
  /// of the grid that has the same value. Otherwise it is 0, which means that a constant of Tiles.h
  /// is used.
  int faceCost = 0;
  /// Percent by which a step of the sweep takes longer if blocks are at different planes. The L2
  /// cache then has nothing that their neighbours have loaded (Chunks.h).
  int drift = 0;
  /// Percent by which a step of the sweep takes longer if blocks are at different planes, as
  /// launches assume when they choose chunks (the planes that one block sweeps). It equals `drift`,
  /// or is 0 if memory bandwidth hardly limits the kernel.
  int launchDrift = 0;
  /// Returns the time that an edge tile needs for one step of the sweep, in percent of the time of
  /// an inner tile. Used with two axes, if edge tiles have a kernel of their own. `isFlush`: the
  /// last tile ends exactly with the grid. Counted in machine code: 103 to 145 if flush. Otherwise
  /// about 250: 160 plus the loads cell by cell.
  static constexpr int endCost(bool isFlush) { return isFlush ? 125 : 250; }
};

/// The shape of a wavefront kernel: all properties that follow from the program and the options of
/// a plan.
struct WavefrontShape : plan::Shape {
  WavefrontOptions plan;
  std::shared_ptr<const TimeSkew> skew; // shared by all shapes with the same delays
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
  /// Returns the number of cells that the threads of a tile compute in each plane.
  int computedCells() const {
    return tile.isUniform ? tile.x.stride * tile.y.stride : tile.x.tile * tile.y.tile;
  }
  /// Returns true if each warp gets an equal share of the columns of tiles (WarpShares.h). This is
  /// so with two axes, if the last tile can end exactly with the grid.
  bool sharesColumns(const ir::Program &program) const {
    return program.rank() == 2 && tile.endsFlush;
  }
  /// Returns the ring buffer of `field` in shared memory, or null if it has none.
  const Ring *ringOf(ir::FieldId field) const;
  /// Returns the private ring buffer (with cells that only one warp reads) of `fieldLevel`, a field
  /// at one time level. Returns null if it has none.
  const PrivateRing *privateRingOf(const analysis::FieldLevel &fieldLevel) const;
  /// Returns the replay (steps executed again near the low face) that `stage` needs, or null if it
  /// needs none.
  const Replay *replayOf(ir::StageId stage) const;
  /// Returns the fields whose new cells, as rows or whole planes, threads exchange through shared
  /// memory.
  std::vector<ir::FieldId> exchanged(const ir::Program &program) const;
};

/// Returns the shape of the wavefront kernel of `plan`, with time steps skewed by `skew`. Returns
/// `nullopt` and sets `reason` if there is none.
std::optional<WavefrontShape> shapeOf(const analysis::Facts &facts, const WavefrontOptions &plan,
                                      std::shared_ptr<const TimeSkew> skew, std::string &reason);
/// Returns the tiles along x of the wavefront kernel of `plan`, with time steps skewed by `skew`.
/// Returns `nullopt` if tiles would store no cell.
std::optional<TileAxis> tilesAcross(const analysis::Facts &facts, const WavefrontOptions &plan,
                                    std::shared_ptr<const TimeSkew> skew);
/// Returns the wavefront shape of a single plan, including its time skew. Use ShapeMaker for many
/// plans. Returns `nullopt` and sets `reason` if there is none.
std::optional<WavefrontShape> makeWavefrontShape(const analysis::Facts &facts,
                                                 const WavefrontOptions &plan, std::string &reason);

/// Estimates the number of 32-bit registers per thread of a wavefront kernel: for partial sums,
/// planes kept in registers, rows being updated, and a base.
int estimateRegisters(const analysis::Facts &facts, const WavefrontShape &shape);

/// Finds the ring buffers of `shape`, and whether frozen cells are restored from them. All other
/// members must be set, except the size in shared memory.
void makeRings(const analysis::Facts &facts, WavefrontShape &shape);

/// Returns true if several threads read the planes of `fieldLevel`, a field at one time level. This
/// is so for the newest level of every updated field. It is also so for the newest level of another
/// field, if that is read with an offset along x or y (not the swept axis).
bool isReadInRing(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel);
/// Returns true if every update reads `fieldLevel` only at the updated cell itself.
bool isReadAtCell(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel);

/// Returns true if new cells of `field` are exchanged through shared memory, because updates read
/// rows of other threads.
bool exchangesRows(const WavefrontShape &shape, ir::FieldId field);

} // namespace stencilc::schedules
