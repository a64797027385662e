/// \file What becomes of the new cells of a row.
#pragma once

#include "schedules/wavefront/Advance.h"

namespace stencilc::schedules {

/// Cells beyond faces that repeat others (mirror, copy): as soon as a new cell is there, so is
/// every cell it stands for.
class WaveRepeats {
public:
  WaveRepeats(const WaveStep &step, const StageSkew &stage, ir::FieldId field)
      : step(step), k(step.k), wave(step.wave), stage(stage), field(field) {}

  /// Puts cells along x, and planes, that repeat those of row j.
  void repeat(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
              const kernel::Term &plane) const;
  /// Shows row j to other threads, and the rows beyond the faces that repeat it.
  void publish(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j) const;

private:
  void repeatPlanes(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
                    const kernel::Term &plane, int steps) const;
  kernel::Term movingCells(const kernel::Term &j) const;
  bool hasFrozen(int axis) const; // whether cells of planes are frozen at faces of `axis`

  const WaveStep &step;
  kernel::Builder &k;
  const Wave &wave;
  const StageSkew &stage;
  const ir::FieldId field;
};

/// What becomes of the new cells of a row: frozen ones get back what they were, threads that read
/// them see them, and what users see goes to memory.
class WaveFinish {
public:
  WaveFinish(WaveStep &step, WaveSources &sources, const StageSkew &stage);

  /// Whether the row that new cells get frozen ones back from is there as a row of the thread; else
  /// memory has them.
  bool keepsOldRow() const;
  const WaveRow old; // that row

  /// Writes the functions.
  void lower();
  void finish(const kernel::Term &cells, const RowsAt &rows, const kernel::Term &t,
              const kernel::Term &j) const;
  /// What the faces keep, of the planes that have been computed.
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
  /// Gives cells beyond faces whose values change from step to step those of the step after t.
  void refix(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
             const kernel::Term &plane) const;
  void publish(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j) const;
  /// Where the cells of a row that this thread's tile stores begin and end.
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
  const ir::FieldId field; // the target
  const bool isFrozen;     // some cells are frozen
  const WaveRepeats repeats;
  kernel::FunctionId finishPart = {}, restorePart = {}, publishPart = {}, storePart = {};
};

} // namespace stencilc::schedules
