/// \file Expressions of the kernel tree fold when they are made.
#include "kernel/build/Build.h"
#include <gtest/gtest.h>

namespace stencilc::kernel {
namespace {

struct Fold : testing::Test {
  Module module;
  Term variable() { return {module, module.use(module.vars.add(Var{"x", {Type::Int}}))}; }
  std::optional<std::int64_t> valueOf(const Term &term) { return module.valueOf(term.in(module)); }
  bool same(const Term &a, const Term &b) { return module.same(a.in(module), b.in(module)); }
};

TEST_F(Fold, WhatAddsNothingIsLeftOut) {
  const Term x = variable();
  EXPECT_TRUE(same(x - 0, x));
  EXPECT_TRUE(same(x + 0, x));
  EXPECT_TRUE(same(Term(module, module.integer(0)) + x, x));
  EXPECT_TRUE(same(x * 1, x));
  EXPECT_TRUE(same(x + 3 - 3, x));
}

TEST_F(Fold, NumbersMeet) {
  const Term x = variable();
  EXPECT_EQ(valueOf(Term(module, module.integer(2)) * 3 - 7), -1);
  EXPECT_TRUE(same(x + 1 + 1, x + 2));
  EXPECT_TRUE(same(x + 1 - 3, x - 2));
  EXPECT_EQ(valueOf(x * 0), 0);
  EXPECT_EQ(valueOf(x - x), 0);
  EXPECT_EQ(valueOf((x + 1) - (x + 1)), 0);
  const Term n = variable();
  EXPECT_TRUE(same(x - (n - 1) - 1, x - n));
  EXPECT_TRUE(same(x + (n - 1) + 1, x + n));
  EXPECT_TRUE(same(x - (n - 1) - 3, x - (n + 2)));
  EXPECT_TRUE(same(x | 0, x));
}

TEST_F(Fold, ConditionsThatAreKnownDecide) {
  const Term x = variable(), yes(module, module.integer(1)), no(module, module.integer(0));
  const Term open = x < 5;
  EXPECT_EQ(valueOf(open || yes), 1);
  EXPECT_TRUE(same(open || no, open));
  EXPECT_EQ(valueOf(open && no), 0);
  EXPECT_TRUE(same(yes && open, open));
  EXPECT_EQ(valueOf(!yes), 0);
  EXPECT_TRUE(same(!!open, open));
  EXPECT_TRUE(same(select(no, x, x + 1), x + 1));
  EXPECT_EQ(valueOf(Term(module, module.integer(4)) >= 4), 1);
}

TEST_F(Fold, DifferentThingsAreNotTheSame) {
  EXPECT_FALSE(same(variable(), variable()));
  const Term x = variable();
  EXPECT_FALSE(same(x + 1, x + 2));
  EXPECT_FALSE(valueOf(x + 1));
}

} // namespace
} // namespace stencilc::kernel
