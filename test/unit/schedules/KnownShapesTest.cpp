/// \file Registers of wavefront kernels from the table of compiled kernels.
#include "schedules/wavefront/cost/KnownShapes.h"
#include "Compiled.h"
#include "PlanTesting.h"
#include "machine/CompiledShapes.h"
#include "plan/cost/UpdateSignature.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

analysis::Facts heat(const std::string &name, const std::string &factor,
                     const std::string &faces = "fixed(0)") {
  return factsOfSource("stencil " + name + "(x, y, z) { precision f32; size 512, 512, 512; field " +
                       name + "s { boundary " + faces + "; init 0; } " + name + "s[t+1] = " + name +
                       "s + " + factor + " * (" + name + "s[x+1] + " + name + "s[z-1]); }");
}

schedules::WavefrontOptions fused(int steps, int rows) {
  schedules::WavefrontOptions plan;
  plan.steps = plan.group = steps;
  plan.cells = 4;
  plan.rows = rows;
  return plan;
}

schedules::WavefrontShape shapeOf(const analysis::Facts &facts,
                                  const schedules::WavefrontOptions &plan) {
  std::string reason;
  const auto shape = schedules::makeWavefrontShape(facts, plan, reason);
  EXPECT_TRUE(shape) << reason;
  return *shape;
}

TEST(KnownShapesTest, ACompiledKernelHasTheRegistersOfTheTable) {
  const analysis::Facts facts = heat("u", "0.1");
  schedules::WavefrontShape shape = shapeOf(facts, fused(3, 4));
  const int estimated = shape.block.registers;
  schedules::useKnownRegisters(shape, {{fused(2, 4), 90, 0}});
  EXPECT_EQ(shape.block.registers, estimated);
  EXPECT_FALSE(shape.block.isCompiled);
  schedules::WavefrontOptions later = fused(3, 4);
  later.ahead = 3;
  schedules::useKnownRegisters(shape, {{fused(2, 4), 90, 0}, {later, 255, 7}});
  EXPECT_EQ(shape.block.registers, 262) << "spilled ones count";
  EXPECT_TRUE(shape.block.isCompiled);
}

TEST(KnownShapesTest, SignaturesIgnoreNamesAndCoefficients) {
  const auto signature = [](const analysis::Facts &facts) { return plan::updateSignature(facts); };
  const analysis::Facts facts = heat("u", "0.1");
  EXPECT_EQ(signature(facts), signature(heat("warmth", "0.25")));
  EXPECT_NE(signature(facts), signature(heat("u", "0.1", "periodic")));
  EXPECT_NE(signature(facts), signature(heat("u", "0.1", "fixed(1)")));
  EXPECT_NE(signature(facts), signature(heat("u", "0.1 / us")));
}

TEST(KnownShapesTest, TablesSayWhichLineIsWrong) {
  auto read = machine::readCompiledShapes("# comment\n"
                                          "00ff\theat\tf32\twavefront:steps=2\t90\t0\n");
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->at(255).front().kernels.front().most, 90);
  auto wrong =
      machine::readCompiledShapes("# comment\n00ff\theat\tf32\twavefront:steps=2\t9o\t0\n");
  ASSERT_FALSE(bool(wrong));
  EXPECT_EQ(llvm::toString(wrong.takeError()), "line 2 of the table of compiled kernels is wrong");
}

TEST(KnownShapesTest, TheTableOfTheToolIsValid) {
  for (const machine::EmbeddedShapes &embedded : machine::embeddedShapes()) {
    auto read = machine::readCompiledShapes({embedded.text.data(), embedded.text.size()});
    ASSERT_TRUE(bool(read)) << embedded.name;
    EXPECT_GT(read->size(), 100U);
  }
}

} // namespace
