/// \file The rows that a sweep holds in registers, and what they cost.
#include "PlanTesting.h"
#include "schedules/sweep/ColumnCost.h"
#include "schedules/sweep/HeldCells.h"
#include <gtest/gtest.h>

using namespace stencilc;
using namespace stencilc::test;
using schedules::SweepRows, schedules::SweepShape;

namespace {

/// Of `u` updated from these of its cells.
analysis::Facts factsOfReads(std::initializer_list<Offset> reads) {
  Draft d(3);
  const FieldId u = d.field("u");
  d.stage(u, d.sum(u, reads));
  return analysis::gatherFacts(d.program);
}

const SweepRows &rowsOf(const SweepShape &shape) { return shape.fieldLevels.begin()->second; }

constexpr Offset kBehind{{0, 0, -8}}, kAhead{{0, 0, 8}};

TEST(Rows, PlanesBetweenTwoThatAreReadAreHeldSoThatEachCellIsLoadedOnce) {
  const analysis::Facts facts = factsOfReads({kBehind, kAhead});
  const SweepShape kept = schedules::sweepShape(facts, 0, true);
  ASSERT_EQ(rowsOf(kept).size(), 17u);
  EXPECT_EQ(kept.partnerOf(rowsOf(kept), kAhead), nullptr) << "the newest is loaded";
  EXPECT_NE(kept.partnerOf(rowsOf(kept), kBehind), nullptr);
  EXPECT_EQ(kept.newestOf(rowsOf(kept)), kAhead);
  const SweepShape loaded = schedules::sweepShape(facts, 0, false);
  EXPECT_EQ(rowsOf(loaded).size(), 2u);
  EXPECT_EQ(loaded.partnerOf(rowsOf(loaded), kBehind), nullptr);
}

TEST(Rows, RegistersAreThoseOfTheRowsThatTheKernelHolds) {
  const analysis::Facts facts = factsOfReads({kBehind, kAhead});
  const schedules::ColumnOptions one{.cells = 1};
  // Before, only the two planes that are read were counted, and kernels spilled.
  EXPECT_GE(schedules::columnRegisters(facts, 0, schedules::sweepShape(facts, 0, true), one),
            17 * 2);
  const analysis::Facts star = factsOfReads({{{0, 0, -1}}, {}, {{0, 0, 1}}});
  const schedules::ColumnOptions two{.cells = 2};
  EXPECT_NEAR(schedules::columnRegisters(star, 0, schedules::sweepShape(star, 0, true), two) -
                  schedules::columnRegisters(star, 0, schedules::sweepShape(star, 0, true), one),
              4 * 2, 2)
      << "three rows and the result, a word pair each";
}

/// Fields that all read a cell of each other, displaced, as the populations of a lattice do.
analysis::Facts factsOfStreams(int count) {
  Draft d(3);
  std::vector<FieldId> fields;
  for (int i = 0; i < count; ++i)
    fields.push_back(d.field("f" + std::to_string(i)));
  ir::ExprId all = d.read(fields[0], {{-1, 0, 0}});
  for (int i = 1; i < count; ++i)
    all = d.add(all, d.read(fields[i], {{-1, 0, 0}}));
  for (FieldId field : fields)
    d.stage(field, d.mul(d.read(field, {{-1, 0, 0}}), all));
  return analysis::gatherFacts(d.program);
}

TEST(Rows, ANewCellOfAStageTakesThePlaceOfWhatNoLaterStageReads) {
  const analysis::Facts facts = factsOfStreams(19);
  ASSERT_EQ(facts.dependence.kernels.size(), 1u);
  const SweepShape shape = schedules::sweepShape(facts, 0, true);
  EXPECT_EQ(schedules::heldWords(facts, 0, shape, {.cells = 2}), (19 + 1) * 2 * 2)
      << "words of two cells of 19 fields and the first new one, without the margins, of which a "
         "thread reads as many cells as it does not read of its own";
}

TEST(Rows, NoPlanHasFewerRegistersThanItHolds) {
  const analysis::Facts facts = factsOfReads({kBehind, kAhead});
  const plan::Planning result = planning(facts, cuda(), "sweep:cells=1");
  ASSERT_TRUE(result.best);
  const plan::KernelPlan &kernel = result.best->kernels.front();
  const int atMost = result.best->target.registersPerSm / (kernel.block[0] * kernel.block[1]);
  EXPECT_GE(atMost / kernel.residentBlocks, 17 * 2) << kernel.residentBlocks << " blocks";
}

TEST(Rows, MarginsMoveOnEachSideByItself) {
  EXPECT_EQ(schedules::movedMargins({1, 2}, {1, 0}).left, 1);
  EXPECT_EQ(schedules::movedMargins({1, 2}, {1, 0}).right, 0) << "the plane before held too few";
  EXPECT_EQ(schedules::movedMargins({0, 1}, {3, 3}).right, 1) << "no more than are needed";
}

TEST(Rows, ForwardedValuesAreNotHeldAndFrozenCellsAre) {
  Draft d(2);
  const FieldId u = d.field("u"), v = d.field("v");
  d.stage(u, d.sum(u, {{{0, -1}}, {{0, 1}}}));
  d.stage(v, d.add(d.read(v, {{0, 1}}), d.read(u, {}, 1)));
  for (ir::Stage &stage : d.program.stages)
    stage.frozen.low[0] = 1;
  const SweepShape shape = schedules::sweepShape(analysis::gatherFacts(d.program), 0, true);
  ASSERT_EQ(shape.fieldLevels.size(), 2u);
  for (const auto &[fieldLevel, rows] : shape.fieldLevels) {
    EXPECT_EQ(fieldLevel.level, 0);
    EXPECT_TRUE(rows.count({})) << "a cell that is kept is written again";
  }
}

} // namespace
