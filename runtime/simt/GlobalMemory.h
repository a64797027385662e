/// \file Global memory of the CPU device (an emulated GPU). Each allocation lies between
/// inaccessible guard pages, so that an access outside of it is found.
#pragma once

#include "runtime/simt/SimtMemory.h"
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

namespace stencilc::inline STENCILC_SPACE::cpu {

/// All allocations in the global memory of the CPU device, an emulated GPU. Functions may be called
/// from any thread.
class GlobalMemory {
public:
  /// Allocates `bytes` > 0 bytes that end less than 8 bytes before a guard page. Returns null if
  /// the system has no more memory. The alignment is the largest power of two that divides `bytes`,
  /// but at least 8 and at most 256. With AddressSanitizer it is always 256, and there are no guard
  /// pages.
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

  /// Frees `memory`, which allocate() has returned. Does nothing for null.
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
