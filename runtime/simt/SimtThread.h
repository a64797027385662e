/// \file State of a kernel that runs on the CPU device (an emulated GPU): its threads, warps and
/// blocks, and the running thread.
#pragma once

#include "runtime/simt/SimtFiber.h"
#include "runtime/simt/SimtMemory.h"
#include "runtime/simt/SimtTensor.h"
#include "stencilc/Launch.h"
#include "stencilc/cpu/CudaNames.h"
#include "stencilc/cpu/Simt.h"
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::cpu {

struct Block;

enum class ThreadState : std::uint8_t { New, Ready, Waiting, Done };

/// An asynchronous copy (copyAsync) that is not complete. Copies that one call of commitCopies()
/// has closed have the same group number.
struct CopyInFlight {
  void *to;
  const void *from;
  unsigned bytes, live; // `live` bytes are copied, the others are zero
  unsigned group;
};

/// State of one CUDA thread of a kernel on the CPU device (an emulated GPU).
struct Thread {
  Block *block = nullptr;
  uint3 index{};
  unsigned linear = 0; // index in its block, x fastest
  ThreadState state = ThreadState::New;
  const char *waitsIn = nullptr;    // name of the operation, for messages
  const void *waitsFor = nullptr;   // object whose release() wakes it
  std::vector<CopyInFlight> copies; // incomplete copies, oldest first
  unsigned group = 0;               // group number of new copies: commits so far
  Fiber fiber;
};

/// Barrier for the threads [first, first + count) of the cluster. Threads that have ended are not
/// waited for.
struct Rendezvous {
  unsigned first = 0, count = 0, alive = 0, arrived = 0;
};

/// Lanes (threads of a warp) that take part in the same warp operation and wait for each other.
struct WarpGroup {
  unsigned mask, arrived;
  const char *primitive;
};

inline constexpr unsigned kLaneBytes = 16;

struct Warp {
  unsigned first = 0; // index in the cluster of the thread that is lane 0
  unsigned alive = 0; // mask of the lanes that exist and have not ended
  std::vector<WarpGroup> groups;
  /// Value that each lane (thread of the warp) has passed to the warp operation in which it waits.
  unsigned char given[kWarpSize][kLaneBytes];
  /// Value that each lane (thread of the warp) passed to its last completed warp operation.
  unsigned char exchanged[kWarpSize][kLaneBytes];
};

struct Block {
  uint3 index{};
  unsigned rank = 0; // index in its cluster
  unsigned running = 0;
  SharedMemory shared;
  Rendezvous barrier;
  std::vector<Warp> warps;
  std::vector<TensorInFlight> tensors; // incomplete tensor loads of this block
};

/// Description of a kernel launch on the CPU device (an emulated GPU). All host threads share it,
/// and it does not change while they run.
struct KernelRun {
  const char *name;
  const KernelLaunch *shape;
};

/// State of one host thread that executes a launch, one cluster of blocks at a time.
struct Worker {
  const KernelRun *run = nullptr;
  bool fibers = false;         // false: threads are plain calls and cannot wait
  std::vector<Block> blocks;   // blocks of one cluster
  std::vector<Thread> threads; // threads of these blocks, in order; a single one without fibers
  Rendezvous all;              // barrier of the cluster
  Thread *current = nullptr;
  FiberHost host;
  StackPool *stacks = nullptr;
};

/// State of this host thread while it executes a kernel on the CPU device (an emulated GPU); null
/// outside of kernels.
inline constinit thread_local Worker *worker = nullptr;
/// Thread index and block index of the kernel thread that this host thread is running. With
/// constinit, accesses need no check for initialisation.
inline constinit thread_local Position here{};

/// Prints a message that names the kernel, block and thread, and aborts the process.
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

/// Returns the running kernel thread. Outside of kernels, it ends the process with a message that
/// names `primitive`, the calling operation.
inline Thread &currentThread(const char *primitive) {
  if (!worker || !worker->current)
    fail("%s is called outside of a kernel", primitive);
  return *worker->current;
}

/// Returns the running kernel thread, for an operation that waits. Ends the process with a message
/// if the launch was not declared with LaunchShape::barriers, because its threads then cannot wait.
/// `primitive` is the operation's name.
inline Thread &waitingThread(const char *primitive) {
  Thread &thread = currentThread(primitive);
  if (!worker->fibers)
    fail("%s waits for other threads, but the launch did not set LaunchShape::barriers", primitive);
  return thread;
}

/// Suspends `thread`, the running thread, until release() is called for it with the same address
/// `what`. `primitive` is the name of the operation, for messages.
inline void waitFor(Thread &thread, const void *what, const char *primitive) {
  thread.state = ThreadState::Waiting;
  thread.waitsFor = what;
  thread.waitsIn = primitive;
  thread.fiber.suspend();
}

/// Wakes threads that wait for the object at address `what`. Only threads number `first` to `first
/// + count - 1` of the cluster are woken.
inline void release(unsigned first, unsigned count, const void *what) {
  for (unsigned i = first; i < first + count; ++i) {
    Thread &thread = worker->threads[i];
    if (thread.state == ThreadState::Waiting && thread.waitsFor == what)
      thread.state = ThreadState::Ready;
  }
}

/// Ends the process with a message unless `address` is a multiple of `alignment`, in bytes. `what`
/// names the access.
inline void checkAligned(const void *address, std::size_t alignment, const char *what) {
  if (reinterpret_cast<std::uintptr_t>(address) % alignment != 0)
    fail("%s at %p is not on a boundary of %zu bytes", what, address, alignment);
}

} // namespace stencilc::inline STENCILC_SPACE::cpu
