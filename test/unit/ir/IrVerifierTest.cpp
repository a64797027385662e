/// \file The IR verifier: each broken promise is found under the name of its check.
#include "IrTesting.h"
#include "ir/verifier/Verifier.h"
#include <functional>
#include <gtest/gtest.h>

namespace stencilc::ir {

using sketches::Sketch;

/// A sound program: two periodic fields, one update of the first.
static Sketch sound() {
  Sketch s({"x", "y"}, {"u", "v"});
  s.update(s.add(s.mul(s.number(0.5), s.at({-1, 0})), s.at({0, 1}, 1)));
  return s;
}

/// The names of the checks that fail after `damage`.
static std::vector<std::string> brokenBy(const std::function<void(Program &)> &damage) {
  Program program = sound().program;
  damage(program);
  std::vector<std::string> checks;
  for (const std::string &message : verifyProgram(program)) {
    const std::string check = message.substr(0, message.find(':'));
    if (checks.empty() || checks.back() != check)
      checks.push_back(check);
  }
  return checks;
}
using Checks = std::vector<std::string>;
static constexpr FieldId U{0}, V{1};
static constexpr StageId First{0};

static void setStage(Program &p, const std::function<ExprId(Builder &)> &make) {
  Builder builder(p);
  p.stages[First].value = make(builder);
}
static void setFace(Program &p, FieldId field, Boundary boundary, Boundary high) {
  p.fields[field].boundary[0] = {boundary, high};
}

TEST(IrVerifier, SoundProgramsPass) {
  EXPECT_EQ(brokenBy([](Program &) {}), Checks());
}

TEST(IrVerifier, Axes) {
  EXPECT_EQ(brokenBy([](Program &p) { p.axes.clear(); }), Checks{"axes"});
  EXPECT_EQ(brokenBy([](Program &p) { p.exprs.add({Position{2}, ScalarType::F64}); }),
            Checks{"axes"});
  EXPECT_EQ(brokenBy([](Program &p) { p.exprs.add({Read{U, 0, {{0, 0, 1}}}, ScalarType::F64}); }),
            Checks{"axes"});
  EXPECT_EQ(brokenBy([](Program &p) { p.stages[First].frozen.low[2] = 1; }), Checks{"axes"});
  EXPECT_EQ(brokenBy([](Program &p) { p.fields[U].boundary[2][0].kind = BoundaryKind::Copy; }),
            Checks{"axes"});
}

TEST(IrVerifier, Ids) {
  EXPECT_EQ(brokenBy([](Program &p) { p.stages[First].value = ExprId{1000}; }), Checks{"ids"});
  EXPECT_EQ(brokenBy([](Program &p) { p.stages[First].value = ExprId(); }), Checks{"ids"});
  EXPECT_EQ(brokenBy([](Program &p) { p.exprs.add({Param{ParamId{0}}, ScalarType::F64}); }),
            Checks{"ids"});
  EXPECT_EQ(brokenBy([](Program &p) { p.exprs.add({UniformRef{UniformId{0}}, ScalarType::F64}); }),
            Checks{"ids"});
  EXPECT_EQ(brokenBy([](Program &p) { p.exprNames[ExprId{1000}] = "lost"; }), Checks{"ids"});
}

TEST(IrVerifier, OperandsComeBeforeTheirUsers) {
  EXPECT_EQ(brokenBy([](Program &p) {
              const ExprId itself{static_cast<std::uint32_t>(p.exprs.size())};
              p.exprs.add({Unary{UnaryOp::Negate, itself}, ScalarType::F64});
            }),
            Checks{"order"});
}

TEST(IrVerifier, ConstantsAreExactInTheirType) {
  EXPECT_EQ(brokenBy([](Program &p) { p.exprs.add({Constant{0.1}, ScalarType::F32}); }),
            Checks{"constant"});
  EXPECT_EQ(brokenBy([](Program &p) { p.exprs.add({Constant{0.5}, ScalarType::Bool}); }),
            Checks{"constant"});
}

TEST(IrVerifier, TypesOfOperands) {
  const auto brokenByAdding = [](std::function<Expr(ExprId f64, ExprId f32, ExprId isTrue)> make) {
    return brokenBy([&](Program &p) {
      Builder builder(p);
      const ExprId f64 = builder.constant(1, ScalarType::F64);
      const ExprId f32 = builder.constant(1, ScalarType::F32);
      const ExprId isTrue = builder.constant(1, ScalarType::Bool);
      p.exprs.add(make(f64, f32, isTrue));
    });
  };
  using Id = ExprId;
  const auto f64 = ScalarType::F64, f32 = ScalarType::F32, isBool = ScalarType::Bool;
  const Checks types{"types"};
  EXPECT_EQ(brokenByAdding([&](Id a, Id b, Id) { return Expr{Binary{BinaryOp::Add, a, b}, f64}; }),
            types);
  EXPECT_EQ(brokenByAdding([&](Id a, Id, Id) { return Expr{Binary{BinaryOp::Add, a, a}, f32}; }),
            types);
  EXPECT_EQ(brokenByAdding([&](Id a, Id, Id) { return Expr{Binary{BinaryOp::Less, a, a}, f64}; }),
            types);
  EXPECT_EQ(brokenByAdding([&](Id a, Id, Id) { return Expr{Binary{BinaryOp::And, a, a}, isBool}; }),
            types);
  EXPECT_EQ(brokenByAdding([&](Id, Id, Id c) { return Expr{Binary{BinaryOp::Add, c, c}, isBool}; }),
            types);
  EXPECT_EQ(brokenByAdding([&](Id a, Id, Id) { return Expr{Unary{UnaryOp::Not, a}, isBool}; }),
            types);
  EXPECT_EQ(brokenByAdding([&](Id, Id, Id c) { return Expr{Unary{UnaryOp::Abs, c}, isBool}; }),
            types);
  EXPECT_EQ(brokenByAdding([&](Id a, Id b, Id) { return Expr{Fma{a, b, a}, f64}; }), types);
  EXPECT_EQ(brokenByAdding([&](Id a, Id, Id) { return Expr{Select{a, a, a}, f64}; }), types);
  EXPECT_EQ(brokenByAdding([&](Id a, Id b, Id c) { return Expr{Select{c, a, b}, f64}; }), types);
  EXPECT_EQ(brokenByAdding([&](Id a, Id, Id) { return Expr{Convert{a}, f64}; }), types);
  EXPECT_EQ(brokenByAdding([&](Id, Id, Id c) { return Expr{Convert{c}, f64}; }), types);
  EXPECT_EQ(brokenByAdding([&](Id, Id, Id) { return Expr{Read{U, 0, {}}, f32}; }), types);
}

TEST(IrVerifier, WhatMayAppearWhere) {
  const auto param = [](Program &p) { return p.params.add({"d", 1, {}, 0}); };
  EXPECT_EQ(brokenBy([&](Program &p) {
              const ParamId d = param(p);
              setStage(p, [&](Builder &b) { return b.param(d); });
            }),
            Checks{"stage-nodes"});
  EXPECT_EQ(brokenBy([](Program &p) { setStage(p, [](Builder &b) { return b.random(1); }); }),
            Checks{"stage-nodes"});
  EXPECT_EQ(brokenBy([](Program &p) {
              Builder b(p);
              p.uniforms.add({"c", b.position(0, ScalarType::F64), ScalarType::F64});
            }),
            Checks{"uniform-nodes"});
  EXPECT_EQ(brokenBy([&](Program &p) {
              Builder b(p);
              setFace(p, V, {BoundaryKind::Fixed, b.param(param(p))}, {BoundaryKind::Copy, {}});
            }),
            Checks{"boundary-nodes"});
  EXPECT_EQ(brokenBy([](Program &p) { p.fields[V].init = p.stages[First].value; }),
            Checks{"init-nodes"});
}

TEST(IrVerifier, UniformsAreF64Inside) {
  EXPECT_EQ(brokenBy([](Program &p) {
              Builder b(p);
              const ExprId n = b.extent(0, ScalarType::F32);
              p.uniforms.add({"c", b.binary(BinaryOp::Add, n, n), ScalarType::F32});
            }),
            Checks{"uniform-f64"});
}

TEST(IrVerifier, UniformsRoundOnlyAtTheirRoot) {
  const auto roundedBelow = [](int conversions) {
    return [=](Program &p) {
      Builder b(p);
      ExprId value = b.extent(0, ScalarType::F64);
      for (int i = 0; i < conversions; ++i)
        value = b.convert(value, i % 2 ? ScalarType::F64 : ScalarType::F32);
      p.uniforms.add({"c", value, ScalarType::F32});
    };
  };
  EXPECT_EQ(brokenBy(roundedBelow(1)), Checks());
  EXPECT_EQ(brokenBy(roundedBelow(3)), Checks{"uniform-f64"});
}

TEST(IrVerifier, UniformNamesAreUnique) {
  EXPECT_EQ(brokenBy([](Program &p) {
              Builder b(p);
              const ExprId n = b.extent(0, ScalarType::F64);
              p.uniforms.add({"c", n, ScalarType::F64});
              p.uniforms.add({"c", b.binary(BinaryOp::Add, n, n), ScalarType::F64});
            }),
            Checks{"uniform-name"});
}

TEST(IrVerifier, UniformsOfAStepSaySo) {
  EXPECT_EQ(brokenBy([](Program &p) {
              const ExprId step = Builder(p).stepNumber();
              p.uniforms.add({"c", step, ScalarType::F64});
            }),
            Checks{"uniform-step"});
  EXPECT_EQ(brokenBy([](Program &p) {
              const ExprId n = Builder(p).extent(0, ScalarType::F64);
              p.uniforms.add({"c", n, ScalarType::F64, true});
            }),
            Checks{"uniform-step"});
  EXPECT_EQ(brokenBy([](Program &p) { p.fields[V].init = Builder(p).stepNumber(); }),
            Checks{"init-nodes"});
  EXPECT_EQ(brokenBy([](Program &p) { p.stages[First].value = Builder(p).stepNumber(); }),
            Checks{"stage-nodes"});
  EXPECT_EQ(
      brokenBy([](Program &p) { p.exprs.add({SeriesValue{SeriesId{0}, 0}, ScalarType::F64}); }),
      Checks{"ids"});
}

TEST(IrVerifier, RootsHaveTheTypeOfTheirTarget) {
  const auto f32 = [](Program &p) { return Builder(p).constant(1, ScalarType::F32); };
  EXPECT_EQ(brokenBy([&](Program &p) { p.stages[First].value = f32(p); }), Checks{"stage-type"});
  EXPECT_EQ(brokenBy([&](Program &p) { p.fields[V].init = f32(p); }), Checks{"init-type"});
  EXPECT_EQ(brokenBy([&](Program &p) {
              setFace(p, V, {BoundaryKind::Fixed, f32(p)}, {BoundaryKind::Copy, {}});
            }),
            Checks{"boundary-type"});
  EXPECT_EQ(brokenBy([&](Program &p) {
              const ExprId n = Builder(p).extent(0, ScalarType::F64);
              p.uniforms.add({"c", n, ScalarType::F32});
            }),
            (Checks{"uniform-type", "uniform-f64"}));
}

TEST(IrVerifier, OneUpdateAFieldNoneOfAConstant) {
  EXPECT_EQ(brokenBy([](Program &p) { p.stages.add(p.stages[First]); }), Checks{"updates"});
  EXPECT_EQ(brokenBy([](Program &p) { p.fields[U].isConstant = true; }), Checks{"updates"});
}

TEST(IrVerifier, LevelsAreKeptOrWrittenBefore) {
  const auto read = [](FieldId field, int level) {
    return [=](Program &p) { setStage(p, [&](Builder &b) { return b.read(field, level, {}); }); };
  };
  EXPECT_EQ(brokenBy(read(U, -1)), Checks{"levels"});
  EXPECT_EQ(brokenBy(read(U, 2)), Checks{"levels"});
  EXPECT_EQ(brokenBy(read(U, 1)), Checks{"levels"});
  for (FieldId field : {U, V}) // V has no update: nothing tells its levels apart
    EXPECT_EQ(brokenBy([&](Program &p) {
                p.fields[field].levels = 2;
                read(field, -1)(p);
              }),
              field == V ? Checks{"levels"} : Checks());
  EXPECT_EQ(brokenBy([](Program &p) {
              Builder b(p);
              p.stages.add({V, b.read(U, 1, {{1, 0}}), {}, 0, ""});
            }),
            Checks());
}

TEST(IrVerifier, OnlyFixedBoundariesHaveAValue) {
  EXPECT_EQ(brokenBy([](Program &p) {
              setFace(p, V, {BoundaryKind::Fixed, {}}, {BoundaryKind::Copy, {}});
            }),
            Checks{"boundary-value"});
  EXPECT_EQ(brokenBy([](Program &p) {
              const ExprId one = Builder(p).constant(1, ScalarType::F64);
              setFace(p, V, {BoundaryKind::Copy, one}, {BoundaryKind::Copy, {}});
            }),
            Checks{"boundary-value"});
}

TEST(IrVerifier, PeriodicOnBothFacesOrNone) {
  EXPECT_EQ(brokenBy([](Program &p) {
              setFace(p, V, {BoundaryKind::Periodic, {}}, {BoundaryKind::Copy, {}});
            }),
            Checks{"periodic"});
}

TEST(IrVerifier, NothingIsReadThroughAFaceWithoutBoundary) {
  const auto bare = [](BoundaryKind low) {
    return [=](Program &p) { setFace(p, U, {low, {}}, {BoundaryKind::Copy, {}}); };
  };
  // The stage reads u[x-1].
  EXPECT_EQ(brokenBy(bare(BoundaryKind::None)), Checks{"boundary-none"});
  EXPECT_EQ(brokenBy(bare(BoundaryKind::Keep)), Checks{"boundary-keep"});
  for (BoundaryKind kind : {BoundaryKind::None, BoundaryKind::Keep})
    EXPECT_EQ(brokenBy([&](Program &p) {
                bare(kind)(p);
                p.stages[First].frozen.low[0] = 1;
              }),
              Checks());
}

// --- reductions, reports and rules ---------------------------------------------------------------

static ReductionId reduce(Program &p, const std::function<ExprId(Builder &)> &make) {
  Builder builder(p);
  return p.reductions.add({ReductionKind::Max, make(builder), {}});
}
/// A report of what `make` makes, due every `every` steps.
static void report(Program &p, const std::function<ExprId(Builder &)> &make,
                   std::int64_t every = 10) {
  Builder builder(p);
  p.reports.push_back({"report", make(builder), every, 0, ""});
}

TEST(IrVerifier, ReductionsAreReadLikeStagesAfterAllOfThem) {
  const auto reading = [](FieldId field, int level, Offset offset) {
    return [=](Program &p) { reduce(p, [&](Builder &b) { return b.read(field, level, offset); }); };
  };
  EXPECT_EQ(brokenBy(reading(U, 1, {{0, 2}})), Checks());
  EXPECT_EQ(brokenBy(reading(V, 1, {})), Checks{"levels"});
  EXPECT_EQ(brokenBy(reading(U, 2, {})), Checks{"levels"});
  EXPECT_EQ(brokenBy(reading(U, -1, {})), Checks{"levels"});
  const auto beyond = [&](BoundaryKind kind, int leftOut) {
    return [=](Program &p) {
      setFace(p, V, {BoundaryKind::Copy, {}}, {kind, {}});
      reading(V, 0, {{2}})(p);
      p.reductions[ReductionId{0}].leftOut.high[0] = leftOut;
    };
  };
  EXPECT_EQ(brokenBy(beyond(BoundaryKind::None, 0)), Checks{"boundary-none"});
  EXPECT_EQ(brokenBy(beyond(BoundaryKind::Keep, 1)), Checks{"boundary-keep"});
  EXPECT_EQ(brokenBy(beyond(BoundaryKind::Keep, 2)), Checks());
  EXPECT_EQ(brokenBy([](Program &p) {
              reduce(p, [](Builder &b) { return b.constant(1, ScalarType::F32); });
            }),
            Checks{"stage-type"});
  EXPECT_EQ(brokenBy([](Program &p) { reduce(p, [](Builder &b) { return b.random(1); }); }),
            Checks{"stage-nodes"});
}

TEST(IrVerifier, ReportsAndRulesAreScalars) {
  const auto one = [](Builder &b) { return b.constant(1, ScalarType::F64); };
  const auto reduced = [](Builder &b) { return b.reduced(ReductionId{0}); };
  EXPECT_EQ(brokenBy([&](Program &p) {
              reduce(p, one);
              report(p, reduced);
            }),
            Checks());
  EXPECT_EQ(brokenBy([&](Program &p) { report(p, reduced); }), Checks{"ids"});
  EXPECT_EQ(brokenBy([&](Program &p) { report(p, [](Builder &b) { return b.read(U, 0, {}); }); }),
            Checks{"check-nodes"});
  EXPECT_EQ(brokenBy([&](Program &p) {
              report(p, [](Builder &b) { return b.position(0, ScalarType::F64); });
            }),
            Checks{"check-nodes"});
  EXPECT_EQ(brokenBy([&](Program &p) {
              report(p, [](Builder &b) { return b.constant(1, ScalarType::F32); });
            }),
            Checks{"check-type"});
  EXPECT_EQ(brokenBy([&](Program &p) { report(p, one, 0); }), Checks{"check-steps"});
  EXPECT_EQ(brokenBy([&](Program &p) {
              Builder builder(p);
              p.rules.push_back({one(builder), 1, 0, ""});
            }),
            Checks{"check-type"});
  EXPECT_EQ(brokenBy([&](Program &p) {
              reduce(p, one);
              setStage(p, reduced);
            }),
            Checks{"stage-nodes"});
}

/// The update multiplied by what the first reduction gives, through a uniform.
static void scaleByReduced(Program &p) {
  Builder builder(p);
  const ExprId number = builder.uniform(builder.reduced(ReductionId{0}), p.compute);
  p.stages[First].value = builder.binary(BinaryOp::Multiply, p.stages[First].value, number);
}

TEST(IrVerifier, NumbersOfTheWholeGridComeBeforeWhoNeedsThem) {
  const auto largest = [](Builder &b) { return b.read(U, 0, {}); };
  const auto globalReduction = [](Program &p, GlobalReduction globalReduction) {
    p.globalReductions.push_back(std::move(globalReduction));
  };
  EXPECT_EQ(brokenBy([&](Program &p) {
              reduce(p, largest);
              globalReduction(p, {First, {}, {ReductionId{0}}});
              scaleByReduced(p);
            }),
            Checks());
  EXPECT_EQ(brokenBy([&](Program &p) {
              reduce(p, largest);
              scaleByReduced(p);
            }),
            Checks{"globalReduction-order"});
  EXPECT_EQ(brokenBy([&](Program &p) {
              reduce(p, largest);
              globalReduction(p, {StageId{1}, {}, {ReductionId{0}}});
              scaleByReduced(p);
            }),
            Checks{"globalReduction-order"});
}

TEST(IrVerifier, GlobalReductionsStandSomewhereAndHaveReductionsOfTheirOwn) {
  const auto brokenByGlobalReductions = [&](const std::vector<GlobalReduction> &globalReductions) {
    return brokenBy([&](Program &p) {
      reduce(p, [](Builder &b) { return b.read(U, 0, {}); });
      p.globalReductions = globalReductions;
    });
  };
  const ReductionId one{0}, missing{7};
  EXPECT_EQ(brokenByGlobalReductions({{StageId{1}, {}, {one}}}), Checks());
  EXPECT_EQ(brokenByGlobalReductions({{StageId{2}, {}, {one}}}), Checks{"globalReductions"});
  EXPECT_EQ(brokenByGlobalReductions({{First, {}, {}}}), Checks{"globalReductions"});
  EXPECT_EQ(brokenByGlobalReductions({{First, {}, {missing}}}), Checks{"globalReductions"});
  EXPECT_EQ(brokenByGlobalReductions({{First, {}, {one}}, {First, {}, {one}}}),
            Checks{"globalReductions"});
  EXPECT_EQ(brokenByGlobalReductions({{First, 0, {one}}}), Checks{"globalReductions"});
}

} // namespace stencilc::ir
