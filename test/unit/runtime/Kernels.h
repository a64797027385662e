/// \file Kernels written by hand as emitted ones are, one for each primitive, with known results.
///
/// The template parameters that say "false" leave out what the kernel needs: faults to be found.
#pragma once

#include "stencilc/Async.h"
#include "stencilc/Grid.h"
#include "stencilc/Math.h"
#include "stencilc/Quotient.h"
#include "stencilc/Root.h"
#include "stencilc/Vector.h"
#include "stencilc/View.h"

namespace kernels {

using stencilc::Grid;
using stencilc::View;

/// Seven points in 3D: each block marches along z with the plane, and a margin of one cell, in
/// shared memory. Cells outside the grid are zero.
template <int BX, int BY, bool Barrier>
__global__ void __launch_bounds__(BX *BY)
    sevenPoint(Grid g, View<const float> from, View<float> to, float centre, float face) {
  constexpr int width = BX + 2;
  float *plane = stencilc::shared<float>();
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * BX + tx, y = blockIdx.y * BY + ty;
  const auto cell = [&](int cx, int cy, int cz) {
    return cx >= 0 && cx < g.nx && cy >= 0 && cy < g.ny && cz < g.nz ? from(cx, cy, cz) : 0.0f;
  };
  float *const mine = plane + (ty + 1) * width + tx + 1;
  float below = 0, here = cell(x, y, 0);
  for (int z = 0; z < g.nz; ++z) {
    const float above = cell(x, y, z + 1);
    if (Barrier)
      stencilc::syncThreads(); // all have read the plane before
    *mine = here;
    if (tx == 0)
      mine[-1] = cell(x - 1, y, z);
    if (tx == BX - 1)
      mine[1] = cell(x + 1, y, z);
    if (ty == 0)
      mine[-width] = cell(x, y - 1, z);
    if (ty == BY - 1)
      mine[width] = cell(x, y + 1, z);
    stencilc::syncThreads();
    if (x < g.nx && y < g.ny)
      to(x, y, z) = stencilc::fma(
          centre, here, face * (below + mine[-width] + mine[-1] + mine[1] + mine[width] + above));
    below = here;
    here = above;
  }
}

/// Sums of three neighbours in 1D; those of the same warp come by shuffle.
static __global__ void shuffleSum(const double *from, double *to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % stencilc::kWarpSize;
  const double here = i < n ? from[i] : 0;
  double left = stencilc::shuffleUp(here, 1), right = stencilc::shuffleDown(here, 1);
  if (lane == 0)
    left = i > 0 && i <= n ? from[i - 1] : 0;
  if (lane == stencilc::kWarpSize - 1 || threadIdx.x == blockDim.x - 1)
    right = i + 1 < n ? from[i + 1] : 0;
  if (i < n)
    to[i] = left + here + right;
}

/// The sum of each warp, by exchange across; the even and the odd lanes add up apart and under
/// masks of their own before they meet.
static __global__ void warpTotal(const int *from, int *to) {
  const int lane = threadIdx.x % stencilc::kWarpSize;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = from[i];
  if (lane % 2 == 0) {
    for (int bits = 16; bits > 1; bits /= 2)
      sum += stencilc::shuffleXor(sum, bits, 0x55555555u);
  } else {
    for (int bits = 16; bits > 1; bits /= 2)
      sum += stencilc::shuffleXor(sum, bits, 0xaaaaaaaau);
  }
  stencilc::syncWarp();
  to[i] = stencilc::shuffle(sum, 0) + stencilc::shuffle(sum, 1);
}

/// Moves tiles through two buffers in shared memory, the next one under way while this one is used;
/// each thread writes what its neighbour loaded. The last tile is cut at n: zeros beyond.
template <bool Wait> __global__ void copyPipeline(const float *from, float *to, int n, int tiles) {
  float *buffers = stencilc::shared<float>();
  const int t = threadIdx.x, width = blockDim.x;
  const auto begin = [&](int tile) {
    if (tile < tiles) {
      const int at = tile * width + t;
      stencilc::copyAsync<4>(buffers + tile % 2 * width + t, at < n ? from + at : from,
                             at < n ? 4 : 0);
    }
    stencilc::commitCopies();
  };
  begin(0);
  for (int tile = 0; tile < tiles; ++tile) {
    begin(tile + 1);
    if (Wait)
      stencilc::waitCopies<1>();
    stencilc::syncThreads();
    to[tile * width + t] = buffers[tile % 2 * width + (t + 1) % width];
    stencilc::syncThreads();
  }
}

/// Rows through 16-byte copies and vector accesses.
static __global__ void wideCopies(const double *from, double *to) {
  double *buffer = stencilc::shared<double>();
  const int at = threadIdx.x * 2;
  stencilc::copyAsync<16>(buffer + at, from + at);
  stencilc::commitCopies();
  stencilc::waitCopies<0>();
  double cells[2];
  stencilc::load<2>(cells, buffer + at); // its own copy: no barrier
  cells[0] = -cells[0];
  stencilc::storeStreaming<2>(to + at, cells);
}

inline constexpr int kFunctions = 10;

/// The functions that give the same bits everywhere, at (a, b).
template <class T> STENCILC_HD void exactFunctions(T a, T b, T *out) {
  out[0] = stencilc::fma(a, b, a);
  out[1] = stencilc::sqrt(a);
  out[2] = stencilc::abs(a);
  out[3] = stencilc::floor(a);
  out[4] = stencilc::min(a, b);
  out[5] = stencilc::max(a, b);
  out[6] = a / b;
  out[7] = a * b + a; // two roundings
  out[8] = stencilc::overRoot(a, b);
  out[9] = stencilc::divide(a, b);
}

template <class T> __global__ void functions(const T *a, const T *b, T *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  exactFunctions(a[i], b[i], out + i * kFunctions);
}

inline constexpr int kTileX = 32, kTileRows = 3, kMargin = 4, kTileWidth = kTileX + 2 * kMargin;
inline constexpr unsigned kTileBytes = kTileWidth * kTileRows * sizeof(float);

/// Five points in 2D (the centre left out) by tensor loads: a cluster of two blocks, side by side
/// in x, walks up the rows. The margin is four cells where one would do because boxes begin and end
/// at multiples of 16 bytes. `right` is the first cell of the right block's tile as the left block
/// sees it. Barrier at 0, tile at 128.
template <bool Wait>
__global__ void tensorRows(const __grid_constant__ stencilc::TensorMap map, Grid g, View<float> to,
                           float *right) {
  auto &barrier = *stencilc::shared<stencilc::Mbarrier>();
  float *tile = stencilc::shared<float>(128);
  const int t = threadIdx.x;
  if (t == 0) {
    stencilc::initBarrier(barrier, blockDim.x);
    stencilc::fenceBarrierInit();
  }
  stencilc::clusterSync();
  for (int y = 0; y < g.ny; ++y) {
    if (t == 0) {
      stencilc::loadTensor(tile, map, barrier, int(blockIdx.x) * kTileX - kMargin, y - 1);
      stencilc::arriveExpect(barrier, kTileBytes);
    } else {
      stencilc::arrive(barrier);
    }
    if (Wait)
      stencilc::wait(barrier, y % 2);
    const float *row = tile + kTileWidth + t + kMargin;
    const int x = blockIdx.x * kTileX + t;
    if (t < kTileX && x < g.nx)
      to(x, y) = row[-kTileWidth] + row[-1] + row[1] + row[kTileWidth];
    stencilc::clusterSync(); // the neighbour's tile is there
    if (stencilc::clusterRank() == 0 && t == 0)
      right[y * (gridDim.x / 2) + blockIdx.x / 2] =
          stencilc::mapShared(tile, 1)[kTileWidth + kMargin];
    stencilc::clusterSync(); // nobody reads this tile any more
  }
}

} // namespace kernels
