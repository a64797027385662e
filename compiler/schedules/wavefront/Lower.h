/// \file Declarations that the files which emit a wavefront kernel share.
///
/// A kernel of fused time steps is one module of the kernel tree, emitted function by function.
/// Types and state are in LowerState.cpp and LowerShared.cpp. Boundaries and loads are in
/// LowerFaces.cpp, LowerLoads.cpp and LowerFetch.cpp.
///
/// A tile sweeps along the last axis with several time steps in flight, each `kLag` planes behind
/// the one before. A step of the sweep (`advance`) loads one plane and moves every time step on by
/// one plane. It computes t+1 in plane s - out, t+2 in plane s - kLag - out, and so on. Cells are
/// in
///
///   shared memory   ring buffers of the newest planes from memory.
///                   With three axes also new rows or planes that other warps read.
///   registers       new cells by age in planes (u_steps[age][step]), and partial sums.
///
/// A lane owns neighbouring cells of a row, and a warp spans the width of the tile. Neighbours
/// along x are shuffles. With two axes each warp has a tile of its own and waits for no other. With
/// three axes a warp may be two teams (Wave::hasTeams), each with rows of its own. Comments that
/// say `warp` then hold for a team.
///
/// With three axes each plane has one barrier (`turn`), used in two halves. A thread arrives when
/// it has stored its rows at the edge of the warp, and waits at the beginning of the next step. A
/// slot of a ring buffer may thus be filled again two steps after it was last read. So a ring
/// buffer has one slot more than the planes that are read or being loaded. It has no more than
/// these with two axes, or if all planes come by tensor loads and threads exchange whole planes.
///
/// Within a step all time steps first compute what needs no new cell. Then the newest cells pass
/// through the time steps one after the other. Frozen cells get their old value back afterwards; no
/// stored cell depends on their wrong value. If whole planes are exchanged, time steps do not
/// depend on each other within a step.
///
/// Rows of fields that never change are loaded from shared memory once for all rows and time steps
/// (`holds`). A kernel of one time step exchanges nothing: each warp copies cells that only it
/// reads to private ring buffers (`own`). If tensor loads also give all cells beyond faces, all
/// tiles are alike (`isUniform`) and test no face. Their halo lies in shared memory around the
/// cells of the threads.
///
/// If no tile needs cells beyond a face, and the extents allow it, the last tiles end with the grid
/// (`flush`). Frozen cells then lie at the edge of a tile, known at compile time, and all tiles
/// restore them. Otherwise, or with `faces=apart`, tiles at faces and inner tiles are two kernels.
/// Steps near a face of the swept axis have a loop body of their own (`kEdge`). The other body
/// tests no face.
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

/// Constants of the emitted wavefront kernel. Constants that it does not need are not declared.
struct WaveConstants {
  kernel::Term steps = 0, lag = 0, cells = 0, rows = 0, warps = 0, ahead = 0, arrivals = 0,
               lanes = 0, teams = 0, // lanes of a row; teams of a block
      group = 0, tileX = 0, tileY = 0, endChunks = 0, haloX = 0, haloY = 0, exchanged = 0,
               rowsLow = 0, rowsHigh = 0, edgeRows = 0, frozen = 0, tilesX = 0, tilesY = 0;
  std::map<ir::FieldId, kernel::Term> ring, frozenSlots;
  std::map<analysis::FieldLevel, kernel::Term> own;
};

/// Structs of the emitted wavefront kernel, and the handles of their members.
struct WaveState {
  // struct Shared: the shared memory of a block
  kernel::Type shared;
  std::map<ir::FieldId, kernel::VarId> ring, exchanged, frozen;
  std::map<analysis::FieldLevel, kernel::VarId> own;
  kernel::VarId turn, arrived, columns, rows; // columns, rows: wrapped indices
  // struct Sweep: the state of one thread. First the arguments of the kernel
  kernel::TypeId sweep;
  kernel::VarId grid, uniforms, ofSteps, numbers, block;
  std::map<analysis::FieldLevel, kernel::VarId> reads;
  std::map<std::pair<ir::FieldId, int>, kernel::VarId> writes;
  std::map<ir::FieldId, kernel::VarId> maps;
  // position of the tile relative to the faces of the grid
  kernel::VarId isAtFaces, skipsFrozen, shift;
  // position of the thread
  kernel::VarId team, lane, row, below, above, left, bottom, x, y, storedBegin, storedEnd,
      storedRows, planeBegin, planeEnd, tensorBegin, tensorEnd;
  // with two axes, at faces: wrapped x coordinates of the cells that the thread copies to a ring
  // buffer or, for fields without one, loads
  std::map<ir::FieldId, kernel::VarId> columnsOf;
  // with one axis: the number of tiles, and the range of tiles at no end of the line
  kernel::VarId planes, insideBegin, insideEnd;
  std::map<ir::FieldId, kernel::VarId> frozenCells, frozenRows;
  // the current step of the sweep
  kernel::VarId s, count;
  std::map<ir::FieldId, kernel::VarId> slot;
  std::map<analysis::FieldLevel, kernel::VarId> ownSlot;
  /// A view that a stage writes: pointer to the thread's cells of the plane to store, and a bit
  /// mask of the rows that it stores.
  struct Store {
    ir::FieldId field;
    int older = 0, out = 0; // levels before the newest; time of the stage's value
    kernel::VarId cells, rows;
  };
  std::map<std::pair<ir::StageId, int>, Store> stores; // by stage and `older`
  // struct Registers: cells that a thread keeps from step to step
  kernel::Type registers;
  kernel::VarId regs;
  std::map<ir::FieldId, kernel::VarId> line, raw, held;
  std::map<std::pair<ir::StageId, ir::ExprId>, kernel::VarId> values;
};

/// A field level that a launch writes. `older` counts back from the newest level, which has 0.
struct WaveTarget {
  ir::FieldId field;
  int older;
};

/// A wavefront kernel while its functions are emitted.
struct Wave {
  kernel::Module &module;
  const analysis::Facts &facts;
  const plan::Plan &plan;
  const WavefrontShape &shape;
  const ir::Program &program;
  int along;               // the swept axis
  kernel::Readers readers; // functions that give values beyond faces, at any distance
  kernel::NumberNames numbers;
  std::vector<analysis::FieldLevel> fieldLevels; // field levels read from memory
  std::vector<WaveTarget> targets;
  kernel::UniformNeeds usesUniforms = {}; // scalars that updates and faces use
  WaveConstants c = {};
  WaveState state = {};
  /// Emitted functions by field: `patch` fills ghost cells after a tensor load, `fetchRow` copies a
  /// row to shared memory, `readRow` loads a row into registers.
  std::map<ir::FieldId, kernel::FunctionId> patch = {}, fetchRow = {}, readRow = {};
  std::map<ir::FieldId, kernel::Type> staged = {}, frozenType = {};
  kernel::FunctionId firstStep = {}, lastStep = {}, rowOf = {}, planeSlot = {}, fetch = {},
                     advance = {}, run = {}, kernel = {}, takePlace = {}, findFrozen = {};
  kernel::FunctionId ownTile = {}, leftOf = {}, isInside = {}; // with one axis
  kernel::FunctionId findImages = {}, fetchImages = {};        // if WavefrontShape::images is set
  /// The kind of tiles of the sweep (inside, flush, at faces): a template parameter of the struct
  /// Sweep.
  std::optional<kernel::Term> kind = {};

  int rank() const { return program.rank(); }
  bool isRank3() const { return program.rank() == 3; }
  bool sharesColumns() const { return shape.sharesColumns(program); }
  /// Returns true if tiles are all alike (`isUniform`) and do not store frozen cells.
  bool skipsFrozen() const;
  /// Returns true if rows beyond a face of y repeat rows of the grid (mirror, copy).
  bool rowsRepeat(ir::FieldId field) const;
  /// Returns how many time levels of `field` one launch writes.
  int levelsOf(ir::FieldId field) const;
  /// Returns the name of what a step of the sweep loads: "plane", "row" or "tile", by number of
  /// axes.
  const char *planeName() const;
  /// Returns true if each lane stores its cells of a row by one access or not at all. A row mask
  /// then decides, and stores need not test x.
  bool storesPieces() const;
  /// Returns the index of the plane that `store` writes to global memory in the current step of the
  /// sweep.
  kernel::Term storedPlane(const WaveState::Store &store) const;
  /// Returns true if the planes of every step, from the first one up to `tensorEnd`, come by tensor
  /// loads. The number of the step then also numbers the loads.
  bool countsTensors() const;
  /// Returns true if threads exchange whole planes through shared memory, in a kernel of three
  /// axes.
  bool exchangesPlanes() const { return isRank3() && shape.plan.isWhole; }
  /// Returns true if a warp is split into teams of lanes, each with rows of its own.
  bool hasTeams() const { return shape.plan.teams > 1; }
  /// Returns `sizes`, template arguments of a call or type, and appends the lanes of a row if a
  /// warp is split into teams.
  template <class Size> std::vector<Size> withLanes(std::vector<Size> sizes) const {
    if (hasTeams())
      sizes.push_back(c.lanes);
    return sizes;
  }
  /// Returns true if a thread may have more than 128 registers.
  bool hasRoom() const { return shape.plan.warps <= 12; }
  /// Returns true if per-thread arrays are a struct `Registers`, separate from `Sweep`. A compiler
  /// puts a struct with arrays into registers only after loops are unrolled. In one struct, scalars
  /// stay in local memory until then and fewer are hoisted out of loops: more instructions, fewer
  /// registers. That is 2 to 7% faster if planes are exchanged, but not with 128 registers or less
  /// (bench/log/2026-11-23-kernel-trees.md).
  bool keepsRegistersApart() const;
  /// Returns which scalars the boundary values of `field` use.
  kernel::UniformNeeds faceUsesUniforms(ir::FieldId field) const;
  /// Returns the expression for a member of the struct Sweep in one of its functions.
  kernel::Term at(kernel::VarId member) const;
  /// Returns the expression for a member of the struct Shared, the shared memory of the block.
  kernel::Term inBlock(kernel::VarId member) const;
  /// Returns the expression for an array that a thread keeps in registers from step to step.
  kernel::Term inRegisters(kernel::VarId member) const;
  /// Returns the expression for the ring buffer of `field` in shared memory. With one or two axes
  /// it is the one of this warp.
  kernel::Term ringOf(ir::FieldId field) const;
  /// Returns the condition that the tiles of the sweep are of kind `known`.
  kernel::Term hasKind(kernel::Known known) const;
  /// Returns true if tiles at faces load cells at wrapped indices that are found once per tile.
  bool loadsImages() const { return shape.images.has_value(); }
  /// Returns true if tiles at faces load rows of `field`, which no step writes, at x coordinates
  /// that are found once per tile. With two axes, for fields without ring buffer whose faces give
  /// no values.
  bool readsByColumns(ir::FieldId field) const;
  /// Returns true if tiles at faces copy rows of `field` to its ring buffer from x coordinates that
  /// are found once per tile. With two axes, if index maps give all cells beyond the ends of rows.
  bool loadsByColumns(ir::FieldId field) const;
  /// Returns true if tiles at faces find once per tile from which cells they load `field`.
  bool findsPlaces(ir::FieldId field) const { return loadsImages() || readsByColumns(field); }
  /// Returns the condition that the last tiles end exactly with the grid.
  kernel::Term isFlush() const;
  /// Returns the scalars of the program as functions of the sweep see them. Scalars that change
  /// from step to step have their values of time step `step` of the launch, 0 being the first.
  kernel::UniformTerms uniforms(const kernel::Term &step) const;
  /// Returns an expression that computes a read of `field` at `cell`, which are mutable variables.
  /// It is true if a face gives the result, which is then in `value`. Else `cell` is changed to the
  /// wrapped coordinates. `uniforms` are those of the time step.
  kernel::Term faceGives(kernel::Builder &k, ir::FieldId field, const kernel::Term &value,
                         const kernel::UniformTerms &uniforms,
                         const std::vector<kernel::Term> &cell) const;
  /// Returns the wrapped coordinate along `axis` for the cell at coordinate `c`, which is near no
  /// face of other axes. No face along `axis` may give a value.
  kernel::Term standsAlong(kernel::Builder &k, ir::FieldId field, int axis,
                           const kernel::Term &c) const;
  /// Returns true if new cells beyond a face of `field` are read whose boundary value changes from
  /// time step to time step.
  bool refixes(ir::FieldId field) const;
  kernel::Type cellOf(ir::FieldId field) const {
    return {kernel::Type::Value, program.fields[field].storage};
  }
  /// Returns the cell of `view` at `x`, `y` and `plane`. With one or two axes only the coordinates
  /// of these are used.
  kernel::Term cellsOf(const kernel::Term &view, const kernel::Term &x, const kernel::Term &y,
                       const kernel::Term &plane) const;
};

/// Builder of one member function of the struct Sweep.
class WaveFunction {
public:
  WaveFunction(const Wave &wave, kernel::NameHint hint, std::string doc,
               kernel::Type result = {kernel::Type::Void});
  kernel::Builder k;
};
/// Makes the function of `k` an inlined member of the struct Sweep.
void joinSweep(kernel::Builder &k, const Wave &wave);

/// Declares a `constexpr` local variable with `value` and returns it.
kernel::Term compileTime(kernel::Builder &k, kernel::NameHint hint, kernel::Type type,
                         const kernel::Term &value);

/// Returns the condition that the wrapped indices of `cells` neighbouring cells are consecutive and
/// aligned, so that one access loads them. `first` and `last` are the outer two of these indices.
kernel::Term areSideBySide(const kernel::Term &first, const kernel::Term &last,
                           const kernel::Term &cells);
/// Returns the condition that `cells` cells of a tile, from `cell` on, have consecutive and aligned
/// wrapped x indices, so that one access loads them. `first` is the index of `cell`.
kernel::Term sideBySide(const Wave &wave, const kernel::Term &first, const kernel::Term &cell,
                        const kernel::Term &cells);

/// Returns the state of a kernel to emit, with all that is known before any function is emitted.
Wave makeWave(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
              const WavefrontShape &shape);

/// Emits the constants of the wavefront kernel.
void lowerConstants(Wave &wave);
/// Emits the struct Shared: the shared memory of a block.
void lowerShared(Wave &wave);
/// Emits the struct Sweep: the state of a thread.
void lowerState(Wave &wave);
/// Emits functions that convert indices of tiles, rows and steps into positions.
void lowerTile(Wave &wave);
/// Emits `takePlace`, which finds the position of a tile and its thread in the grid.
void lowerPlace(Wave &wave);
/// Emits the functions that give values beyond the faces of the grid.
void lowerFaces(Wave &wave);
/// Emits the functions that load rows of a tile from memory.
void lowerRowLoads(Wave &wave);
/// Emits the functions that load tiles at faces from wrapped indices.
void lowerImages(Wave &wave);
/// Emits `fetch`, which starts the loads of the planes of one step of the sweep.
void lowerFetch(Wave &wave);
/// Emits `run`, the loop over all steps of the sweep of a chunk.
void lowerSweep(Wave &wave);
/// Emits the kernel function of a wavefront with two or three axes.
void lowerKernel(Wave &wave);
/// Emits the host function that launches the kernels of a wavefront with two or three axes.
void lowerLaunch(Wave &wave);
/// Emits `run`, the kernel and its launch for a program of one axis.
void lowerLine(Wave &wave);

/// Returns the name hint of the view of a field level that the kernel reads.
kernel::NameHint viewName(const analysis::FieldLevel &fieldLevel);
/// Returns the name hint of a view that the kernel writes, with `end` appended.
kernel::NameHint viewName(const WaveTarget &target, const std::string &end = "");
/// Returns the age, in planes, of the oldest plane of an updated field that a thread keeps in
/// registers.
int oldestKept(const Wave &wave, ir::FieldId field);
/// Returns the width of the frozen layer at each face: the largest of all stages.
Reach frozenLayer(const ir::Program &program);

/// Emits all functions of one wavefront kernel of fused time steps, including its launch.
void lowerFusedSteps(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                     const WavefrontShape &shape);

} // namespace stencilc::schedules
