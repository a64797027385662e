/// \file divide against CUDA's own division, bit by bit, with tests and, in f32, where it tells of
/// rare operands (stencilc/Special.h), and what the proof in cuda/QuotientCuda.h takes for granted
/// of this GPU. Exit code 1 on any difference.
///
///   nvcc -std=c++20 -O3 -arch=sm_90 -fmad=false -Iruntime/device quotients.cu -o quotients &&
///   ./quotients
///
/// f32: all 2^32 denominators. f64: all upper halves with several lower ones, and random bits. Over
/// numerators of all sizes, zeros of both signs, and such that quotients are close to a midpoint of
/// two numbers.
#include "Compared.cuh"
#include <stencilc/runtime.h>

namespace {

__device__ float plain(float a, float b) { return __fdiv_rn(a, b); }
__device__ double plain(double a, double b) { return __ddiv_rn(a, b); }

enum Numerator { One, AnyBits, Zero, Moderate, Close, kNumerators };
const char *const numeratorNames[] = {"1", "numbers of any bits", "zeros", "1 to 2",
                                      "quotients near midpoints"};

template <class T> __device__ T numerator(int kind, T b, std::uint64_t random) {
  const T between = T(1) + T(random >> 11) * T(0x1p-53);
  switch (kind) {
  case One:
    return random & 1 ? T(1) : T(-1);
  case AnyBits:
    return numberOf(random, T());
  case Zero:
    return random & 1 ? T(0) : -T(0);
  case Moderate:
    return between;
  default: // b times a number and half a unit, moved by at most one unit
    const T half = sizeof(T) == 4 ? T(0x1p-24) : T(0x1p-53);
    const T product = fma(b, half, b * between);
    return numberOf(bitsOf(product) + random % 3 - 1, T());
  }
}

/// Where quotients tell of rare operands, with numerators of such a kind.
__device__ void checkUsual(int, double, double, Result *) {}
__device__ void checkUsual(int kind, float a, float b, Result *result) {
  stencilc::SpecialOperands rare = {}, rareOfReciprocal = {};
  const float quotient = rare.taken(stencilc::divide(a, b, rare));
  const float reciprocal = rareOfReciprocal.taken(stencilc::reciprocal(b, rareOfReciprocal));
  if ((!rare.areThere() && !same(quotient, plain(a, b))) ||
      (!rareOfReciprocal.areThere() && !same(reciprocal, plain(1.0f, b))))
    addDifference(result, a, b);
  const bool isModerate = fabs(b) > 0x1p-40f && fabs(b) < 0x1p40f;
  if (kind == Moderate && isModerate && rare.areThere())
    addDifference(result, a, b); // which would be slow
}

template <class T> __device__ void check(int kind, T b, Count i, Result *result) {
  const T a = numerator(kind, b, mixed(i));
  if (!same(stencilc::divide(a, b), plain(a, b)))
    addDifference(result, a, b);
  checkUsual(kind, a, b, result);
}

__global__ void checkFloats(int kind, Count count, Result *result) {
  for (Count i = blockIdx.x * Count(blockDim.x) + threadIdx.x; i < count;
       i += Count(gridDim.x) * blockDim.x)
    check(kind, __uint_as_float(unsigned(i)), i, result);
}

/// Denominators: all upper halves with one of four lower ones, then random bits.
__global__ void checkDoubles(int kind, Count count, Result *result) {
  for (Count i = blockIdx.x * Count(blockDim.x) + threadIdx.x; i < count;
       i += Count(gridDim.x) * blockDim.x) {
    const std::uint64_t random = mixed(~i);
    const unsigned lower[] = {0u, ~0u, unsigned(random), 0x80000000u};
    const bool isUpper = i >> 33 == 0;
    const std::uint64_t upper =
        std::uint64_t(unsigned(i)) << 32 | lower[(i >> 32 & 1) * 2 + (random >> 63)];
    check(kind, __longlong_as_double((long long)(isUpper ? upper : random)), i, result);
  }
}

/// How far approximations are from 1 / b, in units of its last place (f32) and as 2^40 times the
/// relative error (f64).
__global__ void measureApproximations(Count *worst) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float b = __uint_as_float(0x3f800000u + i);
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(b));
  const double exact = 1.0 / double(b);
  atomicMax(worst, Count(fabs(double(y) - exact) * 0x1p24 * 0x1p20)); // 1/b is from 0.5 to 1
  const double wide = __hiloint2double(int(0x3ff00000u + i / 8), i % 2 ? -1 : 0);
  double z;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(z) : "d"(wide));
  atomicMax(worst + 1, Count(fabs(__fma_rn(-wide, z, 1.0)) * 0x1p40));
}

bool reportOf(const char *type, int kind, Count count, Result *result) {
  char what[64];
  std::snprintf(what, sizeof what, "divide %s  %s", type, numeratorNames[kind]);
  return report(what, count, "denominators", "%a / %a", result);
}

} // namespace

int main() {
  constexpr int kBlocks = 8192, kThreads = 256;
  Result *result = nullptr;
  Count *worst = nullptr;
  if (cudaMallocManaged(&result, sizeof *result) != cudaSuccess ||
      cudaMallocManaged(&worst, 2 * sizeof *worst) != cudaSuccess) {
    std::printf("no GPU, or no memory on it\n");
    return 1;
  }
  *result = Result{};
  worst[0] = worst[1] = 0;
  measureApproximations<<<(1 << 23) / kThreads, kThreads>>>(worst);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  const double units = double(worst[0]) * 0x1p-20, error = double(worst[1]) * 0x1p-40;
  bool isFine = units <= 1 && error <= 0x1p-19;
  std::printf("rcp.approx.ftz: f32 off by %.4f units, 1 allowed; f64 by %.3g, %.3g allowed%s\n",
              units, error, 0x1p-19, isFine ? "" : "  EXCEEDED");
  constexpr Count kFloats = Count(1) << 32, kDoubles = Count(3) << 32;
  for (int kind = 0; kind < kNumerators; ++kind) {
    checkFloats<<<kBlocks, kThreads>>>(kind, kFloats, result);
    isFine = reportOf("f32", kind, kFloats, result) && isFine;
    checkDoubles<<<kBlocks, kThreads>>>(kind, kDoubles, result);
    isFine = reportOf("f64", kind, kDoubles, result) && isFine;
  }
  return isFine ? 0 : 1;
}
