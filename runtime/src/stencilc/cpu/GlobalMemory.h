/// \file What the CPU device gives for global memory: each allocation between pages that nobody may
/// touch, so that an access outside of it is found wherever other memory lies.
#pragma once

#include "stencilc/cpu/SimtMemory.h"
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

namespace stencilc::inline STENCILC_SPACE::cpu {

/// All allocations of the device. May be called from any thread.
class GlobalMemory {
public:
  /// `bytes` > 0 bytes at a multiple of 256, which end less than 256 bytes before a guard page;
  /// null if the system has no more. AddressSanitizer watches the bytes beside allocations of its
  /// own, to the byte.
  void *allocate(std::size_t bytes) {
#ifdef STENCILC_ASAN
    void *memory = nullptr;
    return posix_memalign(&memory, kAlignment, bytes) == 0 ? memory : nullptr;
#else
    auto pages = std::make_unique<GuardedPages>();
    if (!pages->map(bytes))
      return nullptr;
    void *memory = pages->end() - (bytes + kAlignment - 1) / kAlignment * kAlignment;
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
