/// \file Declarations that the files which emit a wavefront kernel share.
///
/// A wavefront kernel fuses several time steps. It is emitted function by function into one module
/// of the kernel tree. LowerState.cpp and LowerShared.cpp emit its types and state, LowerLoads.cpp
/// and LowerFetch.cpp its loads. All code for cells at and beyond faces of the grid is emitted
/// through the interface in faces/FaceMethod.h.
///
/// A tile sweeps along the last axis with several time steps in flight. Each time step trails the
/// one before by `kLag` planes. A step of the sweep (the emitted function `advance`) loads one
/// plane and advances every time step by one plane. If s is the newest loaded plane, it computes
/// t+1 in plane s - out, t+2 in plane s - kLag - out, and so on. Here `out` is the number of planes
/// by which an update trails the newest plane that it reads. Cells are in
///
///   shared memory   ring buffers of the newest planes loaded from global memory.
///                   With three axes also new rows or planes that other warps read.
///   registers       new cells by age, the number of planes behind the newest one
///                   (u_steps[age][step]), and partial sums.
///
/// A lane (a thread of a warp) owns neighbouring cells of a row, and a warp spans the width of the
/// tile. A thread gets neighbours along x by shuffles. With two axes each warp has a tile of its
/// own and waits for no other warp. With three axes a warp may be two teams (half warps), each with
/// rows of its own. Comments that say `warp` then hold for a team.
///
/// With three axes there is one barrier phase for each plane (member `turn`). A thread arrives when
/// it has written its rows at the edge of the warp to shared memory. It waits for the phase at the
/// beginning of the next step of the sweep. So a slot of a ring buffer (memory of one plane) may be
/// filled again two steps after it was last read. Therefore a ring buffer has one slot more than
/// the planes that are read or being loaded. This slot is not needed with two axes, or if
/// tensor-map loads (TMA) fill all planes and threads exchange whole planes.
///
/// Within a step of the sweep, all time steps first compute everything that needs no cell computed
/// in this step. Then the newest cells pass through the time steps one after the other. Frozen
/// cells (which keep their values) get their old value back afterwards. No cell that is written to
/// global memory depends on their wrong value. If threads exchange whole planes, time steps do not
/// depend on each other within a step of the sweep.
///
/// A thread loads rows of fields that never change from shared memory once for all its rows and
/// time steps (`holds`). A kernel of one time step exchanges no cells between threads. Each of its
/// warps copies cells that only this warp reads to private ring buffers (`own`). If tensor-map
/// loads also give all cells beyond faces, all tiles run the same code (`isUniform`) and test for
/// no face. Their halo is in shared memory around the cells of the threads.
///
/// If no tile needs cells beyond a face, and the extents allow it, the last tiles are moved so that
/// they end with the last cells of the grid (`flush`). Frozen cells are then at the edge of a tile,
/// at positions known at compile time, and all tiles restore them. Otherwise, or with
/// `faces=apart`, tiles at faces and inner tiles have two kernels. Steps of the sweep near a face
/// of the swept axis have a loop body of their own (`kEdge`). The other loop body tests for no
/// face.
#pragma once

#include "kernel/build/Build.h"
#include "kernel/build/Numbers.h"
#include "kernel/build/Readers.h"
#include "kernel/build/Uniforms.h"
#include "plan/interface/Plan.h"
#include "schedules/wavefront/faces/FaceMethod.h"
#include "schedules/wavefront/lower/State.h"
#include "schedules/wavefront/shape/Shape.h"
#include <map>
#include <optional>

namespace stencilc::schedules {

/// Expressions for the constants of the emitted wavefront kernel, such as the number of fused time
/// steps and the tile sizes in cells. `ring` and `own` have the numbers of planes in ring buffers
/// and in private ring buffers (which one warp reads). A member stays 0 or empty if the kernel does
/// not need the constant.
struct WaveConstants {
  kernel::Term steps = 0, lag = 0, cells = 0, rows = 0, warps = 0, ahead = 0, arrivals = 0,
               lanes = 0, teams = 0, // lanes of a team; teams of a block
      group = 0, tileX = 0, tileY = 0, endChunks = 0, haloX = 0, haloY = 0, exchanged = 0,
               rowsLow = 0, rowsHigh = 0, edgeRows = 0, tilesX = 0, tilesY = 0;
  std::map<ir::FieldId, kernel::Term> ring;
  std::map<analysis::FieldLevel, kernel::Term> own;
};

/// A field level (a field at one time level) that a launch writes to global memory. `older` is 0
/// for the newest time level, 1 for the one before it, and so on.
struct WaveTarget {
  ir::FieldId field;
  int older;
};

/// State shared by the classes that emit one wavefront kernel: the module, the plan, and handles of
/// all emitted constants, members and functions.
struct Wave {
  kernel::Module &module;
  const analysis::Facts &facts;
  const plan::Plan &plan;
  const WavefrontShape &shape;
  const ir::Program &program;
  int along;               // the swept axis
  kernel::Readers readers; // emitted functions that apply boundary conditions
  kernel::NumberNames numbers;
  std::vector<analysis::FieldLevel> fieldLevels; // read from global memory
  std::vector<WaveTarget> targets;
  kernel::UniformNeeds usesUniforms = {}; // scalars that the kernel reads
  WaveConstants c = {};
  WaveState state = {};
  WaveFunctions functions = {};
  /// Emitted types, by field, that describe the layout of a row of the field in a ring buffer in
  /// shared memory. Set for fields whose rows threads copy there by asynchronous copies.
  std::map<ir::FieldId, kernel::Type> staged = {};
  /// Boundary methods: objects that emit the code for cells at and beyond faces of the grid, one
  /// for each way of treating such cells.
  FaceMethods methods = {};
  /// Template parameter of the emitted struct Sweep: the kind of tiles that the kernel sweeps.
  /// There are three kinds: inner tiles, all tiles of a grid in which the last tiles end exactly at
  /// the last cells, and tiles at faces of other grids. Not set for programs of one axis.
  std::optional<kernel::Term> kind = {};

  int rank() const { return program.rank(); }
  bool isRank3() const { return program.rank() == 3; }
  bool sharesColumns() const { return shape.sharesColumns(program); }
  /// Returns the number of time levels of `field` that one launch writes to global memory. This is
  /// the number of levels that users can read, but at most the number of fused time steps.
  int levelsOf(ir::FieldId field) const;
  /// Returns the word that emitted comments use for the cells that one step of the sweep loads:
  /// "plane" with three axes, "row" with two axes and "tile" with one axis.
  const char *planeName() const;
  /// Returns true if each lane (thread of a warp) writes its cells of a row to global memory with
  /// one vector store or not at all. Emitted code then tests a bit mask (bit j: the lane writes row
  /// j) instead of x coordinates.
  bool storesPieces() const;
  /// Returns the expression for the plane that the stores described by `store` write to global
  /// memory in the current step of the sweep. It is an index along the swept axis. `store` belongs
  /// to one stage and one time level.
  kernel::Term storedPlane(const PlaneStore &store) const;
  /// Returns true if tensor-map loads (TMA, issued by one thread) fill the planes of every step of
  /// the sweep before `tensorEnd` (a member of the emitted struct Sweep). The number of steps done
  /// then also counts these loads, so the kernel needs no second counter.
  bool countsTensors() const;
  /// Returns true if the program has three axes and threads exchange whole planes of new cells
  /// through shared memory. Otherwise they exchange only rows at the edges of warps, or nothing.
  bool exchangesPlanes() const { return isRank3() && shape.plan.isWhole; }
  /// Returns true if a warp is split into several teams. A team is a group of lanes (threads of a
  /// warp) that together compute rows of the tile.
  bool hasTeams() const { return shape.plan.teams > 1; }
  /// Returns `sizes`, the template arguments of an emitted call or type. If a warp is split into
  /// teams (groups of lanes that compute different rows), the number of lanes of a team is
  /// appended.
  template <class Size> std::vector<Size> withLanes(std::vector<Size> sizes) const {
    if (hasTeams())
      sizes.push_back(c.lanes);
    return sizes;
  }
  /// Returns true if a block has at most 12 warps. A thread may then use more than 128 registers.
  bool hasRoom() const { return shape.plan.warps <= 12; }
  /// Returns true if the register arrays of a thread are members of a separate emitted struct,
  /// `Registers`. Returns false if they are members of the struct Sweep. The result is false only
  /// if threads exchange whole planes, may use more than 128 registers, and time steps are fused or
  /// reads are diagonal. One struct is 2 to 7% faster then
  /// (bench/log/kernel-trees/2026-11-23-kernel-trees.md).
  bool keepsRegistersApart() const;
  /// Returns which scalars the boundary values of `field` use. There are two kinds: scalars that
  /// are constant during a run, and scalars that change from time step to time step.
  kernel::UniformNeeds boundaryUses(ir::FieldId field) const;
  /// Returns the expression with which member functions of the emitted struct Sweep access its data
  /// member `member`.
  kernel::Term at(kernel::VarId member) const;
  /// Returns the expression with which member functions of the emitted struct Sweep access `member`
  /// of the struct Shared, the shared memory of the block.
  kernel::Term inBlock(kernel::VarId member) const;
  /// Returns the expression with which member functions of the emitted struct Sweep access
  /// `member`, an array that a thread keeps in registers during the whole sweep.
  kernel::Term inRegisters(kernel::VarId member) const;
  /// Returns the expression for the ring buffer in shared memory that has the newest planes of
  /// `field`. With one or two axes each warp has a separate ring buffer, and the expression selects
  /// that of the executing warp.
  kernel::Term ringOf(ir::FieldId field) const;
  /// Returns an expression that is true in a kernel that sweeps tiles of kind `known`, for example
  /// inner tiles. The value is known when the kernel is compiled.
  kernel::Term hasKind(kernel::Known known) const;
  /// Returns an expression that is true in a kernel whose last tiles along x and y are moved so
  /// that they end at the end of the grid. The value is known when the kernel is compiled.
  kernel::Term isFlush() const;
  /// Returns expressions with which member functions of the emitted struct Sweep read the scalars
  /// of the program. `step` is a fused time step, counted from 0. It selects the value of scalars
  /// that change from time step to time step.
  kernel::UniformTerms uniforms(const kernel::Term &step) const;
  /// Returns a call that applies the boundary condition of `field` to the cell at the coordinates
  /// in the variables `cell`, x first. It is true if the boundary gives a value, which it assigns
  /// to `value`. Otherwise it is false and has changed `cell` to the cell of the grid to load.
  /// `uniforms` are the scalars that boundary values may use.
  kernel::Term boundaryGives(kernel::Builder &k, ir::FieldId field, const kernel::Term &value,
                             const kernel::UniformTerms &uniforms,
                             const std::vector<kernel::Term> &cell) const;
  kernel::Type cellOf(ir::FieldId field) const {
    return {kernel::Type::Value, program.fields[field].storage};
  }
  /// Returns the expression for the cell of `view` (pointer with strides) at the coordinates `x`,
  /// `y` and `plane` (along the last axis). With two axes `y` is ignored, with one axis also
  /// `plane`.
  kernel::Term cellsOf(const kernel::Term &view, const kernel::Term &x, const kernel::Term &y,
                       const kernel::Term &plane) const;
};

/// Builder of one member function of the emitted struct Sweep, which has the state of a thread
/// during a sweep. The function is always inlined. `k` adds its statements.
class WaveFunction {
public:
  WaveFunction(const Wave &wave, kernel::NameHint hint, std::string doc,
               kernel::Type result = {kernel::Type::Void});
  kernel::Builder k;
};
/// Makes the function that `k` builds a member function of the emitted struct Sweep that is always
/// inlined. The struct has the state of a thread during a sweep.
void joinSweep(kernel::Builder &k, const Wave &wave);

/// Emits a `constexpr` local variable of type `type` with value `value`, and returns the expression
/// that reads it. `hint` is its preferred name.
kernel::Term compileTime(kernel::Builder &k, kernel::NameHint hint, kernel::Type type,
                         const kernel::Term &value);

/// Returns the state with which emission of the wavefront kernel of `plan` begins. Its lists of
/// field levels and scalars are set. Its handles of constants, members and functions are empty,
/// because none has been emitted.
Wave makeWave(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
              const WavefrontShape &shape);

/// Emits the constants of the wavefront kernel, such as tile sizes in cells. Sets `wave.c` to the
/// expressions that read them.
void lowerConstants(Wave &wave);
/// Emits the struct Shared, the layout of the shared memory of a block. Sets `wave.state.shared` to
/// the handles of its members.
void lowerShared(Wave &wave);
/// Emits the struct Sweep, which has the state of a thread during a sweep. Sets `wave.state` to the
/// handles of its members.
void lowerState(Wave &wave);
/// Emits functions for positions of a thread: the first and last step of its sweep, the index of a
/// row in its tile, and the slot (memory) of a plane in shared memory. With one axis, emits
/// functions for the positions of tiles.
void lowerTile(Wave &wave);
/// Emits the function `takePlace`. It sets, in the members of the struct Sweep, the coordinates of
/// the tile and of the thread's cells, and which cells the thread stores.
void lowerPlace(Wave &wave);
/// Emits two functions for each field. `fetchRow` starts the copy of a row of the tile from global
/// to shared memory. `readRow` loads the thread's cells of a row into registers.
void lowerRowLoads(Wave &wave);
/// Emits the function `fetch(s, count)`. It starts the loads of the planes that updates can read
/// from step `s` of the sweep on. `count` is the number of steps of the sweep before step `s`.
void lowerFetch(Wave &wave);
/// Emits the function `run`, the loop over all steps of the sweep of a chunk (the planes that one
/// block or warp sweeps). For programs of two or three axes.
void lowerSweep(Wave &wave);
/// Emits the kernel function of a wavefront with two or three axes. In it, each block or warp finds
/// its tile and its range of planes, and runs the sweep.
void lowerKernel(Wave &wave);
/// Emits the host function that computes the numbers of blocks of a wavefront with two or three
/// axes, and launches its kernels.
void lowerLaunch(Wave &wave);
/// Emits the loop of the sweep, the kernel function and the host function of a wavefront for a
/// program of one axis.
void lowerLine(Wave &wave);

/// Returns the name hint (preferred name) of the kernel parameter from which `fieldLevel`, a field
/// at one time level, is read. The parameter is a view (pointer with strides).
kernel::NameHint viewName(const analysis::FieldLevel &fieldLevel);
/// Returns the name hint (preferred name) of the kernel parameter to which `target`, a field at one
/// time level, is written. The parameter is a view (pointer with strides). `end` is appended to the
/// name.
kernel::NameHint viewName(const WaveTarget &target, const std::string &end = "");
/// Returns the number of older planes of `field`, besides the newest one, that a thread keeps in
/// registers for each fused time step. `field` must be an updated field.
int oldestKept(const Wave &wave, ir::FieldId field);
/// Adds to `module` a kernel that computes the fused time steps of `plan`, and the host function
/// that launches it. `shape` has the tiles and buffers of the kernel.
void lowerFusedSteps(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                     const WavefrontShape &shape);

} // namespace stencilc::schedules
