/// \file Executes a kernel launch on the CPU device (an emulated GPU): host threads run the
/// clusters of blocks.
#pragma once

#include "runtime/core/device/Team.h"
#include "runtime/simt/SimtFaults.h"
#include "runtime/simt/SimtScheduler.h"
#include <algorithm>
#include <atomic>

namespace stencilc::inline STENCILC_SPACE::cpu {

using Extents = unsigned[3];

inline unsigned count(const Extents &d) { return d[0] * d[1] * d[2]; }

/// Returns the 3D index of element `i` in a box of extents `d`, numbered with x fastest.
inline uint3 unflatten(std::uint64_t i, const Extents &d) {
  return {static_cast<unsigned>(i % d[0]), static_cast<unsigned>(i / d[0] % d[1]),
          static_cast<unsigned>(i / d[0] / d[1])};
}

/// Returns the number of host threads that execute a launch of `clusters` clusters of blocks. The
/// number is limited by the work, and by the memory mappings that the stacks of threads need.
inline int hostThreadsFor(const KernelLaunch &shape, std::uint64_t clusters) {
  const auto wanted = static_cast<std::uint64_t>(hostThreads());
  // A process has about 65000 memory mappings, and a stack takes three of them.
  constexpr std::uint64_t kStacks = 15000;
  // Waking a host thread takes as long as about a thousand kernel threads.
  constexpr std::uint64_t kWorthwhile = 2048;
  const std::uint64_t perCluster = std::uint64_t{count(shape.cluster)} * count(shape.block);
  std::uint64_t threads = std::min({wanted, clusters, clusters * perCluster / kWorthwhile});
  if (shape.barriers)
    threads = std::min(threads, kStacks / perCluster);
  return threads < 1 ? 1 : static_cast<int>(threads);
}

/// Allocates the shared memory and the threads of one cluster of blocks in `w`, the state of this
/// host thread. The host thread uses them for all clusters that it executes.
inline void prepare(Worker &w) {
  const KernelLaunch &shape = *w.run->shape;
  w.fibers = shape.barriers;
  w.blocks = std::vector<Block>(count(shape.cluster));
  w.threads = std::vector<Thread>(w.fibers ? w.blocks.size() * count(shape.block) : 1);
  for (Block &block : w.blocks) {
    if (!block.shared.map(shape.sharedBytes))
      fail("the system has no memory for %zu bytes of shared memory", shape.sharedBytes);
    block.warps.resize(ceilDiv(count(shape.block), unsigned{kWarpSize}));
  }
  here.threads = dim3(shape.block[0], shape.block[1], shape.block[2]);
  here.blocks = dim3(shape.grid[0], shape.grid[1], shape.grid[2]);
}

/// Resets the block with index `rank` in a cluster to its initial state, so that nothing remains of
/// blocks executed earlier in the same memory. `cluster` is the 3D index of the cluster in the
/// launch.
inline void reset(Worker &w, unsigned rank, uint3 cluster) {
  const KernelLaunch &shape = *w.run->shape;
  const unsigned threads = count(shape.block);
  const uint3 inside = unflatten(rank, shape.cluster);
  Block &block = w.blocks[rank];
  block.index = {cluster.x * shape.cluster[0] + inside.x, cluster.y * shape.cluster[1] + inside.y,
                 cluster.z * shape.cluster[2] + inside.z};
  block.rank = rank;
  block.running = threads;
  block.shared.poison();
  if (!w.fibers)
    return;
  block.barrier = {rank * threads, threads, threads, 0};
  for (unsigned i = 0; i < block.warps.size(); ++i) {
    const unsigned lanes = std::min<unsigned>(kWarpSize, threads - i * kWarpSize);
    block.warps[i].first = rank * threads + i * kWarpSize;
    block.warps[i].alive = lanes == kWarpSize ? ~0u : (1u << lanes) - 1;
    block.warps[i].groups.clear();
  }
  for (unsigned i = 0; i < threads; ++i) {
    Thread &thread = w.threads[rank * threads + i];
    thread.block = &block;
    thread.index = unflatten(i, shape.block);
    thread.linear = i;
    thread.state = ThreadState::New;
    thread.copies.clear();
    thread.group = 0;
  }
}

/// Executes the threads of a block as plain function calls, one after the other, in the order
/// `order` of thread indices. Precondition: threads of the kernel do not wait for each other.
inline void runPlain(Block &block, const std::vector<unsigned> &order,
                     const std::vector<uint3> &indices) {
  Thread &thread = worker->threads.front();
  thread.block = &block;
  worker->current = &thread;
  here.block = block.index;
  for (const unsigned i : order) {
    here.thread = indices[i];
    thread.linear = i;
    thread.copies.clear();
    thread.group = 0;
    worker->run->shape->call(worker->run->shape->text);
    endThread(thread);
  }
  worker->current = nullptr;
}

/// One kernel launch on the CPU device (an emulated GPU). Host threads execute its clusters of
/// blocks, each taking the next one as soon as it is free.
class Launch {
public:
  explicit Launch(const KernelRun &run)
      : run(run), shape(*run.shape),
        clusters{shape.grid[0] / shape.cluster[0], shape.grid[1] / shape.cluster[1],
                 shape.grid[2] / shape.cluster[2]},
        total(std::uint64_t{clusters[0]} * clusters[1] * clusters[2]), order(device::threadOrder()),
        number(device::countLaunch()) {
    for (unsigned i = 0; i < count(shape.block); ++i)
      indices.push_back(unflatten(i, shape.block));
  }

  void all() {
    const int threads = hostThreadsFor(shape, total);
    shareLoop(
        threads, threads,
        [](const void *it, std::int64_t begin, std::int64_t end) {
          auto &mine = *static_cast<Launch *>(const_cast<void *>(it));
          if (begin < end)
            mine.work();
        },
        this);
  }

private:
  /// Executes clusters of blocks on the calling host thread until none is left in the launch.
  void work() {
    // Later launches reuse the stacks, because mapping them is slow.
    static thread_local StackPool stacks;
    [[maybe_unused]] FaultReports reports;
    Worker mine;
    mine.run = &run;
    mine.stacks = &stacks;
    worker = &mine;
    prepare(mine);
    for (std::uint64_t i = next++; i < total; i = next++)
      runOne(mine, i);
    worker = nullptr;
  }

  void runOne(Worker &mine, std::uint64_t i) const {
    const unsigned perCluster = count(shape.cluster), perBlock = count(shape.block);
    Shuffler shuffler(order, number, i);
    const uint3 cluster = unflatten(shuffler.clusterAt(i, total), clusters);
    for (unsigned rank = 0; rank < perCluster; ++rank)
      reset(mine, rank, cluster);
    mine.all = {0, perCluster * perBlock, perCluster * perBlock, 0};
    std::vector<unsigned> threads = shuffler.first(mine.fibers ? mine.threads.size() : perBlock);
    if (mine.fibers)
      return runCluster(threads, shuffler);
    shuffler.shuffle(threads);
    for (Block &block : mine.blocks)
      runPlain(block, threads, indices);
  }

  const KernelRun &run;
  const KernelLaunch &shape;
  const Extents clusters;
  const std::uint64_t total;
  const ThreadOrder order;
  const std::uint64_t number; // index of this launch
  std::vector<uint3> indices; // thread indices of a block
  std::atomic<std::uint64_t> next{0};
};

} // namespace stencilc::inline STENCILC_SPACE::cpu
