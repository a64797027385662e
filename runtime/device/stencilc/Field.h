/// \file Memory layout of fields: pitches, buffers, and the buffer of each time level.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/View.h"

namespace stencilc::inline STENCILC_SPACE {

/// Special value of a row pitch: rows are as close together as memory accesses allow.
inline constexpr UInt64 kPackedRows = ~UInt64{0};

/// Layout of one buffer of cells, x fastest. Cell (x, y, z) lies at byte x * cellBytes + y *
/// rowPitch + z * planePitch.
struct Layout {
  Grid grid;
  Size cellBytes = 0;
  UInt64 rowPitch = 0, planePitch = 0; // bytes
  UInt64 bytes = 0;                    // bytes of the whole buffer, padding included

  UInt64 rowBytes() const { return static_cast<UInt64>(grid.nx) * cellBytes; }
  /// Returns a view (pointer and strides) of the buffer at `memory`, with cells of type T.
  /// sizeof(T) must equal cellBytes.
  template <class T> View<T> view(void *memory) const {
    return {static_cast<T *>(memory), static_cast<Int64>(rowPitch / sizeof(T)),
            static_cast<Int64>(planePitch / sizeof(T))};
  }
};

/// Buffers of one field, each of which holds one time level. Buffer `(current + level) mod buffers`
/// holds time level `level`: 0 is t, -1 is t-1, and 1 is t+1, which overwrites the oldest level. A
/// launch of fused steps writes several levels.
struct FieldMemory {
  Layout layout;
  UInt64 offset = 0, bufferBytes = 0; // bytes: to the first buffer; from one buffer to the next
  int buffers = 1, levels = 1, current = 0;
  unsigned char *memory = nullptr; // the first buffer
  // One pointer for each buffer if they are not contiguous, else null.
  unsigned char *const *places = nullptr;
  // Field and level that own a local field's buffer; -1: it has its own.
  int heldBy = -1, heldLevel = 1;
  unsigned char *iterate = nullptr; // buffer of t+1 while the iterations of a repeat run
  int staleFrozen = 0; // buffers, in the order steps write them, whose frozen cells are out of date

  void *buffer(int level) const {
    const int index = ((current + level) % buffers + buffers) % buffers;
    if (places)
      return places[index];
    return memory + bufferBytes * static_cast<UInt64>(index);
  }
  /// Records that the frozen cells (which keep their values) have changed in the current buffer
  /// only. Later time steps then write them into the other buffers, too.
  void changed() { staleFrozen = buffers - 1; }
  /// Advances a field after a launch that computed `steps` time steps: the newest time level that
  /// the launch wrote becomes t. Such a launch writes only the last min(steps, levels) time levels,
  /// into consecutive buffers.
  void rotate(int steps = 1) { current = (current + (steps < levels ? steps : levels)) % buffers; }
  /// Makes the buffer of the newest time level the current one, after a launch of `steps` time
  /// steps. The launch must have written the values of each step into the next buffer, as launches
  /// of single steps do.
  void rotateInTurn(int steps) { current = (current + steps) % buffers; }
};

} // namespace stencilc::inline STENCILC_SPACE
