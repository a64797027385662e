/// \file Where the cells of a field lie: pitches, buffers, and which of them holds which time
/// level.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/View.h"

namespace stencilc::inline STENCILC_SPACE {

/// As the pitch of rows: as close as accesses allow.
inline constexpr UInt64 kPackedRows = ~UInt64{0};

/// One buffer of cells, x fastest. Cell (x, y, z) lies at x * cellBytes + y * rowPitch +
/// z * planePitch.
struct Layout {
  Grid grid;
  Size cellBytes = 0;
  UInt64 rowPitch = 0, planePitch = 0; // bytes
  UInt64 bytes = 0;                    // of the whole buffer, padding included

  UInt64 rowBytes() const { return static_cast<UInt64>(grid.nx) * cellBytes; }
  /// The buffer at `memory` as cells of type T, with sizeof(T) == cellBytes.
  template <class T> View<T> view(void *memory) const {
    return {static_cast<T *>(memory), static_cast<Int64>(rowPitch / sizeof(T)),
            static_cast<Int64>(planePitch / sizeof(T))};
  }
};

/// The buffers of one field. Buffer `(current + level) mod buffers` holds a level: 0 is t, -1 is
/// t-1, and 1 is t+1, which takes the place of the oldest. Steps fused to one write several levels.
struct FieldMemory {
  Layout layout;
  UInt64 offset = 0, bufferBytes = 0; // of the first buffer; from one to the next
  int buffers = 1, levels = 1, current = 0;
  unsigned char *memory = nullptr;        // the first buffer
  unsigned char *const *places = nullptr; // all buffers, where they do not follow each other
  int heldBy = -1, heldLevel = 1;         // of a local field: whose buffer it has, if not its own
  unsigned char *iterate = nullptr;       // while iterations run: the buffer of t+1
  int staleFrozen = 0; // buffers, in the order steps write them, with old values in frozen cells

  void *buffer(int level) const {
    const int index = ((current + level) % buffers + buffers) % buffers;
    if (places)
      return places[index];
    return memory + bufferBytes * static_cast<UInt64>(index);
  }
  /// From now on only the levels users see hold the frozen cells.
  void changed() { staleFrozen = buffers - 1; }
  /// After `steps` time steps done at once: the newest level they wrote is t now. Levels are
  /// written from buffer(1) on, as many as users see but no more than steps.
  void rotate(int steps = 1) { current = (current + (steps < levels ? steps : levels)) % buffers; }
  /// After `steps` time steps done at once that wrote each level in its turn, as single ones do.
  void rotateInTurn(int steps) { current = (current + steps) % buffers; }
};

} // namespace stencilc::inline STENCILC_SPACE
