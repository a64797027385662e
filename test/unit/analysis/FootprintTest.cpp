/// \file Names of shapes and the smallest extents.
#include "analysis/Footprint.h"
#include "Programs.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;
using analysis::ShapeName;

/// The shape of all offsets of [-radius, radius]^rank that `keep` picks.
template <class Keep> static ShapeName shapeOf(int rank, int radius, Keep keep) {
  Draft d(rank);
  const FieldId u = d.field("u");
  ExprId total = d.number(0);
  const int ry = rank > 1 ? radius : 0, rz = rank > 2 ? radius : 0;
  for (int z = -rz; z <= rz; ++z)
    for (int y = -ry; y <= ry; ++y)
      for (int x = -radius; x <= radius; ++x)
        if (keep(Offset{{x, y, z}}))
          total = d.add(total, d.read(u, {{x, y, z}}));
  d.stage(u, total);
  return analysis::computeFootprint(d.program).stages.at(StageId{0}).fieldLevels.at({u, 0}).shape;
}

static int axesOf(Offset o) { return (o[0] != 0) + (o[1] != 0) + (o[2] != 0); }

TEST(Footprint, NamesShapes) {
  for (int rank = 2; rank <= 3; ++rank)
    for (int radius = 1; radius <= 3; ++radius) {
      EXPECT_EQ(shapeOf(rank, radius, [](Offset o) { return axesOf(o) <= 1; }), ShapeName::Star);
      EXPECT_EQ(shapeOf(rank, radius, [](Offset) { return true; }), ShapeName::Box);
      EXPECT_EQ(shapeOf(rank, radius, [&](Offset o) { return o.distance() <= radius; }),
                radius == 1 ? ShapeName::Star : ShapeName::Diamond);
    }
  EXPECT_EQ(shapeOf(2, 1, [](Offset o) { return o.isCentre(); }), ShapeName::Centre);
  EXPECT_EQ(shapeOf(1, 4, [](Offset) { return true; }), ShapeName::Star);
}

TEST(Footprint, CentreMayBeMissing) {
  EXPECT_EQ(shapeOf(3, 1, [](Offset o) { return axesOf(o) == 1; }), ShapeName::Star);
  EXPECT_EQ(shapeOf(2, 2, [](Offset o) { return axesOf(o) > 0; }), ShapeName::Box);
}

TEST(Footprint, AnyOtherSetHasNoName) {
  EXPECT_EQ(shapeOf(3, 1, [](Offset o) { return axesOf(o) <= 2; }), ShapeName::Other);
  EXPECT_EQ(shapeOf(2, 2, [](Offset o) { return axesOf(o) <= 1 && o[0] < 2; }), ShapeName::Other);
  EXPECT_EQ(shapeOf(2, 1, [](Offset o) { return o[1] == 0; }), ShapeName::Other);
}

TEST(Footprint, AFieldThatNoStageReadsHasNoReach) {
  Draft d(2);
  const FieldId u = d.field("u", BoundaryKind::Keep), out = d.field("out");
  d.stage(out, d.read(u, {{1, -2}}));
  const analysis::Footprint footprint = analysis::computeFootprint(d.program);
  EXPECT_EQ(footprint.reachOf(u), (Reach{{0, 2, 0}, {1, 0, 0}}));
  EXPECT_TRUE(footprint.reachOf(out).isZero());
}

TEST(Footprint, FieldLevelsReachAndOffsets) {
  Draft d(2);
  const FieldId u = d.field("u", BoundaryKind::Copy, 2), k = d.field("k", BoundaryKind::Copy);
  const ExprId shared = d.read(u, {{-3, 0}});
  const ExprId now = d.add(shared, d.add(shared, d.read(u, {{1, 2}})));
  d.stage(u, d.add(now, d.add(d.read(u, {}, -1), d.read(k, {{0, -1}}))));
  const analysis::Footprint footprint = analysis::computeFootprint(d.program);
  const analysis::StageFootprint &stage = footprint.stages.at(StageId{0});
  ASSERT_EQ(stage.fieldLevels.size(), 3u);
  const Reach reach{{3, 0, 0}, {1, 2, 0}};
  EXPECT_EQ(stage.fieldLevels.at({u, 0}).reach, reach);
  EXPECT_EQ(stage.fieldLevels.at({u, 0}).offsets.size(), 2u);
  EXPECT_EQ(stage.fieldLevels.at({u, -1}).shape, ShapeName::Centre);
  EXPECT_EQ(footprint.fields.at(u), reach);
  const Reach all{{3, 1, 0}, {1, 2, 0}};
  EXPECT_EQ(stage.reach, all);
  EXPECT_EQ(footprint.reach, all);
  EXPECT_EQ(footprint.minimumExtents, (Extents{{3, 2, 1}}));
}

TEST(Footprint, ReachIsOverAllStages) {
  Draft d(1);
  const FieldId a = d.field("a"), b = d.field("b");
  d.stage(a, d.read(a, {{-2}}));
  d.stage(b, d.add(d.read(a, {{3}}, 1), d.read(b)));
  const analysis::Footprint footprint = analysis::computeFootprint(d.program);
  EXPECT_EQ(footprint.stages.at(StageId{1}).fieldLevels.at({a, 1}).reach, (Reach{{}, {3, 0, 0}}));
  EXPECT_EQ(footprint.fields.at(a), (Reach{{2, 0, 0}, {3, 0, 0}}));
  EXPECT_TRUE(footprint.fields.at(b).isZero());
  EXPECT_EQ(footprint.minimumExtents, (Extents{{3, 1, 1}}));
}

static std::int64_t minimum(BoundaryKind low, BoundaryKind high, int offset) {
  Draft d(1);
  const FieldId u = d.field("u");
  d.face(u, 0, Side::Low, low);
  d.face(u, 0, Side::High, high);
  d.stage(u, d.read(u, {{offset}}));
  return analysis::computeFootprint(d.program).minimumExtents[0];
}

TEST(Footprint, MinimumExtents) {
  using enum BoundaryKind;
  EXPECT_EQ(minimum(Periodic, Periodic, 0), 1);
  EXPECT_EQ(minimum(Periodic, Periodic, 1), 1);
  EXPECT_EQ(minimum(MirrorCell, MirrorCell, -4), 4);
  EXPECT_EQ(minimum(MirrorNode, MirrorNode, 0), 1);
  EXPECT_EQ(minimum(MirrorNode, MirrorNode, 1), 2);
  EXPECT_EQ(minimum(MirrorNode, MirrorNode, -3), 4);
  // Only the face that is crossed counts.
  EXPECT_EQ(minimum(MirrorNode, Copy, 3), 3);
  EXPECT_EQ(minimum(Copy, MirrorNode, 3), 4);
}

TEST(Footprint, SmallestExtentsAreEnoughForEveryBoundary) {
  using enum BoundaryKind;
  for (BoundaryKind kind : {Periodic, MirrorCell, MirrorNode, Copy})
    for (int offset : {-3, -1, 0, 1, 3}) {
      Draft d(1);
      const FieldId u = d.field("u", kind);
      d.stage(u, d.read(u, {{offset}}));
      const Extents extents = analysis::computeFootprint(d.program).minimumExtents;
      const std::vector<double> cells(static_cast<std::size_t>(extents[0]), 5.0);
      EXPECT_EQ(stepped(d, extents, stateOf(d, extents, {cells})), cells);
    }
}
