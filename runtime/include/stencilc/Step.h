/// \file What emitted code sees while it does one time step.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/FieldMemory.h"
#include "stencilc/Launch.h"

namespace stencilc {

/// Hands out the buffers of the fields, and launches kernels. After the first failure launches do
/// nothing; the run stops after the step and reports it.
class Step {
public:
  /// With `range`, only these planes are to be written, by pass number `pass` of a step, and memory
  /// holds the planes `stored` only.
  Step(const Grid &grid, FieldMemory *fields, const void *uniformValues, Stream stream,
       PlaneRange range = {}, PlaneRange stored = {}, int pass = 0)
      : extents(grid), fields(fields), uniformValues(uniformValues), order(stream), range(range),
        inMemory(stored), number(pass) {}

  Grid grid() const { return extents; }
  /// In programs that stream their domain: the planes to write, and the pass to launch.
  PlaneRange planes() const { return range; }
  /// In these programs: the planes that the buffers hold; in others none, which means all.
  PlaneRange stored() const { return inMemory; }
  int pass() const { return number; }

  /// Field `field` at time level `level`: 0 is t, -1 is t-1, 1 is t+1 as an earlier stage of this
  /// step wrote it. T is the field's storage type.
  template <class T> View<const T> read(int field, int level) const {
    return fields[field].layout.template view<const T>(fields[field].buffer(level));
  }
  /// Field `field` at t+1. Every cell must be written: what the buffer holds before is unspecified
  /// (t-1 or older, or NaN); but see takeStaleRim().
  /// A step of several fused time steps writes min(levels, fused) levels: `level` counts from 1,
  /// the oldest of them, to that number, which is t + fused.
  template <class T> View<T> write(int field, int level = 1) const {
    return fields[field].layout.template view<T>(fields[field].buffer(level));
  }
  /// Whether this step must write the cells of `field` at the faces that always keep their values.
  /// Once they are in all buffers, a step whose program knows of such cells may leave them out.
  bool takeStaleRim(int field) { return fields[field].staleRims > 0 && fields[field].staleRims--; }
  /// The scalars of this run, as ProgramDescription::uniforms computed them.
  template <class U> const U &uniforms() const { return *static_cast<const U *>(uniformValues); }

  Stream stream() const { return order; }

#if STENCILC_HAS_KERNELS
  /// Enqueues a kernel behind those launched before.
  template <class... Parameters, class... Arguments>
  void launch(const char *name, void (*kernel)(Parameters...), const LaunchShape &shape,
              const Arguments &...arguments) {
    if (first.ok())
      first = stencilc::launch(order, name, kernel, shape, arguments...);
    hasLaunched |= first.ok();
  }
#endif
  /// Whether a kernel of this step has been enqueued.
  bool launched() const { return hasLaunched; }

  /// Notes a failure on the way to a launch.
  void check(const Status &status) {
    if (first.ok())
      first = status;
  }

  /// The first failure of a launch.
  const Status &status() const { return first; }

private:
  Grid extents;
  FieldMemory *fields;
  const void *uniformValues;
  Stream order;
  PlaneRange range, inMemory;
  int number;
  bool hasLaunched = false;
  Status first;
};

} // namespace stencilc
