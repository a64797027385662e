/// \file Which stages share a kernel, and how many buffers fields need.
#include "analysis/Dependence.h"
#include "Programs.h"
#include "gtest/gtest.h"
#include <functional>

using namespace stencilc;
using namespace stencilc::test;

/// Stages per kernel.
static std::vector<std::size_t> kernelSizes(const Draft &d) {
  std::vector<std::size_t> sizes;
  for (const analysis::Kernel &kernel : analysis::computeDependence(d.program).kernels)
    sizes.push_back(kernel.stages.size());
  return sizes;
}
using Sizes = std::vector<std::size_t>;

TEST(Dependence, IndependentStagesShareAKernel) {
  Draft d(2);
  const FieldId u = d.field("u"), v = d.field("v");
  d.stage(u, d.add(d.read(u, {{-1, 0}}), d.read(v)));
  d.stage(v, d.add(d.read(v, {{0, 1}}), d.read(u, {{1, 0}})));
  EXPECT_EQ(kernelSizes(d), Sizes{2});
}

TEST(Dependence, NewValueOfTheSameCellIsForwarded) {
  Draft d(1);
  const FieldId u = d.field("u"), v = d.field("v");
  d.stage(u, d.read(u, {{-1}}));
  d.stage(v, d.add(d.read(v), d.read(u, {}, 1)));
  EXPECT_EQ(kernelSizes(d), Sizes{2});
}

TEST(Dependence, NewValueOfANeighbourNeedsItsOwnKernel) {
  Draft d(1);
  const FieldId u = d.field("u"), v = d.field("v");
  d.stage(u, d.read(u));
  d.stage(v, d.add(d.read(u, {}, 1), d.read(u, {{-1}}, 1)));
  EXPECT_EQ(kernelSizes(d), (Sizes{1, 1}));
}

TEST(Dependence, NeighboursOfAnEarlierKernelAreThere) {
  // hx and hy, then ez from neighbours of both, then a stage that needs ez at the cell itself and
  // neighbours of hx, which is complete by then.
  Draft d(2);
  const FieldId hx = d.field("hx"), hy = d.field("hy"), ez = d.field("ez"), q = d.field("q");
  d.stage(hx, d.read(ez, {{0, 1}}));
  d.stage(hy, d.read(ez, {{1, 0}}));
  d.stage(ez, d.sub(d.read(hy, {{-1, 0}}, 1), d.read(hx, {{0, -1}}, 1)));
  d.stage(q, d.add(d.read(ez, {}, 1), d.read(hx, {{2, 2}}, 1)));
  EXPECT_EQ(kernelSizes(d), (Sizes{2, 2}));
}

TEST(Dependence, StagesKeepTheirOrder) {
  Draft d(1);
  const FieldId a = d.field("a"), b = d.field("b"), c = d.field("c");
  d.stage(a, d.read(a));
  d.stage(b, d.read(a, {{1}}, 1));
  d.stage(c, d.read(a));
  const auto kernels = analysis::computeDependence(d.program).kernels;
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].stages, std::vector{StageId{0}});
  EXPECT_EQ(kernels[1].stages, (std::vector{StageId{1}, StageId{2}}));
}

TEST(Dependence, Buffers) {
  Draft d(1);
  const FieldId u = d.field("u", BoundaryKind::Copy, 2), v = d.field("v"), k = d.field("k");
  d.stage(u, d.add(d.read(u, {}, -1), d.read(k)));
  d.stage(v, d.read(v));
  const auto buffers = analysis::computeDependence(d.program).buffers;
  EXPECT_EQ(buffers.at(u), 2);
  EXPECT_EQ(buffers.at(v), 2);
  EXPECT_EQ(buffers.at(k), 1);
}

/// Buffers of a field of two levels whose update has read u[t-1] at the cell; `more` may add others
/// who read it.
static int buffersOfTwoLevels(const std::function<void(Draft &, FieldId)> &more) {
  Draft d(1);
  const FieldId u = d.field("u", BoundaryKind::Copy, 2);
  more(d, u);
  return analysis::computeDependence(d.program).buffers.at(u);
}

TEST(Dependence, TheOldestLevelIsWrittenOverUnlessSomeoneElseMayReadIt) {
  const auto update = [](Draft &d, FieldId u) {
    d.stage(u, d.sub(d.read(u, {{1}}), d.read(u, {}, -1)));
  };
  EXPECT_EQ(buffersOfTwoLevels(update), 2);
  EXPECT_EQ(buffersOfTwoLevels([&](Draft &d, FieldId u) { // before, at the cell
              d.stage(d.field("v"), d.read(u, {}, -1));
              update(d, u);
            }),
            2);
  EXPECT_EQ(buffersOfTwoLevels([&](Draft &d, FieldId u) { // before, at a neighbour
              d.stage(d.field("v"), d.read(u, {{1}}, -1));
              update(d, u);
            }),
            3);
  EXPECT_EQ(buffersOfTwoLevels([&](Draft &d, FieldId u) { // after
              update(d, u);
              d.stage(d.field("v"), d.read(u, {}, -1));
            }),
            3);
  EXPECT_EQ(buffersOfTwoLevels([&](Draft &d, FieldId u) { // the update, at a neighbour
              d.stage(u, d.read(u, {{-1}}, -1));
            }),
            3);
  EXPECT_EQ(buffersOfTwoLevels([&](Draft &d, FieldId u) { // a report
              update(d, u);
              d.program.reductions.add({ir::ReductionKind::Max, d.read(u, {}, -1), {}});
            }),
            3);
}
