/// \file Declarations for emitting the stores of the new cells of a row.
#pragma once

#include "schedules/wavefront/lower/Advance.h"

namespace stencilc::schedules {

/// Emits the code that completes a row of new cells. The boundary methods correct the row. It is
/// then passed to threads that read it, and the last time steps are stored in memory.
class WaveFinish {
public:
  WaveFinish(WaveStep &step, WaveSources &sources, const StageSkew &stage);

  /// Key of the row of old values from which boundary methods correct a new row, if they need one.
  const std::optional<WaveRow> old;

  /// Emits the device functions that restore, exchange and store a row of new cells.
  void lower();
  /// Emits the call that stores the new `cells` of row `j` of time step `t`.
  void finish(const kernel::Term &cells, const RowsAt &rows, const kernel::Term &t,
              const kernel::Term &j) const;

private:
  void lowerPublish();
  void lowerStore();
  void lowerFinish();
  void writeFinish();
  bool publishes() const;
  void publish(const kernel::Term &cells, const kernel::Term &t, const kernel::Term &j) const;
  /// Returns the range along x, as first cell and end, of the cells of a row that the tile stores.
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
