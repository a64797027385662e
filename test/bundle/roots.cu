/// \file overRoot against the two operations of CUDA that it stands for, bit by bit, and what the
/// proof in cuda/RootCuda.h takes for granted of this GPU. Exit code 1 on any difference.
///
///   nvcc -std=c++20 -O3 -arch=sm_90 -fmad=false -Iruntime/device roots.cu -o roots && ./roots
///
/// f32: all 2^32 arguments, over constants and over one numerator for each. f64: all upper halves
/// with several lower ones, random bits, arguments whose root is close to a midpoint of two
/// numbers, and those whose root's reciprocal is. NaN counts as equal to NaN.
#include "Compared.cuh"
#include <stencilc/runtime.h>

namespace {

__device__ float plain(float c, float x) { return __fdiv_rn(c, __fsqrt_rn(x)); }
__device__ double plain(double c, double x) { return __ddiv_rn(c, __dsqrt_rn(x)); }

/// Quotients that say nothing of rare arguments must be right, and rare ones rare: with the upper
/// half usual only those whose root may have all bits set.
__device__ void checkUsual(float, float, Result *) {}
__device__ void checkUsual(double c, double x, Result *result) {
  if (!(fabs(c) >= 0x1p-100 && fabs(c) <= 0x1p100))
    return;
  stencilc::SpecialOperands rare, rareOfLarge;
  const double wanted = plain(c, x), usual = stencilc::overRoot(c, x, rare),
               large = stencilc::overLargeRoot(c, x, rareOfLarge);
  const bool isUsual = x >= 0x1p-960 && x < INFINITY;
  const bool mayBeRare = !isUsual || __double2loint(__dsqrt_rn(x)) == -1;
  if ((!rare.areThere() && !same(usual, wanted)) || rare.areThere() != mayBeRare)
    addDifference(result, c, x);
  if (!(x < 0x1p-960) && !rareOfLarge.areThere() && !same(large, wanted))
    addDifference(result, c, x);
}

/// overRoot, and overLargeRoot where it may be called, must give what CUDA's two operations give.
template <class T> __device__ void check(T c, T x, Result *result) {
  const T least = sizeof(T) == 4 ? T(0x1p-100) : T(0x1p-960), wanted = plain(c, x);
  if (!same(stencilc::overRoot(c, x), wanted) ||
      (!(x < least) && !same(stencilc::overLargeRoot(c, x), wanted)))
    addDifference(result, c, x);
  checkUsual(c, x, result);
}

/// A numerator that brings c / sqrt(x) within three units of 2^-2p of a midpoint of two numbers of
/// p bits, for one x in a few; else 1. It solves c 2^n = s M + k for the midpoint M of p + 1 bits.
template <class T> __device__ T closeNumerator(T x, std::uint64_t i) {
  constexpr int p = sizeof(T) == 4 ? 24 : 53;
  const T root = T(sqrt(x));
  if (!(root > 0 && root < T(INFINITY)))
    return 1;
  int exponent;
  const std::uint64_t s = std::uint64_t(ldexp(frexp(double(root), &exponent), p));
  if (s % 2 == 0)
    return 1;
  std::uint64_t inverse = s; // modulo 2^64, by Newton
  for (int step = 0; step < 6; ++step)
    inverse *= 2 - s * inverse;
  const int n = p + int(i & 1), size = i & 2 ? 3 : 1, k = i & 4 ? size : -size;
  std::uint64_t m = (0 - std::uint64_t(std::int64_t(k))) * inverse & ((std::uint64_t(1) << n) - 1);
  if (n == p)
    m |= std::uint64_t(1) << p;
  const auto c = std::uint64_t((static_cast<unsigned __int128>(s) * m + k) >> n);
  const bool fits = m >> p == 1 && c >> (p - 1) == 1;
  return fits ? T(ldexp(double(c), 1 - p)) : T(1);
}

/// Numerators: 1, then two literals, whose test of size vanishes at compile time as in emitted
/// code; then of any bits, of moderate size, and chosen for x.
enum Numerator { One, Third, MinusFive, AnyBits, Moderate, Close, kNumerators };
const char *const numeratorNames[] = {
    "1", "1/3", "-5", "numbers of any bits", "1 to 2", "quotients near midpoints"};

template <class T> __device__ void checkAll(int numerator, T x, std::uint64_t i, Result *result) {
  switch (numerator) {
  case One:
    check(T(1), x, result);
    if (sizeof(T) == 4 && !same(plain(T(1), x), T(__frcp_rn(__fsqrt_rn(x)))))
      atomicAdd(&result->differences, Count(1));
    if (sizeof(T) == 8 && !same(plain(T(1), x), T(__drcp_rn(__dsqrt_rn(x)))))
      atomicAdd(&result->differences, Count(1));
    return;
  case Third:
    return check(T(1) / 3, x, result);
  case MinusFive:
    return check(T(-5), x, result);
  case AnyBits: {
    const T c = numberOf(mixed(i), T());
    return check(c, x, result);
  }
  case Close: {
    const T c = closeNumerator(x, mixed(i));
    return check(c, x, result);
  }
  default: {
    const T c = T(1) + T(mixed(i) >> 11) * T(0x1p-53);
    return check(c, x, result);
  }
  }
}

__global__ void checkFloats(int numerator, Result *result) {
  for (Count i = blockIdx.x * Count(blockDim.x) + threadIdx.x; i >> 32 == 0;
       i += Count(gridDim.x) * blockDim.x)
    checkAll(numerator, __uint_as_float(unsigned(i)), i, result);
}

/// Numbers of two neighbouring exponents whose root lies within 5 * 2^-106 of a midpoint, then
/// roots whose reciprocal does, as far as a wide bound on the approximation lets one step fail.
constexpr double kHardRoots[] = {0x1.0000000000001p+0, 0x1.0000000000003p+0, 0x1.0000000000005p+0,
                                 0x1.256565cadcbf4p+0, 0x1.270ac7cec9d2ap+0, 0x1.283741a1bef08p+0,
                                 0x1.2b035c1197f48p+0, 0x1.a881d1831fabdp+0, 0x1.ba44c2a0737a2p+0,
                                 0x1.d407bb3641da5p+0, 0x1.e99893042c2cbp+0, 0x1.4eb5f85e783a9p+1,
                                 0x1.5b95344972fe2p+1, 0x1.77483d37ce205p+1, 0x1.ffffffffffffbp+1,
                                 0x1.ffffffffffffdp+1, 0x1.fffffffffffffp+1};
constexpr double kHardReciprocals[] = {
    0x1.fffffffffffffp+0, 0x1.0699d36aec84ep+0, 0x1.024a3bd98da02p+0, 0x1.09107683ee29ep+0,
    0x1.10af85de838cep+0, 0x1.1d3799c32581ep+0, 0x1.1f98ea5d9b262p+0, 0x1.34d8fe343ef42p+0,
    0x1.0aadc6f562fdcp+0, 0x1.2bf5907e316d2p+0, 0x1.2e3c6a0509ca4p+0, 0x1.2e93952a2ed6ep+0,
    0x1.30a0dd90e13a2p+0, 0x1.3a324a526d5eep+0, 0x1.4a6fb45f5d782p+0, 0x1.4cad5a5fa03eep+0,
    0x1.55f2490c86132p+0, 0x1.63baaac17d1e2p+0, 0x1.63dd0554d0122p+0, 0x1.72f10bf899124p+0,
    0x1.78d42e524dcdcp+0, 0x1.7f52093014f0ep+0, 0x1.84a12efef626ep+0, 0x1.94c4511fa3124p+0,
    0x1.99e1b447e99c2p+0, 0x1.a0b8ffffcbe8ep+0, 0x1.013b18adb4cc9p+0, 0x1.014ca35e947b6p+0,
    0x1.01b8def9e5187p+0, 0x1.098546e106311p+0, 0x1.09c2cd9a9752bp+0, 0x1.0af911aa26396p+0};
constexpr int kRoots = sizeof kHardRoots / 8, kReciprocals = sizeof kHardReciprocals / 8;
__constant__ double hardRoots[kRoots], hardReciprocals[kReciprocals];

/// x moved by `by` numbers.
__device__ double moved(double x, int by) {
  return __longlong_as_double(__double_as_longlong(x) + by);
}

enum Kind { UpperHalves, RandomBits, RandomMantissas, NearMidpoints, Hard, kKinds };
const char *const kindNames[] = {"all upper halves", "random bits", "random mantissas",
                                 "roots near midpoints", "known hard cases"};
constexpr Count kindCounts[] = {Count(8) << 32, Count(1) << 32, Count(1) << 32, Count(1) << 32,
                                Count(1024) * 64 * 16};

__device__ double argument(int kind, Count i) {
  const std::uint64_t bits = mixed(i ^ (Count(kind) << 40));
  switch (kind) {
  case UpperHalves: {
    const unsigned lower[] = {0u,          1u,  0x7fffffffu,          0x80000000u,
                              0xfffffffeu, ~0u, unsigned(bits >> 32), unsigned(bits)};
    return __hiloint2double(int(i >> 3), int(lower[i & 7]));
  }
  case RandomBits:
    return __longlong_as_double((long long)(bits));
  case RandomMantissas: // from 1 to 4
    return __longlong_as_double((long long)((bits >> 11) + (Count(0x3ff) << 52)));
  case NearMidpoints: { // (s + half a unit)^2 and its neighbours
    const double s = __longlong_as_double((long long)((bits >> 12) + (Count(0x3ff) << 52)));
    return moved(__fma_rn(s, 0x1p-52, __dmul_rn(s, s)), int(i % 5) - 2);
  }
  default: { // every power of 4, and the neighbours
    const int at = int(i >> 4) % 64, by = int(i % 16) - 8, power = int(i >> 10) - 512;
    const double s = hardReciprocals[at % kReciprocals];
    return ldexp(moved(at < kRoots ? hardRoots[at] : __dmul_rn(s, s), by), 2 * power);
  }
  }
}

__global__ void checkDoubles(int kind, int numerator, Count count, Result *result) {
  for (Count i = blockIdx.x * Count(blockDim.x) + threadIdx.x; i < count;
       i += Count(gridDim.x) * blockDim.x)
    checkAll(numerator, argument(kind, i), i, result);
}

/// How far rsqrt.approx.ftz.f64 is from 1 / sqrt(x), over all upper halves of two exponents with
/// the lowest and the highest lower half, as 2^64 times the relative error; and whether it depends
/// on the lower half or fills more than the upper half of its result.
__global__ void measureApproximation(Count *worst, Count *others) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  double y[2];
  for (int k = 0; k < 2; ++k) {
    const double x = __hiloint2double(int(0x3ff00000u + i), k ? -1 : 0);
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y[k]) : "d"(x));
    const double twice = fabs(__fma_rn(x, __dmul_rn(y[k], y[k]), -1.0));
    atomicMax(worst, Count(twice * 0x1p63));
  }
  if (!same(y[0], y[1]) || __double2loint(y[0]) != 0)
    atomicAdd(others, Count(1));
}

bool reportOf(const char *type, const char *what, const char *numerator, Count count,
              Result *result) {
  char title[128];
  std::snprintf(title, sizeof title, "overRoot %s  %s of %s", type, numerator, what);
  return report(title, count, "arguments", "%a / sqrt(%a)", result);
}

} // namespace

int main() {
  constexpr int kBlocks = 8192, kThreads = 256;
  constexpr double kBound = 0x1.6a0ap-20; // just below 2^-19.5
  Result *result = nullptr;
  Count *measured = nullptr;
  if (cudaMallocManaged(&result, sizeof *result) != cudaSuccess ||
      cudaMallocManaged(&measured, 2 * sizeof *measured) != cudaSuccess ||
      cudaMemcpyToSymbol(hardRoots, kHardRoots, sizeof kHardRoots) != cudaSuccess ||
      cudaMemcpyToSymbol(hardReciprocals, kHardReciprocals, sizeof kHardReciprocals) !=
          cudaSuccess) {
    std::printf("no GPU, or no memory on it\n");
    return 1;
  }
  *result = Result{};
  measured[0] = measured[1] = 0;
  measureApproximation<<<(1 << 21) / kThreads, kThreads>>>(measured, measured + 1);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  const double worst = double(measured[0]) * 0x1p-64;
  bool isFine = worst <= kBound && measured[1] == 0;
  std::printf("rsqrt.approx.ftz.f64: off by at most %.4g, %.4g allowed; %llu upper halves where "
              "the lower one matters or is set%s\n",
              worst, kBound, measured[1], isFine ? "" : "  EXCEEDED");
  for (int numerator = 0; numerator < kNumerators; ++numerator) {
    checkFloats<<<kBlocks, kThreads>>>(numerator, result);
    isFine =
        reportOf("f32", "all numbers", numeratorNames[numerator], Count(1) << 32, result) && isFine;
  }
  for (int kind = 0; kind < kKinds; ++kind)
    for (int numerator = 0; numerator < kNumerators; ++numerator) {
      checkDoubles<<<kBlocks, kThreads>>>(kind, numerator, kindCounts[kind], result);
      isFine =
          reportOf("f64", kindNames[kind], numeratorNames[numerator], kindCounts[kind], result) &&
          isFine;
    }
  return isFine ? 0 : 1;
}
