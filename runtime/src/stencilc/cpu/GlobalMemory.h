/// \file What the CPU device gives for global memory: each allocation between pages that nobody may
/// touch, so that an access outside of it is found wherever other memory lies.
#pragma once

#include "stencilc/cpu/SimtMemory.h"
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

namespace stencilc::inline STENCILC_SPACE::cpu {

/// All allocations of the device. May be called from any thread.
class GlobalMemory {
public:
  /// `bytes` > 0 bytes that end at a guard page, or less than 8 bytes before it, so that a single
  /// cell behind them is found; null if the system has no more. They begin at a multiple of 256, as
  /// a GPU's do, where their number is one, else at the greatest power of two that divides it, or
  /// at
  /// 8. AddressSanitizer watches the bytes beside allocations of its own, to the byte.
  void *allocate(std::size_t bytes) {
#ifdef STENCILC_ASAN
    void *memory = nullptr;
    return posix_memalign(&memory, kAlignment, bytes) == 0 ? memory : nullptr;
#else
    auto pages = std::make_unique<GuardedPages>();
    if (!pages->map(bytes))
      return nullptr;
    const std::size_t alignment = std::clamp(bytes & -bytes, std::size_t{8}, kAlignment);
    void *memory = pages->end() - (bytes + alignment - 1) / alignment * alignment;
    const std::lock_guard lock(mutex);
    all[memory] = std::move(pages);
    return memory;
#endif
  }

  /// Null is allowed.
  void release(void *memory) {
#ifdef STENCILC_ASAN
    std::free(memory);
#else
    const std::lock_guard lock(mutex);
    all.erase(memory);
#endif
  }

private:
  static constexpr std::size_t kAlignment = 256;

#ifndef STENCILC_ASAN
  std::mutex mutex;
  std::map<void *, std::unique_ptr<GuardedPages>> all;
#endif
};

} // namespace stencilc::inline STENCILC_SPACE::cpu
