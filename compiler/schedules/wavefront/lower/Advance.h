/// \file Declarations for emitting one step of a sweep, which loads one plane and advances all
/// fused time steps by one plane.
#pragma once

#include "schedules/wavefront/lower/Lower.h"
#include "schedules/wavefront/skew/StageParts.h"

namespace stencilc::schedules {

/// Location in registers of a row of cells: cell i of the thread is `array[left + i]`. The `left`
/// elements before them are cells left of the thread's own cells.
struct RowAt {
  kernel::Term array = 0;
  int left = 0;
};
using RowsAt = std::map<WaveRow, RowAt>;

/// Builder of the emitted functions that execute one step of a sweep. In their code `t` is the
/// index of a fused time step, counted from 0. `j` is the index of a row among those of the thread.
struct WaveStep {
  WaveStep(kernel::Builder &k, const Wave &wave);

  kernel::Builder &k;
  const Wave &wave;
  const WaveState &state;
  const WaveConstants &c;
  /// Template parameter `kEdge` of the function being emitted. It is true for steps of the sweep
  /// near an end of the swept axis, which must test for faces.
  kernel::Term isEdge;
  /// Expression that is true in a kernel that sweeps edge tiles: tiles at an end of the x or y axis
  /// that need tests for these faces. The value is known when the kernel is compiled.
  kernel::Term isEdgeTile = 0;
  /// The replay that is being emitted, or null. A replay executes steps of the sweep again, for
  /// planes beyond the low face of the swept axis. `behind` is the number of steps from the
  /// replayed step to the step in which the replay runs.
  const Replay *replay = nullptr;
  int behind = 0;
  /// Returns true if the step of the sweep being emitted computes those parts of updates that
  /// belong to `time`. A time of n means step p + n of the sweep, where p is the updated plane. A
  /// replay (steps that are executed again) omits parts that would update planes beyond the low
  /// face.
  bool isDue(int time) const { return !replay || time <= replay->lastTime(behind); }

  /// Emits a member function of the struct Sweep, before the function being emitted, and returns
  /// its handle. `hint` is its preferred name, `doc` its emitted comment, and `write` emits its
  /// body.
  kernel::FunctionId part(kernel::NameHint hint, std::string doc,
                          const std::function<void()> &write);
  /// Emits a call of `part`, a function made by part(), with `arguments` and with the current value
  /// of its template parameter `kEdge`.
  void run(kernel::FunctionId part, const std::vector<kernel::Term> &arguments) const {
    k.run(k.call(part, arguments, {isEdge}));
  }
  kernel::Term get(kernel::VarId member) const { return wave.at(member); }
  kernel::Term inRegisters(kernel::VarId member) const { return wave.inRegisters(member); }
  kernel::Term s() const { return get(state.clock.s); }
  /// Returns the index, 0 or 1, of the buffer in shared memory to which threads write rows for
  /// other threads in this step of the sweep. The other buffer has the rows of the previous step.
  kernel::Term now() const { return get(state.clock.count) & 1; }
  /// Returns the index, 0 or 1, of the buffer in shared memory with rows for other threads that
  /// were written in the previous step of the sweep.
  kernel::Term before() const { return now() ^ 1; }
  /// Returns the index of the plane s - t * lag - `by`. Here s is the newest loaded plane, and `t`
  /// a fused time step counted from 0. The lag is the number of planes by which a time step trails
  /// the one before. In a replay (steps of the sweep executed again) the index is also reduced by
  /// `behind`, the number of steps since the replayed one.
  kernel::Term planeOf(const kernel::Term &t, int by) const;
  /// Returns an expression of the emitted code that is true if the executing block or warp stores
  /// `plane`, an index along the swept axis.
  kernel::Term isInChunk(const kernel::Term &plane) const {
    return plane >= get(state.tile.planeBegin) && plane < get(state.tile.planeEnd);
  }
  /// Returns an expression of the emitted code that is true if `condition` is true, the executing
  /// block or warp stores `plane`, and the thread stores row `j`. With one axis, `j` is not tested.
  kernel::Term isStored(const kernel::Term &condition, const kernel::Term &plane,
                        const kernel::Term &j) const {
    const kernel::Term isDue =
        condition && plane >= get(state.tile.planeBegin) && plane < get(state.tile.planeEnd);
    return isLine() ? isDue : isDue && (get(state.thread.storedRows) >> j & 1);
  }
  /// Returns t * lag + `by`, where lag is the number of planes by which a fused time step trails
  /// the one before. `t` counts the fused time steps from 0.
  kernel::Term lagOf(const kernel::Term &t, int by) const;
  /// Returns the expression for the plane of `field` that lies `age` planes behind the newest plane
  /// in the field's ring buffer in shared memory.
  kernel::Term ringPlane(ir::FieldId field, const kernel::Term &age) const;
  /// Returns the index in the tile of row `row`, which is counted from the first row of the thread.
  /// A row outside the tile is replaced by the nearest row of the tile, unless tiles have all rows
  /// that threads read. Values computed from a replaced row are never stored.
  kernel::Term rowOf(const kernel::Term &row) const { return k.call(wave.functions.rowOf, {row}); }
  /// Returns the expression for the plane in shared memory with the new cells of `field` after
  /// fused time step `step`, counted from 1. `count` is the step of the sweep that wrote the plane,
  /// counted from 0. A multiple of 3 may be added to it, because planes are written to three slots
  /// in turn.
  kernel::Term newPlane(ir::FieldId field, const kernel::Term &step,
                        const kernel::Term &count) const;
  /// Returns the position along x of this thread's first cell of a row. It counts the cells from
  /// the first cell of lane 0 (the first thread of the warp or team).
  kernel::Term firstCell() const { return get(state.thread.lane) * c.cells; }
  /// Returns the x coordinate in the grid of this thread's first cell. With one axis, `plane` is
  /// the index of the tile in which the cell lies. Otherwise `plane` is not used.
  kernel::Term firstX(const kernel::Term &plane) const;
  bool isLine() const { return wave.rank() == 1; }
  bool isWhole() const { return wave.exchangesPlanes(); }

  /// Emits the copy of this thread's cells of one row from the array `from` to the array `to`, both
  /// in registers.
  void copy(const kernel::Term &to, const kernel::Term &from) const {
    k.run(k.call(kernel::Primitive::Copy, {to, from}, {c.cells}));
  }
  /// Emits the load of this thread's cells of a row of `fieldLevel` from global memory to the array
  /// `to`. `row` is counted from the thread's first row, `plane` is the index along the swept axis.
  /// Boundary conditions are applied only if the compile-time condition `isNearEnds` is true.
  void readRow(const kernel::Term &to, const analysis::FieldLevel &fieldLevel,
               const kernel::Term &row, const kernel::Term &plane,
               const kernel::Term &isNearEnds) const;
  /// Emits a loop over this thread's cells of a row. `body` emits the statements for the cell with
  /// index `i`, counted from 0.
  void forEachCell(const std::function<void(kernel::Term i)> &body) const {
    k.forEach("i", 0, c.cells, kernel::Repeat::Plain, body);
  }

  /// Returns the name hint (preferred name) of the function that does `what` for `stage`, such as
  /// "updateU". The second stage that updates a field gets "updateUPart2".
  kernel::NameHint nameOf(const char *what, const StageSkew &stage) const;
  /// Declares the parameter `j` of the function being emitted, and returns it. It is the index of a
  /// row among those of the thread. With one axis, declares nothing and returns 0.
  kernel::Term rowParam() const {
    return isLine() ? k.number(0) : k.param("j", {kernel::Type::Int});
  }
  /// Declares a parameter of the function being emitted, and returns it. It points to the thread's
  /// new cells of `field` in one row, which are const if `isConst`.
  kernel::Term cellsParam(ir::FieldId field, bool isConst = false) const;
  /// Declares a parameter of the function being emitted, and returns it. It points to the thread's
  /// cells of `row`, with the values from before the update.
  kernel::Term oldRowParam(const WaveRow &row) const;
};

/// Returns the name hint (preferred name) of the emitted variable for `row`, with `end` appended.
/// An example is "u_old_ym1_row": field u, the plane one behind the newest, one row below the
/// updated row.
kernel::NameHint rowName(const WaveRow &row, const char *end = "");
/// Returns the name hint (preferred name) of the emitted function that loads `row` into registers.
/// An example is "loadUOld": field u, the plane one behind the newest.
kernel::NameHint loadName(const WaveRow &row);

/// Rows of one plane in the register array `array`: the thread's own rows, `low` rows below them,
/// and `high` rows above them. In a sliding window, the one row being updated takes the place of
/// the thread's own rows.
struct RowSet {
  int low = 0, high = 0;
  kernel::Term array = 0;
};

/// Emits the loads of the rows of cells that a stage (an update statement) reads. Depending on the
/// time step, a row comes from global memory, from a ring buffer or new cells of other threads in
/// shared memory, or from registers.
class WaveSources {
public:
  WaveSources(WaveStep &step, const StageParts &parts);
  /// Selects those of `rows` that a thread loads from shared memory only once and then keeps in
  /// registers, because several updates read them. One part of the update reads `rows`. Must be
  /// called before declareSlides(). Selects none if threads exchange whole planes.
  void include(const WaveRows &rows);

  /// Declares register arrays for two kinds of rows. Sliding windows are neighbouring rows that
  /// move along with the row being updated. The other rows are those of fields that never change.
  void declareSlides();
  /// Emits the code that moves the sliding windows (neighbouring rows in registers) to row `j` of
  /// the thread. It shifts rows in registers and loads missing rows from shared memory. It also
  /// loads missing rows of fields that never change. `n` is the number of rows that the thread has
  /// updated before in this step of the sweep.
  void moveSlides(const kernel::Term &n, const kernel::Term &j);
  /// Emits the copy of row `j` of the thread to the registers that keep it for the next step of the
  /// sweep. Used for ring buffers with Ring::isHeld, in which a newer plane overwrites the plane of
  /// this row before its last use.
  void keepOldest(const kernel::Term &j);

  /// Array with one row of new cells, which a fused time step passes to the next one. It is
  /// `nullopt` if the next time step also reads other new cells. The new cells of all rows are then
  /// kept in registers.
  std::optional<kernel::Term> newest = {};
  /// Sets `hasNewest`. It is true if the next time step reads new cells only in the updated row,
  /// and may read them while frozen cells (which keep their values) are still wrong. An array for
  /// one row then suffices to pass cells on. `late` has the rows that the late part of the update
  /// (which needs the newest plane) reads.
  void findNewest(const WaveRows &late);
  /// Declares in the function being emitted the array `newest`, with which a time step passes one
  /// row of new cells to the next one. Declares nothing if `hasNewest` is false.
  void declareNewest();
  /// Declares `newest` as a parameter of the function being emitted: the array with which a time
  /// step passes one row of new cells to the next one. Declares nothing if `hasNewest` is false.
  void newestParam();

  /// Emits functions that load a row into registers, each for the rows of one plane. A plane gets a
  /// function if the `parts` of an update read several of its rows, or one row several times. The
  /// distance of the row from the updated row is a parameter. The newest plane of an updated field
  /// gets no such function.
  void lowerShared(const std::vector<const WaveRows *> &parts);

  /// Declares a register array for each window. A window has the thread's rows of one plane, and
  /// the rows below and above them that updates also read. `rows` has all rows that the update
  /// reads.
  void declareWindows(const WaveRows &rows);
  /// Declares, as parameters of the function being emitted, the register arrays of the windows that
  /// `rows` needs. A window has neighbouring rows of one plane.
  void windowParams(const WaveRows &rows);
  /// Returns the register arrays of the windows (neighbouring rows of one plane), as arguments for
  /// a call of a function whose parameters windowParams() declared.
  std::vector<kernel::Term> windowArguments() const;
  /// Emits the load of one row of a window (neighbouring rows of one plane in registers) for time
  /// step `t`. `own` identifies the window. `window` has its numbers of rows and cells. `at` is the
  /// index of the row, counted from the first row of the thread.
  void loadWindow(const WaveRow &own, const WaveWindow &window, const kernel::Term &at,
                  const kernel::Term &t);
  /// Calls `visit(own, window)` for each window (neighbouring rows of one plane) that reads of
  /// `rows` need. `own` identifies the window: it is its row with dy = 0, the updated row. `window`
  /// has the numbers of rows below and above the thread's rows, and of cells left and right of the
  /// thread's cells.
  void forEachWindow(const WaveRows &rows,
                     const std::function<void(const WaveRow &, const WaveWindow &)> &visit) const;

  /// Emits the loads of `rows` into registers, for the update of row `j` by time step `t`. Returns
  /// the location of each row. Rows in a window (neighbouring rows loaded before) are not loaded
  /// again. `all` has all rows that the update reads, from which the windows were found.
  RowsAt load(const WaveRows &rows, const WaveRows &all, const kernel::Term &t,
              const kernel::Term &j);

private:
  struct Place; // a row to load, and the array to which it is loaded
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
  std::map<WaveRow, RowSet> slides, windows;          // by the updated row (dy = 0)
  std::map<ir::FieldId, std::map<int, RowSet>> holds; // by age of the plane
  std::map<ir::FieldId, kernel::Term> held;
  /// An emitted function that loads a row into registers. If `isMoved`, it has a parameter for the
  /// distance along y, in rows, from the updated row.
  struct RowFunction {
    kernel::FunctionId id;
    bool isMoved;
  };
  std::map<WaveRow, RowFunction> functions;
};

/// Emits the function `advance`, which executes one step of the sweep: it loads a plane and
/// advances all time steps by one plane.
void lowerAdvance(Wave &wave);

} // namespace stencilc::schedules
