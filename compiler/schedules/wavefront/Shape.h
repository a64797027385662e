/// \file The shape of a wavefront: tiles, halos, rings of planes in shared memory.
///
/// A tile of lanes * cells by teams * rows cells goes along the swept axis, `steps` time
/// steps in flight. A team spans the tile's width: a warp, or with three axes half of one. With two
/// axes a tile is one row, and each warp of a block has a tile of its own. With one axis the tiles
/// of the line take the place of planes, and a warp goes from tile to tile.
#pragma once

#include "plan/Plan.h"
#include "schedules/wavefront/Replay.h"
#include "schedules/wavefront/TimeSkew.h"
#include "stencilc/Tiles.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::schedules {

/// Cells at the faces across the sweep that keep their values: those of the newest planes from
/// memory lie in shared memory until the time steps have come that restore them.
struct FrozenStore {
  Reach widths;
  int age = 0;   // of the plane that the first time step has updated, among those kept
  int slots = 0; // 0: a thread has their old values anyway
};

/// Planes of a field in shared memory.
struct Ring {
  ir::FieldId field;
  int arrival = 0; // plane q is new at step q + arrival
  int ages = 0;    // oldest plane read
  int slots = 1;
  /// Whether a thread has its own rows of the plane one older in registers: it read them a step
  /// before.
  bool isHeld = false;
};

/// Planes of cells that no other warp reads, in shared memory: of older levels, and of fields that
/// never change. Threads copy those they store, each warp its own.
struct OwnRing {
  analysis::FieldLevel fieldLevel;
  int arrival = 0; // plane q is there at step q + arrival
  int ages = 0;    // oldest plane read
  int slots = 1;
};

struct WavefrontShape : plan::Shape {
  plan::FusedPlan plan;
  TimeSkew skew;
  TileAxis x{1, 0, 1, 1, 0, 0}, y{1, 0, 1, 1, 0, 0}; // across the sweep
  int planeX = 1, planeY = 1; // cells of a plane in shared memory, at least those of a tile
  int unit = 1;               // tiles begin at multiples of it along x
  std::vector<Ring> rings;
  std::vector<OwnRing> ownRings;
  bool onlyTensors = false; // bring the planes of rings, those beyond the grid too
  /// All tiles do the same, wherever they are: what lies around the cells that a block stores is in
  /// shared memory alone, and no thread computes it.
  bool isUniform = false;
  /// No cell beyond the faces across the sweep is ever needed: a tile may end where the grid does.
  bool endsFlush = false;
  /// Cells that keep their values are written once, before the sweeps, and tiles that end with the
  /// grid do not store them. Else tiles store them as all others.
  bool leavesFrozen = false;
  /// Tiles at faces of other grids are as these, but for where the grid ends in them: cells that
  /// are frozen are copies in shared memory, which can be restored anywhere.
  bool shiftsFrozen = false;
  /// A tile that ends with the grid may end in the middle of a lane's cells, as the rows of the
  /// grid planned for do: which cells are frozen is told by a mask of the lane.
  bool shiftsCells = false;
  std::map<ir::FieldId, FrozenStore> frozen; // of such a tile
  std::vector<Replay> replays;               // of stages that read rows beyond the low face
  /// Faces across the sweep give tiles cells that stand elsewhere, too.
  bool repeatsAcross = false;
  /// Where all that tiles at faces load are cells of the grid, at places that are found once for a
  /// tile: a field whose faces along x and y say which.
  std::optional<ir::FieldId> images;
  /// With two axes, and a kernel for all tiles: chunks of the first and the last column for one of
  /// the others, so that none of theirs ends last. Measured on an H100 with one to six of them
  /// (bench/log/2026-11-28-columns-at-the-ends-of-rows.md).
  int chunksAtEnds = 3;
  /// Where tiles at the ends of rows have a kernel of their own: percent of a step elsewhere that
  /// one of theirs takes. Counted in machine code: 103 to 145 where they end with the grid, else
  /// 160, and their rows come cell by cell.
  static constexpr int endCost(bool isFlush) { return isFlush ? 125 : 250; }
  /// Frozen cells are restored from what came from memory, not from the step before.
  bool frozenFromRing = false;
  int haloLow = 0, haloHigh = 0;   // along the swept axis
  int ghostLow = 0, ghostHigh = 0; // cells beyond its ends that arrive
  int firstArrival = 0; // step in which the first plane that arrives is needed, from its own
  int extraSteps = 0;   // steps of a chunk beyond its planes
  int rowsLow = 0, rowsHigh = 0; // rows of other threads that are read, towards each side
  int exchangedSteps = 0;        // time steps whose new values are exchanged
  int sharedBytes = 0;
  int registers = 0;     // estimate
  double redundancy = 1; // cells computed per cell stored, within a plane
  int faceCost = 0; // percent of a step elsewhere that one at faces takes, where images are loaded
  int drift = 0;    // percent that a step takes longer where blocks have drifted apart (Chunks.h)
  int launchDrift = 0; // that launches have chunks against: 0 where memory binds too little for it

  int planesBeyond() const override { return extraSteps + plan.ahead; }
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
  /// Cells of a tile that threads compute.
  int computedCells() const { return isUniform ? x.stride * y.stride : x.tile * y.tile; }
  /// Whether warps that run at a time share the columns of tiles of a plane (WarpShares.h).
  bool sharesColumns(const ir::Program &program) const { return program.rank() == 2 && endsFlush; }
  const Ring *ringOf(ir::FieldId field) const;
  const OwnRing *ownRingOf(const analysis::FieldLevel &fieldLevel) const;
  const Replay *replayOf(ir::StageId stage) const;
  /// Fields whose new planes threads exchange.
  std::vector<ir::FieldId> exchanged(const ir::Program &program) const;
};

/// Returns the shape of `plan`, whose time steps have this skew; nothing with the reason if there
/// is none.
std::optional<WavefrontShape> shapeOf(const analysis::Facts &facts, const plan::FusedPlan &plan,
                                      const TimeSkew &skew, std::string &reason);
/// Returns the shape of one plan alone, as ShapeMaker::make() does for many.
std::optional<WavefrontShape> makeWavefrontShape(const analysis::Facts &facts,
                                                 const plan::FusedPlan &plan, std::string &reason);

/// Registers of a thread: what waits for planes, rows being worked on, and a base.
int estimateRegisters(const analysis::Facts &facts, const WavefrontShape &shape);

/// Finds the planes in shared memory; all of the shape that is no size of shared memory is there.
void makeRings(const analysis::Facts &facts, WavefrontShape &shape);

/// Whether new cells beyond faces with a value are read, and must have that value.
bool fixesBeyond(const analysis::Facts &facts, int steps);
/// Whether cells of new planes keep their old value: at frozen cells, and beyond such faces.
bool needsOld(const analysis::Facts &facts, int steps);

/// Whether planes of a field level are read by several threads: those of updated fields, and of
/// others whose neighbours are read. Whether every thread reads its own cells alone, of the updated
/// plane.
bool isReadInRing(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel);
bool isReadAtCell(const analysis::Facts &facts, const analysis::FieldLevel &fieldLevel);

/// Whether tensor loads, which give zero beyond the grid, give all that lies beyond faces.
bool tensorsGiveAll(const analysis::Facts &facts);

/// Whether tensor loads bring the planes of tiles at faces, too, and threads put what the faces
/// give into the cells beyond them; not where threads load them from the cells that they stand for.
bool patchesFaces(const analysis::Facts &facts, const WavefrontShape &shape);
bool isPatched(const analysis::Facts &facts, const WavefrontShape &shape, ir::FieldId field);

/// A field whose faces along x and y say, for all fields, which cells of the grid stand for those
/// beyond it; nothing where some face gives a value, or fields differ.
std::optional<ir::FieldId> fieldOfImages(const analysis::Facts &facts);

/// Whether values of `field` between planes are exchanged through shared memory: rows of other
/// threads are read.
bool exchangesRows(const WavefrontShape &shape, ir::FieldId field);

} // namespace stencilc::schedules
