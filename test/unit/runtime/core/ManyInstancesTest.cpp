/// \file Many threads with simulations of their own, which share the device, the host threads and
/// the settings of the process: each computes what one thread alone computes.
#include "WaveProgram.h"
#include "runtime/core/device/Team.h"
#include <atomic>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace stencilc {
namespace many_instances {

constexpr int kThreads = 16, kRounds = 1;
constexpr int kPlanes = 2400; // enough cells for two threads of a loop

std::unique_ptr<Instance> make(const Wave &wave, int threads) {
  InstanceOptions options;
  options.extents[0] = kNx;
  options.extents[1] = kNy;
  options.extents[2] = kPlanes;
  options.threads = threads;
  return std::unique_ptr<Instance>(Instance::create(wave.program, options, nullptr, 0));
}

TEST(ManyInstances, computeInTheirOwnThreadsWhatOneComputesAlone) {
  const Wave alone(/*wraps=*/true, /*fuses=*/true, "", 1);
  const Outcome expected = runOf(*make(alone, 2), kPlanes);
  std::atomic<int> equal = 0, told = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      const Wave wave(/*wraps=*/true, /*fuses=*/true, "", 1);
      for (int round = 0; round < kRounds; ++round) {
        const auto instance = make(wave, 1 + (thread + round) % 3); // of all loops of the process
        const bool isRefused = instance->setParameter("c", 1) != 0;
        const std::string why = instance->lastError(); // of this simulation alone
        told += isRefused && why.find("'c' is no parameter of wave") == 0;
        equal += runOf(*instance, kPlanes) == expected;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(equal, kThreads * kRounds);
  EXPECT_EQ(told, kThreads * kRounds);
}

} // namespace many_instances
} // namespace stencilc
