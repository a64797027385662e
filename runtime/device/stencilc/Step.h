/// \file The interface of one time step for emitted host code: fields, scalars, launches.
#pragma once

#include "stencilc/Chunks.h"
#include "stencilc/Field.h"
#include "stencilc/Runtime.h"

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE {

/// Access of emitted host code to one time step: buffers of the fields, launches of kernels, and
/// loops divided among threads.
class Step : public Runtime {
public:
  /// Constructs a step. In a program that computes a part of the grid in each launch, the launch
  /// runs the kernel with index `kernel` of the time step. It writes only the planes in `range`,
  /// and memory holds only the planes `stored`. With the default arguments the step computes the
  /// whole grid.
  Step(const Runtime &runtime, const Grid &grid, FieldMemory *fields, const LaunchScalars &scalars,
       PlaneRange range = {}, PlaneRange stored = {}, int kernel = 0)
      : Runtime(runtime), extents(grid), fields(fields), scalars(scalars), range(range),
        inMemory(stored), number(kernel) {}

  Grid grid() const { return extents; }
  /// Returns the number of time steps that the launch must compute.
  int count() const { return scalars.count; }
  /// Returns the planes that the current launch must write, for programs that compute a part of the
  /// grid in each launch. Other programs get an empty range.
  PlaneRange planes() const { return range; }
  /// Returns the range of planes that memory holds, for programs that compute a part of the grid in
  /// each launch. An empty range means all planes.
  PlaneRange stored() const { return inMemory; }
  /// Returns the index, from 0, of the kernel of the time step that the current launch must run.
  /// Returns 0 for programs that compute the whole grid in each launch.
  int kernel() const { return number; }
  /// Returns the division of the planes of this launch into chunks (one block sweeps each) that has
  /// the shortest predicted time. Earlier results are reused if keepChunks() has set a cache.
  Chunks balancedChunks(const SweptColumns &swept) const {
    return kept ? kept->find(swept, range.count()) : stencilc::balancedChunks(swept, range.count());
  }
  /// Sets the cache in which balancedChunks() stores and finds divisions of planes into chunks (one
  /// block sweeps each). The owner of the cache can read from it how the planes are divided.
  void keepChunks(KnownChunks *place) { kept = place; }

  /// Returns a view (pointer and strides) of field number `field` at time level `level`: 0 is t and
  /// -1 is t-1. 1 is t+1, as an earlier stage of this time step wrote it. T is the field's storage
  /// type.
  template <class T> View<const T> read(int field, int level) const {
    return fields[field].layout.template view<const T>(buffer(field, level));
  }
  /// Returns a view (pointer and strides) of field `field` at t+1 for writing. Every cell must be
  /// written, because the old contents are unspecified (t-1 or older, or NaN). Only frozen cells,
  /// which keep their values, may be left out while takeStaleFrozen() returns false.
  ///
  /// A launch of several fused time steps writes min(levels, fused) time levels. `level` then
  /// counts them from 1, the oldest, to the newest, which is t + fused. With `level` 0 or below,
  /// the view is of t or an older level, for a launch that overwrites cells that it has read.
  template <class T> View<T> write(int field, int level = 1) const {
    return fields[field].layout.template view<T>(buffer(field, level));
  }
  /// Selects the buffers for iteration `iteration` (from 0) of a `repeat`, a loop of `count`
  /// iterations within a time step. An iteration reads field `previous` and writes field `target`.
  /// In iteration 0, `previous` is field `from` at time level `level`, later the newest result.
  /// Results alternate between two buffers, so that the last one is in the buffer of `target` at
  /// t+1.
  void carry(int previous, int target, int from, int level, Int64 iteration, Int64 count) {
    FieldMemory &old = fields[previous], &made = fields[target];
    const bool isLast = (count - 1 - iteration) % 2 == 0;
    old.iterate = iteration > 0 ? made.iterate : buffer(from, level);
    made.iterate = nullptr;
    made.iterate = isLast ? buffer(target, 1) : placeOf(previous, 1);
  }
  /// Ends the iterations of a `repeat` (a loop within a time step). `target` is the iterated field,
  /// and `previous` the temporary field with its last result. If an early end has left the newest
  /// result in the buffer of `previous`, copies it to the buffer of `target` at t+1.
  void endCarry(int previous, int target) {
    unsigned char *const made = fields[target].iterate;
    fields[previous].iterate = fields[target].iterate = nullptr;
    if (made && made != placeOf(target, 1))
      calls->copy(run, placeOf(target, 1), made, fields[target].layout.bytes);
  }
  /// Computes the in-step reduction with index `which`: a reduction of all cells that this time
  /// step needs. Updates the scalars of the step with the result. Waits until the device has
  /// finished.
  void globalReduction(int which) const { calls->globalReduction(run, *this, which); }
  /// Returns true if the `repeat` (a loop within a time step) with index `which` must end after the
  /// iteration just done, because its `until` condition holds.
  bool isOver(int which) const { return calls->isOver(run, which); }
  /// Returns true if this time step must also write the frozen cells of `field` (cells that keep
  /// their values), because the buffer for t+1 does not have them yet. Each call counts as one time
  /// step. Returns false when all buffers of the field have these values.
  bool takeStaleFrozen(int field) {
    int &left = fields[field].staleFrozen;
    const bool isStale = left > 0;
    left -= isStale;
    return isStale;
  }
  /// Returns the uniforms: scalars that are equal for all cells and constant in a run, as
  /// ProgramDescription::uniforms computed them.
  template <class U> const U &uniforms() const { return *static_cast<const U *>(scalars.ofRun); }
  /// Returns the scalars of kCount consecutive time steps, which ProgramDescription::stepUniforms
  /// has computed. The first of them has index kFirst, relative to this step: 0 is this step, and
  /// -1 is the step before.
  template <class U, int kFirst, int kCount> OfSteps<U, kFirst, kCount> steps() const {
    return scalars.steps<U, kFirst, kCount>(ahead);
  }
  /// Returns the Step object for the time step `count` steps later in the same launch. Used by
  /// launches that write the results of each step into a separate buffer.
  Step after(int count) const {
    Step later = *this;
    later.ahead += count;
    return later;
  }

#if STENCILC_HAS_KERNELS
  /// Fills in a tensor map of the first `rank` axes of `view`, for loads of `box` cells. A load
  /// always counts as box[0] * ... * box[rank - 1] * sizeof(T) bytes, even if it leaves the grid.
  /// If memory holds only some planes, the map spans only these, and all others read as zero. (An
  /// H200 refused loads of mapped planes through a map that also spans unmapped ones.)
  template <class T>
  void mapTensor(TensorMap &map, View<T> view, int rank, const int (&box)[3]) const {
    const PlaneRange held = inMemory.count() > 0 ? inMemory : PlaneRange{0, extents.nz};
    const auto bytes = static_cast<Int64>(sizeof(T));
    calls->mapTensor(run, {.map = &map,
                           .base = view.data + held.begin * view.plane,
                           .cellBytes = sizeof(T),
                           .rank = rank,
                           .pitches = {bytes, view.row * bytes, view.plane * bytes},
                           .extents = {extents.nx, extents.ny, held.count()},
                           .box = {box[0], box[1], box[2]},
                           .firstPlane = held.begin});
  }
#endif

private:
  /// Returns the buffer of a field at time level `level` (0 is t, 1 is t+1), without regard to a
  /// running repeat (a loop within a time step). A repeat uses other buffers for some fields until
  /// it ends.
  unsigned char *placeOf(int field, int level) const {
    const FieldMemory &memory = fields[field];
    return memory.heldBy >= 0 ? placeOf(memory.heldBy, memory.heldLevel)
                              : static_cast<unsigned char *>(memory.buffer(level + ahead));
  }
  unsigned char *buffer(int field, int level) const {
    unsigned char *const iterate = fields[field].iterate;
    return level == 1 && iterate ? iterate : placeOf(field, level);
  }

  Grid extents;
  FieldMemory *fields;
  LaunchScalars scalars;
  PlaneRange range, inMemory;
  int number;
  KnownChunks *kept = nullptr;
  int ahead = 0; // index of this step in its launch
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
