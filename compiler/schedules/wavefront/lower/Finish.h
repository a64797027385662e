/// \file Declarations for emitting the stores of a row of new cells.
#pragma once

#include "schedules/wavefront/lower/Advance.h"

namespace stencilc::schedules {

/// Emits the code that completes a row of new cells. Boundary methods (code for cells at and beyond
/// faces) correct the row. It is then written to registers, to shared memory for other threads, and
/// after the last time step to global memory.
class WaveFinish {
public:
  WaveFinish(WaveStep &step, WaveSources &sources, const StageSkew &stage);

  /// The row of old values that boundary methods (code for cells at and beyond faces) need to
  /// correct a row of new cells. `nullopt` if they need none.
  const std::optional<WaveRow> old;

  /// Emits the device functions for a row of new cells. They restore frozen cells (which keep their
  /// values), write the row to shared memory for other threads, and store it in global memory.
  void lower();
  /// Emits the call that corrects and stores the new `cells` of row `j` of the thread after time
  /// step `t`. `rows` has the locations of the rows that the update has loaded, among them the row
  /// of old values.
  void finish(const kernel::Term &cells, const RowsAt &rows, const kernel::Term &t,
              const kernel::Term &j) const;

private:
  void lowerPublish();
  void lowerStore();
  void lowerFinish();
  void writeFinish();
  bool publishes() const;
  void publish(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j) const;
  /// Returns the range of x coordinates of the cells that the tile stores, as first cell and
  /// exclusive end. With one axis, `plane` is the index of the tile. Otherwise it is not used.
  std::pair<kernel::Term, kernel::Term> storedRange(const kernel::Term &plane) const;
  void store(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
             const kernel::Term &plane) const;
  void record(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j,
              const kernel::Term &plane) const;

  WaveStep &step;
  kernel::Builder &k;
  const Wave &wave;
  WaveSources &sources;
  const StageSkew &stage;
  const ir::FieldId field; // the updated field
  kernel::FunctionId finishPart = {}, publishPart = {}, storePart = {};
};

} // namespace stencilc::schedules
