/// \file Declarations for storing the new cells of a row.
#pragma once

#include "schedules/wavefront/Advance.h"

namespace stencilc::schedules {

/// Emits the code for ghost cells beyond mirror and copy faces. Each new cell is at once stored a
/// second time for every ghost cell that repeats it.
class WaveRepeats {
public:
  WaveRepeats(const WaveStep &step, const StageSkew &stage, ir::FieldId field)
      : step(step), k(step.k), wave(step.wave), stage(stage), field(field) {}

  /// Emits the copies of the new cells of row `j` to the ghost cells along x, and to the ghost
  /// planes of the swept axis, that repeat them.
  void repeat(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
              const kernel::Term &plane) const;
  /// Emits the stores of row `j`, and of ghost rows that repeat it, to the planes in shared memory
  /// that other threads read.
  void publish(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j) const;

private:
  /// Emits the copies of row `j` to ghost planes of the swept axis, for the first `steps` time
  /// steps.
  void repeatPlanes(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
                    const kernel::Term &plane, int steps) const;
  /// Returns a bit mask of the thread's cells of row `j` that are not frozen.
  kernel::Term movingCells(const kernel::Term &j) const;
  bool hasFrozen(int axis) const; // true if cells are frozen at faces of `axis`, not the swept one

  const WaveStep &step;
  kernel::Builder &k;
  const Wave &wave;
  const StageSkew &stage;
  const ir::FieldId field;
};

/// Emits the code that stores the new cells of a row. It restores frozen cells, passes rows to
/// threads that read them, and writes cells of the last time steps to global memory.
class WaveFinish {
public:
  WaveFinish(WaveStep &step, WaveSources &sources, const StageSkew &stage);

  /// Returns true if the old values of frozen cells are available as a row of the thread. If false,
  /// they are loaded from global memory.
  bool keepsOldRow() const;
  const WaveRow old; // key of that row

  /// Emits the functions for restoring, exchanging and storing a row.
  void lower();
  /// Emits the call that stores the new `cells` of row `j` of time step `t`.
  void finish(const kernel::Term &cells, const RowsAt &rows, const kernel::Term &t,
              const kernel::Term &j) const;
  /// Emits the code that saves frozen cells of the newest plane in shared memory, and restores them
  /// in the planes that time step `t` has computed.
  void saveAndRestore(const kernel::Term &t) const;

private:
  void lowerRestore();
  void lowerPublish();
  void lowerStore();
  void lowerFinish();
  void writeFinish();
  kernel::Term cellsParam(bool isConst = false) const;
  std::optional<kernel::Term> oldRowParam() const;
  bool publishes() const;
  bool holdsFrozen() const;
  void restore(const kernel::Term &cells, const std::optional<kernel::Term> &before,
               const kernel::Term &t, const kernel::Term &j, const kernel::Term &plane) const;
  void restoreFrozen(const kernel::Term &cells, const std::optional<kernel::Term> &before,
                     const kernel::Term &t, const kernel::Term &j, const kernel::Term &plane) const;
  void restoreAtEnds(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
                     const kernel::Term &plane) const;
  /// Emits code for cells beyond faces whose boundary value changes from step to step. It gives
  /// them the value of the step after `t`.
  void refix(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
             const kernel::Term &plane) const;
  void publish(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j) const;
  /// Returns the begin and end, along x, of the cells of a row that this thread's tile stores.
  std::pair<kernel::Term, kernel::Term> storedRange(const kernel::Term &plane) const;
  void store(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
             const kernel::Term &plane) const;
  void record(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
              const kernel::Term &plane) const;
  void storeEnds(const kernel::Term &t, const kernel::Term &saved, bool isPartial) const;
  void giveStoredCell(const kernel::Term &view, const kernel::Term &row, const kernel::Term &cell,
                      const kernel::Term &plane) const;

  WaveStep &step;
  kernel::Builder &k;
  const Wave &wave;
  WaveSources &sources;
  const StageSkew &stage;
  const ir::FieldId field; // the updated field
  const bool isFrozen;     // some cells are frozen
  const WaveRepeats repeats;
  kernel::FunctionId finishPart = {}, restorePart = {}, publishPart = {}, storePart = {};
};

} // namespace stencilc::schedules
