/// \file The receivers of a run: what they read after steps, and their traces.
#pragma once

#include "stencilc/KernelHandles.h"
#include "stencilc/NamedCopies.h"
#include "stencilc/ReceiverPoints.h"
#include <limits>

namespace stencilc::inline STENCILC_SPACE {

/// Where kernels read, what they have read comes to the host when there is much of it, and when
/// somebody asks; else all is read at once.
class Receivers {
public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  Receivers(const ProgramDescription &program, Device &device)
      : program(program), device(device), traces(static_cast<std::size_t>(program.pointsCount)) {}

  /// How cells of fields lie that the device has all of.
  void layOut(const std::vector<FieldMemory> &fields);
  /// Where all points are from now on, as ReceiverPoints::make() takes them; what was read before
  /// is kept. Where it fails, all is as before. No steps are under way.
  Status place(const Grid &extents, const std::vector<PointCells> &points,
               std::vector<unsigned char> &tables);

  /// Steps from step number `number` to the next one after which a receiver has to read itself;
  /// kNever if none has.
  std::int64_t stepsToNext(std::int64_t number) const {
    return program.recordsTraces ? kNever : stepsToDue(number);
  }
  /// The most steps between two such moments.
  std::int64_t longestSegment() const;
  /// Reads what is due after step number `number` and not recorded; `last` is the stream of the
  /// steps before.
  Status receive(const NamedCopies &copies, std::int64_t number, Stream last);
  /// Reads what kernels have recorded, if they do, in a launch of `steps` steps after `before`
  /// others.
  Status take(std::int64_t before, int steps, Stream stream);
  /// Whether what was read is still on the device.
  bool arePending() const;
  /// Brings it to the traces, which anybody who asks for them has called before; waits for `stream`
  /// that it is read on.
  Status collect(Stream stream) const;

  /// Forgets all traces. No steps are under way.
  void restart();
  /// How often a receiver has read, and at how many points; its values, those at all points for one
  /// time after the other.
  Status traceSize(const char *name, std::int64_t &times, std::int64_t &points) const;
  Status getTraces(const char *name, double *values) const;
  /// All values of all receivers, as the program numbers them; how many each has, and back again.
  std::vector<std::int64_t> traceCounts() const;
  std::vector<double> allTraces() const;
  void setTraces(const std::vector<std::int64_t> &counts, const std::vector<double> &values);

private:
  bool isDue(int which, std::int64_t number) const {
    return program.points[which].every > 0 && number % program.points[which].every == 0;
  }
  /// Steps from step number `number` to the next one after which something is due.
  std::int64_t stepsToDue(std::int64_t number) const;
  /// The number of the receiver called so, or -1.
  int find(const char *name) const;
  std::int64_t pointsOf(int which) const;
  Status read(const NamedCopies &copies, int which, Stream last);
  /// Reads from values on the device, by a kernel on `stream`.
  Status launch(int which, const void *values, Scalar scalar, Stream stream);
  /// Reads from values on the host, now.
  void readHere(int which, const void *values);

  const ProgramDescription &program;
  Device &device;
  Grid grid = {1, 1, 1};
  std::vector<Layout> layouts; // of fields
  std::unique_ptr<ReceiverPoints> points;
  mutable std::vector<Trace> traces; // as the program numbers points; collect() adds to them
  KernelHandles handles;
};

} // namespace stencilc::inline STENCILC_SPACE
