/// \file What sources and receivers add to the cost of each schedule.
#include "Compiled.h"
#include "PlanTesting.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/Points.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

/// An acoustic wave in two dimensions with `more` statements.
analysis::Facts waveWith(const std::string &more) {
  return factsOfSource("stencil wave(x, y) {\n"
                       "  size 4096, 4096;\n"
                       "  field p levels 2 { boundary fixed(0); }\n"
                       "  p[t+1] = 2 * p - p[t-1] + 0.1 * (sum(star(1), p) - 5 * p);\n" +
                       more + "}\n");
}

const std::string kSource = "  source shot into p at (20.5, 30.25) = 0.1 * step;\n";
const std::string kOther = "  source bell into p at (40, 8) = 0.2;\n";
const std::string kReceivers = "  receiver line of p at (0 .. nx - 1, 4) every 2 steps;\n";

plan::Estimate estimateBy(const analysis::Facts &facts, const std::string &request) {
  const plan::Planning found = planning(facts, cuda(), request);
  EXPECT_TRUE(found.best) << request;
  return found.best ? plan::estimateOf(*found.best) : plan::Estimate();
}

TEST(Points, AreAskedForOnceARow) {
  const analysis::Facts plain = waveWith(""), shot = waveWith(kSource),
                        two = waveWith(kSource + kOther);
  EXPECT_EQ(plan::pointInstructions(plain, 0, 1), 0);
  EXPECT_EQ(plan::pointRegisters(plain, 0, 1, 4), 0);
  EXPECT_GT(plan::pointRegisters(shot, 0, 1, 4), 0);
  const double one = plan::pointInstructions(shot, 0, 1);
  EXPECT_GT(one, 0);
  EXPECT_DOUBLE_EQ(plan::pointInstructions(shot, 0, 4), one / 4);
  EXPECT_DOUBLE_EQ(plan::pointInstructions(two, 0, 1), 2 * one);
}

TEST(Points, CostEverySchedule) {
  const analysis::Facts plain = waveWith(""), shot = waveWith(kSource);
  const double added =
      plan::arithmeticInstructions(shot, 0) - plan::arithmeticInstructions(plain, 0);
  const std::pair<std::string, int> cases[] = {{"naive", 1},
                                               {"coarse", 1},
                                               {"sweep:cells=2,stage=none", 2},
                                               {"sweep:cells=2,stage=shared", 2},
                                               {"tile2d", 1},
                                               {"wavefront:steps=2,cells=4", 4}};
  for (const auto &[request, cells] : cases)
    EXPECT_GE(estimateBy(shot, request).instructions + 1e-9,
              estimateBy(plain, request).instructions + added +
                  plan::pointInstructions(shot, 0, cells))
        << request;
}

TEST(Points, OfReceiversAreRecordedByKernelsOfSeveralSteps) {
  const analysis::Facts plain = waveWith(""), heard = waveWith(kReceivers);
  EXPECT_EQ(plan::recordInstructions(plain, 1), 0);
  for (const char *single : {"naive", "sweep:cells=2,stage=none", "tile2d"})
    EXPECT_EQ(estimateBy(heard, single).instructions, estimateBy(plain, single).instructions);
  EXPECT_DOUBLE_EQ(estimateBy(heard, "wavefront:steps=2,cells=4").instructions,
                   estimateBy(plain, "wavefront:steps=2,cells=4").instructions +
                       plan::recordInstructions(heard, 4));
}

} // namespace
