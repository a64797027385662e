/// \file Reductions as kernels on the CPU device: the order is that of the definition, for each
/// number of cells a thread loads at once.
#include "ReduceReference.h"
#include "runtime/core/device/ThreadOrder.h"
#include "runtime/core/fields/FieldMemory.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "stencilc/Check.h"
#include <bit>
#include <gtest/gtest.h>

namespace stencilc::reduce_kernel_test {
namespace {

template <int N> __global__ void reduceGiven(Grid g, double *partials) {
  reduceSegment<N, Reduce::Sum, Reduce::Max>(
      g, partials, [&]<int width>(int x, int y, int z, auto &values) {
        EXPECT_TRUE(width == 1 || (width == N && x % N == 0));
        for (int i = 0; i < width; ++i) {
          EXPECT_LT(x + i, g.nx);
          values[0][i] = values[1][i] = valueAt(x + i, y, z);
        }
      });
}

template <int N> void everySizeInOrder(ThreadOrder threads) {
  device::setThreadOrder(threads);
  for (const auto &size : kReduceSizes) {
    FieldDescription field{
        .name = "u", .storage = Scalar::F64, .levels = 1, .buffers = 1, .updated = false};
    const Reduce reductions[] = {Reduce::Sum, Reduce::Max};
    ProgramDescription program{};
    program.name = "given";
    program.rank = 3;
    program.axes[0] = program.axes[1] = program.axes[2] = "a";
    program.fields = &field;
    program.fieldCount = 1;
    program.reductions = reductions;
    program.reductionCount = 2;
    std::vector<FieldMemory> memory;
    std::uint64_t bytes = 0;
    ASSERT_TRUE(planFields(program, size, memory, bytes).ok());
    std::vector<unsigned char> buffer(bytes);
    double *partials = placeFields(memory, buffer.data());
    DeviceRun run(*deviceFor(ExecutionSpace::CpuDevice), nullptr);
    Check check(run.runtime(), program, memory.data(), {}, partials);
    check.launch<Reduce::Sum, Reduce::Max>("reduceGiven", reduceGiven<N>, check.grid());
    ASSERT_TRUE(run.status().ok()) << run.status().message();
    EXPECT_EQ(std::bit_cast<std::uint64_t>(referenceOf(check.grid())),
              std::bit_cast<std::uint64_t>(check.result()[0]))
        << size[0] << " x " << size[1] << " x " << size[2] << ", " << N << " cells a thread";
    double most = valueAt(0, 0, 0);
    for (int z = 0; z < size[2]; ++z)
      for (int y = 0; y < size[1]; ++y)
        for (int x = 0; x < size[0]; ++x)
          most = std::max(most, valueAt(x, y, z));
    EXPECT_EQ(check.result()[1], most);
  }
}

TEST(ReduceKernel, twoCellsAThread) { everySizeInOrder<2>(ThreadOrder::Shuffled); }
TEST(ReduceKernel, fourCellsAThread) { everySizeInOrder<4>(ThreadOrder::Reverse); }
TEST(ReduceKernel, oneCellAThread) { everySizeInOrder<1>(ThreadOrder::Forward); }

} // namespace
} // namespace stencilc::reduce_kernel_test
