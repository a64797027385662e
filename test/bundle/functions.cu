/// \file The functions that are not correctly rounded: how far a GPU's results lie from the host's,
/// in units in the last place, against the allowance of docs/reference/arithmetic.md. Exit code 1
/// if one is exceeded.
///
/// Each function is called with 2^22 arguments spread over the range a stencil would use; f32 and
/// f64.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stencilc/runtime.h>
#include <vector>

namespace {

enum Function { Exp, Log, Sin, Cos, Tanh, Pow, kFunctions };
struct Row {
  const char *name;
  double low, high; // arguments
  int allowedF64, allowedF32;
};
constexpr Row rows[kFunctions] = {{"exp", -80, 80, 2, 3},     {"log", 1e-6, 1e6, 2, 2},
                                  {"sin", -1000, 1000, 3, 3}, {"cos", -1000, 1000, 3, 3},
                                  {"tanh", -8, 8, 3, 4},      {"pow", 1e-3, 1e3, 3, 5}};
constexpr int kCount = 1 << 22;

template <class T> STENCILC_HD T call(int function, T x) {
  switch (function) {
  case Exp:
    return stencilc::exp(x);
  case Log:
    return stencilc::log(x);
  case Sin:
    return stencilc::sin(x);
  case Cos:
    return stencilc::cos(x);
  case Tanh:
    return stencilc::tanh(x);
  default:
    return stencilc::pow(x, T(1.7));
  }
}

template <class T> STENCILC_HD T argument(const Row &row, int i) {
  return T(row.low + (row.high - row.low) * (i + 0.5) / kCount);
}

template <class T> __global__ void evaluate(int function, Row row, T *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = call(function, argument<T>(row, i));
}

/// Numbers between a and b, counting one of them.
template <class T, class Bits> std::int64_t distance(T a, T b) {
  Bits x, y;
  std::memcpy(&x, &a, sizeof a);
  std::memcpy(&y, &b, sizeof b);
  const auto ordered = [](Bits v) {
    return v < 0 ? std::int64_t(std::numeric_limits<Bits>::min()) - v : std::int64_t(v);
  };
  return std::abs(ordered(x) - ordered(y));
}

template <class T, class Bits> bool check(int function, const char *type, int allowed) {
  T *device = nullptr;
  std::vector<T> found(kCount);
  if (cudaMalloc(&device, kCount * sizeof(T)) != cudaSuccess)
    return false;
  evaluate<T><<<kCount / 256, 256>>>(function, rows[function], device);
  if (cudaMemcpy(found.data(), device, kCount * sizeof(T), cudaMemcpyDeviceToHost) != cudaSuccess)
    return false;
  cudaFree(device);
  std::int64_t worst = 0, different = 0;
  for (int i = 0; i < kCount; ++i) {
    const std::int64_t away =
        distance<T, Bits>(found[i], call(function, argument<T>(rows[function], i)));
    worst = std::max(worst, away);
    different += away != 0;
  }
  std::printf("%-5s %s  at most %lld ULP from the host's, %.2f%% differ, %d allowed%s\n",
              rows[function].name, type, static_cast<long long>(worst), 100.0 * different / kCount,
              allowed, worst > allowed ? "  EXCEEDED" : "");
  return worst <= allowed;
}

} // namespace

int main() {
  bool fine = true;
  for (int function = 0; function < kFunctions; ++function) {
    fine = check<double, std::int64_t>(function, "f64", rows[function].allowedF64) && fine;
    fine = check<float, std::int32_t>(function, "f32", rows[function].allowedF32) && fine;
  }
  return fine ? 0 : 1;
}
