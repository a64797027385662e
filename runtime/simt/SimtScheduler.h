/// \file Scheduler of the CPU device (an emulated GPU): runs the threads of a cluster in a selected
/// order until all have ended. Reports a deadlock if none of them can continue.
#pragma once

#include "runtime/core/device/ThreadOrder.h"
#include "runtime/simt/SimtThread.h"
#include "runtime/simt/SimtWarp.h"
#include <algorithm>
#include <bit>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE::cpu {

/// Releases the threads that wait at a barrier, if all its threads have arrived or have ended.
/// Returns true if it has released them.
inline bool completeIfAllArrived(Rendezvous &barrier) {
  if (barrier.arrived == 0 || barrier.arrived < barrier.alive)
    return false;
  barrier.arrived = 0;
  release(barrier.first, barrier.count, &barrier);
  return true;
}

inline void arriveAndWait(Thread &thread, Rendezvous &barrier, const char *primitive) {
  ++barrier.arrived;
  if (!completeIfAllArrived(barrier))
    waitFor(thread, &barrier, primitive);
}

/// Checks a block whose last thread has ended. Ends the process with a message if a tensor load is
/// left that no thread has waited for, or if a thread has written outside of shared memory.
inline void endBlock(Block &block) {
  if (!block.tensors.empty())
    fail("the block ended with %zu tensor load%s that no thread waited for; on a GPU they write "
         "into "
         "memory that belongs to another block by then",
         block.tensors.size(), block.tensors.size() == 1 ? "" : "s");
  if (const auto offset = block.shared.strayWrite())
    fail("the block wrote outside its %zu bytes of shared memory, at offset %td",
         block.shared.size(), *offset);
  block.shared.poison(); // other blocks of the cluster that still read it get NaN
}

/// Marks a thread as ended. Barriers and warp operations no longer wait for it.
inline void endThread(Thread &thread) {
  Block &block = *thread.block;
  thread.state = ThreadState::Done;
  if (worker->fibers) {
    --block.barrier.alive;
    completeIfAllArrived(block.barrier);
    --worker->all.alive;
    completeIfAllArrived(worker->all);
    leaveWarp(block.warps[thread.linear / kWarpSize], thread.linear % kWarpSize);
  }
  if (--block.running == 0)
    endBlock(block);
}

/// Runs one thread of the kernel, given as `argument` (a Thread *). It is the first function that
/// each fiber (a function that can be suspended) executes.
inline void runThread(void *argument) {
  auto &thread = *static_cast<Thread *>(argument);
  worker->run->shape->call(worker->run->shape->text);
  endThread(thread);
  thread.fiber.finish();
}

inline void resume(Thread &thread) {
  worker->current = &thread;
  here.thread = thread.index;
  here.block = thread.block->index;
  if (thread.state == ThreadState::New) {
    GuardedPages *stack = worker->stacks->take();
    if (!stack)
      fail("the system has no memory for the stacks of %zu threads", worker->threads.size());
    thread.fiber.start(stack, runThread, &thread, thread.linear);
  }
  thread.state = ThreadState::Ready;
  thread.fiber.resume(worker->host);
  worker->current = nullptr;
  if (thread.state == ThreadState::Done)
    worker->stacks->giveBack(thread.fiber.stackPages());
}

/// Returns true if `thread` and `like` belong to the same block and wait in the same operation.
inline bool waitsLike(const Thread &thread, const Thread &like) {
  return thread.state == ThreadState::Waiting && thread.block == like.block &&
         std::strcmp(thread.waitsIn, like.waitsIn) == 0;
}

/// Reports a deadlock: prints a line for each block and operation in which threads wait, and ends
/// the process.
[[noreturn]] inline void reportDeadlock() {
  std::vector<const Thread *> reported; // the first waiting thread of each printed line
  for (const Thread &thread : worker->threads) {
    if (thread.state != ThreadState::Waiting)
      continue;
    bool isNew = true;
    for (const Thread *first : reported)
      isNew = isNew && !waitsLike(thread, *first);
    if (!isNew)
      continue;
    reported.push_back(&thread);
    unsigned waiting = 0;
    for (const Thread &other : worker->threads)
      waiting += waitsLike(other, thread);
    const uint3 block = thread.block->index;
    std::fprintf(stderr,
                 "stencilc: CPU device: block (%u, %u, %u): %u thread%s in %s, the first is thread "
                 "(%u, %u, %u)\n",
                 block.x, block.y, block.z, waiting, waiting == 1 ? " waits" : "s wait",
                 thread.waitsIn, thread.index.x, thread.index.y, thread.index.z);
  }
  const Thread &first = *reported.front();
  here.thread = first.index;
  here.block = first.block->index;
  fail("deadlock in %s: what it waits for cannot come, because the other threads wait as well or "
       "have ended",
       first.waitsIn);
}

/// Runs a thread until it waits or ends, and increments `ended` if it ends. Returns false without
/// running it if the thread cannot continue, because it waits or has ended.
inline bool advance(Thread &thread, std::size_t &ended) {
  if (thread.state != ThreadState::New && thread.state != ThreadState::Ready)
    return false;
  resume(thread);
  ended += thread.state == ThreadState::Done;
  return true;
}

/// Runs all threads of the cluster of blocks in rounds, until all have ended. In each round every
/// thread runs to its next wait. `order` has the thread indices in the order in which they run, and
/// `shuffler` may change it before each round.
inline void runInTurn(std::vector<unsigned> &order, Shuffler &shuffler) {
  for (std::size_t ended = 0; ended < worker->threads.size();) {
    shuffler.shuffle(order);
    bool moved = false;
    for (const unsigned i : order)
      moved |= advance(worker->threads[i], ended);
    if (!moved)
      reportDeadlock();
  }
}

/// Threads of one warp: those with indices from `first` to `first` + `count` - 1 in the cluster.
struct Lanes {
  unsigned first, count;
};

/// Runs each thread of a warp (`lanes`) until it waits or ends, from the last to the first if
/// `isBackwards`. Adds the number of threads that end to `ended`. Returns false if no thread could
/// continue.
inline bool advance(const Lanes &lanes, bool isBackwards, std::size_t &ended) {
  bool moved = false;
  for (unsigned i = 0; i < lanes.count; ++i)
    moved |= advance(worker->threads[lanes.first + (isBackwards ? lanes.count - 1 - i : i)], ended);
  return moved;
}

/// Runs all warps of the cluster until they have ended. `shuffler` gives each warp a priority. In
/// each round, the warp with the highest priority among those that can continue runs, until all its
/// threads wait or have ended.
inline void runByPriority(const Shuffler &shuffler) {
  std::vector<Lanes> warps;
  for (const Block &block : worker->blocks)
    for (const Warp &warp : block.warps)
      warps.push_back({warp.first, static_cast<unsigned>(std::popcount(warp.alive))});
  const std::vector<unsigned> order = shuffler.byPriority(static_cast<unsigned>(warps.size()));
  for (std::size_t ended = 0; ended < worker->threads.size();) {
    const bool moved = std::any_of(order.begin(), order.end(), [&](unsigned i) {
      return advance(warps[i], shuffler.isBackwards(), ended);
    });
    if (!moved)
      reportDeadlock();
  }
}

/// Runs all threads of the cluster of blocks that this host thread executes, until they have ended.
/// Precondition: none of them has started. `order` has the thread indices, and `shuffler` decides
/// in which order the threads run.
inline void runCluster(std::vector<unsigned> &order, Shuffler &shuffler) {
  if (shuffler.isByPriority())
    runByPriority(shuffler);
  else
    runInTurn(order, shuffler);
}

} // namespace stencilc::inline STENCILC_SPACE::cpu
