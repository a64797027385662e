/// \file What the CPU device knows of a running kernel: threads, warps, blocks, and who runs now.
#pragma once

#include "stencilc/Launch.h"
#include "stencilc/cpu/CudaNames.h"
#include "stencilc/cpu/Simt.h"
#include "stencilc/cpu/SimtFiber.h"
#include "stencilc/cpu/SimtMemory.h"
#include "stencilc/cpu/SimtTensor.h"
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::cpu {

struct Block;

enum class ThreadState : std::uint8_t { New, Ready, Waiting, Done };

/// A copyAsync that has not arrived yet. Copies of one commitCopies share a group number.
struct CopyInFlight {
  void *to;
  const void *from;
  unsigned bytes, live; // `live` bytes come from memory, the rest is zero
  unsigned group;
};

/// One CUDA thread.
struct Thread {
  Block *block = nullptr;
  uint3 index{};
  unsigned linear = 0; // in its block, x fastest
  ThreadState state = ThreadState::New;
  const char *waitsIn = nullptr;    // the primitive, for messages
  const void *waitsFor = nullptr;   // what releases it
  std::vector<CopyInFlight> copies; // oldest first
  unsigned group = 0;               // of the copies to come: number of commits so far
  Fiber fiber;
};

/// A barrier of all threads [first, first + count) of the cluster that have not ended.
struct Rendezvous {
  unsigned first = 0, count = 0, alive = 0, arrived = 0;
};

/// Lanes of a warp that do one operation together.
struct WarpGroup {
  unsigned mask, arrived;
  const char *primitive;
};

inline constexpr unsigned kLaneBytes = 16;

struct Warp {
  unsigned first = 0; // thread of the cluster that is lane 0
  unsigned alive = 0; // lanes that exist and have not ended
  std::vector<WarpGroup> groups;
  unsigned char given[kWarpSize][kLaneBytes];     // by lanes that have arrived
  unsigned char exchanged[kWarpSize][kLaneBytes]; // by the last operation each lane took part in
};

struct Block {
  uint3 index{};
  unsigned rank = 0; // in its cluster
  unsigned running = 0;
  SharedMemory shared;
  Rendezvous barrier;
  std::vector<Warp> warps;
  std::vector<TensorInFlight> tensors; // issued by this block, not arrived yet
};

/// A kernel being launched: shared by all host threads, constant while they run.
struct KernelRun {
  const char *name;
  const KernelLaunch *shape;
};

/// One host thread at work on a launch: the blocks of one cluster at a time.
struct Worker {
  const KernelRun *run = nullptr;
  bool fibers = false;         // else threads are plain calls and cannot wait
  std::vector<Block> blocks;   // of one cluster
  std::vector<Thread> threads; // of these, block by block; a single one without fibers
  Rendezvous all;              // of the cluster
  Thread *current = nullptr;
  FiberHost host;
  StackPool *stacks = nullptr;
};

/// Null outside of kernels.
inline constinit thread_local Worker *worker = nullptr;
/// What the running thread takes itself for. constinit: no check for first use on each access.
inline constinit thread_local Position here{};

/// Ends the process with a message that names the kernel, block and thread.
[[noreturn, gnu::format(printf, 1, 2)]] inline void fail(const char *pattern, ...) {
  std::fflush(stdout);
  std::fputs("stencilc: CPU device: ", stderr);
  if (worker && worker->run)
    std::fprintf(
        stderr, "kernel '%s', block (%u, %u, %u), thread (%u, %u, %u): ", worker->run->name,
        here.block.x, here.block.y, here.block.z, here.thread.x, here.thread.y, here.thread.z);
  std::va_list arguments;
  va_start(arguments, pattern);
  std::vfprintf(stderr, pattern, arguments);
  va_end(arguments);
  std::fputc('\n', stderr);
  std::abort();
}

/// The running thread; `primitive` is what asks, for messages.
inline Thread &currentThread(const char *primitive) {
  if (!worker || !worker->current)
    fail("%s is called outside of a kernel", primitive);
  return *worker->current;
}

/// The running thread, which must be able to wait.
inline Thread &waitingThread(const char *primitive) {
  Thread &thread = currentThread(primitive);
  if (!worker->fibers)
    fail("%s waits for other threads, but the launch did not set LaunchShape::barriers", primitive);
  return thread;
}

/// Suspends the running thread until release(what).
inline void waitFor(Thread &thread, const void *what, const char *primitive) {
  thread.state = ThreadState::Waiting;
  thread.waitsFor = what;
  thread.waitsIn = primitive;
  thread.fiber.suspend();
}

/// Wakes the threads [first, first + count) of the cluster that wait for `what`.
inline void release(unsigned first, unsigned count, const void *what) {
  for (unsigned i = first; i < first + count; ++i) {
    Thread &thread = worker->threads[i];
    if (thread.state == ThreadState::Waiting && thread.waitsFor == what)
      thread.state = ThreadState::Ready;
  }
}

/// A vector access must begin at a multiple of its size.
inline void checkAligned(const void *address, std::size_t alignment, const char *what) {
  if (reinterpret_cast<std::uintptr_t>(address) % alignment != 0)
    fail("%s at %p is not on a boundary of %zu bytes", what, address, alignment);
}

} // namespace stencilc::inline STENCILC_SPACE::cpu
