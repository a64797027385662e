/// \file Description of one operation of a part (the slab of one device): a launch, a copy or a
/// reduction, and the tasks that it waits for.
#pragma once

#include "runtime/engines/slabs/plan/Decomposition.h"
#include "runtime/engines/stream/plan/TraversalShape.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Kind of a task of a part (the slab of one device). GlobalReduction reduces the part's planes
/// within a time step. Copy copies a buffer of the part to another one. Send copies planes to a
/// neighbour.
enum class SlabAct : std::uint8_t { Launch, GlobalReduction, Copy, Send };

/// Queues of a part (the slab of one device), whose tasks run one after the other. Compute:
/// launches. Beside: the launch on one end of the slab, parallel to that on the other end. Down and
/// Up: copies to the low and the high neighbour.
enum SlabQueue : int { kSlabCompute, kSlabBeside, kSlabDown, kSlabUp, kSlabQueues };

/// Names one buffer: the index of a field and the index of the buffer among those of this field.
/// Temporary fields of a time step have the indices after the program's fields. Field -1 means no
/// buffer.
struct SlabBuffer {
  int field = -1, buffer = 0;
  friend bool operator==(const SlabBuffer &, const SlabBuffer &) = default;
};

/// Condition for the start of a task on one device: another task must have ended first. That task
/// is the one with index `number` in queue `queue` of the device that has part `part` of the
/// domain. If `ends` is not 0, that task is a launch, and only the planes at the ends of the part
/// must have been computed: 1 is the low end, 2 the high end, 3 both.
struct SlabWait {
  int part = 0, queue = 0;
  std::int64_t number = -1;
  unsigned ends = 0;
};

struct SlabTask {
  SlabAct act = SlabAct::Launch;
  int part = 0, queue = kSlabCompute;
  std::int64_t number = 0; // in its queue, from 0
  PlaneRange planes;       // planes written, reduced or sent, in the part's numbering
  // Members of launches.
  TraversalLevel level;
  int stepsBefore = 0, rotations = 0; // within its group: time steps and changes of t before it
  bool boundaryFirst = false;         // boundary-first launch, which signals that its ends are done
  int globalReduction = 0;            // index of the in-step reduction
  // Members of copies: the neighbour and its offset of plane indices, or the target buffer.
  SlabSide side = SlabSide::Low;
  int to = 0, shift = 0;
  std::vector<SlabBuffer> sent;
  SlabBuffer onto;
  std::vector<int> current;         // for each field, the buffer of t at this task
  std::vector<SlabBuffer> iterates; // for each field, the buffer of t+1 during iterations
  std::vector<SlabWait> waits;
};

} // namespace stencilc::inline STENCILC_SPACE
