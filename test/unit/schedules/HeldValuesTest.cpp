/// \file Registers of wavefronts for what compilers keep although the text computes it anew.
#include "schedules/wavefront/cost/HeldValues.h"
#include "Compiled.h"
#include "PlanTesting.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

/// With so many time steps, of a lane of four cells in f32.
int held(const std::string &statements, int steps, const std::string &axes = "x, y") {
  const analysis::Facts facts =
      factsOfSource("stencil s(" + axes + ") { precision f32; size " +
                    (axes == "x, y" ? "4096, 4096" : "512, 512, 512") + "; " + statements + " }");
  schedules::WavefrontOptions plan;
  plan.steps = plan.group = steps;
  plan.cells = 4;
  plan.rows = facts.program.rank() == 3 ? 4 : 1;
  std::string reason;
  const auto shape = schedules::makeWavefrontShape(facts, plan, reason);
  EXPECT_TRUE(shape) << reason;
  return shape ? schedules::heldRegisters(facts, *shape) : -1;
}

const std::string kKept = "field u { boundary keep; init 0; } ";
const std::string kSum = "(u[x-1] + u[x+1] + u[y-1] + u[y+1])";

TEST(HeldValues, NothingOfAPlainUpdate) {
  EXPECT_EQ(held(kKept + "u[t+1] = 0.5 * u + 0.1 * " + kSum + ";", 4), 0);
}

TEST(HeldValues, WhatDependsOnTheColumnIsFoundBeforeTheSweep) {
  const std::string text = kKept + "u[t+1] = 0.5 * u + (0.1 * (x - 3)^2) * (u[x-1] + u[x+1]);";
  EXPECT_EQ(held(text, 2), 4) << "a word for each cell";
  EXPECT_EQ(held(text, 4), held(text, 2)) << "whatever the time steps";
}

TEST(HeldValues, WhatBothPartsOfAnUpdateUseWaitsInEachTimeStep) {
  const std::string text = kKept + "let w = 0.001 * (x - 3) * (y - 7);"
                                   "u[t+1] = u + w * (u[x-1] - u) + min(w, 0) * (u[y+1] - u);";
  const int two = held(text, 2), four = held(text, 4);
  EXPECT_EQ(four - two, 2 * 4) << "a word for each cell and step";
}

TEST(HeldValues, RowsStraightFromMemoryAreAskedForAtOnce) {
  const std::string constant = "field f constant { boundary keep; init 1; } ";
  const std::string text = kKept + constant + "u[t+1] = 0.5 * u + 0.1 * " + kSum + " + 0.1 * f;";
  EXPECT_EQ(held(text, 3), 3 * 4);
  EXPECT_EQ(held(text, 6), 6 * 4);
  EXPECT_EQ(held(kKept + constant + "u[t+1] = 0.5 * u + 0.1 * f[x+1] * " + kSum + ";", 6), 0)
      << "rows whose neighbours are read wait in shared memory";
}

TEST(HeldValues, FacesThatAreComputed) {
  EXPECT_GT(
      held("field u { boundary fixed(0.1 * x) on y.low; boundary fixed(0) elsewhere; init 0; } "
           "u[t+1] = 0.5 * u + 0.1 * " +
               kSum + ";",
           4),
      0);
}

TEST(HeldValues, NothingWasSeenOfThreeAxes) {
  EXPECT_EQ(held(kKept + "u[t+1] = 0.5 * u + 0.1 * (x - 3)^2 * (u[x-1] + u[z+1]);", 2, "x, y, z"),
            0);
}

} // namespace
