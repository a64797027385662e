/// \file The probe's kernels and arithmetic, on the CPU device: they read and write what they
/// should; times mean nothing here.
#include "stencilc/probe/Probe.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "runtime/probe/Identity.h"
#include "runtime/probe/MachineText.h"
#include "runtime/probe/Measure.h"
#include <cmath>
#include <gtest/gtest.h>

namespace stencilc::probe::probe_test {
namespace {

Device &cpuDevice() { return *deviceFor(ExecutionSpace::CpuDevice); }

/// Runs what launch(runtime) launches.
template <class Launch> Status run(const Launch &launch) {
  DeviceRun run(cpuDevice(), nullptr);
  launch(run.runtime());
  return run.status();
}

TEST(ProbeTest, TheMedianIsTheMiddle) {
  EXPECT_EQ(medianOf({3, 1, 2}), 2);
  EXPECT_EQ(medianOf({5}), 5);
}

TEST(ProbeTest, NumbersHaveFourDigitsAndNoExponent) {
  EXPECT_EQ(JsonText::number(508800.4), "508800");
  EXPECT_EQ(JsonText::number(123.456), "123.5");
  EXPECT_EQ(JsonText::number(1.98765), "1.988");
  EXPECT_EQ(JsonText::number(0.0146512), "0.01465");
}

TEST(ProbeTest, ChainsAreTheOperationsTheyStandFor) {
  Chains<double> chains(kMultiplier, 3);
  double expected[kChains];
  for (int c = 0; c < kChains; ++c) {
    expected[c] = chains.value[c];
    for (int i = 0; i < 5; ++i)
      expected[c] = std::fma(expected[c], chains.multiply[c], chains.add[c]);
  }
  chains.run<5>();
  for (int c = 0; c < kChains; ++c)
    EXPECT_EQ(chains.value[c], expected[c]);
}

TEST(ProbeTest, KernelsOfMemoryTouchAllOfIt) {
  constexpr unsigned kCount = 4;
  constexpr std::size_t kWords = kCount * kThreads;
  Buffer from(cpuDevice()), to(cpuDevice()), result(cpuDevice());
  ASSERT_TRUE(from.allocate(kWords * sizeof(Words)));
  ASSERT_TRUE(to.allocate(kWords * sizeof(Words)));
  ASSERT_TRUE(result.allocate(sizeof(unsigned)));
  const LaunchShape shape = {.grid = dim3(kCount), .block = dim3(kThreads)};
  ASSERT_TRUE(run([&](const Runtime &runtime) {
    runtime.launch("writeMemory", writeMemory, shape, from.as<Words>(), 7u);
    launchCopyMemory(runtime, kCount, to.as<Words>(), from.as<Words>());
  }));
  for (std::size_t i = 0; i < 4 * kWords; ++i)
    ASSERT_EQ(to.as<unsigned>()[i], 7u);
  to.as<Words>()[kWords - 1].w = 6; // the last word decides
  ASSERT_TRUE(run([&](const Runtime &runtime) {
    launchReadMemory(runtime, kCount / kReadsAtOnce, to.as<Words>(), result.as<UInt32>());
  }));
  EXPECT_EQ(*result.as<unsigned>(), 1u);
}

TEST(ProbeTest, EveryBlockReadsAllPartsOfL2InTurn) {
  constexpr unsigned kCount = 3;
  constexpr int kPerThread = 8;
  Buffer words(cpuDevice()), result(cpuDevice());
  ASSERT_TRUE(words.allocate(kCount * kPerThread * kThreads * sizeof(Words)));
  ASSERT_TRUE(result.allocate(sizeof(unsigned)));
  // One word is not 0: a pass over it gives 1, two passes 0 again.
  words.as<unsigned>()[4 * (kPerThread * kThreads + 17)] = 1; // in the second part, thread 17
  const auto read = [&](int passes) {
    *result.as<unsigned>() = 0;
    EXPECT_TRUE(run([&](const Runtime &runtime) {
      launchReadL2(runtime, kCount, words.as<Words>(), kPerThread, passes, result.as<UInt32>());
    }));
    return *result.as<unsigned>();
  };
  EXPECT_EQ(read(1), 1u);
  EXPECT_EQ(read(3), 1u);
  EXPECT_EQ(read(6), 0u);
}

TEST(ProbeTest, OperationsBesideALoadChangeWhatWasLoaded) {
  Buffer array(cpuDevice());
  ASSERT_TRUE(array.allocate(kThreads * 16));
  ASSERT_TRUE(
      run([&](const Runtime &runtime) { launchBesideLoad<float, 8>(runtime, 1, array.as()); }));
  Chains<float> chains(float(kMultiplier), 9);
  chains.run<8>(); // 8 for each of 4 words, in 4 chains
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(array.as<float>()[4 * 9 + i], chains.sum());
}

TEST(ProbeTest, EverythingIsMeasured) {
  Gpu gpu;
  Bench bench(cpuDevice(), *stencilc_probe());
  ASSERT_TRUE(identify(bench.device, gpu));
  gpu.multiprocessors = 1;
  ASSERT_TRUE(measureMemory(bench, gpu));
  ASSERT_TRUE(measureOnChip(bench, gpu));
  ASSERT_TRUE(measureArithmetic(bench, gpu));
  ASSERT_TRUE(measureOverlaps(bench, gpu));
  ASSERT_TRUE(measureCosts(bench, gpu));
  ASSERT_TRUE(measureHostLink(bench, gpu)); // of which there is none
  for (const double rate :
       {gpu.memoryCopy, gpu.memoryCopyKernel, gpu.memoryRead, gpu.memoryWrite, gpu.l2Read,
        gpu.l1Read, gpu.sharedRead, gpu.fma32, gpu.fma64, gpu.registers32, gpu.registers64})
    EXPECT_GT(rate, 0);
  EXPECT_EQ(gpu.limits.sharedBytesPerBlock, 227 << 10);
  EXPECT_EQ(gpu.hidden32.curve.size(), 17u);
  EXPECT_EQ(gpu.barriers.size(), 4u);
  EXPECT_EQ(gpu.toDevice, 0);
}

TEST(ProbeTest, LinksBetweenAllPairsAreMeasuredAndWritten) {
  Links links;
  links.devices = {0, 1, 3};
  ASSERT_TRUE(measureLinks({&cpuDevice(), &cpuDevice(), &cpuDevice()}, links));
  ASSERT_EQ(links.pairs.size(), 3u);
  EXPECT_EQ(links.pairs[2].from, 1);
  EXPECT_EQ(links.pairs[2].to, 3);
  for (const PairLink &pair : links.pairs) {
    EXPECT_TRUE(pair.isDirect);
    for (const double rate : {pair.oneWay, pair.bothWays, pair.hop})
      EXPECT_GT(rate, 0);
  }
  ASSERT_EQ(links.host.size(), 3u);
  for (const HostRates &rates : {links.host[0], links.host[2], links.hostOfAll})
    for (const double rate : {rates.toDevice, rates.toHost, rates.bothWays})
      EXPECT_GT(rate, 0);
  links.exchangeLatency = 20;
  links.exchangeRate = 365;
  Record record;
  record.gpu.emplace().links = links;
  const std::string text = machineText(record);
  for (const char *part : {"\"devices\": [0, 1, 3],", "\"latency_us\": 20.00,\n",
                           "\"gb_s\": 365.0\n", "{\"from\": 1, \"to\": 3, \"peer\": true, ",
                           "{\"device\": 3, \"to_device\": ", "\"host_all_gb_s\": {"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
}

TEST(ProbeTest, TheHostIsMeasured) {
  Host host;
  ASSERT_TRUE(measureHost(kEmulatedEffort, host));
  for (const double rate : {host.copy, host.triad, host.copyOneThread})
    EXPECT_GT(rate, 0);
}

} // namespace
} // namespace stencilc::probe::probe_test
