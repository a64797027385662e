/// \file Handles of the members of the structs that a wavefront kernel declares.
///
/// The emitted struct `Shared` is the shared memory of a block. The emitted struct `Sweep` is the
/// state of one thread during a sweep. The emitted struct `Registers` has the cells that a thread
/// keeps from step to step. Each struct here has the members that one part of the kernel uses.
#pragma once

#include "analysis/Facts.h"
#include "kernel/build/Build.h"
#include <map>

namespace stencilc::schedules {

/// Members of the struct Shared, the shared memory of a block.
struct SharedMembers {
  kernel::Type type;
  std::map<ir::FieldId, kernel::VarId> ring, exchanged;
  std::map<analysis::FieldLevel, kernel::VarId> own;
  kernel::VarId turn, arrived;
};

/// Members of the struct Sweep that have the arguments of the kernel.
struct ArgumentMembers {
  kernel::VarId grid, uniforms, ofSteps, numbers, shared; // shared: a reference to struct Shared
  std::map<analysis::FieldLevel, kernel::VarId> reads;
  std::map<std::pair<ir::FieldId, int>, kernel::VarId> writes;
  std::map<ir::FieldId, kernel::VarId> maps;
};

/// Members of the struct Sweep with the position of the tile, and with the cells, planes and steps
/// for which it stores results.
struct TilePlace {
  kernel::VarId left, bottom, storedBegin, storedEnd, planeBegin, planeEnd, tensorBegin, tensorEnd;
  kernel::VarId isEdge;  // a constant: the tile is at an end of the x or y axis
  kernel::VarId isFlush; // a constant: the tile ends with the grid, or beyond it
  kernel::VarId shift;   // by how many cells the tile extends beyond the end of the grid
};

/// Members of the struct Sweep with the position of the thread in the block and in the grid.
struct ThreadPlace {
  kernel::VarId team, lane, row, below, above, x, y, storedRows;
};

/// Members of the struct Sweep for programs of one axis: the number of tiles, and the range of
/// tiles that are at no end of the line.
struct LineTiles {
  kernel::VarId planes, insideBegin, insideEnd;
};

/// State of the stores of one stage: pointer to the thread's cells of the plane to store, and a bit
/// mask of the rows to store.
struct PlaneStore {
  ir::FieldId field;
  int older = 0, out = 0; // levels before the newest; time of the stage's value
  kernel::VarId cells, rows;
};

/// Members of the struct Sweep that advance in each step of the sweep: the newest plane, the number
/// of steps done, the newest slot of each ring buffer, and the cells to store next.
struct SweepClock {
  kernel::VarId s, count;
  std::map<ir::FieldId, kernel::VarId> slot;
  std::map<analysis::FieldLevel, kernel::VarId> ownSlot;
  std::map<std::pair<ir::StageId, int>, PlaneStore> stores; // by stage and `older`
};

/// Members of the struct Registers: cells that a thread keeps from step to step. `reference` is the
/// member of the struct Sweep that refers to them, if they have a struct of their own.
struct RegisterMembers {
  kernel::Type type;
  kernel::VarId reference;
  std::map<ir::FieldId, kernel::VarId> line, raw, held;
  std::map<std::pair<ir::StageId, ir::ExprId>, kernel::VarId> values;
};

/// Structs of the emitted wavefront kernel, and the handles of their members by use.
struct WaveState {
  kernel::TypeId sweep;
  SharedMembers shared;
  ArgumentMembers arguments;
  TilePlace tile;
  ThreadPlace thread;
  LineTiles tiles;
  SweepClock clock;
  RegisterMembers registers;
};

/// Emitted functions of a wavefront kernel.
struct WaveFunctions {
  /// Functions by field: `fetchRow` copies a row to shared memory, `readRow` loads a row into
  /// registers.
  std::map<ir::FieldId, kernel::FunctionId> fetchRow, readRow;
  kernel::FunctionId firstStep, lastStep, rowOf, planeSlot, fetch, advance, run, kernel, takePlace;
  kernel::FunctionId ownTile, leftOf, isInside; // with one axis
};

} // namespace stencilc::schedules
