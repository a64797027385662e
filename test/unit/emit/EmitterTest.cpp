/// \file Emission from plans made by hand: what no command line can ask for.
#include "emit/Emitter.h"
#include "IrTesting.h"
#include "plan/search/Planner.h"
#include <gtest/gtest.h>

namespace stencilc::emit {

using ir::sketches::Sketch;

static plan::Plan planFor(const analysis::Facts &facts, const std::string &schedule) {
  plan::Plan plan;
  plan.schedule = schedule;
  plan.target.name = "sm_90";
  plan.kernels.resize(facts.dependence.kernels.size());
  for (plan::KernelPlan &kernel : plan.kernels)
    kernel.block[0] = 256;
  return plan;
}

static analysis::Facts someFacts() {
  Sketch s({"x"});
  s.update(s.mul(s.number(0.5), s.at({{-1}})));
  return analysis::gatherFacts(s.program);
}

TEST(Emitter, APlanWithoutNotesOrOptionsIsEmittedToo) {
  const analysis::Facts facts = someFacts();
  llvm::SourceMgr sources;
  Diagnostics diags(sources, llvm::errs());
  EmitOptions options;
  options.headerName = "t.h";
  const auto emitted = emitProgram(facts, planFor(facts, "naive"), options, diags);
  ASSERT_TRUE(emitted);
  EXPECT_NE(emitted->source.find("#include \"t.h\""), std::string::npos);
  EXPECT_NE(emitted->header.find("typedef struct sketch sketch;"), std::string::npos);
}

TEST(Emitter, SaysWhetherKernelsUnrollTheirSteps) {
  const analysis::Facts facts = someFacts();
  llvm::SourceMgr sources;
  Diagnostics diags(sources, llvm::errs());
  const auto unrolls = [&](const plan::Plan &plan) {
    const auto emitted = emitProgram(facts, plan, {}, diags);
    EXPECT_TRUE(emitted);
    return emitted && emitted->unrollsSteps;
  };
  const plan::Target chip = *machine::findTarget(machine::TargetKind::Cuda, "sm_90");
  const auto wavefront =
      plan::choosePlan(facts, chip, plan::ScheduleRequest{"wavefront", {{"steps", "4"}}}).best;
  ASSERT_TRUE(wavefront);
  EXPECT_TRUE(unrolls(*wavefront));
  plan::Plan naive = *plan::choosePlan(facts, chip, plan::ScheduleRequest{"naive", {}}).best;
  EXPECT_FALSE(unrolls(naive));
  naive.alternatives.push_back(*wavefront);
  EXPECT_TRUE(unrolls(naive)) << "kernels of the trial are in the text, too";
}

TEST(Emitter, TheContextHoldsNoNumberWithAFraction) {
  const analysis::Facts facts = someFacts();
  plan::Plan plan = planFor(facts, "naive");
  plan.cost = 0.125;
  plan.kernels[0].redundancy = 1.5;
  const auto check = [](const auto &self, const llvm::json::Value &value) -> void {
    if (const auto *object = value.getAsObject()) {
      for (const auto &[key, member] : *object)
        self(self, member);
    } else if (const auto *array = value.getAsArray()) {
      for (const llvm::json::Value &element : *array)
        self(self, element);
    } else if (value.kind() == llvm::json::Value::Number) {
      EXPECT_TRUE(value.getAsInteger());
    }
  };
  llvm::SourceMgr sources;
  Diagnostics diags(sources, llvm::errs());
  check(check, *emitContext(facts, plan, {}, diags));
}

} // namespace stencilc::emit
