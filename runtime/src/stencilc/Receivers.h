/// \file The receivers of a simulation: what they read after time steps, and their traces.
#pragma once

#include "stencilc/KernelHandles.h"
#include "stencilc/NamedCopies.h"
#include "stencilc/ReceiverPoints.h"
#include <limits>

namespace stencilc::inline STENCILC_SPACE {

/// The receivers of a simulation and their traces (values over time). Values that kernels read stay
/// on the device until a buffer is full or collect() is called. Without such kernels, values are
/// copied and read at once.
class Receivers {
public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  Receivers(const ProgramDescription &program, Device &device)
      : program(program), device(device), traces(static_cast<std::size_t>(program.pointsCount)) {}

  /// Sets the layouts of fields that are completely in device memory.
  void layOut(const std::vector<FieldMemory> &fields);
  /// Sets the points of all receivers; ReceiverPoints::make() describes the arguments. Traces are
  /// kept. On failure nothing changes. No time steps may be in progress.
  Status place(const Grid &extents, const std::vector<PointCells> &points,
               std::vector<unsigned char> &tables);

  /// Returns the number of time steps from step `number` to the next one after which a receiver
  /// must read cells. Returns kNever if none has to, also if kernels record the values.
  std::int64_t stepsToNext(std::int64_t number) const {
    return program.recordsTraces ? kNever : stepsToDue(number);
  }
  /// Returns the largest number of time steps between two steps after which a receiver must read
  /// cells.
  std::int64_t longestSegment() const;
  /// Reads the receivers that are due after time step `number`, unless kernels record their values.
  /// `last` is the stream of the steps before.
  Status receive(const NamedCopies &copies, std::int64_t number, Stream last);
  /// Reads the samples that kernels have recorded in a launch of `steps` time steps. `before` steps
  /// were done before the launch. Does nothing if kernels do not record.
  Status take(std::int64_t before, int steps, Stream stream);
  /// Returns whether the device holds values that collect() would copy.
  bool arePending() const;
  /// Copies all values on the device to the traces. Waits for `stream`, on which they are read. It
  /// must be called before traces are accessed.
  Status collect(Stream stream) const;

  /// Deletes all traces. No time steps may be in progress.
  void restart();
  /// Sets `times` and `points` to the numbers of times and points of the receiver `name`.
  /// getTraces() copies its values, those of all points for each time.
  Status traceSize(const char *name, std::int64_t &times, std::int64_t &points) const;
  Status getTraces(const char *name, double *values) const;
  /// Returns the number of values of each receiver, in the order of the program, for checkpoints.
  /// allTraces() returns all values, setTraces() restores both.
  std::vector<std::int64_t> traceCounts() const;
  std::vector<double> allTraces() const;
  void setTraces(const std::vector<std::int64_t> &counts, const std::vector<double> &values);

private:
  bool isDue(int which, std::int64_t number) const {
    return program.points[which].every > 0 && number % program.points[which].every == 0;
  }
  /// Returns the number of time steps from step `number` to the next one after which a receiver is
  /// due.
  std::int64_t stepsToDue(std::int64_t number) const;
  /// Returns the index of the receiver `name`, or -1.
  int find(const char *name) const;
  std::int64_t pointsOf(int which) const;
  Status read(const NamedCopies &copies, int which, Stream last);
  /// Reads a receiver from values in device memory, with a kernel on `stream`.
  Status launch(int which, const void *values, Scalar scalar, Stream stream);
  /// Reads a receiver from values in host memory, before it returns.
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
