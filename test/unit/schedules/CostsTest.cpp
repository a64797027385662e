/// \file What schedules count before it becomes seconds: bytes of halos, cells computed twice,
/// waves of blocks.
#include "Compiled.h"
#include "PlanTesting.h"
#include "plan/cost/LaunchGrid.h"
#include "schedules/sweep/staged/StagedCost.h"
#include "schedules/wavefront/cost/Cost.h"
#include "schedules/wavefront/cost/Traffic.h"

using namespace stencilc;
using namespace stencilc::test;
using schedules::WavefrontShape;

namespace {

const std::string kSevenPoint = R"(stencil jacobi(x, y, z) {
  size 512, 512, 512;
  field u { boundary keep; init 0; }
  u[t+1] = 0.4 * u + 0.1 * sum(star(1) \ centre, u);
})";

const std::string kLine = R"(stencil line(x) {
  size 100000;
  field u { boundary fixed(1); init 0; }
  u[t+1] = 0.5 * u + 0.25 * (u[x-1] + u[x+1]);
})";

WavefrontShape shapeOf(const analysis::Facts &facts, int steps, int chunks = 0) {
  schedules::WavefrontOptions plan;
  plan.steps = plan.group = steps;
  plan.cells = 2;
  plan.rows = facts.program.rank() == 3 ? 4 : 1;
  plan.chunks = chunks;
  std::string reason;
  const auto shape = schedules::makeWavefrontShape(facts, plan, reason);
  EXPECT_TRUE(shape) << reason;
  return shape.value_or(WavefrontShape());
}

TEST(WavefrontTraffic, ACellIsMovedOnceAndItsHaloAgain) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  const plan::Target target = cuda();
  for (int steps : {2, 3, 4}) {
    const WavefrontShape shape = shapeOf(facts, steps);
    const plan::Traffic traffic = schedules::wavefrontTraffic(facts, shape, target, 1);
    const double halo = shape.tile.redundancy - 1;
    ASSERT_GT(halo, 0);
    EXPECT_NEAR(traffic.cacheBytes * steps, 8 * halo, 1e-12) << "read again by other tiles";
    EXPECT_NEAR(traffic.memoryBytes * steps, 8 + 8 * (1 + halo * target.shares.halos.fromMemory),
                1e-12)
        << "written, and read with what of halos is in no cache";
  }
}

/// Bytes lost by tiles of two steps whose cells begin at multiples of so many bytes.
double lostBy(const analysis::Facts &facts, int align) {
  schedules::WavefrontOptions plan;
  plan.steps = plan.group = 2;
  plan.cells = 2;
  plan.rows = 4;
  plan.align = align;
  std::string reason;
  const auto shape = schedules::makeWavefrontShape(facts, plan, reason);
  return schedules::wavefrontTraffic(facts, shape.value(), cuda(), 1).lostBytes;
}

TEST(WavefrontTraffic, TilesThatMeetInsideASectorWriteItTwice) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  EXPECT_EQ(lostBy(facts, 32), 0);
  EXPECT_DOUBLE_EQ(lostBy(facts, 16), 64.0 / 60 / 2)
      << "of 60 cells stored in a row, in two steps: the first tile stores 62";
  const analysis::Facts wave = factsOfSource(R"(stencil wave(x, y, z) {
    size 512, 512, 512;
    field u levels 2 { boundary keep; init 0; }
    u[t+1] = 2 * u - u[t-1] + 0.1 * (sum(star(1) \ centre, u) - 6 * u);
  })");
  EXPECT_DOUBLE_EQ(lostBy(wave, 16), 5 * 32.0 / 60 / 2) << "both levels, and the older one is read";
}

/// Instructions of an update beside its own and shuffles: of a lane of two cells.
double overhead(const std::string &fields, const std::string &updates, int steps) {
  const analysis::Facts facts =
      factsOfSource("stencil s(x, y) { size 4096, 4096; " + fields + updates + " }");
  const plan::Traffic traffic =
      schedules::wavefrontTraffic(facts, shapeOf(facts, steps), cuda(), 1);
  return traffic.instructions - traffic.doubles;
}

TEST(WavefrontTraffic, WithTwoAxesEachFieldThatIsStoredTakesInstructionsOfASweep) {
  const std::string u = "field u { boundary keep; init 0; }",
                    v = "field v { boundary keep; init 0; }";
  const std::string of = "u[t+1] = 0.5 * u + 0.2 * (u[y-1] + u[y+1]); ",
                    more = "v[t+1] = 0.5 * v + 0.2 * (v[y-1] + v[y+1]); ";
  const double one = overhead(u, of, 2), two = overhead(u + v, of + more, 2);
  EXPECT_GT(two, 1.5 * one);
  EXPECT_LT(overhead(u, of, 8), one / 2) << "of four times as many steps";
}

const char *const kQuotients = "field u { boundary keep; init 1; }"
                               "u[t+1] = u + 0.1 * ((u[x-1] - u) / (1 + u[x-1]) + (u[x+1] - u) / "
                               "(1 + u[x+1]) + (u[y-1] - u) / (1 + u[y-1])); ";

TEST(WavefrontTraffic, QuotientsComeOneAfterTheOther) {
  const analysis::Facts facts =
      factsOfSource(std::string("stencil s(x, y) { size 4096, 4096; ") + kQuotients + "}");
  schedules::WavefrontOptions plan;
  plan.steps = plan.group = 2;
  plan.cells = 2;
  const auto stalls = [&](int warps) {
    plan.warps = warps;
    std::string reason;
    const auto shape = schedules::makeWavefrontShape(facts, plan, reason);
    return schedules::wavefrontTraffic(facts, shape.value(), cuda(), 1).stalls;
  };
  EXPECT_GT(stalls(8), 0);
  EXPECT_DOUBLE_EQ(stalls(16), stalls(8) / 2) << "while other warps compute";
}

TEST(WavefrontTraffic, WhatTilesComputeBesideTheirCellsIsWork) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  const WavefrontShape shape = shapeOf(facts, 3);
  EXPECT_DOUBLE_EQ(schedules::wavefrontTraffic(facts, shape, cuda(), 1.75).work, 1.75);
  EXPECT_EQ(schedules::wavefrontTraffic(facts, shape, cuda(), 1).barriers, 1);
  EXPECT_EQ(
      schedules::wavefrontTraffic(factsOfSource(kLine), shapeOf(factsOfSource(kLine), 2), cuda(), 1)
          .barriers,
      0)
      << "warps go along a line by themselves";
}

/// "256 columns of tiles x 1 chunk; 1.35 times the work of the cells stored" as two numbers.
std::pair<std::int64_t, double> columnsAndWork(const schedules::WavefrontCost &cost) {
  const std::string &note = cost.notes.at(1);
  return {std::stoll(note), std::stod(note.substr(note.find(';') + 1))};
}

TEST(WavefrontCost, ABlockThatIsLeftOverCostsAWaveOfItsOwn) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  const WavefrontShape shape = shapeOf(facts, 3, 1);
  const std::int64_t columns = std::int64_t(shape.tile.x.count(512)) * shape.tile.y.count(512);
  plan::Target target = cuda();
  target.multiprocessors = static_cast<int>(columns);
  const auto whole = columnsAndWork(schedules::estimateWavefront(facts, shape, target));
  target.multiprocessors = static_cast<int>(columns) - 1;
  const auto rest = columnsAndWork(schedules::estimateWavefront(facts, shape, target));
  EXPECT_EQ(whole.first, columns);
  EXPECT_NEAR(rest.second / whole.second, 2.0 * double(columns - 1) / double(columns), 0.02);
  EXPECT_GE(whole.second, shape.tile.redundancy) << "halos, and the steps until a chunk is full";
}

TEST(WavefrontCost, ShortChunksAreFullForAShorterTime) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  plan::Target target = cuda();
  target.multiprocessors = 1 << 16; // all chunks at once
  const auto work = [&](int chunks) {
    return columnsAndWork(schedules::estimateWavefront(facts, shapeOf(facts, 3, chunks), target))
        .second;
  };
  const double extra = shapeOf(facts, 3).sweep.extraSteps;
  EXPECT_NEAR(work(8) / work(1), (512.0 / 8 + extra) / (512 + extra), 0.01);
}

/// The kernel of a sweep through shared memory, in chunks of so many planes.
plan::KernelPlan staged(const analysis::Facts &facts, int planes) {
  return planning(facts, cuda(), "sweep:stage=shared,planes=" + std::to_string(planes))
      .best.value()
      .kernels.at(0);
}

TEST(StagedCost, LongChunksLoadFewerPlanesThatOthersLoad) {
  const analysis::Facts facts = heat3d();
  const plan::KernelPlan few = staged(facts, 8), many = staged(facts, 64);
  const double lead = few.shapeAs<schedules::StagedShape>().lead;
  ASSERT_GT(lead, 0);
  const double tile = schedules::stagedRedundancy(facts, many) / (1 + lead / 64);
  EXPECT_GT(tile, 1) << "halos of tiles, whatever the chunk";
  EXPECT_NEAR(schedules::stagedRedundancy(facts, few), tile * (1 + lead / 8), 1e-12);
}

TEST(StagedCost, MemoryIsAskedForNothingWhileABlockDivides) {
  const auto seconds = [](const std::string &divided) {
    const analysis::Facts facts = factsOfSource(
        "stencil s(x, y, z) { size 512, 512, 512; field u { boundary keep; init 1; }"
        "field c constant { boundary keep; init 1; } u[t+1] = c + 0.1 * sum(star(2), u) " +
        divided + " (2 + c); }");
    plan::KernelPlan kernel = staged(facts, 64);
    const Extents extents = {{512, 512, 512}};
    kernel.residentBlocks = 1;
    const double alone = schedules::stagedEstimate(facts, 0, kernel, cuda(), extents).memory;
    kernel.residentBlocks = 2;
    return std::pair(alone, schedules::stagedEstimate(facts, 0, kernel, cuda(), extents).memory);
  };
  const auto product = seconds("*"), quotient = seconds("/");
  EXPECT_GT(quotient.first, 1.1 * product.first);
  EXPECT_NEAR((quotient.second - product.second) / (quotient.first - product.first), 0.5, 0.01)
      << "another block asks meanwhile";
}

TEST(StagedCost, WhatIsNamedIsWhatTakesLongest) {
  plan::Estimate wave;
  wave.memory = 2;
  wave.shared = 1;
  EXPECT_STREQ(schedules::stagedBound(wave), "memory");
  wave.shared = 3;
  EXPECT_STREQ(schedules::stagedBound(wave), "shared memory");
  wave.waiting = 4;
  EXPECT_STREQ(schedules::stagedBound(wave), "waiting");
}

TEST(StagedCost, AWaveThatIsNotFullTakesItsTimeAllTheSame) {
  const plan::Target target = cuda();
  const analysis::Facts facts = heat3d();
  plan::KernelPlan kernel = staged(facts, 8);
  kernel.residentBlocks = 1;
  const Extents extents = {{512, 512, 512}};
  plan::Target all = target, most = target;
  std::int64_t blocks = 1;
  for (std::int64_t count : plan::launchGrid(kernel, extents))
    blocks *= count;
  all.multiprocessors = static_cast<int>(blocks);
  most.multiprocessors = static_cast<int>(blocks) - 1;
  const auto work = [&](const plan::Target &on) {
    return schedules::stagedEstimate(facts, 0, kernel, on, extents).work;
  };
  EXPECT_NEAR(work(most) / work(all), 2.0 * double(blocks - 1) / double(blocks), 1e-9);
}

} // namespace
