/// \file Declarations for emitting one step of a sweep, which advances all time steps by a plane.
#pragma once

#include "schedules/wavefront/lower/Lower.h"
#include "schedules/wavefront/skew/StageParts.h"

namespace stencilc::schedules {

/// Location of a row of cells in registers: cell i of this thread is `array[left + i]`.
struct RowAt {
  kernel::Term array = 0;
  int left = 0;
};
using RowsAt = std::map<WaveRow, RowAt>;

/// Builder of the functions that advance a sweep by one plane. In their code `t` is the index of a
/// fused time step, 0 being the first, and `j` the index of a row among those of the thread.
struct WaveStep {
  WaveStep(kernel::Builder &k, const Wave &wave);

  kernel::Builder &k;
  const Wave &wave;
  const WaveState &state;
  const WaveConstants &c;
  /// Template parameter `kEdge` of the function being emitted: true for steps near an end of the
  /// swept axis.
  kernel::Term isEdge;
  /// Condition that the tile is an edge tile: at an end of the x or y axis.
  kernel::Term isEdgeTile = 0;
  /// The replay that is being emitted, or null. A replay executes earlier steps of the sweep again,
  /// for planes beyond the low end. `behind` counts how many steps back the replayed step lies.
  const Replay *replay = nullptr;
  int behind = 0;
  /// Returns true if the step being emitted computes parts of updates at `time`, in steps of the
  /// sweep relative to the updated plane. A replay (steps that are executed again) leaves out
  /// parts that belong to planes beyond the end.
  bool isDue(int time) const { return !replay || time <= replay->lastTime(behind); }

  /// Emits a function with the body that `write` emits, before the function that is being emitted.
  /// `doc` is its comment. Returns its handle.
  kernel::FunctionId part(kernel::NameHint hint, std::string doc,
                          const std::function<void()> &write);
  /// Emits a call of the emitted function `part`.
  void run(kernel::FunctionId part, const std::vector<kernel::Term> &arguments) const {
    k.run(k.call(part, arguments, {isEdge}));
  }
  kernel::Term get(kernel::VarId member) const { return wave.at(member); }
  kernel::Term inRegisters(kernel::VarId member) const { return wave.inRegisters(member); }
  kernel::Term s() const { return get(state.clock.s); }
  /// Returns the index, 0 or 1, of the buffer for exchanged rows that this step of the sweep
  /// writes. The other buffer has the rows of the previous step.
  kernel::Term now() const { return get(state.clock.count) & 1; }
  /// Returns the index, 0 or 1, of the buffer with the exchanged rows of the previous step.
  kernel::Term before() const { return now() ^ 1; }
  /// Returns the index of the plane that lies `by` planes behind the one that time step `t` (0 is
  /// the first of the fused ones) computes. That is s - t * lag - by, where s is the newest loaded
  /// plane. In a replay (steps that are executed again), also minus `behind`.
  kernel::Term planeOf(const kernel::Term &t, int by) const;
  /// Returns the condition that this chunk (the planes that one block sweeps) stores `plane`.
  kernel::Term isInChunk(const kernel::Term &plane) const {
    return plane >= get(state.tile.planeBegin) && plane < get(state.tile.planeEnd);
  }
  /// Returns the condition that `condition` holds and this thread stores row `j` of `plane`.
  kernel::Term isStored(const kernel::Term &condition, const kernel::Term &plane,
                        const kernel::Term &j) const {
    const kernel::Term isDue =
        condition && plane >= get(state.tile.planeBegin) && plane < get(state.tile.planeEnd);
    return isLine() ? isDue : isDue && (get(state.thread.storedRows) >> j & 1);
  }
  /// Returns the number of planes by which time step `t` trails the first one, plus `by`.
  kernel::Term lagOf(const kernel::Term &t, int by) const;
  /// Returns the plane in the ring buffer of `field` that was loaded `age` steps of the sweep
  /// before the newest one.
  kernel::Term ringPlane(ir::FieldId field, const kernel::Term &age) const;
  /// Returns the index in the tile of row `row` of this thread. Rows outside the tile get the index
  /// of the nearest row in it.
  kernel::Term rowOf(const kernel::Term &row) const { return k.call(wave.functions.rowOf, {row}); }
  /// Returns the plane in shared memory that holds the new cells of `field` after time step `step`.
  /// `count` is the index of the step of the sweep (one plane each) that stored them, the first
  /// step of a sweep being 0.
  kernel::Term newPlane(ir::FieldId field, const kernel::Term &step,
                        const kernel::Term &count) const;
  /// Returns the position along x, in cells from the edge of the tile, of this thread's first cell
  /// of a row.
  kernel::Term firstCell() const { return get(state.thread.lane) * c.cells; }
  /// Returns the x coordinate of this thread's first cell. With one axis, it is the first cell in
  /// tile number `plane`.
  kernel::Term firstX(const kernel::Term &plane) const;
  bool isLine() const { return wave.rank() == 1; }
  bool isWhole() const { return wave.exchangesPlanes(); }

  /// Emits a copy of one row of this thread's cells.
  void copy(const kernel::Term &to, const kernel::Term &from) const {
    k.run(k.call(kernel::Primitive::Copy, {to, from}, {c.cells}));
  }
  /// Emits a load of this thread's cells of row `row` of a plane from global memory. The emitted
  /// code applies boundary conditions only if `isNearEnds` holds.
  void readRow(const kernel::Term &to, const analysis::FieldLevel &fieldLevel,
               const kernel::Term &row, const kernel::Term &plane,
               const kernel::Term &isNearEnds) const;
  /// Emits a loop over this thread's cells of a row.
  void forEachCell(const std::function<void(kernel::Term i)> &body) const {
    k.forEach("i", 0, c.cells, kernel::Repeat::Plain, body);
  }

  /// Returns the name hint (preferred name) of a function of a stage, such as "updateU" or
  /// "updateUPart2".
  kernel::NameHint nameOf(const char *what, const StageSkew &stage) const;
  /// Declares the parameter `j`, the row of the thread. With one axis there is only row 0.
  kernel::Term rowParam() const {
    return isLine() ? k.number(0) : k.param("j", {kernel::Type::Int});
  }
  /// Declares the parameter with a row of new cells of `field`, constant if `isConst`.
  kernel::Term cellsParam(ir::FieldId field, bool isConst = false) const;
  /// Declares the parameter with a row of old values, whose key is `row`.
  kernel::Term oldRowParam(const WaveRow &row) const;
};

/// Returns the name hint (preferred name) of the variable for a row, such as "u_row", or
/// "u_old_ym1_row" for an older plane and the row below. `end` is appended.
kernel::NameHint rowName(const WaveRow &row, const char *end = "");
/// Returns the name hint (preferred name) of the function that loads a row, such as "loadUOld".
kernel::NameHint loadName(const WaveRow &row);

/// Rows of a plane in shared memory that a thread loads into the register array `array` once: its
/// own rows, `low` rows below and `high` rows above them.
struct RowSet {
  int low = 0, high = 0;
  kernel::Term array = 0;
};

/// Emits the loads of the rows of cells that a stage reads. Depending on the time step, a row comes
/// from global memory, a ring buffer, exchanged new cells of other threads, or registers.
class WaveSources {
public:
  WaveSources(WaveStep &step, const StageParts &parts);
  /// Adds the rows that a part of an update reads to those that need loads, and finds out which of
  /// them can be kept in registers.
  void include(const WaveRows &rows);

  /// Declares register arrays for sliding windows (neighbouring rows that move along with the row
  /// being updated), and for rows of fields that never change.
  void declareSlides();
  /// Emits the move of the sliding windows (neighbouring rows in registers) to row `j`, the `n`-th
  /// row that the thread updates. With sliding windows, a thread loads each row of a plane from
  /// shared memory only once.
  void moveSlides(const kernel::Term &n, const kernel::Term &j);
  /// Emits the copy of row `j` of the oldest plane from the ring buffer to registers, before the
  /// ring buffer overwrites that plane.
  void keepOldest(const kernel::Term &j);

  /// Array for one row of new cells, which a time step passes to the next one. `nullopt` if the new
  /// cells of all rows of the thread are kept in registers.
  std::optional<kernel::Term> newest = {};
  /// Finds out whether the next time step reads new cells only at the same cell, so that an array
  /// for one row suffices to pass them on. `late` has the rows that the late part of an update
  /// (with the newest plane) reads.
  void findNewest(const WaveRows &late);
  /// Declares the array for one row of new cells, if one row suffices to pass them to the next time
  /// step.
  void declareNewest();
  /// Declares the array for one row of new cells as a parameter of the function being emitted.
  void newestParam();

  /// Emits a load function for each row of cells that at least two of the `parts` of an update
  /// read.
  void lowerShared(const std::vector<const WaveRows *> &parts);

  /// Declares register arrays for windows. A window has a row of the thread, and those neighbouring
  /// rows in the same plane that `rows` contains.
  void declareWindows(const WaveRows &rows);
  /// Declares the windows (neighbouring rows in registers) that `rows` needs as parameters of the
  /// function being emitted.
  void windowParams(const WaveRows &rows);
  /// Returns the windows (neighbouring rows in registers) as arguments for a call.
  std::vector<kernel::Term> windowArguments() const;
  /// Emits the load of one row of a window (neighbouring rows in registers) for time step `t`. `at`
  /// is the index of the row, counted from the first row of the thread.
  void loadWindow(const WaveRow &own, const WaveWindow &window, const kernel::Term &at,
                  const kernel::Term &t);
  /// Calls visit(own, window) for each window (neighbouring rows of a plane) that `rows` needs.
  /// `own` is the key of the window's row at the updated row, with dy = 0. `window` has the numbers
  /// of rows and cells on each side of it.
  void forEachWindow(const WaveRows &rows,
                     const std::function<void(const WaveRow &, const WaveWindow &)> &visit) const;

  /// Declares register arrays for `rows` and emits their loads for row `j` of time step `t`. `all`
  /// contains `rows`, and is the set of rows for which windows (neighbouring rows in registers)
  /// were declared. Returns the location of each row.
  RowsAt load(const WaveRows &rows, const WaveRows &all, const kernel::Term &t,
              const kernel::Term &j);

private:
  struct Place; // a row to load, and its destination
  bool isUpdated(const WaveRow &row) const;
  int waitOf(const WaveRow &row) const;
  bool loadsMargins(const Place &place) const;
  void loadRow(const Place &place);
  void loadCells(const Place &place);
  void lowerRow(const WaveRow &own, int low, int high);
  void fromRing(const Place &place);
  void fromRegisters(const Place &place);
  void fromMemory(const Place &place, int level);
  void fromReplayed(const Place &place);
  void addMargins(const Place &place);
  void loadMargins(const Place &place);
  kernel::Term ringAge(const Place &place) const;
  kernel::Term step(const Place &place) const;
  bool isProduced(const WaveRow &row) const;
  bool isFromRing(const WaveRow &row) const;
  bool isNewPlane(const WaveRow &row) const;
  kernel::Term ringRow(const Place &place) const;
  kernel::Term rowIn(const Place &place) const;
  std::vector<kernel::Term> extentsOf(const WaveWindow &window) const;
  void includeSlide(const WaveRows &rows, const WaveRow &row);
  void includeHold(const WaveRows &rows, const WaveRow &row);
  void moveHolds(const kernel::Term &n, const kernel::Term &j);
  RowAt fromWindow(const WaveRow &row, const WaveMargins &margins, const WaveWindow &window,
                   const kernel::Term &t, const kernel::Term &j);

  WaveStep &st;
  kernel::Builder &k;
  const Wave &wave;
  const StageParts &parts;
  bool hasNewest = false;
  std::map<WaveRow, RowSet> slides, windows;          // by the key of the thread's own row
  std::map<ir::FieldId, std::map<int, RowSet>> holds; // by age in the ring
  std::map<ir::FieldId, kernel::Term> held;
  /// An emitted function that loads a row into registers. If `isMoved`, the function has a
  /// parameter for the distance in rows from the thread's own row.
  struct RowFunction {
    kernel::FunctionId id;
    bool isMoved;
  };
  std::map<WaveRow, RowFunction> functions;
};

/// Emits `advance`, the function that advances a sweep by one step.
void lowerAdvance(Wave &wave);

} // namespace stencilc::schedules
