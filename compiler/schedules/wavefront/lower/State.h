/// \file Handles of the members of the structs that a wavefront kernel declares.
///
/// The emitted struct `Shared` is the layout of the shared memory of a block. The emitted struct
/// `Sweep` is the state of one thread during a sweep. The emitted struct `Registers` has the cells
/// that a thread keeps in registers from one step of the sweep to the next. Each struct of this
/// file has the handles of the members that one part of the kernel uses.
#pragma once

#include "analysis/Facts.h"
#include "kernel/build/Build.h"
#include <map>

namespace stencilc::schedules {

/// Handles of the members of the emitted struct Shared, the shared memory of a block. For each
/// field, these are ring buffers of loaded planes (`ring`), new cells for other threads
/// (`exchanged`) and private ring buffers (`own`). `turn` is the barrier for planes, `arrived` are
/// the barriers for tensor-map loads (TMA).
struct SharedMembers {
  kernel::Type type;
  std::map<ir::FieldId, kernel::VarId> ring, exchanged;
  std::map<analysis::FieldLevel, kernel::VarId> own;
  kernel::VarId turn, arrived;
};

/// Handles of those members of the emitted struct Sweep that have the arguments of the kernel.
/// `reads` and `writes` are the views (pointers with strides) of fields, `maps` the descriptors of
/// tensor-map loads (TMA).
struct ArgumentMembers {
  kernel::VarId grid, uniforms, ofSteps, numbers, shared; // shared: reference to struct Shared
  std::map<analysis::FieldLevel, kernel::VarId> reads;
  std::map<std::pair<ir::FieldId, int>, kernel::VarId> writes;
  std::map<ir::FieldId, kernel::VarId> maps;
};

/// Handles of those members of the emitted struct Sweep that describe a tile. They are the
/// coordinates of its first cell, the ranges of x and of planes that it stores, and the range of
/// steps in which tensor-map loads (TMA) fill its planes. Ends of ranges are exclusive.
struct TilePlace {
  kernel::VarId left, bottom, storedBegin, storedEnd, planeBegin, planeEnd, tensorBegin, tensorEnd;
  kernel::VarId isEdge;  // constant: the kernel sweeps tiles that test for faces of x and y
  kernel::VarId isFlush; // constant: the kernel's last tiles are moved to the end of the grid
  kernel::VarId shift;   // distance in cells from the end of the grid to the end of the tile
};

/// Handles of those members of the emitted struct Sweep that describe a thread: its team and lane,
/// its first row in the tile, its first cell in the grid, and a bit mask of the rows that it
/// stores. `below` and `above` are the teams with the neighbouring rows.
struct ThreadPlace {
  kernel::VarId team, lane, row, below, above, x, y, storedRows;
};

/// Handles of members of the emitted struct Sweep for programs of one axis. They are the number of
/// tiles of the axis, and the range of tiles that need no test for an end of the axis. The end of
/// the range is exclusive.
struct LineTiles {
  kernel::VarId planes, insideBegin, insideEnd;
};

/// Handles of the members of the emitted struct Sweep with which one stage (an update statement)
/// stores a time level. `cells` points to the thread's cells of the plane to store, `rows` is a bit
/// mask of the rows to store.
struct PlaneStore {
  ir::FieldId field;
  int older = 0, out = 0; // time level, 0 is the newest; StageSkew::out
  kernel::VarId cells, rows;
};

/// Handles of those members of the emitted struct Sweep that change in each step of the sweep. `s`
/// is the newest plane, `count` the number of steps done. The others are the slot (memory) of the
/// newest plane in each ring buffer, and pointers to the cells to store next.
struct SweepClock {
  kernel::VarId s, count;
  std::map<ir::FieldId, kernel::VarId> slot;
  std::map<analysis::FieldLevel, kernel::VarId> ownSlot;
  std::map<std::pair<ir::StageId, int>, PlaneStore> stores; // by stage and `older`
};

/// Handles of the register arrays in which a thread keeps cells and partial sums from one step of
/// the sweep to the next. If the arrays are in a separate struct `Registers`, `type` is that
/// struct, and `reference` is the member of the struct Sweep that refers to it.
struct RegisterMembers {
  kernel::Type type;
  kernel::VarId reference;
  std::map<ir::FieldId, kernel::VarId> line, raw, held;
  std::map<std::pair<ir::StageId, ir::ExprId>, kernel::VarId> values;
};

/// Handles of the structs that a wavefront kernel declares, and of their members. The members are
/// grouped by use.
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

/// Handles of the emitted functions of a wavefront kernel, by name. A handle is valid after the
/// function has been emitted.
struct WaveFunctions {
  /// Functions by field: `fetchRow` starts the copy of a row of the tile to shared memory,
  /// `readRow` loads the thread's cells of a row into registers.
  std::map<ir::FieldId, kernel::FunctionId> fetchRow, readRow;
  kernel::FunctionId firstStep, lastStep, rowOf, planeSlot, fetch, advance, run, kernel, takePlace;
  kernel::FunctionId ownTile, leftOf, isInside; // with one axis
};

} // namespace stencilc::schedules
