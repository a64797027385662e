/// \file Receivers of a simulation, which record a field at some points: the time steps after which
/// they do so, and their traces (values over time).
#pragma once

#include "runtime/core/device/KernelHandles.h"
#include "runtime/core/fields/NamedCopies.h"
#include "runtime/core/timeline/Event.h"
#include "runtime/parts/points/ReceiverPoints.h"
#include <limits>

namespace stencilc::inline STENCILC_SPACE {

/// Computes the values of all receivers (points that record a field) and stores them in traces
/// (values over time). Values that kernels compute stay in device memory until a buffer is full or
/// collect() is called. Values that the host computes are appended immediately.
class Receivers {
public:
  static constexpr std::int64_t kNever = Event::kNever;

  Receivers(const ProgramDescription &program, Device &device)
      : program(program), device(device), traces(static_cast<std::size_t>(program.pointsCount)) {}

  /// Stores the memory layout (row and plane pitch) of each field of the program. Receivers use it
  /// for fields that are completely in device memory.
  void layOut(const std::vector<FieldMemory> &fields);
  /// Replaces the points of all receivers. `extents` is the grid, and `points[i]` has the cells
  /// around the points of source or receiver i. Tables for kernels are appended to `tables`. Values
  /// recorded so far are kept. After a failure, the old points stay in use. No time steps may be in
  /// progress.
  Status place(const Grid &extents, const std::vector<PointCells> &points,
               std::vector<unsigned char> &tables);

  /// Returns the number of the next time step above `step` after which a receiver must read cells.
  /// Returns kNever if there is no such step, for example if kernels store the values of these
  /// cells themselves.
  std::int64_t next(std::int64_t step) const {
    return program.recordsTraces ? kNever : nextDue(step);
  }
  /// Returns the smallest number of time steps between two steps after which a receiver must read
  /// cells. Returns kNever if no receiver must, for example if kernels store the cells.
  std::int64_t interval() const { return next(0); }
  /// Computes the values of all receivers that record their field after time step `number`.
  /// `copies` gives access to the fields, and `last` is the stream of the time steps. Does nothing
  /// if kernels store the cells for receivers.
  Status receive(const NamedCopies &copies, std::int64_t number, Stream last);
  /// Computes the values of receivers from the cell values that kernels have stored for them in a
  /// launch of `steps` time steps. `before` steps were done before the launch. Does nothing if
  /// kernels store no such values.
  Status take(std::int64_t before, int steps, Stream stream);
  /// Returns true if device memory holds values that collect() has not yet appended to the traces
  /// (values over time).
  bool arePending() const;
  /// Appends all values in device memory to the traces (values over time). Waits for `stream`, on
  /// which the values are computed. It must be called before traces are accessed.
  Status collect(Stream stream) const;

  /// Deletes the values of all traces (values of receivers over time). No time steps may be in
  /// progress.
  void restart();
  /// Sets `times` and `points` to the numbers of times and points in the trace (values over time)
  /// of the receiver `name`. getTraces() copies the values: for each time, those of all points.
  Status traceSize(const char *name, std::int64_t &times, std::int64_t &points) const;
  Status getTraces(const char *name, double *values) const;
  /// Returns the number of values in each trace (values of a receiver over time): one entry for
  /// each source and receiver of the program, 0 for sources. A checkpoint stores these numbers, and
  /// then the values.
  std::vector<std::int64_t> traceCounts() const;
  std::vector<double> allTraces() const;
  void setTraces(const std::vector<std::int64_t> &counts, const std::vector<double> &values);

private:
  bool isDue(int which, std::int64_t number) const {
    return program.points[which].every > 0 && number % program.points[which].every == 0;
  }
  /// Returns the number of the next time step above `step` after which a receiver reads its field,
  /// or kNever.
  std::int64_t nextDue(std::int64_t step) const;
  /// Returns the index of the receiver `name` among the program's sources and receivers, or -1 if
  /// no receiver has this name.
  int find(const char *name) const;
  std::int64_t pointsOf(int which) const;
  Status read(const NamedCopies &copies, int which, Stream last);
  /// Appends one value for each point of receiver number `which` to its trace (values over time). A
  /// kernel on `stream` computes the values from cells of type `scalar`, which begin at `values` in
  /// device memory.
  Status launch(int which, const void *values, Scalar scalar, Stream stream);
  /// Appends one value for each point of receiver number `which` to its trace (values over time).
  /// The host computes the values from cells that begin at `values` in host memory.
  void readHere(int which, const void *values);

  const ProgramDescription &program;
  Device &device;
  Grid grid = {1, 1, 1};
  std::vector<Layout> layouts; // one per field
  std::unique_ptr<ReceiverPoints> points;
  mutable std::vector<Trace> traces; // in the order of the program; collect() adds values
  KernelHandles handles;
};

} // namespace stencilc::inline STENCILC_SPACE
