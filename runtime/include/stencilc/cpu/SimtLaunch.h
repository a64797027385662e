/// \file launch() on the CPU device: clusters of blocks spread over host threads.
#pragma once

#include "stencilc/Launch.h"
#include "stencilc/cpu/SimtFaults.h"
#include "stencilc/cpu/SimtScheduler.h"
#include <algorithm>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace stencilc::cpu {

inline unsigned count(dim3 d) { return d.x * d.y * d.z; }

/// Position number `i` of a box of extents `d`, x fastest.
inline uint3 unflatten(std::uint64_t i, dim3 d) {
  return {static_cast<unsigned>(i % d.x), static_cast<unsigned>(i / d.x % d.y),
          static_cast<unsigned>(i / d.x / d.y)};
}

/// Host threads for a launch of `clusters` clusters.
inline int hostThreadsFor(const LaunchShape &shape, std::uint64_t clusters) {
#ifdef _OPENMP
  const auto wanted = static_cast<std::uint64_t>(omp_get_max_threads());
#else
  const std::uint64_t wanted = 1;
#endif
  // A system gives a process some 65000 mappings; a stack takes three.
  constexpr std::uint64_t kStacks = 15000;
  // Waking another host thread takes as long as running some thousand threads of a kernel.
  constexpr std::uint64_t kWorthwhile = 2048;
  const std::uint64_t perCluster = std::uint64_t{count(shape.cluster)} * count(shape.block);
  std::uint64_t threads = std::min({wanted, clusters, clusters * perCluster / kWorthwhile});
  if (shape.barriers)
    threads = std::min(threads, kStacks / perCluster);
  return threads < 1 ? 1 : static_cast<int>(threads);
}

/// Gives `w` the memory and threads of one cluster; they are used for all clusters it runs.
inline void prepare(Worker &w) {
  const LaunchShape &shape = *w.run->shape;
  w.fibers = shape.barriers;
  w.blocks = std::vector<Block>(count(shape.cluster));
  w.threads = std::vector<Thread>(w.fibers ? w.blocks.size() * count(shape.block) : 1);
  for (Block &block : w.blocks) {
    if (!block.shared.map(shape.sharedBytes))
      fail("the system has no memory for %zu bytes of shared memory", shape.sharedBytes);
    block.warps.resize(ceilDiv(count(shape.block), unsigned{kWarpSize}));
  }
  blockDim = shape.block;
  gridDim = shape.grid;
}

/// Block `rank` of the cluster at `cluster` (in clusters), as if nothing had run before.
inline void reset(Worker &w, unsigned rank, uint3 cluster) {
  const LaunchShape &shape = *w.run->shape;
  const unsigned threads = count(shape.block);
  const uint3 inside = unflatten(rank, shape.cluster);
  Block &block = w.blocks[rank];
  block.index = {cluster.x * shape.cluster.x + inside.x, cluster.y * shape.cluster.y + inside.y,
                 cluster.z * shape.cluster.z + inside.z};
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

/// The threads of a block as plain calls, one after the other.
inline void runPlain(Block &block, const std::vector<unsigned> &order,
                     const std::vector<uint3> &indices) {
  Thread &thread = worker->threads.front();
  thread.block = &block;
  worker->current = &thread;
  blockIdx = block.index;
  for (const unsigned i : order) {
    threadIdx = indices[i];
    thread.linear = i;
    thread.copies.clear();
    thread.group = 0;
    worker->run->call(worker->run->parameters);
    endThread(thread);
  }
  worker->current = nullptr;
}

inline void runKernel(const KernelRun &run) {
  const LaunchShape &shape = *run.shape;
  const dim3 clusters(shape.grid.x / shape.cluster.x, shape.grid.y / shape.cluster.y,
                      shape.grid.z / shape.cluster.z);
  const std::uint64_t total = std::uint64_t{clusters.x} * clusters.y * clusters.z;
  const unsigned perCluster = count(shape.cluster), perBlock = count(shape.block);
  const ThreadOrder order = device::threadOrder();
  const std::uint64_t launch = device::countLaunch();
  [[maybe_unused]] const int hostThreads = hostThreadsFor(shape, total);
#pragma omp parallel num_threads(hostThreads)
  {
    static thread_local StackPool stacks; // kept from launch to launch: mapping them is slow
    [[maybe_unused]] FaultReports reports;
    Worker mine;
    mine.run = &run;
    mine.stacks = &stacks;
    worker = &mine;
    prepare(mine);
    std::vector<uint3> indices(perBlock);
    for (unsigned i = 0; i < perBlock; ++i)
      indices[i] = unflatten(i, shape.block);
#pragma omp for schedule(dynamic)
    for (std::uint64_t i = 0; i < total; ++i) {
      Shuffler shuffler(order, launch, i);
      const uint3 cluster = unflatten(shuffler.clusterAt(i, total), clusters);
      for (unsigned rank = 0; rank < perCluster; ++rank)
        reset(mine, rank, cluster);
      mine.all = {0, perCluster * perBlock, perCluster * perBlock, 0};
      std::vector<unsigned> threads = shuffler.first(mine.fibers ? mine.threads.size() : perBlock);
      if (mine.fibers) {
        runCluster(threads, shuffler);
      } else {
        shuffler.shuffle(threads);
        for (Block &block : mine.blocks)
          runPlain(block, threads, indices);
      }
    }
    worker = nullptr;
  }
}

/// Holds the parameters in exactly the kernel's types; each thread gets a copy.
template <class... Parameters>
void runExact(const char *name, void (*kernel)(Parameters...), const LaunchShape &shape,
              Parameters... parameters) {
  const auto text = [&] { kernel(parameters...); };
  runKernel(
      {name, &shape, [](const void *it) { (*static_cast<const decltype(text) *>(it))(); }, &text});
}

} // namespace stencilc::cpu

namespace stencilc {

template <class... Parameters, class... Arguments>
Status launch(Stream, const char *name, void (*kernel)(Parameters...), const LaunchShape &shape,
              const Arguments &...arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments),
                "a launch gives one argument for each parameter of the kernel");
  if (Status status = checkShape(name, shape); !status)
    return status;
  if (shape.sharedBytes > device::kSharedBytesPerBlock)
    return Status::invalid(format("kernel '%s': %zu bytes of shared memory per block are more than "
                                  "the %zu a device has",
                                  name, shape.sharedBytes, device::kSharedBytesPerBlock));
  cpu::runExact<Parameters...>(name, kernel, shape, static_cast<Parameters>(arguments)...);
  return {};
}

} // namespace stencilc
