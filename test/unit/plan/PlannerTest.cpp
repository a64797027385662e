/// \file Which schedule and shape the planner chooses, and why it refuses.
#include "PlanTesting.h"
#include "plan/cost/Column.h"
#include "plan/search/Doubt.h"
#include "plan/verify/PlanVerifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;

static std::string chosen(const analysis::Facts &facts, const plan::Target &target) {
  return planning(facts, target).best.value().schedule;
}

static std::string refusal(const analysis::Facts &facts, const plan::Target &target,
                           const std::string &request) {
  const plan::Planning result = planning(facts, target, request);
  EXPECT_FALSE(result.best);
  return result.rejected.size() == 1 ? result.rejected.front().reason : "";
}

TEST(Planner, SchedulesAreSortedAndNamedAfterTheirFiles) {
  std::string names;
  for (const plan::Schedule *schedule : plan::allSchedules())
    (names += schedule->name()) += " ";
  EXPECT_EQ(names,
            "coarse inplace loops naive persistent slabs stream sweep tensorcore tile2d tile3d "
            "twosteps wavefront ");
}

TEST(Planner, SeveralStepsAtOnceInThreeAxesAndInOne) {
  for (const std::string name : {"sm_80", "sm_90"}) {
    const plan::Planning result = planning(heat3d(), cuda(name));
    EXPECT_EQ(result.best->schedule, "wavefront") << name;
    ASSERT_TRUE(result.best->fused);
    EXPECT_GT(result.best->fused->steps, 1) << name;
    EXPECT_EQ(result.best->kernels.size(), 1u) << "steps left over";
  }
  for (ScalarType type : {ScalarType::F64, ScalarType::F32})
    for (const std::string &name : machine::targetNames(plan::TargetKind::Cuda))
      EXPECT_EQ(chosen(factsOf(1, 1, Shape::Star, type, {{1 << 24, 1, 1}}), cuda(name)),
                "wavefront")
          << name;
}

// What keeps planes in registers or shared memory is never worse than what keeps none.
TEST(Planner, NaiveOnlyWhereNothingElseFits) {
  for (ScalarType type : {ScalarType::F64, ScalarType::F32})
    for (const std::string &name : machine::targetNames(plan::TargetKind::Cuda)) {
      const plan::Target target = cuda(name);
      for (const analysis::Facts &facts :
           {heat3d(type), factsOf(3, 4, Shape::Star, type, {{512, 512, 512}}),
            factsOf(3, 1, Shape::Box, type, {{512, 512, 512}}),
            factsOf(2, 1, Shape::Star, type, {{16384, 16384, 1}})}) {
        // Where f64 arithmetic binds, both take its time.
        EXPECT_LT(planning(facts, target, "sweep").best->cost,
                  1.05 * planning(facts, target, "naive").best->cost)
            << name;
        EXPECT_TRUE(name != "sm_90" || chosen(facts, target) != "naive");
      }
    }
}

TEST(Planner, LoopsOnTheCpu) { EXPECT_EQ(chosen(heat3d(), cpu()), "loops"); }

TEST(Planner, EveryChoiceOfThePlannerPassesTheVerifier) {
  for (int rank = 1; rank <= 3; ++rank)
    for (int radius : {1, 2, 4, 8})
      for (Shape shape : {Shape::Star, Shape::Box})
        for (ScalarType type : {ScalarType::F64, ScalarType::F32})
          for (std::int64_t n : {std::int64_t(17), std::int64_t(512)}) {
            if (rank == 3 && shape == Shape::Box && radius > 2)
              continue; // thousands of reads: slow to build, nothing new
            const Extents extents = {{n, rank > 1 ? n : 1, rank > 2 ? n : 1}};
            const analysis::Facts facts = factsOf(rank, radius, shape, type, extents);
            for (const std::string &name : machine::targetNames(plan::TargetKind::Cuda)) {
              const plan::Planning result = planning(facts, cuda(name));
              ASSERT_TRUE(result.best);
              EXPECT_EQ(llvm::join(plan::verifyPlan(facts, *result.best), "\n"), "");
            }
            EXPECT_EQ(llvm::join(plan::verifyPlan(facts, *planning(facts, cpu()).best), "\n"), "");
          }
}

TEST(Planner, CandidatesAreSortedByExpectedCost) {
  const analysis::Facts facts = heat3d();
  const plan::Planning result = planning(facts, cuda());
  ASSERT_GT(result.candidates.size(), 2u);
  for (std::size_t i = 1; i < result.candidates.size(); ++i)
    EXPECT_LE(plan::expectedCost(facts, result.candidates[i - 1]),
              plan::expectedCost(facts, result.candidates[i]));
}

TEST(Planner, AccessesHaveSixteenBytesOfTheWidestField) {
  const auto cells = [](ScalarType type) {
    return planning(heat3d(type), cuda(), "sweep").best->kernels[0].cellsPerThread;
  };
  EXPECT_EQ(cells(ScalarType::F64), 2);
  EXPECT_EQ(cells(ScalarType::F32), 4);
  Draft d(3, ScalarType::F32);
  const FieldId u = d.field("u"), k = d.field("k");
  d.program.fields[k].storage = ScalarType::F64;
  d.stage(u, d.add(d.sum(u, {{{0, 0, -1}}, {{0, 0, 1}}}), d.b.convert(d.read(k), ScalarType::F32)));
  const analysis::Facts mixed = analysis::gatherFacts(d.program);
  EXPECT_EQ(planning(mixed, cuda(), "sweep").best->kernels[0].cellsPerThread, 2);
}

// Long chunks drift apart and lose each other's rows; grids that do not fill the machine want short
// ones.
TEST(Planner, SmallGridsGetShorterChunks) {
  const auto planes = [](std::int64_t n) {
    return planning(heat3d(ScalarType::F64, {{n, n, n}}), cuda(), "sweep")
        .best->kernels[0]
        .planesPerChunk;
  };
  EXPECT_EQ(planes(768), 16);
  EXPECT_EQ(planes(64), 8);
}

TEST(Planner, NaiveCoversLongAxes) {
  for (Extents extents :
       {Extents{{8, 8, 70000}}, Extents{{8, 3000000, 4}}, Extents{{8, 8, 4000000}}}) {
    const analysis::Facts facts = heat3d(ScalarType::F64, extents);
    const plan::Plan plan = *planning(facts, cuda(), "naive").best;
    EXPECT_EQ(llvm::join(plan::verifyPlan(facts, plan), "\n"), "");
  }
}

TEST(Planner, RequestsAreHonoured) {
  const plan::Plan sweep =
      *planning(heat3d(), cuda(), "sweep:block=64x4,cells=1,planes=17,prefetch=1,reuse=registers")
           .best;
  const plan::KernelPlan &kernel = sweep.kernels[0];
  EXPECT_EQ(kernel.block[0], 64);
  EXPECT_EQ(kernel.block[1], 4);
  EXPECT_EQ(kernel.block[2], 1);
  EXPECT_EQ(kernel.cellsPerThread, 1);
  EXPECT_EQ(kernel.planesPerChunk, 17);
  EXPECT_EQ(kernel.prefetch, 1);
  EXPECT_EQ(kernel.sweepAxis, 2);
  const plan::Plan naive = *planning(heat3d(), cuda(), "naive:block=16x4x4").best;
  EXPECT_EQ(naive.kernels[0].block[2], 4);
  EXPECT_EQ(planning(heat3d(), cpu(), "loops:rows=12").best->kernels[0].block[1], 12);
  EXPECT_EQ(planning(heat3d(), cpu(), "loops:rows=all").best->kernels[0].block[1], 0);
}

TEST(Planner, ThePlanNamesTheOptionsThatMakeItAgain) {
  for (const plan::Target &target : {cuda(), cpu()})
    for (const plan::Plan &plan : planning(heat3d(), target).candidates) {
      std::vector<std::string> options;
      for (const auto &[key, value] : plan.options)
        options.push_back(llvm::formatv("{0}={1}", key, value));
      const std::string request = llvm::formatv("{0}:{1}", plan.schedule, llvm::join(options, ","));
      const plan::Plan again = *planning(heat3d(), target, request).best;
      EXPECT_EQ(llvm::formatv("{0}", llvm::json::Value(again.toJson())).str(),
                llvm::formatv("{0}", llvm::json::Value(plan.toJson())).str());
    }
}

TEST(Planner, RefusalsSayWhy) {
  EXPECT_EQ(refusal(factsOf(1, 1, Shape::Star, ScalarType::F64, {{64, 1, 1}}), cuda(), "sweep"),
            "one axis leaves nothing to sweep; use naive");
  EXPECT_EQ(refusal(heat3d(), cuda(), "sweep:cells=4"),
            "cells=4 of 8 bytes would need accesses of 32 bytes, and the widest have 16; use "
            "cells=2 or fewer");
  EXPECT_EQ(refusal(heat3d(), cuda(), "sweep:block=32x4x2"),
            "block=32x4x2 puts 2 threads along axis 3, but the sweep runs along that axis; give 2 "
            "numbers");
  EXPECT_EQ(refusal(factsOf(2, 1, Shape::Star, ScalarType::F64, {{64, 64, 1}}), cuda(),
                    "naive:block=8x8x8"),
            "block=8x8x8 puts 8 threads along axis 3, but the program has 2 axes; give 2 numbers");
  EXPECT_EQ(refusal(heat3d(), cuda(), "loops"),
            "it makes cpu code, and the target is cuda; use --target=cpu");
  EXPECT_EQ(
      refusal(factsOf(2, 1, Shape::Star, ScalarType::F64, {{64, 64, 1}}), cpu(), "loops:rows=4"),
      "rows=4 cuts the middle of three axes, and the program has two axes; leave it out");
}

TEST(Planner, TooManyRegistersAreRefusedWithTheNumber) {
  const analysis::Facts facts = factsOf(3, 2, Shape::Box, ScalarType::F64, {{128, 128, 128}});
  // 5, and 1.25 for each of 252 words (25 rows of 1 + 4 cells of 2 words, and a result of 2), and
  // less than 1 for intermediate values.
  EXPECT_EQ(refusal(facts, cuda(), "sweep"),
            "its columns need about 320 registers per thread, and sm_90 has 255; use reuse=none "
            "or naive, which keep no columns");
  EXPECT_EQ(chosen(facts, cuda()), "naive");
}

TEST(Planner, FewerCellsWhenTheWidestDoNotFit) {
  const analysis::Facts facts = factsOf(3, 2, Shape::Box, ScalarType::F32, {{256, 256, 256}});
  EXPECT_EQ(planning(facts, cuda(), "sweep").best->kernels[0].cellsPerThread, 2);
  const analysis::Facts wide = factsOf(3, 3, Shape::Box, ScalarType::F32, {{256, 256, 256}});
  EXPECT_FALSE(planning(wide, cuda(), "sweep").best);
}

TEST(Planner, ColumnsSplitWhereAPlaneIsNotRead) {
  Draft d(3);
  const FieldId u = d.field("u");
  d.stage(u, d.sum(u, {{{0, 0, -1}}, {{-1, 0, 1}}, {{2, 0, 1}}, {{0, 0, 2}}, {{0, 1, 0}}}));
  const analysis::Facts facts = analysis::gatherFacts(d.program);
  const auto columns = plan::columnsOf(facts, facts.dependence.kernels[0]);
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(columns[0].first, -1);
  EXPECT_EQ(columns[0].last, -1);
  EXPECT_EQ(columns[1].first, 1);
  EXPECT_EQ(columns[1].last, 2);
  EXPECT_EQ(columns[1].rows[0].low, 1);
  EXPECT_EQ(columns[1].rows[0].high, 2);
  EXPECT_EQ(columns[2].row, 1);
}

TEST(Planner, ForwardedValuesAreNotRead) {
  Draft d(2);
  const FieldId u = d.field("u"), v = d.field("v");
  d.stage(u, d.sum(u, {{{0, -1}}, {{0, 1}}}));
  d.stage(v, d.add(d.read(v), d.read(u, {}, 1)));
  const analysis::Facts facts = analysis::gatherFacts(d.program);
  ASSERT_EQ(facts.dependence.kernels.size(), 1u);
  for (const plan::Column &column : plan::columnsOf(facts, facts.dependence.kernels[0]))
    EXPECT_EQ(column.fieldLevel.level, 0);
}

TEST(Planner, JsonHoldsNoFloatingPointNumbers) {
  const std::function<void(const llvm::json::Value &)> check = [&](const llvm::json::Value &value) {
    if (const auto *object = value.getAsObject()) {
      for (const auto &[key, item] : *object)
        check(item);
    } else if (const auto *array = value.getAsArray()) {
      for (const llvm::json::Value &item : *array)
        check(item);
    } else if (value.getAsNumber()) {
      EXPECT_TRUE(value.getAsInteger());
    }
  };
  const analysis::Facts facts = heat3d();
  for (const plan::Target &target : {cuda(), cpu()})
    for (const plan::Plan &plan : planning(facts, target).candidates)
      check(plan.toJson());
}
