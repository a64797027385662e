/// \file Receivers as kernels on the CPU device: the sums of the definition, whatever the type of
/// the values, for numbers of points that fill no block.
#include "runtime/core/stepping/DeviceRun.h"
#include "stencilc/ReceiverKernels.h"
#include <gtest/gtest.h>
#include <vector>

namespace stencilc::receiver_kernel_test {
namespace {

/// Point i has i % 4 parts.
struct Points {
  std::vector<Int64> firsts = {0}, places;
  std::vector<double> weights;
  int count;

  Points(int count, Int64 values) : count(count) {
    for (int i = 0; i < count; ++i) {
      for (int part = 0; part < i % 4; ++part) {
        places.push_back((37 * Int64{i} + Int64{11} * part) % values);
        weights.push_back(1.0 / (3 + i % 7 + part));
      }
      firsts.push_back(static_cast<Int64>(places.size()));
    }
  }
  PointSums sums() const { return {count, firsts.data(), places.data(), weights.data()}; }
};

template <class T> void comparesWithTheDefinition(int count) {
  constexpr Int64 kValues = 500;
  std::vector<T> values;
  for (Int64 i = 0; i < kValues; ++i)
    values.push_back(static_cast<T>(0.37 * static_cast<double>(i % 101)));
  const Points points(count, kValues);
  std::vector<double> row(static_cast<std::size_t>(count), -1);
  DeviceRun run(*deviceFor(ExecutionSpace::CpuDevice), nullptr);
  launchReceivers<float, double, F16, U8>(run.runtime(),
                                          {points.sums(), kScalarOf<T>, values.data(), row.data()});
  ASSERT_TRUE(run.status().ok()) << run.status().message();
  EXPECT_EQ(run.hasLaunched(), count > 0);
  for (int i = 0; i < count; ++i) {
    double sum = 0;
    for (int part = 0; part < i % 4; ++part) {
      const auto value = values[static_cast<std::size_t>((37 * i + 11 * part) % kValues)];
      const double product = 1.0 / (3 + i % 7 + part) * static_cast<double>(value);
      sum = sum + product;
    }
    EXPECT_EQ(row[static_cast<std::size_t>(i)], sum) << "point " << i << " of " << count;
  }
}

TEST(ReceiverKernels, sumsOfTheDefinition) {
  for (const int count : {0, 1, kReceiverThreads, 3 * kReceiverThreads + 5}) {
    comparesWithTheDefinition<float>(count);
    comparesWithTheDefinition<double>(count);
    comparesWithTheDefinition<F16>(count);
    comparesWithTheDefinition<U8>(count);
  }
}

} // namespace
} // namespace stencilc::receiver_kernel_test
