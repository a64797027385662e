/// \file Schedule wavefront as functions of the kernel tree: what those of one kernel share.
///
/// A kernel of fused steps is one module. Its functions are lowered one by one: what a block shares
/// and a thread keeps (LowerState.cpp), what faces give and how planes come from memory
/// (LowerFaces.cpp, LowerLoads.cpp, LowerFetch.cpp).
///
/// A tile sweeps along the last axis with several time steps in flight, each some planes behind the
/// one before. A step of the sweep (`advance`) takes one plane from memory and moves every time
/// step on by one plane: t+1 computes plane s - out, t+2 plane s - kLag - out and so on. Where
/// cells are:
///   shared memory   rings of the newest planes from memory; with three axes, the rows or planes of
///                   new cells that other warps read
///   registers       new cells by age in planes (u_steps[age][step]), and parts of updates that
///                   wait for planes to come
/// A lane owns neighbouring cells of a row, a warp a row of the tile across: neighbours along x are
/// shuffles. With two axes each warp has a tile of its own, and nothing waits for another warp.
/// With three, a warp may be several teams (Wave::hasTeams): of so many lanes, each with rows of
/// its own, and what is said of warps and their rows is true of teams.
///
/// With three axes there is one barrier per plane, in two halves. A thread arrives (turn) once its
/// rows at the edge of the warp are out, and waits at the head of the next step, so that the other
/// rows hide it. Therefore a slot of a ring may be filled again two steps after it was last read: a
/// ring has two slots more than planes that are read and planes on their way; with two axes, one.
///
/// Within a step, what needs no new cell is computed first for all time steps, then the chain of
/// new cells runs through them. Frozen cells (at a face that keeps them, or beyond one that fixes
/// them) get their old value back afterwards, beside the chain: what the chain makes of them
/// reaches nobody. Where whole planes are exchanged, time steps do not wait for each other at all.
///
/// Planes of fields that never change are read from shared memory once for all rows and time steps
/// (holds). One time step alone has nothing to exchange: what it reads at its own cells each warp
/// brings for itself (own). Where besides tensor loads give what lies beyond all faces, all tiles
/// are alike (isUniform): their halo lies in shared memory around the cells of the threads (inset),
/// and no face is asked about.
///
/// Where no cell beyond a face is ever needed and the extents allow it, the last tiles end where
/// the grid does (flush). Then cells at the edge of the grid are always at the edge of a tile, and
/// all tiles restore the old values there: known at compile time, and without meaning elsewhere.
/// They come from registers, or from copies of the frozen cells of planes in shared memory. Or, and
/// where tiles cannot end there, tiles at faces and all others are two kernels. Planes near a face
/// of the swept axis run a body of their own; the body for the inside asks nothing about faces.
#pragma once

#include "kernel/Build.h"
#include "kernel/Numbers.h"
#include "kernel/Readers.h"
#include "kernel/Uniforms.h"
#include "plan/Plan.h"
#include "schedules/wavefront/Shape.h"
#include <map>
#include <optional>

namespace stencilc::schedules {

/// Constants of the kernel; what it has no use for is not declared.
struct WaveConstants {
  kernel::Term steps = 0, lag = 0, cells = 0, rows = 0, warps = 0, ahead = 0, arrivals = 0,
               lanes = 0, teams = 0, // lanes of a row, and in how many teams they are
      group = 0, tileX = 0, tileY = 0, endChunks = 0, insetX = 0, insetY = 0, exchanged = 0,
               rowsLow = 0, rowsHigh = 0, edgeRows = 0, frozen = 0, tilesX = 0, tilesY = 0;
  std::map<ir::FieldId, kernel::Term> ring, frozenSlots;
  std::map<analysis::FieldLevel, kernel::Term> own;
};

/// Structs of the kernel, and their members.
struct WaveState {
  // Shared: what the threads of a block share
  kernel::Type shared;
  std::map<ir::FieldId, kernel::VarId> ring, exchanged, frozen;
  std::map<analysis::FieldLevel, kernel::VarId> own;
  kernel::VarId turn, arrived, columns, rows; // the last two: images of cells along x and y
  // Sweep: the sweep of a tile as one thread sees it. Arguments of the kernel
  kernel::TypeId sweep;
  kernel::VarId grid, uniforms, ofSteps, numbers, block;
  std::map<analysis::FieldLevel, kernel::VarId> reads;
  std::map<std::pair<ir::FieldId, int>, kernel::VarId> writes;
  std::map<ir::FieldId, kernel::VarId> maps;
  // how the tile meets the faces of the grid
  kernel::VarId isAtFaces, skipsFrozen, shift;
  // where the thread stands
  kernel::VarId team, lane, row, below, above, left, bottom, x, y, storedBegin, storedEnd,
      storedRows, planeBegin, planeEnd, tensorBegin, tensorEnd;
  // with two axes, where faces may be: of the cells that stand along x for those that the thread
  // brings or, of rows that are in no ring, reads
  std::map<ir::FieldId, kernel::VarId> columnsOf;
  // of a line: its tiles, and those at no end of it
  kernel::VarId planes, insideBegin, insideEnd;
  std::map<ir::FieldId, kernel::VarId> frozenCells, frozenRows;
  // the step of the sweep
  kernel::VarId s, count;
  std::map<ir::FieldId, kernel::VarId> slot;
  std::map<analysis::FieldLevel, kernel::VarId> ownSlot;
  /// A view that a stage writes: where the thread's cells of the plane to store begin, and which of
  /// its rows are stored.
  struct Store {
    ir::FieldId field;
    int older = 0, out = 0; // out: of the stage
    kernel::VarId cells, rows;
  };
  std::map<std::pair<ir::StageId, int>, Store> stores; // by how much older the level is
  // Registers: what it keeps there from step to step, and how the sweep calls them
  kernel::Type registers;
  kernel::VarId regs;
  std::map<ir::FieldId, kernel::VarId> line, raw, held;
  std::map<std::pair<ir::StageId, ir::ExprId>, kernel::VarId> values;
};

/// A view that is written: the newest level of a field is 0 older.
struct WaveTarget {
  ir::FieldId field;
  int older;
};

/// One kernel while its functions are written.
struct Wave {
  kernel::Module &module;
  const analysis::Facts &facts;
  const plan::Plan &plan;
  const WavefrontShape &shape;
  const ir::Program &program;
  int along;               // the swept axis
  kernel::Readers readers; // what faces give, however far beyond the grid
  kernel::NumberNames numbers;
  std::vector<analysis::FieldLevel> fieldLevels; // read from memory
  std::vector<WaveTarget> targets;
  kernel::UniformNeeds usesUniforms = {}; // of updates and faces
  WaveConstants c = {};
  WaveState state = {};
  /// By field: what puts values of faces into planes of tensor loads, what brings a row into shared
  /// memory and into registers.
  std::map<ir::FieldId, kernel::FunctionId> patch = {}, fetchRow = {}, readRow = {};
  std::map<ir::FieldId, kernel::Type> staged = {}, frozenType = {};
  kernel::FunctionId firstStep = {}, lastStep = {}, rowOf = {}, planeSlot = {}, fetch = {},
                     advance = {}, run = {}, kernel = {}, takePlace = {}, findFrozen = {};
  kernel::FunctionId ownTile = {}, leftOf = {}, isInside = {}; // along a line
  kernel::FunctionId findImages = {}, fetchImages = {};        // see WavefrontShape::images
  /// The kind of the sweep's tiles, which its functions know when they are compiled.
  std::optional<kernel::Term> kind = {};

  int rank() const { return program.rank(); }
  bool isRank3() const { return program.rank() == 3; }
  bool sharesColumns() const { return shape.sharesColumns(program); }
  /// Whether tiles, which are all alike, leave out frozen cells.
  bool skipsFrozen() const;
  /// Whether rows beyond a face repeat those inside.
  bool rowsRepeat(ir::FieldId field) const;
  /// How many levels of a field a launch writes.
  int levelsOf(ir::FieldId field) const;
  /// "plane", "row" or "tile": what a step of the sweep brings.
  const char *planeName() const;
  /// Whether the cells of a lane are one piece of a row, which is stored or not: then the rows to
  /// store say so, without a look at x.
  bool storesPieces() const;
  /// The plane that a step of the sweep stores.
  kernel::Term storedPlane(const WaveState::Store &store) const;
  /// Whether tensor loads bring the planes of all steps, from the first one on.
  bool countsTensors() const;
  /// Whether whole planes are exchanged, in a kernel of three axes.
  bool exchangesPlanes() const { return isRank3() && shape.plan.isWhole; }
  /// Whether a warp is several teams of lanes, each with rows of its own.
  bool hasTeams() const { return shape.plan.teams > 1; }
  /// Constants of a call, or arguments of a type, and behind them the lanes of a row where these
  /// are no warp.
  template <class Size> std::vector<Size> withLanes(std::vector<Size> sizes) const {
    if (hasTeams())
      sizes.push_back(c.lanes);
    return sizes;
  }
  /// Whether a thread may have more than 128 registers.
  bool hasRoom() const { return shape.plan.warps <= 12; }
  /// Whether cells in registers are a struct of their own beside the sweep. A compiler takes a
  /// struct with arrays apart only when loops are unrolled and all indices known. Numbers beside
  /// arrays are in memory until then, so that it moves less out of loops: more instructions, fewer
  /// registers. Where planes are exchanged and registers are scarce that is 2 to 7% faster, but for
  /// threads that have 128 or less (bench/log/2026-11-23-kernel-trees.md).
  bool keepsRegistersApart() const;
  kernel::UniformNeeds faceUsesUniforms(ir::FieldId field) const;
  /// A member of the sweep, as its functions name it.
  kernel::Term at(kernel::VarId member) const;
  /// What the block shares, as they name it.
  kernel::Term inBlock(kernel::VarId member) const;
  /// What a thread keeps in registers from step to step.
  kernel::Term inRegisters(kernel::VarId member) const;
  /// The planes of a field in shared memory, of this warp where each has a tile.
  kernel::Term ringOf(ir::FieldId field) const;
  /// Whether the tiles of the sweep are of a kind.
  kernel::Term hasKind(kernel::Known known) const;
  /// Whether tiles at faces load from places that are found once for a tile.
  bool loadsImages() const { return shape.images.has_value(); }
  /// Whether tiles at faces read a row of the field, which no step writes, by columns that are
  /// found once for a tile: with two axes, where faces give no values.
  bool readsByColumns(ir::FieldId field) const;
  /// Whether tiles at faces bring rows of the field by columns that are found once for a tile: with
  /// two axes, where cells of the grid stand for those beyond the ends of rows.
  bool bringsByColumns(ir::FieldId field) const;
  /// Whether tiles at faces find once for a tile from where they read the field.
  bool findsPlaces(ir::FieldId field) const { return loadsImages() || readsByColumns(field); }
  /// Whether the last tiles of the sweep end with the grid.
  kernel::Term isFlush() const;
  /// Scalars as functions of the sweep have them: of time step `step`, 0 being the first.
  kernel::UniformTerms uniforms(const kernel::Term &step) const;
  /// Whether a face gives `value` at a cell, variables that else name the one that stands for it;
  /// `uniforms` of the step that the value has.
  kernel::Term faceGives(kernel::Builder &k, ir::FieldId field, const kernel::Term &value,
                         const kernel::UniformTerms &uniforms,
                         const std::vector<kernel::Term> &cell) const;
  /// The coordinate along `axis` of the cell that stands for one at `c`, near no other face: where
  /// faces give no values.
  kernel::Term standsAlong(kernel::Builder &k, ir::FieldId field, int axis,
                           const kernel::Term &c) const;
  /// Whether cells beyond faces that change from step to step are read of new planes.
  bool refixes(ir::FieldId field) const;
  kernel::Type cellOf(ir::FieldId field) const {
    return {kernel::Type::Value, program.fields[field].storage};
  }
  /// A cell of a row of this thread, or where it would be: one of the coordinates per axis.
  kernel::Term cellsOf(const kernel::Term &view, const kernel::Term &x, const kernel::Term &y,
                       const kernel::Term &plane) const;
};

/// One function of the sweep.
class WaveFunction {
public:
  WaveFunction(const Wave &wave, kernel::Wish wish, std::string doc,
               kernel::Type result = {kernel::Type::Void});
  kernel::Builder k;
};
/// What all of them have in common, to begin with.
void joinSweep(kernel::Builder &k, const Wave &wave);

/// A constant of a function, which the compiler needs no memory for.
kernel::Term compileTime(kernel::Builder &k, kernel::Wish wish, kernel::Type type,
                         const kernel::Term &value);

/// Whether the images of `cells` neighbours lie side by side in memory, so that one access has
/// them: `first` and `last` are those of the outer ones.
kernel::Term areSideBySide(const kernel::Term &first, const kernel::Term &last,
                           const kernel::Term &cells);
/// Whether the images of cells from `cell` of a tile on lie side by side in memory, so that one
/// access has them; `first` is that of `cell`.
kernel::Term sideBySide(const Wave &wave, const kernel::Term &first, const kernel::Term &cell,
                        const kernel::Term &cells);

/// Everything about a kernel that no function is needed for.
Wave makeWave(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
              const WavefrontShape &shape);

void lowerConstants(Wave &wave);
void lowerShared(Wave &wave);   // what a block shares
void lowerState(Wave &wave);    // what a thread has
void lowerTile(Wave &wave);     // what a tile's numbers mean
void lowerPlace(Wave &wave);    // how a thread takes its place
void lowerFaces(Wave &wave);    // what lies beyond the grid
void lowerRowLoads(Wave &wave); // rows from memory
void lowerImages(Wave &wave);   // from the cells that stand for those of a tile
void lowerFetch(Wave &wave);    // the planes of a step
void lowerSweep(Wave &wave);    // the steps of a chunk
void lowerKernel(Wave &wave);   // a thread's place, and its sweep
void lowerLaunch(Wave &wave);   // what the host does
void lowerLine(Wave &wave);     // with one axis, these three

/// What views are called.
kernel::Wish viewName(const analysis::FieldLevel &fieldLevel);
kernel::Wish viewName(const WaveTarget &target, const std::string &end = "");
/// The oldest plane of an updated field that a thread keeps.
int oldestKept(const Wave &wave, ir::FieldId field);
/// Cells that keep their values: how far from each face.
Reach frozenLayer(const ir::Program &program);

/// The functions of one kernel of fused steps.
void lowerFusedSteps(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                     const WavefrontShape &shape);

} // namespace stencilc::schedules
