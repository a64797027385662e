/// \file Memory with guard pages for the CPU device (an emulated GPU), and the shared memory of its
/// blocks.
#pragma once

#include "stencilc/Version.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define STENCILC_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STENCILC_ASAN 1
#endif
#endif
#ifdef STENCILC_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace stencilc::inline STENCILC_SPACE::cpu {

/// Value of bytes that are uninitialised or outdated. Floats and doubles of such bytes are NaN,
/// integers are -1.
inline constexpr unsigned char kPoison = 0xff;

/// Memory pages between two inaccessible guard regions of 64 KiB. Wide guards cost no memory, and
/// catch indices that are wrong by a whole row or plane.
class GuardedPages {
public:
  GuardedPages() = default;
  GuardedPages(const GuardedPages &) = delete;
  GuardedPages &operator=(const GuardedPages &) = delete;
  ~GuardedPages() {
    if (mapped)
      munmap(mapped, mappedBytes);
  }

  /// Maps at least `bytes` usable bytes between guard regions. Returns false if the system has no
  /// more memory. A page takes memory only when it is first written.
  bool map(std::size_t bytes) {
    const std::size_t page = pageBytes();
    mappedBytes = (bytes + page - 1) / page * page + 2 * kGuardBytes;
    void *all =
        mmap(nullptr, mappedBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
      return false;
    mapped = static_cast<unsigned char *>(all);
    return bytes == 0 || mprotect(begin(), size(), PROT_READ | PROT_WRITE) == 0;
  }

  static std::size_t pageBytes() {
    static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
  }
  unsigned char *begin() const { return mapped + kGuardBytes; }
  unsigned char *end() const { return mapped + mappedBytes - kGuardBytes; }
  std::size_t size() const { return mappedBytes - 2 * kGuardBytes; }
  bool isGuard(const void *address) const {
    const auto *at = static_cast<const unsigned char *>(address);
    return mapped && at >= mapped && at < mapped + mappedBytes && (at < begin() || at >= end());
  }

private:
  /// Size of a guard region in bytes: a multiple of the page size of every system.
  static constexpr std::size_t kGuardBytes = std::size_t{64} << 10;

  unsigned char *mapped = nullptr;
  std::size_t mappedBytes = 0;
};

/// Shared memory of one block on the CPU device (an emulated GPU), with exactly the requested size
/// and an alignment of 1024 bytes. It ends as close to a guard page as the alignment allows.
/// AddressSanitizer watches the bytes around it. Without AddressSanitizer they are compared with
/// their old values when the block ends.
class SharedMemory {
public:
  static constexpr std::size_t kAlignment = 1024;

  SharedMemory() = default;
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;
#ifdef STENCILC_ASAN
  ~SharedMemory() { __asan_unpoison_memory_region(pages.begin(), pages.size()); }
#endif

  /// Maps `wanted` bytes of shared memory. Returns false if the system has no more memory. May be
  /// called only once.
  bool map(std::size_t wanted) {
    const std::size_t rounded = (wanted + kAlignment - 1) / kAlignment * kAlignment;
    if (!pages.map(rounded))
      return false;
    bytes = wanted;
    first = pages.end() - rounded;
    std::memset(pages.begin(), kPoison, pages.size());
#ifdef STENCILC_ASAN
    __asan_poison_memory_region(pages.begin(), pages.size());
    __asan_unpoison_memory_region(first, bytes);
#endif
    return true;
  }

  void poison() { std::memset(first, kPoison, bytes); }
  unsigned char *begin() const { return first; }
  std::size_t size() const { return bytes; }
  bool contains(const void *address, std::size_t count) const {
    const auto from = reinterpret_cast<std::uintptr_t>(address);
    const auto base = reinterpret_cast<std::uintptr_t>(first);
    return from >= base && from - base <= bytes && count <= bytes - (from - base);
  }
  bool isGuard(const void *address) const { return pages.isGuard(address); }

  /// Returns the offset from begin() of a byte outside of the shared memory that the block has
  /// overwritten. Returns `nullopt` if none is overwritten.
  std::optional<std::ptrdiff_t> strayWrite() const {
#ifndef STENCILC_ASAN
    for (const unsigned char *at = first + bytes; at < pages.end(); ++at)
      if (*at != kPoison)
        return at - first;
    for (const unsigned char *at = first; at > pages.begin(); --at)
      if (at[-1] != kPoison)
        return at - 1 - first;
#endif
    return std::nullopt;
  }

private:
  GuardedPages pages;
  unsigned char *first = nullptr;
  std::size_t bytes = 0;
};

} // namespace stencilc::inline STENCILC_SPACE::cpu
