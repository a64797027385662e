/// \file The sources and receivers of a simulation, as the core of the runtime sees them.
#pragma once

#include "runtime/core/timeline/Event.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Interface to the sources and receivers of a simulation: sets of points, with weights for the
/// cells around each. As an event of a run, it saves the values at the points of receivers. The
/// part of the runtime in runtime/parts/points implements it.
class Points : public Event, public StepRecorder {
public:
  /// Sets the memory layouts of fields that are completely in device memory.
  virtual void layOut(const std::vector<FieldMemory> &fields) = 0;
  /// Computes the positions of all points, their weights at cells, and new tables for kernels.
  /// `grid` has the numbers of cells that kernels compute. On failure nothing changes. No time
  /// steps may be in progress.
  virtual Status compute(const double *parameters, const Grid &grid) = 0;
  /// Returns the bytes of the tables of all sources and receivers, one after the other. A table
  /// holds a bounding box of cells and the address of their weights in device memory. Kernels get
  /// the tables as arguments.
  virtual const std::vector<unsigned char> &tables() const = 0;
  /// Sets the positions of the points of the source or receiver `name`: `count` points, with one
  /// coordinate per axis in `places`.
  virtual Status setPlaces(const char *name, const double *places, std::int64_t count) = 0;
  /// Sets the amplitudes of a source, the series `name`, to `count` numbers: for each time step,
  /// one number per point. The next compute() uses them. Returns false if the series belongs to no
  /// source.
  virtual bool takeSeries(const char *name, const double *numbers, std::int64_t count) = 0;
  /// Returns the number of points of the source whose amplitudes come from series number `series`.
  /// Returns 0 if no source uses that series.
  virtual std::int64_t pointsOf(int series) const = 0;

  /// Deletes the values of all traces (values of receivers over time). No time steps may be in
  /// progress.
  virtual void restart() = 0;
  /// Returns true if device memory holds values that collect() has not yet appended to the traces.
  virtual bool arePending() const = 0;
  /// Appends all values in device memory to the traces. Must be called before traces are accessed,
  /// when all time steps are done.
  virtual Status collect() const = 0;
  /// Sets `times` and `points` to the numbers of times and points in the trace of the receiver
  /// `name`. getTraces() copies the values: for each time, those of all points.
  virtual Status traceSize(const char *name, std::int64_t &times, std::int64_t &points) const = 0;
  virtual Status getTraces(const char *name, double *values) const = 0;
  /// Returns the number of values of each receiver, in the order of the program. A checkpoint
  /// stores these numbers, and then the values.
  virtual std::vector<std::int64_t> traceCounts() const = 0;
  virtual std::vector<double> allTraces() const = 0;
  virtual void setTraces(const std::vector<std::int64_t> &counts,
                         const std::vector<double> &values) = 0;
};

/// Pointer to the function that creates the sources and receivers of a simulation. The core of the
/// runtime calls it only through this struct. Therefore only programs with sources or receivers
/// link its code.
struct PointsPart {
  std::unique_ptr<Points> (*make)(const ProgramDescription &program, Device &device);
};

} // namespace stencilc::inline STENCILC_SPACE
