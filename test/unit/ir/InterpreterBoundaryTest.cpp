/// \file Reads beyond the grid in the interpreter, against numbers worked out by hand.
#include "Programs.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;
using Cells = std::vector<double>;

/// A row 10 20 30 40 50, each cell replaced by the one `offset` cells away.
static Cells shifted(BoundaryKind kind, int offset, Cells row = {10, 20, 30, 40, 50}) {
  Draft d(1);
  const FieldId u = d.field("u", kind);
  d.stage(u, d.read(u, {{offset}}));
  const Extents extents{{static_cast<std::int64_t>(row.size()), 1, 1}};
  return stepped(d, extents, stateOf(d, extents, {row}));
}

TEST(InterpreterBoundary, PeriodicContinuesAtTheOtherFace) {
  EXPECT_EQ(shifted(BoundaryKind::Periodic, -2), (Cells{40, 50, 10, 20, 30}));
  EXPECT_EQ(shifted(BoundaryKind::Periodic, 2), (Cells{30, 40, 50, 10, 20}));
  EXPECT_EQ(shifted(BoundaryKind::Periodic, 5), (Cells{10, 20, 30, 40, 50}));
}

TEST(InterpreterBoundary, MirrorCellReflectsAtTheFace) {
  EXPECT_EQ(shifted(BoundaryKind::MirrorCell, -2), (Cells{20, 10, 10, 20, 30}));
  EXPECT_EQ(shifted(BoundaryKind::MirrorCell, 2), (Cells{30, 40, 50, 50, 40}));
  EXPECT_EQ(shifted(BoundaryKind::MirrorCell, -5), (Cells{50, 40, 30, 20, 10}));
}

TEST(InterpreterBoundary, MirrorNodeReflectsAtTheFirstCell) {
  EXPECT_EQ(shifted(BoundaryKind::MirrorNode, -2), (Cells{30, 20, 10, 20, 30}));
  EXPECT_EQ(shifted(BoundaryKind::MirrorNode, 2), (Cells{30, 40, 50, 40, 30}));
  EXPECT_EQ(shifted(BoundaryKind::MirrorNode, -4), (Cells{50, 40, 30, 20, 10}));
}

TEST(InterpreterBoundary, CopyRepeatsTheCellAtTheFace) {
  EXPECT_EQ(shifted(BoundaryKind::Copy, -3), (Cells{10, 10, 10, 10, 20}));
  EXPECT_EQ(shifted(BoundaryKind::Copy, 3), (Cells{40, 50, 50, 50, 50}));
}

TEST(InterpreterBoundary, SingleCell) {
  EXPECT_EQ(shifted(BoundaryKind::Periodic, 1, {7}), Cells{7});
  EXPECT_EQ(shifted(BoundaryKind::MirrorCell, -1, {7}), Cells{7});
  EXPECT_EQ(shifted(BoundaryKind::Copy, 1, {7}), Cells{7});
}

TEST(InterpreterBoundary, TwoCellsMirrorNode) {
  EXPECT_EQ(shifted(BoundaryKind::MirrorNode, 1, {7, 8}), (Cells{8, 7}));
}

TEST(InterpreterBoundary, EachFaceHasItsOwn) {
  Draft d(1);
  const FieldId u = d.field("u");
  d.face(u, 0, Side::Low, BoundaryKind::Fixed, d.number(-1));
  d.face(u, 0, Side::High, BoundaryKind::Copy);
  d.stage(u, d.add(d.mul(d.number(100), d.read(u, {{-1}})), d.read(u, {{1}})));
  const Extents extents{{3, 1, 1}};
  EXPECT_EQ(stepped(d, extents, stateOf(d, extents, {{1, 2, 3}})), (Cells{-98, 103, 203}));
}

/// 3 x 2 cells, each replaced by its neighbour at (-1, -1). In memory: 1 2 3 / 4 5 6.
static Cells diagonal(Draft &d, FieldId u) {
  d.stage(u, d.read(u, {{-1, -1}}));
  const Extents extents{{3, 2, 1}};
  return stepped(d, extents, stateOf(d, extents, {{1, 2, 3, 4, 5, 6}}));
}

TEST(InterpreterBoundary, CornersMapAxisByAxis) {
  Draft d(2);
  const FieldId u = d.field("u", BoundaryKind::Periodic);
  EXPECT_EQ(diagonal(d, u), (Cells{6, 4, 5, 3, 1, 2}));
}

TEST(InterpreterBoundary, CornerOfPeriodicAndMirror) {
  Draft d(2);
  const FieldId u = d.field("u", BoundaryKind::Periodic);
  d.face(u, 1, Side::Low, BoundaryKind::MirrorNode);
  d.face(u, 1, Side::High, BoundaryKind::MirrorNode);
  EXPECT_EQ(diagonal(d, u), (Cells{6, 4, 5, 3, 1, 2}));
}

TEST(InterpreterBoundary, FirstNamedAxisDecidesTheCornerOfTwoFixedFaces) {
  Draft d(2);
  const FieldId u = d.fixedField("u", 0);
  d.face(u, 0, Side::Low, BoundaryKind::Fixed, d.number(-7));
  d.face(u, 1, Side::Low, BoundaryKind::Fixed, d.number(-9));
  EXPECT_EQ(diagonal(d, u), (Cells{-7, -9, -9, -7, 1, 2}));
}

TEST(InterpreterBoundary, MappedFirstAxisLeavesTheSecondToDecide) {
  Draft d(2);
  const FieldId u = d.field("u", BoundaryKind::Copy);
  d.face(u, 1, Side::Low, BoundaryKind::Fixed, d.number(-9));
  EXPECT_EQ(diagonal(d, u), (Cells{-9, -9, -9, 1, 1, 2}));
}

TEST(InterpreterBoundary, FixedValueSeesTheOutsideCell) {
  // 100 y + x of the cell outside. At the corner the x axis ends the search while y is still
  // outside.
  Draft d(2);
  const FieldId u = d.field("u", BoundaryKind::Fixed);
  const ExprId value = d.add(d.mul(d.number(100), d.b.position(1, ScalarType::F64)),
                             d.b.position(0, ScalarType::F64));
  for (int axis : {0, 1})
    d.face(u, axis, Side::Low, BoundaryKind::Fixed, value);
  EXPECT_EQ(diagonal(d, u), (Cells{-101, -100, -99, -1, 1, 2}));
}

TEST(InterpreterBoundary, FixedValueSeesAxesMappedBefore) {
  // x is periodic, so the fixed face of y sees the x of the cell that stands for the outside.
  Draft d(2);
  const FieldId u = d.field("u", BoundaryKind::Periodic);
  d.face(u, 1, Side::Low, BoundaryKind::Fixed, d.b.position(0, ScalarType::F64));
  EXPECT_EQ(diagonal(d, u), (Cells{2, 0, 1, 3, 1, 2}));
}

TEST(InterpreterBoundary, FixedValueSeesSizesAndUniforms) {
  Draft d(1);
  const FieldId u = d.field("u", BoundaryKind::Fixed);
  const ExprId value = d.mul(d.uniform(d.param("p", 0.5)), d.b.extent(0, ScalarType::F64));
  for (Side side : {Side::Low, Side::High})
    d.face(u, 0, side, BoundaryKind::Fixed, value);
  d.stage(u, d.read(u, {{1}}));
  const Extents extents{{3, 1, 1}};
  EXPECT_EQ(stepped(d, extents, stateOf(d, extents, {{1, 2, 3}})), (Cells{2, 3, 1.5}));
}

TEST(InterpreterBoundary, ThirdAxis) {
  Draft d(3);
  const FieldId u = d.field("u", BoundaryKind::MirrorCell);
  d.face(u, 2, Side::High, BoundaryKind::Fixed, d.number(-3));
  d.stage(u, d.read(u, {{-1, 1, 1}}));
  const Extents extents{{2, 2, 2}};
  EXPECT_EQ(stepped(d, extents, stateOf(d, extents, {{1, 2, 3, 4, 5, 6, 7, 8}})),
            (Cells{7, 7, 7, 7, -3, -3, -3, -3}));
}

TEST(InterpreterBoundary, CellsInTheFrozenLayerKeepTheirValue) {
  Draft d(2);
  const FieldId u = d.field("u", BoundaryKind::Keep);
  Reach frozen;
  frozen.low = {1, 0, 0};
  frozen.high = {1, 1, 0};
  d.stage(u, d.sum(u, {{{-1, 0}}, {{1, 0}}, {{0, 1}}}), frozen);
  const Extents extents{{4, 2, 1}};
  EXPECT_EQ(stepped(d, extents, stateOf(d, extents, {{1, 2, 3, 4, 5, 6, 7, 8}})),
            (Cells{1, 10, 13, 4, 5, 6, 7, 8}));
}

TEST(InterpreterBoundary, FrozenLayersThatMeetKeepEverything) {
  Draft d(1);
  const FieldId u = d.field("u", BoundaryKind::Keep);
  Reach frozen;
  frozen.low = frozen.high = {2, 0, 0};
  d.stage(u, d.add(d.read(u, {{-2}}), d.read(u, {{2}})), frozen);
  const Extents extents{{3, 1, 1}};
  EXPECT_EQ(stepped(d, extents, stateOf(d, extents, {{1, 2, 3}})), (Cells{1, 2, 3}));
}

TEST(InterpreterBoundaryDeath, NoBoundaryNoOutside) {
  EXPECT_DEATH(shifted(BoundaryKind::None, 1), "without an outside");
  EXPECT_DEATH(shifted(BoundaryKind::Keep, -1), "without an outside");
  EXPECT_DEATH(shifted(BoundaryKind::MirrorNode, 1, {7}), "below the minimum");
}
