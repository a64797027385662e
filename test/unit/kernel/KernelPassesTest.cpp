/// \file Kernels over kernels of real programs: ranges of planes, faces of another piece, and what
/// simplify takes out.
#include "Compiled.h"
#include "kernel/Walk.h"
#include "kernel/passes/Passes.h"
#include "plan/search/Planner.h"
#include "schedules/loops/Lower.h"
#include "schedules/naive/Lower.h"
#include <gtest/gtest.h>

namespace stencilc::kernel {
namespace {

const char *const kHeat = R"(
stencil heat(x, y, z) {
    field T { boundary fixed(1) on z.low; boundary copy elsewhere; init 0; }
    T[t+1] = T + 0.1 * (sum(star(1) \ centre, T) - 6 * T);
    size 32, 32, 32;
})";

struct Kernels : testing::Test {
  const analysis::Facts facts = test::factsOfSource(kHeat);
  Module module{.program = &facts.program};

  plan::Plan planOf(std::array<int, 3> block) const {
    plan::Plan plan;
    plan::KernelPlan kernel;
    std::copy(block.begin(), block.end(), kernel.block);
    plan.kernels = {kernel};
    return plan;
  }
  void lower(bool isHost) {
    Readers readers(module, facts.faces);
    for (ir::FieldId field : facts.program.fields.ids())
      readers.add(field, {.reach = readBeyond(facts, field, [](std::size_t) { return false; })});
    isHost ? schedules::lowerLoops(module, facts, planOf({0, 0, 0}), readers)
           : schedules::lowerNaive(module, facts, planOf({32, 8, 1}), readers);
  }

  /// How many nodes of a kind that satisfy `is` are left in the functions of the text.
  template <class Node, class Is> int count(Module &in, Is is) {
    int found = 0;
    for (FunctionId id : in.order)
      forEachExprBelow(in, in.functions[id].body, [&](ExprId expr) {
        const auto *node = std::get_if<Node>(&in.exprs[expr]);
        found += node && is(*node);
      });
    return found;
  }
  template <class Node> int count(Module &in) {
    return count<Node>(in, [](const Node &) { return true; });
  }
  int boundsAlong(Module &in, int axis) {
    return count<Bound>(in, [&](const Bound &bound) { return bound.axis == axis; });
  }
  int paramsOf(Module &in, Type::Kind kind) {
    int found = 0;
    for (FunctionId id : in.order)
      for (const Param &param : in.functions[id].params)
        found += in.vars[param.var].type.kind == kind;
    return found;
  }
};

TEST_F(Kernels, ARangeBindsOneAxisAndIsAParameterOfWhatAsksForIt) {
  for (bool isHost : {false, true}) {
    module = Module{.program = &facts.program};
    lower(isHost);
    ASSERT_GT(boundsAlong(module, 2), 0);
    EXPECT_EQ(paramsOf(module, Type::PlaneRange), 0);
    Module restricted = restrictToRange(module, 2);
    EXPECT_EQ(boundsAlong(restricted, 2), 0);
    EXPECT_EQ(boundsAlong(restricted, 1), boundsAlong(module, 1));
    EXPECT_EQ(paramsOf(restricted, Type::PlaneRange), 1);
    EXPECT_TRUE(verify(restricted).empty());
  }
}

TEST_F(Kernels, WithoutARangeAllCellsAreUpdated) {
  lower(false);
  Module bound = simplify(bindToGrid(module));
  EXPECT_EQ(count<Bound>(bound), 0);
  EXPECT_EQ(paramsOf(bound, Type::PlaneRange), 0);
  EXPECT_TRUE(verify(bound).empty());
}

TEST_F(Kernels, FacesOfAnotherPieceAreNotAskedAbout) {
  lower(false);
  const auto atZLow = [](const Face &face) { return face.axis == 2 && face.side == Side::Low; };
  const auto atZHigh = [](const Face &face) { return face.axis == 2 && face.side == Side::High; };
  ASSERT_GT(count<Face>(module, atZLow), 0);
  const int high = count<Face>(module, atZHigh);
  OwnFaces own;
  own.low[2] = false;
  Module inner = simplify(ownFaces(module, own));
  EXPECT_EQ(count<Face>(inner, atZLow), 0);
  EXPECT_EQ(count<Face>(inner, atZHigh), high);
  EXPECT_TRUE(verify(inner).empty());
}

TEST_F(Kernels, WhereNoFaceIsMineNobodyReadsThroughBoundaries) {
  lower(false);
  OwnFaces none;
  none.low = none.high = {false, false, false};
  Module inner = simplify(ownFaces(module, none));
  EXPECT_EQ(count<Face>(inner), 0);
  for (FunctionId id : inner.order) // what is left of a reader gives the cell in its place
    EXPECT_LE(inner.functions[id].body.size(),
              1u + (inner.functions[id].kind != Kind::Helper) * 20);
}

TEST_F(Kernels, WhatNobodyNeedsIsTakenOut) {
  FunctionId unused;
  {
    Builder helper(module, Kind::Helper, "helper", "");
    unused = helper.id;
  }
  {
    Builder k(module, Kind::Host, "step", "");
    const Term n = k.param("n", {Type::Int});
    const Term once = k.define("once", {Type::Int}, n + 1);
    k.define("twice", {Type::Int}, once + 1); // used by nobody: then `once` is not, either
    k.when(k.number(0), [&] { k.run(k.call(unused, {})); });
    k.when(k.number(1), [&] { k.leave(); }, [&] { k.run(k.call(unused, {})); });
    k.forEach("i", 4, 4, Repeat::Plain, [&](const Term &) { k.run(k.call(unused, {})); });
  }
  const Module simple = simplify(module);
  ASSERT_EQ(simple.order.size(), 1u);
  const Body &body = simple.functions[simple.order[0]].body;
  ASSERT_EQ(body.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<Return>(simple.stmts[body[0]].node));
}

TEST_F(Kernels, ParametersThatNobodyLooksAtAreNotThereNorTheirArguments) {
  FunctionId inner, outer;
  const auto helper = [&](const char *name, const std::function<void(Builder &)> &write) {
    Builder k(module, Kind::Helper, name, "");
    k.function().result = {Type::Int};
    write(k);
    return k.id;
  };
  inner = helper("inner", [](Builder &k) {
    k.templateConstant("kUnused", {Type::Bool});
    k.param("unused", {Type::Int});
    k.give(k.param("used", {Type::Int}) + 1);
  });
  outer = helper("outer", [&](Builder &k) { // hands on what nobody looks at
    const Term handed = k.param("handed", {Type::Int}), used = k.param("used", {Type::Int});
    k.give(k.call(inner, {handed, used}, {k.truth(true)}));
  });
  {
    Builder k(module, Kind::Host, "step", "");
    const Term n = k.param("n", {Type::Int});
    k.give(k.call(outer, {n + 1, n}));
  }
  Module simple = simplify(module);
  for (FunctionId id : {inner, outer}) {
    ASSERT_EQ(simple.functions[id].params.size(), 1u);
    EXPECT_EQ(simple.vars[simple.functions[id].params[0].var].hint.before, "used");
    EXPECT_TRUE(simple.functions[id].constants.empty());
  }
  EXPECT_EQ(count<Call>(
                simple,
                [](const Call &call) { return call.arguments.size() == 1 && call.sizes.empty(); }),
            2);
  EXPECT_TRUE(verify(simple).empty());
}

TEST_F(Kernels, AKernelGetsOnlyWhatItLooksAt) {
  FunctionId kernel;
  {
    Builder k(module, Kind::Kernel, "kernel", "");
    k.gridParam(); // the host gives it by itself
    k.param("unused", {Type::Int});
    k.when(k.param("used", {Type::Int}) >= 1, [&] { k.leave(); });
    kernel = k.id;
  }
  {
    Builder k(module, Kind::Host, "launch", "");
    const Term s = k.stepParam(false);
    k.define("g", {Type::Grid}, s.invoke("grid"));
    k.launch(kernel, {.threads = {32}, .blocks = {1}, .arguments = {7, 8}});
  }
  const Module simple = simplify(module);
  ASSERT_EQ(simple.functions[kernel].params.size(), 1u);
  for (const Stmt &stmt : simple.stmts)
    if (const auto *launch = std::get_if<Launch>(&stmt.node)) {
      ASSERT_EQ(launch->arguments.size(), 1u);
      EXPECT_EQ(simple.valueOf(launch->arguments[0]), 8);
    }
}

TEST_F(Kernels, ANameForAParameterOfAClosureIsItsName) {
  {
    Builder k(module, Kind::Host, "step", "");
    const Term s = k.stepParam(false);
    k.run(s.invoke("forEach", {k.closure({"row"}, {Type::Int}, [&](const std::vector<Term> &at) {
                     const Term y = k.define("y", {Type::Int}, at[0] + 0);
                     k.run(s.invoke("use", {y, y}));
                   })}));
  }
  Module simple = simplify(module);
  EXPECT_EQ(count<Closure>(simple,
                           [&](const Closure &closure) {
                             return simple.vars[closure.params[0]].hint.before == "y" &&
                                    closure.body.size() == 1;
                           }),
            1);
}

} // namespace
} // namespace stencilc::kernel
