/// \file Waits and arrivals of wavefronts, each taken out of the kernel tree: the verifier finds
/// it.
#include "Compiled.h"
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"
#include "plan/interface/Schedule.h"
#include "plan/search/Planner.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stencilc::kernel::wave_waits_test {
namespace {

/// A program of so many axes and a request, by what is special of its kernel.
struct Case {
  std::string name;
  int rank;
  std::string options, boundary = "copy";
  bool isBox = false;
  std::set<Primitive> spare = {}; // without which nothing goes wrong
};

const Case kCases[] = {
    {"Tensors", 3, "steps=3,rows=2,warps=4,load=tensor", "keep", false, {Primitive::SyncWarp}},
    {"TensorsAndThreads",
     3,
     "steps=3,rows=2,warps=4,load=tensor",
     "copy",
     false,
     {Primitive::SyncWarp}},
    {"Copies", 3, "steps=3,rows=2,warps=4,load=async"},
    {"OneStep", 3, "steps=1,rows=2,warps=4,load=async"},
    {"Planes", 3, "steps=2,cells=1,rows=3,warps=2,load=async", "keep", true},
    {"Plane", 2, "steps=4"},
    {"Period", 2, "steps=3", "periodic"},
    {"Wall", 2, "steps=3", "fixed(1)"},
    {"Line", 1, "steps=4"},
};

struct Waits : testing::TestWithParam<Case> {
  std::string source() const {
    static const char *const axes[] = {"x", "x, y", "x, y, z"};
    const Case &c = GetParam();
    return std::string("stencil heat(") + axes[c.rank - 1] + ") { field T { boundary " +
           c.boundary + "; init 0; } T[t+1] = T + 0.1 * (sum(" + (c.isBox ? "box" : "star") +
           "(1) \\ centre, T) - 6 * T);\n size 512" + (c.rank > 1 ? ", 512" : "") +
           (c.rank > 2 ? ", 512" : "") + ";\n}";
  }
  /// The kernel of fused steps.
  Module lowered(const analysis::Facts &facts) const {
    const auto request =
        llvm::cantFail(plan::parseScheduleRequest("wavefront:" + GetParam().options));
    const plan::Plan plan =
        *plan::choosePlan(facts, *machine::findTarget(plan::TargetKind::Cuda, "sm_90"), request)
             .best;
    Module module{.program = &facts.program};
    plan::findSchedule(plan.schedule)->lowerFused(module, facts, plan, plan.fusedKernel);
    return simplify(bindToGrid(std::move(module)));
  }
  static const Primitive *calledBy(const Module &module, const Stmt &stmt) {
    const auto *made = std::get_if<Do>(&stmt.node);
    const auto *call = made ? std::get_if<Call>(&module.exprs[made->call]) : nullptr;
    return call ? std::get_if<Primitive>(&call->what) : nullptr;
  }
};

TEST_P(Waits, AreMissedByTheVerifier) {
  const analysis::Facts facts = test::factsOfSource(source());
  Module module = lowered(facts);
  EXPECT_THAT(verify(module), testing::IsEmpty());
  const std::set<Primitive> asked = {Primitive::Wait, Primitive::WaitCopies, Primitive::SyncWarp,
                                     Primitive::Arrive, Primitive::ArriveExpect};
  std::set<StmtId> all;
  for (FunctionId id : module.order)
    forEachStmt(module, module.functions[id].body, [&](StmtId stmt) {
      if (const Primitive *called = calledBy(module, module.stmts[stmt]))
        if (asked.count(*called) && !GetParam().spare.count(*called))
          all.insert(stmt);
    });
  EXPECT_FALSE(all.empty());
  for (StmtId id : all) {
    const Stmt whole = std::exchange(module.stmts[id], Stmt{Note{"nothing"}});
    EXPECT_THAT(verify(module), testing::Not(testing::IsEmpty()))
        << info(*calledBy(module, whole)).spelling;
    module.stmts[id] = whole;
  }
}

INSTANTIATE_TEST_SUITE_P(Wavefronts, Waits, testing::ValuesIn(kCases),
                         [](const auto &made) { return made.param.name; });

} // namespace
} // namespace stencilc::kernel::wave_waits_test
