/// \file Functions that each target rounds in its own way.
#include "analysis/InexactFunctions.h"
#include "Programs.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;
using analysis::inexactFunctions;

namespace {

using Names = std::vector<std::string>;

TEST(InexactFunctions, AreThoseOfUpdates) {
  Draft d(1);
  const FieldId u = d.field("u");
  const ExprId read = d.read(u);
  d.stage(u, d.add(d.b.unary(UnaryOp::Sqrt, read), d.b.unary(UnaryOp::Tanh, read)));
  EXPECT_EQ(inexactFunctions(d.program), Names({"tanh"}));
  d.stage(u, d.b.binary(BinaryOp::Power, read, d.b.unary(UnaryOp::Exp, read)));
  EXPECT_EQ(inexactFunctions(d.program), Names({"^", "exp", "tanh"}));
}

TEST(InexactFunctions, ButNotThoseOfInitialValues) {
  Draft d(1);
  const FieldId u = d.field("u");
  d.program.fields[u].init = d.b.unary(UnaryOp::Sin, d.uniform(d.param("a", 1)));
  d.stage(u, d.read(u));
  EXPECT_TRUE(inexactFunctions(d.program).empty());
}

TEST(InexactFunctions, AndThoseOfFacesAndReductions) {
  Draft d(1);
  const FieldId u = d.field("u");
  d.stage(u, d.read(u));
  d.face(u, 0, Side::Low, BoundaryKind::Fixed, d.b.unary(UnaryOp::Cos, d.uniform(d.param("a", 1))));
  d.program.reductions.add({ReductionKind::Sum, d.b.unary(UnaryOp::Log, d.read(u)), {}});
  EXPECT_EQ(inexactFunctions(d.program), Names({"cos", "log"}));
}

} // namespace
