/// \file Declarations that the files which emit a wavefront kernel share.
///
/// A kernel of fused time steps is one module of the kernel tree, emitted function by function.
/// Types and state are in LowerState.cpp and LowerShared.cpp, loads in LowerLoads.cpp and
/// LowerFetch.cpp. All code for cells at and beyond faces of the grid is called by the interface in
/// faces/FaceMethod.h.
///
/// A tile sweeps along the last axis with several time steps in flight, each `kLag` planes behind
/// the one before. A step of the sweep (`advance`) loads one plane and advances every time step by
/// one plane. It computes t+1 in plane s - out, t+2 in plane s - kLag - out, and so on. Here `out`
/// is the number of planes by which an update trails the newest plane that it reads. Cells are in
///
///   shared memory   ring buffers of the newest planes from memory.
///                   With three axes also new rows or planes that other warps read.
///   registers       new cells by age in planes (u_steps[age][step]), and partial sums.
///
/// A lane (a thread of a warp) owns neighbouring cells of a row, and a warp spans the width of the
/// tile. A thread gets neighbours along x by shuffles. With two axes each warp has a tile of its
/// own and waits for no other warp. With three axes a warp may be two teams (half warps), each with
/// rows of its own. Comments that say `warp` then hold for a team.
///
/// With three axes each plane has one barrier (`turn`), used in two halves. A thread arrives when
/// it has stored its rows at the edge of the warp, and waits at the beginning of the next step. So
/// a slot of a ring buffer (memory of one plane) may be filled again two steps after it was last
/// read. Therefore a ring buffer has one slot more than the planes that are read or being loaded.
/// This slot is not needed with two axes, or if all planes come by tensor loads and threads
/// exchange whole planes.
///
/// Within a step of the sweep, all time steps first compute everything that needs no new cell. Then
/// the newest cells pass through the time steps one after the other. Frozen cells get their old
/// value back afterwards. No stored cell depends on their wrong value. If whole planes are
/// exchanged, time steps do not depend on each other within a step of the sweep.
///
/// Rows of fields that never change are loaded from shared memory once for all rows and time steps
/// (`holds`). A kernel of one time step exchanges nothing: each warp copies cells that only it
/// reads to private ring buffers (`own`). If tensor loads also give all cells beyond faces, all
/// tiles run the same code (`isUniform`) and test no face. Their halo is in shared memory around
/// the cells of the threads.
///
/// If no tile needs cells beyond a face, and the extents allow it, the last tiles are moved to end
/// exactly with the grid (`flush`). Frozen cells then are at the edge of a tile, known at compile
/// time, and all tiles restore them. Otherwise, or with `faces=apart`, tiles at faces and inner
/// tiles have two kernels. Steps of the sweep near a face of the swept axis have a loop body of
/// their own (`kEdge`). The other body tests no face.
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

/// Constants of the emitted wavefront kernel, such as its time steps and tile sizes. Only constants
/// that the kernel needs are declared in the emitted code.
struct WaveConstants {
  kernel::Term steps = 0, lag = 0, cells = 0, rows = 0, warps = 0, ahead = 0, arrivals = 0,
               lanes = 0, teams = 0, // lanes of a row; teams of a block
      group = 0, tileX = 0, tileY = 0, endChunks = 0, haloX = 0, haloY = 0, exchanged = 0,
               rowsLow = 0, rowsHigh = 0, edgeRows = 0, tilesX = 0, tilesY = 0;
  std::map<ir::FieldId, kernel::Term> ring;
  std::map<analysis::FieldLevel, kernel::Term> own;
};

/// A field level (a field at one time level) that a launch writes. `older` is 0 for the newest time
/// level, 1 for the one before it.
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
  kernel::Readers readers; // functions that give values beyond faces, at any distance
  kernel::NumberNames numbers;
  std::vector<analysis::FieldLevel> fieldLevels; // field levels read from memory
  std::vector<WaveTarget> targets;
  kernel::UniformNeeds usesUniforms = {}; // scalars that updates and faces use
  WaveConstants c = {};
  WaveState state = {};
  WaveFunctions functions = {};
  /// Types with the layout of rows of a field in shared memory.
  std::map<ir::FieldId, kernel::Type> staged = {};
  /// Methods for cells at and beyond faces of the grid.
  FaceMethods methods = {};
  /// Template parameter of the emitted struct Sweep: the kind of its tiles. Tiles are inner tiles,
  /// tiles that end exactly with the grid, or other tiles at faces.
  std::optional<kernel::Term> kind = {};

  int rank() const { return program.rank(); }
  bool isRank3() const { return program.rank() == 3; }
  bool sharesColumns() const { return shape.sharesColumns(program); }
  /// Returns the number of time levels of `field` that one launch writes.
  int levelsOf(ir::FieldId field) const;
  /// Returns the word for what a step of the sweep loads: "plane", "row" or "tile" with three, two
  /// or one axes.
  const char *planeName() const;
  /// Returns true if each lane (a thread of a warp) stores either all its cells of a row, by one
  /// access, or none. Stores then test a bit mask of rows, and no x coordinate.
  bool storesPieces() const;
  /// Returns the index of the plane that `store` writes to global memory in the current step of the
  /// sweep.
  kernel::Term storedPlane(const PlaneStore &store) const;
  /// Returns true if tensor loads (copies of a tile by one thread) fill the planes of all steps of
  /// the sweep before step `tensorEnd`, a member of the emitted struct. Each step then has one
  /// load, so one counter serves for steps and loads.
  bool countsTensors() const;
  /// Returns true if threads exchange whole planes through shared memory, in a kernel of three
  /// axes.
  bool exchangesPlanes() const { return isRank3() && shape.plan.isWhole; }
  /// Returns true if a warp is split into teams: groups of its threads that each compute rows of
  /// their own.
  bool hasTeams() const { return shape.plan.teams > 1; }
  /// Returns `sizes`, template arguments of a call or type. If a warp is split into teams (groups
  /// of threads with rows of their own), the number of threads of a team is appended.
  template <class Size> std::vector<Size> withLanes(std::vector<Size> sizes) const {
    if (hasTeams())
      sizes.push_back(c.lanes);
    return sizes;
  }
  /// Returns true if the blocks are small enough that a thread may have more than 128 registers.
  bool hasRoom() const { return shape.plan.warps <= 12; }
  /// Returns true if the arrays of a thread are in a struct `Registers`, separate from its other
  /// state. A compiler puts a struct with arrays into registers only after it has unrolled loops. A
  /// separate struct needs more registers, but fewer instructions: it is 2 to 7% faster if planes
  /// are exchanged and threads may have more than 128 registers
  /// (bench/log/kernel-trees/2026-11-23-kernel-trees.md).
  bool keepsRegistersApart() const;
  /// Returns the kinds of scalars that the boundary values of `field` use: scalars of the run,
  /// scalars of a time step, or both.
  kernel::UniformNeeds boundaryUses(ir::FieldId field) const;
  /// Returns the expression that reads a member of the emitted struct Sweep in one of its
  /// functions.
  kernel::Term at(kernel::VarId member) const;
  /// Returns the expression for a member of the struct Shared, the shared memory of the block.
  kernel::Term inBlock(kernel::VarId member) const;
  /// Returns the expression for an array that a thread keeps in registers from one step of the
  /// sweep to the next.
  kernel::Term inRegisters(kernel::VarId member) const;
  /// Returns the expression for the ring buffer of `field` in shared memory. With one or two axes
  /// each warp has a ring buffer of its own, and the result is that of this warp.
  kernel::Term ringOf(ir::FieldId field) const;
  /// Returns the condition that the tiles of the emitted sweep are of kind `known`, such as inner
  /// tiles.
  kernel::Term hasKind(kernel::Known known) const;
  /// Returns the condition, in a kernel, that the last tiles have been moved to end exactly with
  /// the grid.
  kernel::Term isFlush() const;
  /// Returns the scalars of the program as emitted functions of the sweep read them. A scalar that
  /// changes from time step to time step has its value of time step `step` of the launch, 0 being
  /// the first.
  kernel::UniformTerms uniforms(const kernel::Term &step) const;
  /// Returns a condition that evaluates a read of `field` at the variables `cell`. It is true if a
  /// boundary condition gives the value, which is then assigned to `value`. Otherwise `cell` is
  /// changed to the cell of the grid to load.
  kernel::Term boundaryGives(kernel::Builder &k, ir::FieldId field, const kernel::Term &value,
                             const kernel::UniformTerms &uniforms,
                             const std::vector<kernel::Term> &cell) const;
  kernel::Type cellOf(ir::FieldId field) const {
    return {kernel::Type::Value, program.fields[field].storage};
  }
  /// Returns the expression for the cell of `view` at coordinates `x`, `y` and `plane`. With two
  /// axes `y` is not used, with one axis only `x` is used.
  kernel::Term cellsOf(const kernel::Term &view, const kernel::Term &x, const kernel::Term &y,
                       const kernel::Term &plane) const;
};

/// Builder of one member function of the emitted struct Sweep, which holds the state of a thread in
/// a wavefront kernel.
class WaveFunction {
public:
  WaveFunction(const Wave &wave, kernel::NameHint hint, std::string doc,
               kernel::Type result = {kernel::Type::Void});
  kernel::Builder k;
};
/// Makes the function of `k` an inlined member of the emitted struct Sweep, which holds the state
/// of a thread in a wavefront kernel.
void joinSweep(kernel::Builder &k, const Wave &wave);

/// Emits a `constexpr` local variable with `value` and returns it.
kernel::Term compileTime(kernel::Builder &k, kernel::NameHint hint, kernel::Type type,
                         const kernel::Term &value);

/// Returns the state for emitting a kernel, in which no function has been emitted yet.
Wave makeWave(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
              const WavefrontShape &shape);

/// Emits the constants of the wavefront kernel.
void lowerConstants(Wave &wave);
/// Emits the struct Shared: the shared memory of a block.
void lowerShared(Wave &wave);
/// Emits the struct Sweep: the state of a thread.
void lowerState(Wave &wave);
/// Emits functions that convert indices of tiles, rows and steps of the sweep into positions.
void lowerTile(Wave &wave);
/// Emits the function `takePlace`, in which a thread computes the position of its tile and of its
/// own cells in the grid.
void lowerPlace(Wave &wave);
/// Emits the functions that load rows of a tile from global memory.
void lowerRowLoads(Wave &wave);
/// Emits the function `fetch`, which starts the loads of the planes of one step of the sweep.
void lowerFetch(Wave &wave);
/// Emits the function `run`, the loop over all steps of the sweep of a chunk (the planes that one
/// block sweeps).
void lowerSweep(Wave &wave);
/// Emits the kernel function of a wavefront with two or three axes.
void lowerKernel(Wave &wave);
/// Emits the host function that launches the kernels of a wavefront with two or three axes.
void lowerLaunch(Wave &wave);
/// Emits the sweep, the kernel function and the launch of a wavefront for a program of one axis.
void lowerLine(Wave &wave);

/// Returns the name hint (preferred name) of the view (pointer with strides) of a field level that
/// the kernel reads. A field level is a field at one time level.
kernel::NameHint viewName(const analysis::FieldLevel &fieldLevel);
/// Returns the name hint (preferred name) of the view (pointer with strides) of a field level that
/// the kernel writes, with `end` appended. A field level is a field at one time level.
kernel::NameHint viewName(const WaveTarget &target, const std::string &end = "");
/// Returns how many planes below its newest plane the lowest plane of an updated field lies that a
/// thread keeps in registers.
int oldestKept(const Wave &wave, ir::FieldId field);
/// Emits all functions of one kernel of fused time steps, and the host function that launches it.
void lowerFusedSteps(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                     const WavefrontShape &shape);

} // namespace stencilc::schedules
