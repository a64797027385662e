/// \file What compares an operation of the runtime with CUDA's own shares, bit by bit: numbers of
/// random bits, what counts as equal, and a count of differences with one of them.
#pragma once

#include <cstdint>
#include <cstdio>

using Count = unsigned long long;

/// splitmix64: one number of 64 random bits for each i (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014).
__device__ inline std::uint64_t mixed(std::uint64_t i) {
  i += 0x9e3779b97f4a7c15;
  i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9;
  i = (i ^ (i >> 27)) * 0x94d049bb133111eb;
  return i ^ (i >> 31);
}

__device__ inline std::uint64_t bitsOf(float a) { return __float_as_uint(a); }
__device__ inline std::uint64_t bitsOf(double a) { return std::uint64_t(__double_as_longlong(a)); }
__device__ inline float numberOf(std::uint64_t bits, float) {
  return __uint_as_float(unsigned(bits));
}
__device__ inline double numberOf(std::uint64_t bits, double) {
  return __longlong_as_double((long long)(bits));
}

/// Whether two numbers have the same bits; NaN counts as equal to NaN.
template <class T> __device__ bool same(T a, T b) {
  return (a != a && b != b) || bitsOf(a) == bitsOf(b);
}

struct Result {
  Count differences;
  double first, second; // operands of one difference
};

__device__ inline void addDifference(Result *result, double first, double second) {
  if (atomicAdd(&result->differences, Count(1)) == 0) {
    result->first = first;
    result->second = second;
  }
}

/// Waits for what was launched, says what it found, "divide f32, 1", and begins anew. `example`
/// prints the two operands of a difference. False if there is any.
inline bool report(const char *what, Count count, const char *operands, const char *example,
                   Result *result) {
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return false;
  }
  const Result found = *result;
  *result = Result{};
  std::printf("%s: %llu %s, %llu differ", what, count, operands, found.differences);
  if (found.differences) {
    std::printf(", one of them ");
    std::printf(example, found.first, found.second);
  }
  std::printf("\n");
  return found.differences == 0;
}
