/// \file What a sweep stages in shared memory and in registers, and the shape of tiles.
#include "schedules/sweep/staged/Staging.h"
#include "PlanTesting.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/verify/PlanVerifier.h"
#include "schedules/papers/tile/Shape.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;
using plan::KernelPlan;
using plan::Staging;
using schedules::StagedShape;
using schedules::Window;

static KernelPlan shape(Staging staging, bool keepsColumn, int ahead) {
  KernelPlan kernel;
  kernel.block[0] = 32;
  kernel.block[1] = 8;
  kernel.cellsPerThread = 2;
  kernel.sweepAxis = 2;
  kernel.planesPerChunk = 1;
  kernel.staging = staging;
  schedules::setStagedParameters(kernel, schedules::StagedParameters{2, ahead, keepsColumn});
  return kernel;
}

TEST(Staging, AStarHoldsThePlanesFromTheUpdatedOneToTheNewest) {
  const auto facts = factsOf(3, 4, Shape::Star, ScalarType::F64, {{512, 512, 512}});
  const StagedShape staged = schedules::stagedShape(facts, 0, shape(Staging::Shared, true, 2));
  ASSERT_EQ(staged.fieldLevels.size(), 1u);
  const schedules::StagedLevel &u = staged.fieldLevels.front();
  EXPECT_EQ(u.slots, 5 + 2);
  EXPECT_EQ(u.width, 4 + 64 + 4);
  EXPECT_EQ(u.height, 4 + 16 + 4);
  EXPECT_EQ(staged.lead, 8);
  EXPECT_EQ(u.window(4), Window());
  EXPECT_EQ(u.window(0), (Window{4, 4, 4, 4}));
  EXPECT_EQ(u.moved(0), Window()) << "of the plane being updated, the own cells were there before";
  EXPECT_FALSE(u.feeds[4]) << "what the plane being updated loads is not moved on";
  EXPECT_TRUE(u.feeds[8]) << "the newest plane is";
  EXPECT_EQ(u.slotBytes() % 128, 0);
}

TEST(Staging, ABoxLoadsItsNewestPlaneOnly) {
  const auto facts = factsOf(3, 1, Shape::Box, ScalarType::F64, {{512, 512, 512}});
  const StagedShape staged = schedules::stagedShape(facts, 0, shape(Staging::Shared, true, 3));
  EXPECT_EQ(staged.fieldLevels.front().slots, 1 + 3);
  EXPECT_EQ(staged.fieldLevels.front().firstLoaded, 1);
}

TEST(Staging, WithoutReuseAllPlanesAreInTheRing) {
  const auto facts = factsOf(3, 2, Shape::Box, ScalarType::F64, {{512, 512, 512}});
  EXPECT_EQ(
      schedules::stagedShape(facts, 0, shape(Staging::Shared, false, 1)).fieldLevels.front().slots,
      5 + 1);
}

TEST(Staging, RowsHaveNoHaloAlongX) {
  const auto facts = factsOf(3, 2, Shape::Star, ScalarType::F64, {{512, 512, 512}});
  const StagedShape staged = schedules::stagedShape(facts, 0, shape(Staging::Rows, true, 1));
  EXPECT_EQ(staged.fieldLevels.front().width, 64);
  EXPECT_EQ(staged.fieldLevels.front().height, 2 + 16 + 2);
}

TEST(Staging, ProposedPlansFitTheChipAndCanBeAskedForAgain) {
  for (int radius : {1, 2, 4})
    for (ScalarType type : {ScalarType::F32, ScalarType::F64})
      for (const std::string &name : machine::targetNames(plan::TargetKind::Cuda)) {
        const auto facts = factsOf(3, radius, Shape::Star, type, {{512, 512, 512}});
        const plan::Planning staged = planning(facts, cuda(name), "sweep:stage=shared");
        ASSERT_TRUE(staged.best) << name << " radius " << radius;
        EXPECT_TRUE(plan::verifyPlan(facts, *staged.best).empty());
        const plan::Planning again = planning(facts, cuda(name), staged.best->requestText());
        ASSERT_TRUE(again.best) << staged.best->requestText();
        EXPECT_EQ(again.best->requestText(), staged.best->requestText());
        EXPECT_EQ(again.best->kernels[0].sharedBytes, staged.best->kernels[0].sharedBytes);
      }
}

static bool stagesUnasked(int radius, ScalarType type, std::int64_t n, BoundaryKind faces) {
  ir::Program program = factsOf(3, radius, Shape::Star, type, {{n, n, n}}).program;
  for (ir::FieldDecl &field : program.fields)
    for (auto &axis : field.boundary)
      for (ir::Boundary &face : axis)
        face.kind = faces;
  if (faces == BoundaryKind::Keep)
    for (ir::Stage &stage : program.stages)
      for (int axis = 0; axis < kMaxAxes; ++axis)
        stage.frozen.low[axis] = stage.frozen.high[axis] = radius;
  return planning(analysis::gatherFacts(program), cuda(), "sweep").best->options.count("stage") > 0;
}

// As measured: bench/log/speed/2026-11-22-single-step.md, "Every method of one step", and since
// blocks are kept in step bench/log/reasons/2026-11-28-blocks-in-step.md.
TEST(Staging, WideStarsOfLargeGridsHaveTheirPlanesInSharedMemory) {
  for (ScalarType type : {ScalarType::F32, ScalarType::F64}) {
    EXPECT_TRUE(stagesUnasked(3, type, 512, BoundaryKind::Keep));
    EXPECT_TRUE(stagesUnasked(4, type, 512, BoundaryKind::Keep));
    EXPECT_TRUE(stagesUnasked(1, type, 512, BoundaryKind::Keep));
    EXPECT_FALSE(stagesUnasked(1, type, 512, BoundaryKind::Periodic)) << "no pace";
    EXPECT_FALSE(stagesUnasked(2, type, 512, BoundaryKind::Periodic)) << "threads copy at faces";
    EXPECT_FALSE(stagesUnasked(4, type, 128, BoundaryKind::Keep)) << "nothing measured that small";
  }
}

TEST(Staging, NoTileIsChosenUnasked) {
  for (int rank : {1, 2, 3})
    for (std::int64_t n : {64, 512, 8192})
      for (ScalarType type : {ScalarType::F32, ScalarType::F64}) {
        const Extents extents = {
            {n, rank > 1 ? n : 1, rank > 2 ? std::min<std::int64_t>(n, 512) : 1}};
        const plan::Plan best =
            *planning(factsOf(rank, 1, Shape::Star, type, extents), cuda()).best;
        EXPECT_FALSE(best.schedule.starts_with("tile")) << best.requestText();
      }
}

TEST(Staging, BlocksAskedForBoundTheRegisters) {
  const auto facts = factsOf(3, 2, Shape::Star, ScalarType::F64, {{512, 512, 512}});
  const auto kernel = [&](const std::string &options) {
    return planning(facts, cuda(), "sweep:stage=shared,block=32x8,rows=4" + options)
        .best->kernels[0];
  };
  EXPECT_EQ(kernel("").residentBlocks, 1) << "two would have fewer registers than are needed";
  EXPECT_EQ(kernel(",blocks=1").residentBlocks, 1);
  EXPECT_EQ(kernel(",blocks=1").registers, kernel("").registers);
  EXPECT_EQ(kernel(",blocks=2,ahead=1").residentBlocks, 2);
  EXPECT_EQ(kernel(",blocks=2,ahead=1").registers, 128);
  EXPECT_GT(kernel(",ahead=1").registers, 128);
  const plan::Plan three = *planning(facts, cuda(), "sweep:stage=none,block=32x8,blocks=3").best;
  EXPECT_EQ(three.kernels[0].residentBlocks, 3);
  EXPECT_LE(three.kernels[0].registers, 65536 / (3 * 256));
}

TEST(Tiles, BlocksThatOverlapCountTheCellsTheyUpdate) {
  const plan::Plan plan = *planning(heat3d(), cuda(), "tile3d:halo=overlap,block=16x8x8").best;
  EXPECT_EQ(plan::cellsOfBlock(plan.kernels[0], 0), 14);
  EXPECT_EQ(plan::cellsOfBlock(plan.kernels[0], 2), 6);
  EXPECT_EQ(plan.kernels[0].sharedBytes, 16 * 8 * 8 * 8);
}

TEST(Tiles, TilesInTurnAndCellsMakeABlocksShare) {
  const auto facts = factsOf(2, 1, Shape::Star, ScalarType::F64, {{512, 512, 1}});
  const plan::Plan plan = *planning(facts, cuda(), "tile2d:block=16x16,cells=2x3,passes=2").best;
  EXPECT_EQ(plan::cellsOfBlock(plan.kernels[0], 0), 32);
  EXPECT_EQ(plan::cellsOfBlock(plan.kernels[0], 1), 16 * 3 * 2);
  EXPECT_EQ(plan.kernels[0].sharedBytes, (2 + 32 + 2) * (1 + 48 + 1) * 8);
}

TEST(Tiles, AbsurdNumbersAreRefusedNotOverflowed) {
  const auto space = heat3d();
  const auto plane = factsOf(2, 1, Shape::Star, ScalarType::F64, {{512, 512, 1}});
  EXPECT_FALSE(planning(space, cuda(), "tile3d:block=2147483647x2147483647x2147483647").best &&
               plan::verifyPlan(space, *planning(space, cuda(), "tile3d:block=2147483647x1x1").best)
                   .empty());
  EXPECT_FALSE(planning(space, cuda(), "sweep:stage=shared,rows=2147483647").best);
  EXPECT_FALSE(planning(space, cuda(), "sweep:stage=shared,ahead=2147483647").best);
  const plan::Planning wide = planning(plane, cuda(), "tile2d:passes=2147483647");
  EXPECT_FALSE(wide.best && plan::verifyPlan(plane, *wide.best).empty());
}
