/// \file Structs of the kernel tree, loops that wait, and values that are there already.
#include "Compiled.h"
#include "kernel/Walk.h"
#include "kernel/build/Build.h"
#include "kernel/passes/Passes.h"
#include <gtest/gtest.h>

namespace stencilc::kernel {
namespace {

const char *const kSum = R"(
stencil sum(x) {
    field T { boundary fixed(1); init 0; }
    T[t+1] = T + (T[x-1] + T[x+1]);
    size 32;
})";

struct Structs : testing::Test {
  const analysis::Facts facts = test::factsOfSource(kSum);
  Module module{.program = &facts.program};

  const Struct &only() { return std::get<Struct>(*module.types.begin()); }
};

TEST_F(Structs, MembersThatNobodyLooksAtAreNotThere) {
  StructBuilder place(module, "Place", "Where a thread stands.");
  VarId used, unused;
  place.together([&] {
    used = place.member("used", {Type::Int});
    unused = place.member("unused", {Type::Int});
  });
  place.member("alone", {Type::Int});
  {
    Builder k(module, Kind::Host, "step", "");
    k.give(k.reference("place", place.type(), {}, true).dot(used) + 1);
  }
  module = simplify(std::move(module));
  ASSERT_EQ(only().members.size(), 1u);
  const auto &line = std::get<Declare>(module.stmts[only().members[0]].node);
  ASSERT_EQ(line.vars.size(), 1u);
  EXPECT_EQ(line.vars[0].first, used);
  EXPECT_TRUE(verify(module).empty());
}

TEST_F(Structs, FunctionsNameMembersOfTheirOwnStructOnly) {
  StructBuilder sweep(module, "Sweep", ""), registers(module, "Registers", "");
  const VarId own = sweep.member("own", {Type::Int}),
              other = registers.member("other", {Type::Int});
  const auto isSound = [&](VarId member) {
    Module made = module;
    {
      Builder k(made, Kind::Helper, "run", "");
      k.function().memberOf = sweep.type().of;
      k.change(Term(made, made.make(Self{})).dot(member), AssignOp::Add, 1);
    }
    return verify(made).empty();
  };
  EXPECT_TRUE(isSound(own));
  EXPECT_FALSE(isSound(other));
}

TEST_F(Structs, FunctionsOfAStructLookAtItsMembersAndConstants) {
  StructBuilder sweep(module, "Sweep", "");
  const Term isEdge = sweep.templateConstant("kEdge", {Type::Bool});
  const VarId used = sweep.member("used", {Type::Int}),
              unused = sweep.member("unused", {Type::Int});
  FunctionId run;
  {
    Builder k(module, Kind::Helper, "run", "");
    k.function().memberOf = sweep.type().of;
    const Term self(module, module.make(Self{}));
    k.when(isEdge, [&] { k.change(self.dot(used), AssignOp::Add, 1); });
    run = k.id;
  }
  {
    Builder k(module, Kind::Host, "step", "");
    const Term made = k.variable("made", instance(module, sweep.type().of, {k.truth(true)}),
                                 k.bracedOf({{used, k.number(1)}, {unused, k.number(2)}}));
    k.run(k.callOn(made, run));
  }
  module = simplify(std::move(module));
  EXPECT_TRUE(verify(module).empty());
  EXPECT_EQ(only().members.size(), 1u);
  for (const Expr &expr : module.exprs)
    if (const auto *braced = std::get_if<InitList>(&expr)) {
      EXPECT_EQ(braced->vars, std::vector<VarId>{used});
    }
}

TEST_F(Structs, AFunctionWrittenWithinAnotherStandsBeforeIt) {
  FunctionId inner;
  Builder k(module, Kind::Helper, "outer", "");
  inner = k.nested(Kind::Helper, "inner", "", [&] { k.give(k.param("n", {Type::Int}) + 1); });
  EXPECT_EQ(module.order, std::vector<FunctionId>{inner});
  EXPECT_EQ(module.functions[inner].params.size(), 1u);
  EXPECT_TRUE(k.function().params.empty());
}

TEST_F(Structs, ShortFunctionsThatOnePlaceCallsBecomePartOfIt) {
  StructBuilder sweep(module, "Sweep", "");
  const VarId member = sweep.member("n", {Type::Int});
  const Term self(module, module.make(Self{}));
  const auto helper = [&](const char *name, Type result,
                          const std::function<void(Builder &)> &write) {
    Builder k(module, Kind::Helper, name, std::string("What ") + name + " does.");
    k.function().memberOf = sweep.type().of;
    k.function().result = result;
    write(k);
    return k.id;
  };
  const auto add = [&](Builder &k) {
    k.change(self.dot(member), AssignOp::Add, k.param("by", {Type::Int}));
  };
  const FunctionId once = helper("once", {Type::Void}, add),
                   looped = helper("looped", {Type::Void}, add),
                   twice = helper("twice", {Type::Void}, add);
  const FunctionId value =
      helper("value", {Type::Int}, [&](Builder &k) { k.give(self.dot(member) + 1); });
  const FunctionId early = helper("early", {Type::Void}, [&](Builder &k) {
    k.when(self.dot(member) < 3, [&] { k.leave(); });
    k.change(self.dot(member), AssignOp::Add, 1);
  });
  const FunctionId run = helper("run", {Type::Void}, [&](Builder &k) {
    const Term five = k.define("five", {Type::Int}, k.call(value, {}));
    k.run(k.call(once, {five}));
    k.forEach("i", 0, 4, Repeat::Plain, [&](const Term &i) { k.run(k.call(looped, {i})); });
    k.run(k.call(twice, {five}));
    k.run(k.call(twice, {k.number(2)}));
    k.run(k.call(early, {}));
  });
  module = inlineCalls(std::move(module));
  EXPECT_EQ(module.order, (std::vector<FunctionId>{looped, twice, early, run}));
  const Body &body = module.functions[run].body;
  ASSERT_EQ(body.size(), 8u); // two with a note before them
  EXPECT_EQ(std::get<Note>(module.stmts[body[0]].node).text, "What value does.");
  EXPECT_EQ(std::get<Note>(module.stmts[body[2]].node).text, "What once does.");
  const auto &change = std::get<Assign>(module.stmts[body[3]].node);
  const auto &five = std::get<Declare>(module.stmts[body[1]].node).vars[0].first;
  EXPECT_EQ(std::get<Variable>(module.exprs[change.from]).var, five);
  EXPECT_TRUE(verify(module).empty());
}

TEST_F(Structs, AMemberIsTheSameWhereItsStructIs) {
  StructBuilder place(module, "Place", "");
  const VarId a = place.member("a", {Type::Int}), b = place.member("b", {Type::Int});
  Builder k(module, Kind::Helper, "helper", "");
  const Term one = k.reference("one", place.type()), other = k.reference("other", place.type());
  const auto same = [&](const Term &l, const Term &r) {
    return module.same(l.in(module), r.in(module));
  };
  EXPECT_TRUE(same(one.dot(a), one.dot(a)));
  EXPECT_FALSE(same(one.dot(a), one.dot(b)));
  EXPECT_FALSE(same(one.dot(a), other.dot(a)));
}

TEST_F(Structs, LoopsThatNeverRunAreNotThere) {
  {
    Builder k(module, Kind::Host, "step", "");
    const Term n = k.reference("n", {Type::Int});
    k.repeatWhile(k.truth(false), Repeat::Plain, [&] { k.change(n, AssignOp::Add, 1); });
    k.repeatWhile(n < 5, Repeat::Plain, [&] { k.change(n, AssignOp::Add, 1); });
  }
  module = simplify(std::move(module));
  EXPECT_EQ(module.functions[module.order[0]].body.size(), 1u);
  EXPECT_TRUE(verify(module).empty());
}

TEST_F(Structs, ConstantsOfTheTextAroundAreDeclared) {
  {
    Builder k(module, Kind::Host, "step", "");
    k.give(moduleConstant(module, "kSteps", 3, "") - 1);
  }
  EXPECT_TRUE(verify(module).empty());
}

TEST_F(Structs, OperationsThatAreDoneHideWhatTheyRead) {
  const ir::ExprId value = facts.program.stages.begin()->value;
  Builder k(module, Kind::Helper, "helper", "");
  const Term place = k.param("place", {Type::Value, ir::ScalarType::F64});
  const auto leaf = [&](const ir::Expr &) { return std::optional(place); };
  const auto leavesOf = [&](const Term &term) {
    return std::get<Computed>(module.exprs[term.in(module)]).leaves.size();
  };
  EXPECT_EQ(leavesOf(k.computed(value, leaf)), 3u);
  const auto all = [&](ir::ExprId id) { return id == value ? std::optional(place) : std::nullopt; };
  EXPECT_EQ(leavesOf(k.computed(value, leaf, all, 1)), 1u);
}

} // namespace
} // namespace stencilc::kernel
