/// \file What the threads of a block share when tensor cores update dense neighbourhoods
/// (TensorCore.h): rows of several time steps, and where cells are in them.
#pragma once

#include "stencilc/Tiles.h"
#include "stencilc/Wavefront.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// Factors of the cells around one, row by row from the lowest on; 0 where none is read.
template <int Radius> struct TensorWeights {
  static constexpr int kAcross = 2 * Radius + 1;
  double of[kAcross * kAcross];
};

/// What the threads of a block share: for each time step pairs of rows, of which an update reads
/// some, and one is written; of the grid some are on their way from memory.
template <int Radius, int Steps, int Warps> struct TensorRows {
  static STENCILC_HD constexpr TensorTile tile() { return {Radius, Steps, Warps}; }
  static constexpr TensorTile kTile{Radius, Steps, Warps}; // where kernels only need its numbers
  static constexpr int kWarpCells = TensorTile::kWarpCells, kAhead = TensorTile::kAhead;
  static constexpr int kWidth = kTile.width(), kPad = kTile.pad(), kPitch = kTile.pitch();
  static constexpr int kHalo = kTile.halo(), kStored = kTile.stored(), kRead = kTile.read();
  static constexpr int kSlots = kTile.firstSlot(Steps);

  alignas(128) double cells[kSlots][2][kPitch];
  double weights[TensorWeights<Radius>::kAcross * TensorWeights<Radius>::kAcross];
  unsigned short again[Warps][kWarpSize]; // cells that are computed again
};

/// Cells of one time step in shared memory, by their coordinates in the grid.
struct TensorLevel {
  const double *cells; // of slot 0, at coordinate 0
  int firstRow, slots, pitch;

  STENCILC_DEVICE double operator()(int x, int y) const {
    const int row = y - firstRow;
    return cells[((row >> 1) % slots * 2 + (row & 1)) * pitch + x];
  }
};

/// Where a block is in the grid.
struct TensorPlace {
  int column = 0, chunk = 0, chunks = 1;
  int keptLeft = 0, keptRight = 0; // columns of the grid that keep their values
  int keptLow = 0, keptHigh = 0;   // rows likewise
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
