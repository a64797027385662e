/// \file Kernels over the cells for reports and rules, and what the host makes of their results.
#include "Compiled.h"
#include "kernel/Walk.h"
#include "kernel/build/Checks.h"
#include "kernel/build/HostFunctions.h"
#include "kernel/passes/Passes.h"
#include <gtest/gtest.h>

namespace stencilc::kernel {
namespace {

const char *const kWatched = R"(
stencil watched(x, y) {
    param tolerance = 1e-6;
    field u { boundary copy; init random(7); }
    let residual = sum(star(1), u) - 5 * u;
    u[t+1] = u + 0.1 * residual;
    report change = max(abs(u[t+1] - u)) every 100 steps;
    report left = norm(residual[t+1]) every 1 step;
    until change < tolerance every 100 steps;
})";

struct Checks : testing::Test {
  const analysis::Facts facts = test::factsOfSource(kWatched);

  Module lowered(ReducedBy by) const {
    Module module{.program = &facts.program};
    Readers readers(module, facts.faces);
    readers.add(ir::FieldId{0}, {.reach = {{1, 1, 0}, {1, 1, 0}}});
    lowerChecks(module, facts, readers, by);
    return simplify(std::move(module));
  }
  static std::vector<std::string> namesOf(const Module &module) {
    std::vector<std::string> names;
    for (FunctionId id : module.order)
      names.push_back(module.functions[id].hint.before);
    return names;
  }
  using Names = std::vector<std::string>;
};

TEST_F(Checks, ShareOnePassWhereTheyAreDueAfterTheSameSteps) {
  const std::vector<CheckGroup> groups = checkGroups(facts.program);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].every, 1);
  EXPECT_EQ(groups[1].every, 100);
  EXPECT_FALSE(needsSingleStep(facts, groups[0]));
  EXPECT_TRUE(needsSingleStep(facts, groups[1])); // reads t, which the next step writes over
}

TEST_F(Checks, AreKernelsAndTheirLaunches) {
  const Module module = lowered(ReducedBy::Kernels);
  EXPECT_EQ(namesOf(module),
            (Names{"read", "reduceEvery1", "checkEvery1", "reduceEvery100", "checkEvery100"}));
  EXPECT_TRUE(verify(module).empty());
}

TEST_F(Checks, AreFunctionsOfTheHostWithoutKernels) {
  const Module module = lowered(ReducedBy::Host);
  EXPECT_EQ(namesOf(module), (Names{"read", "checkEvery1", "checkEvery100"}));
  EXPECT_TRUE(verify(module).empty());
}

TEST_F(Checks, AskForBoundariesOnlyWhereReadsLeaveTheGrid) {
  const Module module = lowered(ReducedBy::Host);
  const auto asksReader = [&](FunctionId function) {
    bool found = false;
    forEachExprBelow(module, module.functions[function].body, [&](ExprId id) {
      const auto *call = std::get_if<Call>(&module.exprs[id]);
      found |= call && std::holds_alternative<FunctionId>(call->what);
    });
    return found;
  };
  EXPECT_TRUE(asksReader(module.order[1]));
  EXPECT_FALSE(asksReader(module.order[2]));
}

TEST_F(Checks, HostHasAFunctionForEachThingThatTheProgramHas) {
  Module module{.program = &facts.program};
  lowerHostFunctions(module);
  module = simplify(std::move(module));
  EXPECT_EQ(namesOf(module), (Names{"reportValue", "ruleHolds", "initialValue"}));
  EXPECT_TRUE(verify(module).empty());
}

} // namespace
} // namespace stencilc::kernel
