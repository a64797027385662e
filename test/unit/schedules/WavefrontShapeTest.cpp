/// \file The shape of a wavefront: tiles, rings, registers, which choices are tried; and that its
/// verifier finds what is wrong with one.
#include "Compiled.h"
#include "machine/Target.h"
#include "schedules/wavefront/shape/Choices.h"
#include "schedules/wavefront/shape/Limits.h"
#include "schedules/wavefront/shape/Shape.h"
#include "llvm/ADT/STLExtras.h"

using namespace stencilc;
using namespace stencilc::test;
using schedules::WavefrontOptions, schedules::WavefrontShape;

namespace wavefront_shape_test {
namespace {

const std::string kSevenPoint = R"(stencil jacobi(x, y, z) {
  size 512, 512, 512;
  field u { boundary keep; init 0; }
  u[t+1] = 0.4 * u + 0.1 * sum(star(1) \ centre, u);
})";

const std::string kCoefficients = R"(stencil heat(x, y, z) {
  field u { boundary periodic; init 0; }
  field k constant { boundary periodic; init 1; }
  u[t+1] = u + 0.1 * (k[z+1] * (u[z+1] - u) - k[z-1] * (u - u[z-1]) + k[x+1] * u[x+1]);
})";

/// Every cell has a coefficient of its own: nothing can be summed before it is multiplied.
const std::string kTaps = R"(stencil taps(x, y, z) {
  field u { boundary periodic; init 0; }
  u[t+1] = 0.1 * u + 0.2 * u[x-1] + 0.3 * u[y+1] + 0.4 * u[z-2] + 0.5 * u[z+2];
})";

const std::string kWaves = R"(stencil waves(x, y) {
  field u levels 2 { boundary mirror; init 0; }
  u[t+1] = 2 * u - u[t-1] + 0.1 * (sum(star(1) \ centre, u) - 4 * u);
})";

const std::string kLine = R"(stencil line(x) {
  field u { boundary fixed(1); init 0; }
  u[t+1] = 0.5 * u + 0.25 * (u[x-1] + u[x+1]);
})";

const std::string kTwoStages = R"(stencil maxwell(x, y) {
  field hx { boundary fixed(0); init 0; }
  field ez { boundary fixed(0); init 0; }
  hx[t+1] = hx - 0.5 * (ez[y+1] - ez);
  ez[t+1] = ez - 0.5 * (hx[t+1] - hx[t+1, y-1]);
})";

WavefrontOptions kernel(int steps) {
  WavefrontOptions plan;
  plan.steps = plan.group = steps;
  plan.cells = 2;
  plan.rows = 4;
  return plan;
}

WavefrontShape shapeOf(const analysis::Facts &facts, const WavefrontOptions &plan) {
  std::string reason;
  const auto shape = schedules::makeWavefrontShape(facts, plan, reason);
  EXPECT_TRUE(shape) << reason;
  return shape.value_or(WavefrontShape());
}

machine::Target chip(const std::string &name) {
  return *machine::findTarget(machine::TargetKind::Cuda, name);
}

std::vector<WavefrontOptions> choices(const analysis::Facts &facts, const machine::Target &target,
                                      std::map<std::string, std::string> options = {}) {
  return schedules::wavefrontChoices(facts, target, {"wavefront", std::move(options)},
                                     schedules::TileSize::Standard);
}

TEST(WavefrontShape, HalfAWarpARowMakesTilesHalfAsWideAndTwiceAsHigh) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  WavefrontOptions plan = kernel(3);
  const WavefrontShape whole = shapeOf(facts, plan);
  plan.teams = 2;
  const WavefrontShape half = shapeOf(facts, plan);
  EXPECT_EQ(half.tile.x.tile, 16 * 2);
  EXPECT_EQ(half.tile.y.tile, 2 * 8 * 4) << "two teams a warp";
  EXPECT_EQ(half.plan.threads(), whole.plan.threads());
  EXPECT_EQ(half.computedCells(), whole.computedCells());
  EXPECT_EQ(half.block.registers, whole.block.registers);
  EXPECT_TRUE(half.verify(facts).empty());
}

TEST(WavefrontShape, StoresAlignedToAccessesMaySaveAColumn) {
  // In f32 a tile of 64 cells loses four to each side: but for the low side of the first, all of
  // which are whole accesses. Sectors have eight cells.
  const analysis::Facts facts =
      factsOfSource("stencil jacobi(x, y, z) { precision f32; "
                    "size 512, 512, 512; field u { boundary keep; init 0; } "
                    "u[t+1] = 0.4 * u + 0.1 * sum(star(1), u); }");
  WavefrontOptions plan = kernel(4);
  plan.cells = 4;
  plan.teams = 2;
  const WavefrontShape sectors = shapeOf(facts, plan);
  plan.align = 16;
  const WavefrontShape accesses = shapeOf(facts, plan);
  EXPECT_EQ(sectors.tile.x.stride, 56);
  EXPECT_EQ(accesses.tile.x.stride, 56);
  EXPECT_EQ(sectors.tile.x.first, 56);
  EXPECT_EQ(accesses.tile.x.first, 60);
  EXPECT_EQ(sectors.tile.x.count(512), 10);
  EXPECT_EQ(accesses.tile.x.count(512), 9);
  EXPECT_TRUE(accesses.tile.endsFlush);
}

TEST(WavefrontShape, TilesOfRowsThatKeepCellsEndWithTheGrid) {
  const auto shapeWith = [](const std::string &boundary) {
    const analysis::Facts facts =
        factsOfSource("stencil star(x, y) { field u { boundary " + boundary +
                      "; init 0; } u[t+1] = 0.2 * sum(star(2), u); }");
    WavefrontOptions plan = kernel(3);
    plan.rows = 1;
    return shapeOf(facts, plan);
  };
  const WavefrontShape kept = shapeWith("keep");
  EXPECT_TRUE(kept.tile.endsFlush);
  EXPECT_FALSE(kept.faces.frozen.isCopied) << "all tiles store the cells they restore";
  EXPECT_LT(schedules::SweepPace::endCost(true), schedules::SweepPace::endCost(false));
  for (const char *boundary : {"periodic", "mirror", "fixed(1)"})
    EXPECT_FALSE(shapeWith(boundary).tile.endsFlush) << boundary;
}

TEST(WavefrontShape, ALaneSavesOneEndOfARow) {
  const analysis::Facts facts =
      factsOfSource("stencil box(x, y, z) { precision f32; "
                    "size 512, 512, 512; field u { boundary keep; init 0; } "
                    "u[t+1] = 0.03 * sum(box(1), u); }");
  WavefrontOptions plan = kernel(2);
  plan.cells = 4;
  plan.teams = 2;
  plan.warps = 4;
  plan.isWhole = true;
  plan.byThreads = false;
  plan.laneDelay = plan.rowDelay = 0;
  plan.rows = 9;
  EXPECT_EQ(
      schedules::whyNotOfShape(chip("sm_90"), shapeOf(facts, plan)),
      "each of 16 lanes saves one end of a row that keeps its value, and a thread has 9 rows; "
      "use rows=8");
  plan.rows = 8;
  EXPECT_EQ(schedules::whyNotOfShape(chip("sm_90"), shapeOf(facts, plan)), std::nullopt);
}

TEST(WavefrontShape, ABoxOfATensorLoadHasALimit) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  WavefrontOptions plan = kernel(2);
  plan.teams = 2;
  plan.byThreads = false;
  plan.warps = 16;
  plan.rows = 9;
  WavefrontShape shape = shapeOf(facts, plan);
  shape.block.sharedBytes = 0;
  EXPECT_EQ(schedules::whyNotOfShape(chip("sm_90"), shape),
            "load=tensor loads planes of at most 256 x 256 cells, and those of the tiles have 32 x "
            "288; use fewer rows or load=async");
}

TEST(WavefrontShape, TilesLoseTheirHaloOnBothSides) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  const WavefrontShape shape = shapeOf(facts, kernel(3));
  EXPECT_EQ(shape.tile.x.tile, 32 * 2);
  EXPECT_EQ(shape.tile.y.tile, 8 * 4);
  EXPECT_EQ(shape.tile.x.halo, 4) << "three steps, and tiles begin at accesses of two cells";
  EXPECT_EQ(shape.tile.y.halo, 3);
  EXPECT_EQ(shape.tile.y.stride, 32 - 2 * 3);
  EXPECT_EQ(shape.sweep.haloLow, 3);
  EXPECT_DOUBLE_EQ(shape.tile.redundancy, 64.0 * 32 / (shape.tile.x.stride * shape.tile.y.stride));
}

TEST(WavefrontShape, AWarpSpansATileHoweverWideItIs) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  WavefrontOptions plan = kernel(2);
  plan.lanes = 64;
  EXPECT_EQ(shapeOf(facts, plan).tile.x.tile, 64 * 2);
  EXPECT_EQ(plan.threads(), 64 * 8);
}

TEST(WavefrontShape, MoreStepsThanATileHasCellsLeaveNothing) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  std::string reason;
  EXPECT_FALSE(schedules::makeWavefrontShape(facts, kernel(16), reason));
  EXPECT_NE(reason.find("a tile of 64 x 32 cells has none left to store"), std::string::npos)
      << reason;
}

TEST(Rings, HoldThePlanesThatWaitAndThoseOnTheirWay) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  WavefrontOptions plan = kernel(2);
  plan.ahead = 1;
  const WavefrontShape near = shapeOf(facts, plan);
  plan.ahead = 4;
  const WavefrontShape far = shapeOf(facts, plan);
  ASSERT_EQ(near.loads.rings.size(), 1u);
  EXPECT_EQ(far.loads.rings[0].slots, near.loads.rings[0].slots + 3);
  EXPECT_EQ(far.block.sharedBytes - near.block.sharedBytes, 3 * 64 * 32 * 8)
      << "planes of a tile in f64";
}

TEST(Rings, FieldsThatNeverChangeWaitForTheLastTimeStep) {
  const analysis::Facts facts = factsOfSource(kCoefficients);
  const WavefrontShape two = shapeOf(facts, kernel(2)), three = shapeOf(facts, kernel(3));
  ASSERT_EQ(two.loads.rings.size(), 2u);
  EXPECT_EQ(three.loads.rings[1].slots - two.loads.rings[1].slots, two.skew->lag);
  EXPECT_EQ(three.loads.rings[0].slots, two.loads.rings[0].slots)
      << "only the first time step reads it";
}

TEST(Registers, GrowWithWhatWaits) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  WavefrontOptions tall = kernel(2);
  tall.rows = 8;
  EXPECT_GT(shapeOf(facts, kernel(3)).block.registers, shapeOf(facts, kernel(2)).block.registers);
  EXPECT_GT(shapeOf(facts, tall).block.registers, shapeOf(facts, kernel(2)).block.registers);
  WavefrontOptions whole = kernel(2);
  whole.isWhole = true;
  EXPECT_LT(shapeOf(facts, whole).block.registers, shapeOf(facts, kernel(2)).block.registers)
      << "planes of age 1 are in shared memory";
}

// nvcc takes 219 registers. The estimate would be 290 with old and new values of the source in all
// rows.
TEST(WavefrontShape, AFieldThatReadsOnlyItselfHasNewValuesInOneRow) {
  const analysis::Facts facts = factsOfSource(R"(stencil heat(x, y, z) {
    field a { boundary fixed(0); init 0; }
    field g { boundary fixed(0); init 0; }
    a[t+1] = 0.4 * a + 0.1 * sum(star(1) \ centre, a) + g;
    g[t+1] = 0.5 * g;
  })");
  WavefrontOptions plan = kernel(4);
  plan.rows = 3;
  EXPECT_LE(shapeOf(facts, plan).block.registers, 255);
}

TEST(Choices, WhatIsAskedForIsFixed) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  const auto list = choices(facts, chip("sm_90"), {{"steps", "4"}, {"rows", "5"}, {"warps", "12"}});
  ASSERT_FALSE(list.empty());
  for (const WavefrontOptions &plan : list) {
    EXPECT_EQ(plan.steps, 4);
    EXPECT_EQ(plan.rows, 5);
    EXPECT_EQ(plan.warps, 12);
  }
}

TEST(Choices, TensorLoadsWhereTheTargetHasThem) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  const auto useTensors = [&](const machine::Target &target) {
    return llvm::any_of(choices(facts, target),
                        [](const WavefrontOptions &plan) { return plan.tensors(); });
  };
  EXPECT_TRUE(useTensors(chip("sm_90")));
  EXPECT_FALSE(useTensors(chip("sm_80")));
  machine::Target next = chip("sm_90");
  next.name = "sm_100"; // smaller by alphabet
  EXPECT_TRUE(useTensors(next));
  next.warpWidth = 64;
  EXPECT_EQ(choices(facts, next).front().lanes, 64);
}

TEST(Choices, ALineHasNeitherRowsNorTensorLoads) {
  for (const WavefrontOptions &plan : choices(factsOfSource(kLine), chip("sm_90"))) {
    EXPECT_EQ(plan.rows, 1);
    EXPECT_FALSE(plan.tensors() || plan.isWhole);
  }
}

/// Every shape that is tried for some programs, on a chip with tensor loads and one without.
template <class Visit> void forEachShape(Visit visit) {
  for (const std::string &source : {kSevenPoint, kCoefficients, kTaps, kWaves, kLine, kTwoStages})
    for (const char *name : {"sm_80", "sm_90"}) {
      const analysis::Facts facts = factsOfSource(source);
      std::string reason;
      for (const WavefrontOptions &plan : choices(facts, chip(name)))
        if (const auto shape = schedules::makeWavefrontShape(facts, plan, reason))
          visit(facts, *shape);
    }
}

TEST(WavefrontVerifier, FindsNothingWrongWithWhatIsTried) {
  int count = 0;
  forEachShape([&](const analysis::Facts &facts, const WavefrontShape &shape) {
    const auto findings = shape.verify(facts);
    EXPECT_TRUE(findings.empty()) << facts.program.name << ", " << shape.plan.steps
                                  << " steps: " << findings.front();
    ++count;
  });
  EXPECT_GT(count, 100);
}

/// What is said of a shape of two steps after `harm`.
template <class Harm> std::string findingOf(const std::string &source, Harm harm) {
  const analysis::Facts facts = factsOfSource(source);
  WavefrontShape shape = shapeOf(facts, kernel(2));
  EXPECT_TRUE(shape.verify(facts).empty());
  harm(shape);
  const auto findings = shape.verify(facts);
  return findings.empty() ? "" : findings.front();
}

/// A copy of the time skew that belongs to `shape` alone, to be harmed.
schedules::TimeSkew &skewOf(WavefrontShape &shape) {
  const auto copy = std::make_shared<schedules::TimeSkew>(*shape.skew);
  shape.skew = copy;
  return *copy;
}

TEST(WavefrontVerifier, FindsTimeStepsThatFollowTooClosely) {
  EXPECT_EQ(findingOf(kSevenPoint, [](WavefrontShape &shape) { --skewOf(shape).lag; }),
            "'u' arrives at 0 and is updated at 1, with a lag of 0");
  EXPECT_EQ(findingOf(kSevenPoint,
                      [](WavefrontShape &shape) {
                        schedules::TimeSkew &skew = skewOf(shape);
                        --skew.lag;
                        --skew.stages[0].out;
                      }),
            "an operation at 0 uses a value of 1");
}

TEST(WavefrontVerifier, FindsPlanesThatAreOverwrittenTooSoon) {
  EXPECT_EQ(
      findingOf(kSevenPoint, [](WavefrontShape &shape) { shape.loads.rings[0].slots -= 2; }),
      "'u' of level 0 at plane -1 is read at 1, and its place in shared memory is taken at 1");
  EXPECT_EQ(
      findingOf(kCoefficients, [](WavefrontShape &shape) { shape.loads.rings[1].arrival += 2; }),
      "'k' of level 0 at plane -1 is read at 0 and comes to shared memory at 1");
}

TEST(WavefrontVerifier, FindsValuesThatDoNotWait) {
  EXPECT_EQ(
      findingOf(kTaps, [](WavefrontShape &shape) { skewOf(shape).stages[0].waiting.clear(); }),
      "a value of 1 is used at 2 and does not wait for it");
}

TEST(WavefrontVerifier, FindsReadsBeforeOthersSeeTheCell) {
  EXPECT_EQ(findingOf(kSevenPoint, [](WavefrontShape &shape) { shape.plan.rowDelay = 2; }),
            "'u' of level 0 at plane 0 is read at 1 and there at 2");
}

TEST(WavefrontVerifier, FindsPlanesThatRegistersLose) {
  EXPECT_EQ(findingOf(kSevenPoint,
                      [](WavefrontShape &shape) {
                        for (auto &[field, age] : skewOf(shape).ages)
                          --age;
                      }),
            "'u' of level 0 at plane -1 is read when 2 steps old, and 1 are kept");
}

TEST(WavefrontVerifier, CountsSharedMemoryItself) {
  EXPECT_EQ(findingOf(kCoefficients, [](WavefrontShape &shape) { shape.block.sharedBytes /= 2; }),
            "its planes take 147840 bytes of shared memory, and the kernel asks for 73984");
}

} // namespace
} // namespace wavefront_shape_test
