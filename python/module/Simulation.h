/// \file Simulation of the Python module: an instance of the C interface with its reports and
/// callbacks.
#pragma once

#include "Arrays.h"
#include "Handles.h"
#include "OneThread.h"
#include <map>
#include <mutex>
#include <nanobind/nanobind.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::python {

/// Values of one report, as pairs of the number of a time step and the value after this time step.
using ReportValues = std::vector<std::pair<std::int64_t, double>>;

/// Simulation: fields of a program on one grid, and their time. Functions are called with the
/// interpreter lock held, and release it during calls of the C interface. All functions raise the
/// exceptions of check(): ValueError for a wrong name or value, BusyError while another thread uses
/// the simulation, DeviceError if a GPU has failed. A field at time level `level` is that at t for
/// 0 and at t-1 for -1.
class Simulation {
public:
  /// Creates a simulation of `module`. `request` has its size, parameters and other options in
  /// JSON, as for stencilc_create(). `memory` is a contiguous array for the fields, which must live
  /// as long as the simulation. Without `memory`, the library allocates the fields. Raises
  /// ValueError if the request is wrong, and OutOfMemoryError if the memory is too small for the
  /// fields.
  Simulation(const Module &module, const std::string &request, std::optional<AnyArray> memory);
  Simulation(const Simulation &) = delete;
  Simulation &operator=(const Simulation &) = delete;
  ~Simulation();

  /// Computes `steps` time steps and waits for them. About every `seconds` seconds, and at the end,
  /// handles signals and calls `progress(done, wanted)`, unless `progress` is None. `done` and
  /// `wanted` are numbers of time steps since the start or the last reset(). If `progress` or a
  /// signal (Ctrl-C) raises an exception, the run ends after a whole time step and raises it.
  /// Another call continues the simulation. Raises ValueError if `progress` calls run().
  void run(std::int64_t steps, nanobind::object progress, double seconds);
  /// Enqueues `steps` time steps on the CUDA stream with the handle `stream`, and does not wait for
  /// them. On the CPU, the time steps are done on return.
  void enqueue(std::int64_t steps, std::uintptr_t stream);
  /// Waits for enqueued time steps. Raises DeviceError if one of them has failed.
  void synchronize();
  /// Sets all fields to their initial values and the number of time steps to 0. Removes reports.
  void reset();
  /// Returns the number of time steps done since the start or the last reset(), or -1 while another
  /// thread uses the simulation.
  std::int64_t stepsDone() const;
  /// Returns the source text of the `until` condition that has ended the latest run, or an empty
  /// string.
  std::string stopped() const { return textOf(stencilc_stopped(its.get())); }

  /// Sets a parameter for later time steps.
  void setParameter(const std::string &name, double value);
  /// Returns the current value of a parameter.
  double parameter(const std::string &name) const;
  /// Returns the current time step size dt in the unit of `timestep`, or NaN if the program has no
  /// `timestep`.
  double timeStep() const;
  /// Sets a series to `numbers`, one for each time step from the first.
  void setSeries(const std::string &name, const std::vector<double> &numbers);
  /// Sets the points of a source or receiver. `places` has `count` rows, each with the coordinates
  /// x, y, z of one point in cells, as many as the program has axes.
  void setPoints(const std::string &name, const std::vector<double> &places, std::int64_t count);

  /// Returns the number of cells of `field` along each axis, in the order x, y, z. The number is 1
  /// for an axis that the program or the field lacks.
  std::vector<std::int64_t> extents(const std::string &field) const;
  /// Copies `array`, in host memory or GPU memory, to `field` at time level `level`. `array` has
  /// the shape and the cell type of the field, which are not checked. Raises ValueError if its last
  /// dimension is not contiguous or a stride is negative.
  void copyIn(const std::string &field, int level, const AnyArray &array);
  /// Copies `array`, in GPU memory, to `field` at each of the time levels `levels`, as copyIn()
  /// does. First waits for the work on the default CUDA stream of this GPU.
  void copyFromDevice(const std::string &field, const std::vector<int> &levels,
                      const AnyArray &array);
  /// Copies `field` at time level `level` to `array`, in host memory or GPU memory. The memory must
  /// be writable. Shape, cell type and exceptions are as for copyIn().
  void copyOut(const std::string &field, int level, const AnyArray &array) const;
  /// Copies contiguous cells at the address `cells` in host memory or GPU memory to `field` at time
  /// level `level`. The cells have the cell type of the field.
  void copyInPacked(const std::string &field, int level, const void *cells);
  /// Copies `field` at time level `level` to the address `cells` in host memory or GPU memory, as
  /// contiguous cells of the cell type of the field.
  void copyOutPacked(const std::string &field, int level, void *cells) const;
  /// Returns the address and the pitches of `field` at time level `level`, without a copy. The
  /// memory has the values when all enqueued time steps are done; the call does not wait for them.
  /// Raises ValueError if the field is not contiguous: several GPUs share it, or it is out of core.
  stencilc_field_view view(const std::string &field, int level);

  /// Returns the size of the recorded values of a receiver: the number of times and of points.
  std::pair<std::int64_t, std::int64_t> traceSize(const std::string &name) const;
  /// Copies the recorded values of a receiver to `values`, a writable contiguous f64 array of shape
  /// (times, points), as traceSize() returns them.
  void traces(const std::string &name, const AnyArray &values) const;
  /// Returns the values of a report since the start or the last reset(). Returns no values if there
  /// is no such report.
  ReportValues report(const std::string &name) const;

  /// Makes later runs write a snapshot of `what` to the file `path` every `every` time steps.
  /// `what` names a field, or a part such as "p[z = 64]". `type` is "f32", "f64", or empty for the
  /// cell type. `level` is the level of compression, 0 to 9.
  void save(const std::string &what, const std::string &path, std::int64_t every,
            const std::string &type, int level);
  /// Writes the current fields as one snapshot to the file `path`. An existing file is replaced.
  /// `what` names fields or parts of fields, separated by commas. An empty string means all updated
  /// fields. `type` and `level` are as for save().
  void saveNow(const std::string &what, const std::string &path, const std::string &type,
               int level);
  /// Completes and closes the files of save().
  void finishSaves();

private:
  template <class Work> void call(Work work) const;
  void listen();

  std::optional<AnyArray> memory; // array of the caller that has the fields
  Instance its;
  mutable OneThread user;
  bool isRunning = false;
  mutable std::mutex mutex; // protects `reports`
  std::map<std::string, ReportValues> reports;
};

} // namespace stencilc::python
