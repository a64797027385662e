/// \file Hand-written kernels give the known results on the CPU device, in every order of threads.
#include "KernelRuns.h"
#include "runtime/core/device/ThreadOrder.h"
#include <gtest/gtest.h>

namespace stencilc::kernel_test {
namespace {

class KernelTest : public testing::TestWithParam<ThreadOrder> {
protected:
  void SetUp() override { device::setThreadOrder(GetParam()); }
  void TearDown() override { device::setThreadOrder(ThreadOrder::Forward); }
};

TEST_P(KernelTest, planeInSharedMemory) {
  EXPECT_EQ(kernels::wrongInSevenPoint(), 0u);
  EXPECT_EQ(kernels::wrongInSevenPoint({1, 1, 1}), 0u);
  EXPECT_EQ(kernels::wrongInSevenPoint({16, 8, 2}), 0u);
  EXPECT_EQ(kernels::wrongInSevenPoint({300, 100, 3}), 0u) << "enough for several host threads";
}

TEST_P(KernelTest, shufflesAlsoInCutWarps) {
  EXPECT_EQ(kernels::wrongInShuffleSum(), 0u);
  EXPECT_EQ(kernels::wrongInShuffleSum(5, 32), 0u);
  EXPECT_EQ(kernels::wrongInShuffleSum(77, 7), 0u) << "a block smaller than a warp";
}

TEST_P(KernelTest, warpOperationsUnderMasks) { EXPECT_EQ(kernels::wrongInWarpTotal(), 0u); }

TEST_P(KernelTest, pipelineOfAsynchronousCopies) { EXPECT_EQ(kernels::wrongInCopyPipeline(), 0u); }

TEST_P(KernelTest, copiesWithoutBarriersAsPlainCalls) {
  EXPECT_EQ(kernels::wrongInWideCopies(), 0u);
}

TEST_P(KernelTest, functions) {
  EXPECT_EQ(kernels::wrongInFunctions<float>(), 0u);
  EXPECT_EQ(kernels::wrongInFunctions<double>(), 0u);
}

TEST_P(KernelTest, tensorLoadsInClusters) { EXPECT_EQ(kernels::wrongInTensorRows(), 0u); }

TEST(DeviceCallsTest, copiesAndQueries) {
  EXPECT_EQ(kernels::wrongInCopies(), 0u);
  EXPECT_EQ(kernels::wrongInQueries(), 0u);
}

INSTANTIATE_TEST_SUITE_P(orders, KernelTest,
                         testing::Values(ThreadOrder::Forward, ThreadOrder::Reverse,
                                         ThreadOrder::Shuffled, ThreadOrder::Ahead,
                                         ThreadOrder::Behind),
                         [](const auto &info) {
                           return std::string(kThreadOrders[static_cast<int>(info.param)]);
                         });

} // namespace
} // namespace stencilc::kernel_test
