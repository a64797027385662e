/// \file One thing that a part of a divided domain does, as data: a launch, a copy, or its share of
/// a number of the whole grid; and what it waits for.
#pragma once

#include "stencilc/slabs/Decomposition.h"
#include "stencilc/stream/TraversalShape.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Survey: values of its planes are reduced. Copy: a buffer of the part, to another one of it.
enum class SlabAct : std::uint8_t { Launch, Survey, Copy, Send };

/// Queues of a part, in which tasks run one after the other. Beside: the launch of one end while
/// the other runs.
enum SlabQueue : int { kSlabCompute, kSlabBeside, kSlabDown, kSlabUp, kSlabQueues };

/// A buffer of a field, or of a local one; -1: none.
struct SlabBuffer {
  int field = -1, buffer = 0;
  friend bool operator==(const SlabBuffer &, const SlabBuffer &) = default;
};

/// A task that must have ended; or of a launch that does its ends first the ends (a bit each, the
/// low one first), before which all tasks before it have ended.
struct SlabWait {
  int part = 0, queue = 0;
  std::int64_t number = -1;
  unsigned ends = 0;
};

struct SlabTask {
  SlabAct act = SlabAct::Launch;
  int part = 0, queue = kSlabCompute;
  std::int64_t number = 0; // in its queue, from 0
  PlaneRange planes;       // written, reduced, or sent, as the part counts them
  // Of a launch.
  TraversalLevel level;
  int stepsBefore = 0, rotations = 0; // in its group: time steps, and times that levels moved on
  bool endsFirst = false;             // and counts that they are done
  int survey = 0;                     // of a survey: its number
  // What is sent or copied: to which neighbour, and what that one calls the planes more; or to
  // which buffer.
  SlabSide side = SlabSide::Low;
  int to = 0, shift = 0;
  std::vector<SlabBuffer> sent;
  SlabBuffer onto;
  std::vector<int> current; // field by field: the buffer of t before a launch, or when copied
  std::vector<SlabBuffer> iterates; // field by field: that of t+1 while iterations run; none: none
  std::vector<SlabWait> waits;
};

} // namespace stencilc::inline STENCILC_SPACE
