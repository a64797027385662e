/// \file The probe's kernels and arithmetic, on the CPU device: they read and write what they
/// should; times mean nothing here.
#include "stencilc/probe/Arithmetic.h"
#include "stencilc/probe/MachineText.h"
#include "stencilc/probe/Memory.h"
#include "stencilc/probe/OnChip.h"
#include <gtest/gtest.h>

using namespace stencilc;
using namespace stencilc::probe;

namespace {

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
  Buffer from, to, result;
  ASSERT_TRUE(from.allocate(kWords * sizeof(Words)));
  ASSERT_TRUE(to.allocate(kWords * sizeof(Words)));
  ASSERT_TRUE(result.allocate(sizeof(unsigned)));
  const LaunchShape shape = {.grid = dim3(kCount), .block = dim3(kThreads)};
  ASSERT_TRUE(launch(nullptr, "writeMemory", writeMemory, shape, from.as<Words>(), 7u));
  ASSERT_TRUE(launch(nullptr, "copyMemory", copyMemory, shape, to.as<Words>(), from.as<Words>()));
  for (std::size_t i = 0; i < 4 * kWords; ++i)
    ASSERT_EQ(to.as<unsigned>()[i], 7u);
  to.as<Words>()[kWords - 1].w = 6; // the last word decides
  const LaunchShape reads = {.grid = dim3(kCount / kReadsAtOnce), .block = dim3(kThreads)};
  ASSERT_TRUE(
      launch(nullptr, "readMemory", readMemory, reads, to.as<Words>(), 1u, result.as<unsigned>()));
  EXPECT_EQ(*result.as<unsigned>(), 1u);
}

TEST(ProbeTest, EveryBlockReadsAllPartsOfL2InTurn) {
  constexpr unsigned kCount = 3;
  constexpr int kPerThread = 8;
  Buffer words, result;
  ASSERT_TRUE(words.allocate(kCount * kPerThread * kThreads * sizeof(Words)));
  ASSERT_TRUE(result.allocate(sizeof(unsigned)));
  // One word is not 0: a pass over it gives 5, two passes 0 again.
  words.as<unsigned>()[4 * (kPerThread * kThreads + 17)] = 5; // in the second part, thread 17
  const auto read = [&](int passes) {
    *result.as<unsigned>() = 0;
    EXPECT_TRUE(launch(nullptr, "readL2", readL2, {.grid = dim3(kCount), .block = dim3(kThreads)},
                       words.as<Words>(), kPerThread, 1u, passes, 5u, result.as<unsigned>()));
    return *result.as<unsigned>();
  };
  EXPECT_EQ(read(1), 5u);
  EXPECT_EQ(read(3), 5u);
  EXPECT_EQ(read(6), 0u);
}

TEST(ProbeTest, OperationsBesideALoadChangeWhatWasLoaded) {
  Buffer array;
  ASSERT_TRUE(array.allocate(kThreads * 16));
  ASSERT_TRUE(launch(nullptr, "runBesideLoad", runBesideLoad<float, 8>,
                     {.grid = dim3(1), .block = dim3(kThreads)}, array.as<float>(),
                     float(kMultiplier)));
  Chains<float> chains(float(kMultiplier), 9);
  chains.run<8>(); // 8 for each of 4 words, in 4 chains
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(array.as<float>()[4 * 9 + i], chains.sum());
}

TEST(ProbeTest, EverythingIsMeasured) {
  Gpu gpu;
  gpu.multiprocessors = 1;
  Bench bench;
  ASSERT_TRUE(measureMemory(bench, gpu));
  ASSERT_TRUE(measureOnChip(bench, gpu));
  ASSERT_TRUE(measureArithmetic(bench, gpu));
  for (const double rate :
       {gpu.memoryCopy, gpu.memoryCopyKernel, gpu.memoryRead, gpu.memoryWrite, gpu.l2Read,
        gpu.l1Read, gpu.sharedRead, gpu.fma32, gpu.fma64, gpu.registers32, gpu.registers64})
    EXPECT_GT(rate, 0);
}

} // namespace
