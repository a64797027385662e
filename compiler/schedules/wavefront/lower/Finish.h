/// \file Declarations for emitting the stores of the new cells of a row.
#pragma once

#include "schedules/wavefront/lower/Advance.h"

namespace stencilc::schedules {

/// Emits the code for ghost cells beyond mirror and copy faces. As soon as a cell is computed, it
/// is stored a second time for every ghost cell that has the same value.
class WaveRepeats {
public:
  WaveRepeats(const WaveStep &step, const StageSkew &stage, ir::FieldId field)
      : step(step), k(step.k), wave(step.wave), stage(stage), field(field) {}

  /// Emits copies of the new cells of row `j` to the ghost cells beyond mirror and copy faces that
  /// have the same values. These ghost cells lie in the same row beyond the faces of x, or in
  /// planes beyond the faces of the swept axis.
  void repeat(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
              const kernel::Term &plane) const;
  /// Emits the stores of row `j`, and of the ghost rows with the same values, to the planes in
  /// shared memory that other threads read.
  void publish(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j) const;

private:
  /// Emits the copies of row `j` to planes beyond the faces of the swept axis, if `t` is one of the
  /// first `steps` time steps.
  void repeatPlanes(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
                    const kernel::Term &plane, int steps) const;
  /// Returns a bit mask of the thread's cells of row `j`. Bit i is set if cell i is not frozen
  /// (frozen cells keep their old values).
  kernel::Term movingCells(const kernel::Term &j) const;
  bool hasFrozen(int axis) const; // true if cells are frozen at faces of `axis`, not the swept one

  const WaveStep &step;
  kernel::Builder &k;
  const Wave &wave;
  const StageSkew &stage;
  const ir::FieldId field;
};

/// Emits the code that completes a row of new cells. It restores frozen cells (which keep their
/// values), passes the row to threads that read it, and stores the last time steps in memory.
class WaveFinish {
public:
  WaveFinish(WaveStep &step, WaveSources &sources, const StageSkew &stage);

  /// Returns true if a thread has the fixed values of frozen cells in registers or a ring buffer.
  bool keepsOldRow() const;
  const WaveRow old; // key of that row

  /// Emits the device functions that restore, exchange and store a row of new cells.
  void lower();
  /// Emits the call that stores the new `cells` of row `j` of time step `t`.
  void finish(const kernel::Term &cells, const RowsAt &rows, const kernel::Term &t,
              const kernel::Term &j) const;
  /// Emits the code that copies frozen cells (which keep their values) of the newest plane to
  /// shared memory. The code restores them from these copies after time step `t`.
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
  /// Emits the code that sets boundary values which change with time, for time step `t` + 1.
  void refix(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
             const kernel::Term &plane) const;
  void publish(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j) const;
  /// Returns the range along x, as first cell and end, of the cells of a row that the tile stores.
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
