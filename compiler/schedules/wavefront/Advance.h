/// \file A step of the sweep while it is written: what its parts see, the rows they read, the new
/// cells they finish.
#pragma once

#include "schedules/wavefront/Lower.h"
#include "schedules/wavefront/StageParts.h"

namespace stencilc::schedules {

/// Where a row is in registers: cell i of this thread is `array[left + i]`.
struct RowAt {
  kernel::Term array = 0;
  int left = 0;
};
using RowsAt = std::map<WaveRow, RowAt>;

/// The functions that advance the sweep by a step, written one within the other.
struct WaveStep {
  WaveStep(kernel::Builder &k, const Wave &wave);

  kernel::Builder &k;
  const Wave &wave;
  const WaveState &state;
  const WaveConstants &c;
  kernel::Term isEdge;         // a constant of each function: near a face of the swept axis
  kernel::Term isEdgeTile = 0; // near one across
  /// The replay that is written, if any, and how many steps before the one it precedes the step is
  /// that it replays.
  const Replay *replay = nullptr;
  int behind = 0;
  /// Whether parts of updates at `time` are computed: of a replayed step, those that belong to
  /// planes of the grid.
  bool isDue(int time) const { return !replay || time <= replay->lastTime(behind); }

  /// A part of the function being written: a function of its own, before it in the text.
  kernel::FunctionId part(kernel::Wish wish, std::string doc, const std::function<void()> &write);
  void run(kernel::FunctionId part, const std::vector<kernel::Term> &arguments) const {
    k.run(k.call(part, arguments, {isEdge}));
  }
  kernel::Term get(kernel::VarId member) const { return wave.at(member); }
  kernel::Term inRegisters(kernel::VarId member) const { return wave.inRegisters(member); }
  kernel::Term s() const { return get(state.s); }
  /// Slots of rows that are exchanged: of this step, and of the one before.
  kernel::Term now() const { return get(state.count) & 1; }
  kernel::Term before() const { return now() ^ 1; }
  /// The plane that time step t is at, `by` behind.
  kernel::Term planeOf(const kernel::Term &t, int by) const;
  /// Whether the chunk has it among those that are stored.
  kernel::Term isInChunk(const kernel::Term &plane) const {
    return plane >= get(state.planeBegin) && plane < get(state.planeEnd);
  }
  /// Whether, if `condition`, row j of a plane is stored by this thread.
  kernel::Term isStored(const kernel::Term &condition, const kernel::Term &plane,
                        const kernel::Term &j) const {
    const kernel::Term isDue =
        condition && plane >= get(state.planeBegin) && plane < get(state.planeEnd);
    return isLine() ? isDue : isDue && (get(state.storedRows) >> j & 1);
  }
  /// `t` planes of the lag, and `by` more.
  kernel::Term lagOf(const kernel::Term &t, int by) const;
  /// The plane of a field in shared memory that is `age` steps older than the newest.
  kernel::Term ringPlane(ir::FieldId field, const kernel::Term &age) const;
  kernel::Term rowOf(const kernel::Term &row) const { return k.call(wave.rowOf, {row}); }
  /// The plane of new cells of time step `step`, after `count` steps of the sweep.
  kernel::Term newPlane(ir::FieldId field, const kernel::Term &step,
                        const kernel::Term &count) const;
  kernel::Term firstCell() const { return get(state.lane) * c.cells; }
  /// The first cell of this thread, in a plane.
  kernel::Term firstX(const kernel::Term &plane) const;
  bool isLine() const { return wave.rank() == 1; }
  bool isWhole() const { return wave.exchangesPlanes(); }

  void copy(const kernel::Term &to, const kernel::Term &from) const {
    k.run(k.call(kernel::Primitive::Copy, {to, from}, {c.cells}));
  }
  /// From memory: this thread's cells of row `row` of a plane of a field.
  void readRow(const kernel::Term &to, const analysis::FieldLevel &fieldLevel,
               const kernel::Term &row, const kernel::Term &plane,
               const kernel::Term &isNearFaces) const;
  void forEachCell(const std::function<void(kernel::Term i)> &body) const {
    k.forEach("i", 0, c.cells, kernel::Repeat::Plain, body);
  }

  /// "updateU", "updateUPart2": what a function does for a stage.
  kernel::Wish nameOf(const char *what, const StageSkew &stage) const;
  /// The row of the thread as a parameter, where there are several.
  kernel::Term rowParam() const {
    return isLine() ? k.number(0) : k.param("j", {kernel::Type::Int});
  }
};

/// "u_row", "u_old_ym1_row": a row by age and displacement.
kernel::Wish rowName(const WaveRow &row, const char *end = "");

/// Rows of planes in shared memory that a thread brings into registers once.
struct RowSet {
  int low = 0, high = 0; // rows beside its own
  kernel::Term array = 0;
};

/// Where the rows come from that a stage reads, by the time step: memory, rings of planes in shared
/// memory, new cells of other threads, or registers.
class WaveSources {
public:
  WaveSources(WaveStep &step, const StageParts &parts);
  /// All rows that late parts read, and early ones.
  void include(const WaveRows &rows);

  void declareSlides();
  /// Rows of planes from memory slide along as a thread goes through its rows: each is read from
  /// shared memory once, not once for each row that needs it.
  void moveSlides(const kernel::Term &n, const kernel::Term &j);
  /// Keeps the own row of planes that leave the ring.
  void keepOldest(const kernel::Term &j);

  /// The newest cells of the row, as the time step before has made them; nothing where they are
  /// kept for all rows.
  std::optional<kernel::Term> newest = {};
  /// Finds out whether they are only read at their own place, by the next time step: then they live
  /// no longer than the row is updated. `late` are the rows of late parts.
  void findNewest(const WaveRows &late);
  /// Declares them where they do, as an array or as a parameter of a part.
  void declareNewest();
  void newestParam();

  /// Writes functions for rows that several parts read.
  void lowerShared(const std::vector<const WaveRows *> &parts);

  void declareWindows(const WaveRows &rows);
  /// Windows as parameters of a part, and what its caller gives for them.
  void windowParams(const WaveRows &rows);
  std::vector<kernel::Term> windowArguments() const;
  /// Row `at` of a window.
  void bringWindow(const WaveRow &own, const WaveWindow &window, const kernel::Term &at,
                   const kernel::Term &t);
  /// Calls `visit` for each window of `rows`.
  void forEachWindow(const WaveRows &rows,
                     const std::function<void(const WaveRow &, const WaveWindow &)> &visit) const;

  /// Declares the rows of a part and brings them for row j of time step t; `all` are the rows that
  /// windows were made for.
  RowsAt bring(const WaveRows &rows, const WaveRows &all, const kernel::Term &t,
               const kernel::Term &j);

private:
  struct Place; // a row, and where it goes
  bool isUpdated(const WaveRow &row) const;
  int waitOf(const WaveRow &row) const;
  bool loadsMargins(const Place &place) const;
  void bringRow(const Place &place);
  void bringCells(const Place &place);
  void lowerRow(const WaveRow &own, int low, int high);
  void fromRing(const Place &place);
  void fromRegisters(const Place &place);
  void fromMemory(const Place &place, int level);
  void fromReplayed(const Place &place);
  void addMargins(const Place &place);
  void bringMargins(const Place &place);
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
  std::map<WaveRow, RowSet> slides, windows;          // by the row of the own cells
  std::map<ir::FieldId, std::map<int, RowSet>> holds; // by age in the ring
  std::map<ir::FieldId, kernel::Term> held;
  /// What brings a row, by the row of the own cells: and whether it is told how far beside it lies.
  struct RowFunction {
    kernel::FunctionId id;
    bool isMoved;
  };
  std::map<WaveRow, RowFunction> functions;
};

/// Gives cells beside a thread's own that lie beyond faces of x the values of those at them, which
/// they repeat: what a tile has computed there is something else.
void repeatAtFaces(const WaveStep &step, const kernel::Term &array, ir::FieldId field,
                   const WaveMargins &margins);

/// The function that advances the sweep by a step.
void lowerAdvance(Wave &wave);

} // namespace stencilc::schedules
