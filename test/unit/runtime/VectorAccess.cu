/// \file Compiled, not run: what must come out as wide accesses, and what sm_80 must be able to do.
#include "stencilc/Async.h"
#include "stencilc/Vector.h"

using namespace stencilc;

__global__ void fourFloats(const float *from, float *to) {
  float cells[4];
  load<4>(cells, from + threadIdx.x * 4);
  cells[0] += 1;
  store<4>(to + threadIdx.x * 4, cells);
}

__global__ void twoDoubles(const double *from, double *to) {
  double cells[2];
  load<2>(cells, from + threadIdx.x * 2);
  cells[0] += 1;
  storeStreaming<2>(to + threadIdx.x * 2, cells);
}

/// As pairs, though all four would fit one access.
__global__ void fourFloatsByTwo(const float *from, float *to) {
  float cells[4];
  loadReadOnly<4, 8>(cells, from + threadIdx.x * 4);
  cells[0] += 1;
  storeStreaming<4, 8>(to + threadIdx.x * 4, cells);
}

__global__ void twoFloatsOfARow(const float *from, View<float> to, Grid g) {
  float cells[2];
  load<2>(cells, from + threadIdx.x * 2);
  storeRow<2>(to, g, cells, threadIdx.x * 2);
}

/// Without the parts of Async.h that need sm_90.
__global__ void asynchronous(const float *from, float *to) {
  auto &barrier = *shared<Mbarrier>();
  float *buffer = shared<float>(128);
  if (threadIdx.x == 0) {
    initBarrier(barrier, blockDim.x);
    fenceBarrierInit();
  }
  syncThreads();
  copyAsync<8>(buffer + threadIdx.x * 2, from + threadIdx.x * 2);
  commitCopies();
  waitCopies<0>();
  arrive(barrier);
  wait(barrier, 0);
  to[threadIdx.x] = shuffleXor(buffer[(threadIdx.x + 32) % blockDim.x], 1);
}
