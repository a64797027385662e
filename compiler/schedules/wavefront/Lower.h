/// \file Schedule wavefront as functions of the kernel tree: what those of one kernel share.
///
/// A kernel of fused steps is one module. Its functions are lowered one by one: what a block shares
/// and a thread keeps (LowerState.cpp), what faces give and how planes come from memory
/// (LowerFaces.cpp, LowerLoads.cpp, LowerFetch.cpp).
#pragma once

#include "kernel/Build.h"
#include "kernel/Numbers.h"
#include "plan/Plan.h"
#include "schedules/wavefront/Shape.h"
#include <map>
#include <optional>

namespace stencilc::schedules {

/// Constants of the kernel; what it has no use for is not declared.
struct WaveConstants {
  kernel::Term steps = 0, lag = 0, cells = 0, rows = 0, warps = 0, ahead = 0, arrivals = 0,
               group = 0, tileX = 0, tileY = 0, teams = 0, endChunks = 0, insetX = 0, insetY = 0,
               exchanged = 0, rowsLow = 0, rowsHigh = 0, edgeRows = 0, rim = 0, tilesX = 0,
               tilesY = 0;
  std::map<ir::FieldId, kernel::Term> ring, rimSlots;
  std::map<analysis::Stream, kernel::Term> own;
};

/// Structs of the kernel, and their members.
struct WaveState {
  kernel::Type tile, shared, clock, waiting;
  // Tile: where a thread stands
  kernel::VarId team, warp, lane, row, below, above, left, bottom, x, y, storedBegin, storedEnd,
      storedRows, planeBegin, planeEnd, shift, tensorBegin, tensorEnd;
  // of a line: its tiles, and those at no end of it
  kernel::VarId planes, insideBegin, insideEnd;
  std::map<ir::FieldId, kernel::VarId> frozenCells, frozenRows;
  // Shared: what the threads of a block share
  std::map<ir::FieldId, kernel::VarId> ring, exchanged, rim;
  std::map<analysis::Stream, kernel::VarId> own;
  kernel::VarId turn, arrived;
  // Clock: the step of the sweep
  kernel::VarId s, count;
  std::map<ir::FieldId, kernel::VarId> slot;
  std::map<analysis::Stream, kernel::VarId> ownSlot;
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
  const plan::WavefrontShape &shape;
  const ir::Program &program;
  int along; // the swept axis
  kernel::NumberNames numbers;
  std::vector<analysis::Stream> streams; // read from memory
  std::vector<WaveTarget> targets;
  bool usesUniforms = false; // updates or faces do
  WaveConstants c = {};
  WaveState state = {};
  /// By field: what its faces give, what puts that into planes of tensor loads, what brings a row
  /// into shared memory and into registers.
  std::map<ir::FieldId, kernel::FunctionId> face = {}, patch = {}, fetchRow = {}, readRow = {};
  std::map<ir::FieldId, kernel::Type> staged = {}, rimType = {};
  kernel::FunctionId firstStep = {}, lastStep = {}, rowOf = {}, planeSlot = {}, leaveRim = {},
                     fetch = {}, advance = {}, sweepChunk = {}, kernel = {};
  kernel::FunctionId ownTile = {}, leftOf = {}, isInside = {}; // along a line

  int rank() const { return program.rank(); }
  bool isRank3() const { return program.rank() == 3; }
  /// Whether tiles, which are all alike, leave out what the rim keeps.
  bool leavesRim() const;
  /// Whether rows beyond a face repeat those inside.
  bool rowsRepeat(ir::FieldId field) const;
  /// How many levels of a field a launch writes.
  int levelsOf(ir::FieldId field) const;
  /// "plane", "row" or "tile": what a step of the sweep brings.
  const char *planeName() const;
  bool faceUsesUniforms(ir::FieldId field) const;
  kernel::Type cellOf(ir::FieldId field) const {
    return {kernel::Type::Value, program.fields[field].storage};
  }
  /// A cell of a row of this thread, or where it would be: one of the coordinates per axis.
  kernel::Term cellsOf(const kernel::Term &view, const kernel::Term &x, const kernel::Term &y,
                       const kernel::Term &plane) const;
};

/// The parameters that functions of a step have, and their arguments for the next one.
class WaveParams {
public:
  WaveParams(kernel::Builder &k, const Wave &wave);
  /// Declares the tensor maps of rings, if planes come by them.
  void declareMaps();

  std::vector<kernel::Term> all;
  kernel::Term grid = 0;
  std::optional<kernel::Term> uniforms, numbers;
  std::map<analysis::Stream, kernel::Term> reads;
  std::map<std::pair<ir::FieldId, int>, kernel::Term> writes; // by how much older than the newest
  std::map<ir::FieldId, kernel::Term> maps;

private:
  kernel::Builder &k;
  const Wave &wave;
};

/// A constant of a function, which the compiler needs no memory for.
kernel::Term compileTime(kernel::Builder &k, kernel::Wish wish, kernel::Type type,
                         const kernel::Term &value);

/// Everything about a kernel that no function is needed for.
Wave makeWave(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
              const plan::WavefrontShape &shape);

void lowerConstants(Wave &wave);
void lowerState(Wave &wave);      // structs, and what a tile's numbers mean
void lowerFaces(Wave &wave);      // what lies beyond the grid
void lowerLinePlaces(Wave &wave); // the same, where warps go along a line
void lowerRowLoads(Wave &wave);   // rows from memory
void lowerFetch(Wave &wave);      // the planes of a step
void lowerSweep(Wave &wave);      // the steps of a chunk
void lowerKernel(Wave &wave);     // a thread's place, and its sweep
void lowerLaunch(Wave &wave);     // what the host does
void lowerLine(Wave &wave);       // with one axis, these three

/// Cells that keep their values: how far from each face.
Reach keptCells(const ir::Program &program);

/// The functions of one kernel of fused steps.
void lowerFusedSteps(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                     const plan::WavefrontShape &shape);

} // namespace stencilc::schedules
