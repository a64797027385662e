/// \file What emitted code sees while it does one time step.
#pragma once

#include "stencilc/Chunks.h"
#include "stencilc/Field.h"
#include "stencilc/Runtime.h"

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE {

/// Hands out the buffers of the fields, and launches kernels or shares loops.
class Step : public Runtime {
public:
  /// With `range`, only these planes are to be written, by kernel number `kernel` of a step, and
  /// memory holds the planes `stored` only.
  Step(const Runtime &runtime, const Grid &grid, FieldMemory *fields, const LaunchScalars &scalars,
       PlaneRange range = {}, PlaneRange stored = {}, int kernel = 0)
      : Runtime(runtime), extents(grid), fields(fields), scalars(scalars), range(range),
        inMemory(stored), number(kernel) {}

  Grid grid() const { return extents; }
  /// In programs whose kernels write some planes at a time: these, and the kernel to launch.
  PlaneRange planes() const { return range; }
  /// In these programs: the planes that the buffers hold; in others none, which means all.
  PlaneRange stored() const { return inMemory; }
  int kernel() const { return number; }
  /// In programs whose launches can do their ends first: the chunks of these planes. Who asked for
  /// the step keeps them, and learns how they are swept, which says how high ends should be.
  Chunks balancedChunks(const SweptColumns &swept) const {
    return kept ? kept->find(swept, range.count()) : stencilc::balancedChunks(swept, range.count());
  }
  void keepChunks(KnownChunks *place) { kept = place; }

  /// Field `field` at time level `level`: 0 is t, -1 is t-1, 1 is t+1 as an earlier stage of this
  /// step wrote it. T is the field's storage type.
  template <class T> View<const T> read(int field, int level) const {
    return fields[field].layout.template view<const T>(buffer(field, level));
  }
  /// Field `field` at t+1. Every cell must be written: what the buffer holds before is unspecified
  /// (t-1 or older, or NaN); but see takeStaleFrozen().
  /// A step of several fused time steps writes min(levels, fused) levels: `level` counts from 1,
  /// the oldest of them, to that number, which is t + fused.
  template <class T> View<T> write(int field, int level = 1) const {
    return fields[field].layout.template view<T>(buffer(field, level));
  }
  /// Before each of `count` iterations: `previous` is `from` at `level` in the first one, then what
  /// the one before has made of `target`. They take turns with two buffers, that of t+1 and the one
  /// of `previous`, so that the last writes t+1.
  void carry(int previous, int target, int from, int level, Int64 iteration, Int64 count) {
    FieldMemory &old = fields[previous], &made = fields[target];
    const bool isLast = (count - 1 - iteration) % 2 == 0;
    old.iterate = iteration > 0 ? made.iterate : buffer(from, level);
    made.iterate = nullptr;
    made.iterate = isLast ? buffer(target, 1) : placeOf(previous, 1);
  }
  /// After the last iteration. If that was one before the `count`th, its result may be in the other
  /// buffer.
  void endCarry(int previous, int target) {
    unsigned char *const made = fields[target].iterate;
    fields[previous].iterate = fields[target].iterate = nullptr;
    if (made && made != placeOf(target, 1))
      calls->copy(run, placeOf(target, 1), made, fields[target].layout.bytes);
  }
  /// Finds numbers of the whole grid by survey number `which` of the program, after what was done
  /// so far; from now on they are in the scalars. Waits.
  void survey(int which) const { calls->survey(run, *this, which); }
  /// After an iteration of repeat number `which`: whether it was the last one.
  bool isOver(int which) const { return calls->isOver(run, which); }
  /// Whether this step must write the frozen cells of `field`.
  /// Once they are in all buffers, a step whose program knows of such cells may leave them out.
  bool takeStaleFrozen(int field) {
    int &left = fields[field].staleFrozen;
    const bool isStale = left > 0;
    left -= isStale;
    return isStale;
  }
  /// The scalars of this run, as ProgramDescription::uniforms computed them.
  template <class U> const U &uniforms() const { return *static_cast<const U *>(scalars.ofRun); }
  /// The scalars of its steps and of those around them, as ProgramDescription::stepUniforms
  /// computed them.
  template <class U, int kFirst, int kCount> OfSteps<U, kFirst, kCount> steps() const {
    return scalars.steps<U, kFirst, kCount>(ahead);
  }
  /// The step that comes so many after this one, of several that write every level in turn.
  Step after(int count) const {
    Step later = *this;
    later.ahead += count;
    return later;
  }

#if STENCILC_HAS_KERNELS
  /// A map of the first `rank` axes of `view` with loads of `box` cells. Loads count as
  /// box[0] * ... * box[rank - 1] * sizeof(T) bytes, whether or not they leave the grid. If memory
  /// holds not all planes of the grid, the map spans those stored() alone, and the others read as
  /// zero. (An H200 refused loads of mapped planes through a map that spans others as well.)
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
  /// The buffer of a level, whatever iteration there is.
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
  int ahead = 0; // steps after the first one that is done at once
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
