/// \file Work of the host spread over its threads.
#pragma once

#ifdef _OPENMP
#include <omp.h>
#else
#include <system_error>
#include <thread>
#include <vector>
#endif
#include <cstdint>

namespace stencilc {

/// Calls body(i) for 0 <= i < count, each once, in contiguous parts of equal size. With OpenMP the
/// parts go to the same threads as the rows of a statically scheduled loop, so that memory first
/// touched here lies near the processor that will use it.
template <class Body> void parallelFor(std::int64_t count, const Body &body) {
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < count; ++i)
    body(i);
#else
  const std::int64_t wanted = std::thread::hardware_concurrency();
  const std::int64_t parts = wanted < 1 ? 1 : wanted < count ? wanted : count < 1 ? 1 : count;
  const auto part = [&](std::int64_t p) {
    for (std::int64_t i = count * p / parts; i < count * (p + 1) / parts; ++i)
      body(i);
  };
  std::vector<std::thread> threads;
  for (std::int64_t p = 1; p < parts; ++p) {
    try {
      threads.emplace_back(part, p);
    } catch (const std::system_error &) {
      part(p); // no more threads to be had: the caller does it
    }
  }
  part(0);
  for (std::thread &thread : threads)
    thread.join();
#endif
}

/// Threads that parallelFor and the CPU target's loops use.
inline int hostThreads() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  const unsigned threads = std::thread::hardware_concurrency();
  return threads ? static_cast<int>(threads) : 1;
#endif
}

/// Uses `count` threads from now on, if the program was built with OpenMP.
inline void setHostThreads([[maybe_unused]] int count) {
#ifdef _OPENMP
  omp_set_num_threads(count);
#endif
}

} // namespace stencilc
