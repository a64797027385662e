/// \file Declarations for emitting a step of the sweep: its state, the rows it reads, and the new
/// cells it stores.
#pragma once

#include "schedules/wavefront/Lower.h"
#include "schedules/wavefront/StageParts.h"

namespace stencilc::schedules {

/// Location of a row of cells in registers: cell i of this thread is `array[left + i]`.
struct RowAt {
  kernel::Term array = 0;
  int left = 0;
};
using RowsAt = std::map<WaveRow, RowAt>;

/// Builder of the functions that advance a sweep by one step. In these, `t` is the index of the
/// fused time step, 0 being the first, and `j` the row of the thread.
struct WaveStep {
  WaveStep(kernel::Builder &k, const Wave &wave);

  kernel::Builder &k;
  const Wave &wave;
  const WaveState &state;
  const WaveConstants &c;
  /// Template parameter `kEdge` of the function being emitted: true for steps near a face of the
  /// swept axis.
  kernel::Term isEdge;
  /// Condition that the tile is at a face of x or y.
  kernel::Term isEdgeTile = 0;
  /// The replay that is being emitted, or null: a step of the sweep that is executed again. It lies
  /// `behind` steps before the one that the replay precedes.
  const Replay *replay = nullptr;
  int behind = 0;
  /// Returns true if parts of updates at `time` (in steps of the sweep relative to the updated
  /// plane) are computed. While a replay is emitted, these are only the parts that belong to planes
  /// of the grid.
  bool isDue(int time) const { return !replay || time <= replay->lastTime(behind); }

  /// Emits a function before the current one, with the body that `write` emits. Returns its handle.
  kernel::FunctionId part(kernel::NameHint hint, std::string doc,
                          const std::function<void()> &write);
  /// Emits a call of a function made by part().
  void run(kernel::FunctionId part, const std::vector<kernel::Term> &arguments) const {
    k.run(k.call(part, arguments, {isEdge}));
  }
  kernel::Term get(kernel::VarId member) const { return wave.at(member); }
  kernel::Term inRegisters(kernel::VarId member) const { return wave.inRegisters(member); }
  kernel::Term s() const { return get(state.s); }
  /// Returns the index, 0 or 1, of the copy of exchanged rows that this step of the sweep writes.
  /// before() returns the one that the step before wrote.
  kernel::Term now() const { return get(state.count) & 1; }
  kernel::Term before() const { return now() ^ 1; }
  /// Returns the index of the plane that lies the lag of time step `t`, plus `by` planes, behind
  /// the newest plane `s`.
  kernel::Term planeOf(const kernel::Term &t, int by) const;
  /// Returns the condition that `plane` is one of those that this chunk of the swept axis stores.
  kernel::Term isInChunk(const kernel::Term &plane) const {
    return plane >= get(state.planeBegin) && plane < get(state.planeEnd);
  }
  /// Returns the condition that `condition` holds and this thread stores row `j` of `plane`.
  kernel::Term isStored(const kernel::Term &condition, const kernel::Term &plane,
                        const kernel::Term &j) const {
    const kernel::Term isDue =
        condition && plane >= get(state.planeBegin) && plane < get(state.planeEnd);
    return isLine() ? isDue : isDue && (get(state.storedRows) >> j & 1);
  }
  /// Returns the number of planes by which time step `t` trails the first one, plus `by`.
  kernel::Term lagOf(const kernel::Term &t, int by) const;
  /// Returns the plane of `field` in its ring buffer that arrived `age` steps before the newest.
  kernel::Term ringPlane(ir::FieldId field, const kernel::Term &age) const;
  /// Returns the index in the tile of row `row` of this thread, clamped to the tile.
  kernel::Term rowOf(const kernel::Term &row) const { return k.call(wave.rowOf, {row}); }
  /// Returns the plane in shared memory with the new cells of `field` after time step `step`. It
  /// was stored in the step of the sweep with number `count`.
  kernel::Term newPlane(ir::FieldId field, const kernel::Term &step,
                        const kernel::Term &count) const;
  /// Returns the position in the tile of this thread's first cell of a row.
  kernel::Term firstCell() const { return get(state.lane) * c.cells; }
  /// Returns the x coordinate of this thread's first cell in `plane`; with one axis planes are
  /// tiles.
  kernel::Term firstX(const kernel::Term &plane) const;
  bool isLine() const { return wave.rank() == 1; }
  bool isWhole() const { return wave.exchangesPlanes(); }

  /// Emits a copy of one row of this thread's cells.
  void copy(const kernel::Term &to, const kernel::Term &from) const {
    k.run(k.call(kernel::Primitive::Copy, {to, from}, {c.cells}));
  }
  /// Emits a load of this thread's cells of row `row` of a plane from global memory. Boundary
  /// values are only given if `isNearFaces`.
  void readRow(const kernel::Term &to, const analysis::FieldLevel &fieldLevel,
               const kernel::Term &row, const kernel::Term &plane,
               const kernel::Term &isNearFaces) const;
  /// Emits a loop over this thread's cells of a row.
  void forEachCell(const std::function<void(kernel::Term i)> &body) const {
    k.forEach("i", 0, c.cells, kernel::Repeat::Plain, body);
  }

  /// Returns the name hint of a function of a stage, such as "updateU" or "updateUPart2".
  kernel::NameHint nameOf(const char *what, const StageSkew &stage) const;
  /// Declares the parameter `j`, the row of the thread. With one axis there is only row 0.
  kernel::Term rowParam() const {
    return isLine() ? k.number(0) : k.param("j", {kernel::Type::Int});
  }
};

/// Returns the name hint of a row by age and displacement, such as "u_row" or "u_old_ym1_row".
kernel::NameHint rowName(const WaveRow &row, const char *end = "");

/// Rows of a plane in shared memory that a thread loads into registers once, `low` rows below and
/// `high` rows above its own.
struct RowSet {
  int low = 0, high = 0;
  kernel::Term array = 0;
};

/// Emits the loads of the rows of cells that a stage reads. Depending on the time step, a row comes
/// from global memory, a ring buffer, exchanged new cells of other threads, or registers.
class WaveSources {
public:
  WaveSources(WaveStep &step, const StageParts &parts);
  /// Adds the rows that the early part (from older planes) or the late part of an update reads.
  /// Finds the rows that are kept in registers.
  void include(const WaveRows &rows);

  /// Declares the register arrays of sliding windows of rows, and of rows of fields that never
  /// change.
  void declareSlides();
  /// Emits the move of sliding windows to row `j`, the `n`-th row that a thread updates. With them
  /// a thread loads each row of a plane from shared memory once.
  void moveSlides(const kernel::Term &n, const kernel::Term &j);
  /// Emits the copy to registers of row `j` of the oldest plane, which the ring buffer will
  /// overwrite.
  void keepOldest(const kernel::Term &j);

  /// Array with the newest cells of the row being updated, as the time step before computed them.
  /// `nullopt` if the newest cells of all rows of the thread are kept instead.
  std::optional<kernel::Term> newest = {};
  /// Finds out whether new cells are read only at the same cell by the next time step. One array,
  /// for the row being updated, then suffices for them. `late` are the rows that the late parts
  /// read.
  void findNewest(const WaveRows &late);
  /// Declares the array for the newest cells, if one row suffices. newestParam() declares it as a
  /// parameter of a function.
  void declareNewest();
  void newestParam();

  /// Emits a load function for each row of cells that several parts of an update read.
  void lowerShared(const std::vector<const WaveRows *> &parts);

  /// Declares arrays for the windows of `rows`: neighbouring rows of one plane around the thread's
  /// own.
  void declareWindows(const WaveRows &rows);
  /// Declares row windows as parameters of the function being emitted. windowArguments() returns
  /// the arguments for a call of it.
  void windowParams(const WaveRows &rows);
  std::vector<kernel::Term> windowArguments() const;
  /// Emits the load of row `at` of `window`, relative to the first row of the thread, for time step
  /// `t`.
  void loadWindow(const WaveRow &own, const WaveWindow &window, const kernel::Term &at,
                  const kernel::Term &t);
  /// Calls `visit` for each row window that `rows` need, with the key of the own row.
  void forEachWindow(const WaveRows &rows,
                     const std::function<void(const WaveRow &, const WaveWindow &)> &visit) const;

  /// Declares register arrays for `rows` and emits their loads for row `j` of time step `t`. `all`
  /// are the rows for which windows were declared. Returns the location of each row.
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
  std::optional<kernel::Term> repeatsOwn(const Place &place) const;
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
  /// An emitted function that loads a row. If `isMoved`, it has a parameter for the displacement of
  /// the row from the thread's own.
  struct RowFunction {
    kernel::FunctionId id;
    bool isMoved;
  };
  std::map<WaveRow, RowFunction> functions;
};

/// Emits assignments to a thread's margin cells (left and right of its own) beyond mirror and copy
/// faces of x. They get the value of the cell at the face, which they repeat.
void repeatAtFaces(const WaveStep &step, const kernel::Term &array, ir::FieldId field,
                   const WaveMargins &margins);

/// Emits `advance`, the function that advances a sweep by one step.
void lowerAdvance(Wave &wave);

} // namespace stencilc::schedules
