/// \file What a read beyond each face gives, and what is asked of faces together.
#include "analysis/Faces.h"
#include "Programs.h"
#include "analysis/Facts.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;
using analysis::Face;
using analysis::Faces;
using analysis::IndexMap;

/// A program of two axes whose field `u` reads one cell to each side, and two along y.low.
struct FacesOfPrograms : testing::Test {
  Draft d{2};
  const FieldId u = d.field("u", BoundaryKind::Copy);

  Faces made(BoundaryKind kind = BoundaryKind::Copy, ExprId value = {}) {
    for (int axis = 0; axis < 2; ++axis)
      for (Side side : {Side::Low, Side::High})
        d.face(u, axis, side, kind, value);
    d.stage(u, d.sum(u, {{{-1, 0}}, {{1, 0}}, {{0, -2}}, {{0, 1}}}));
    return analysis::gatherFacts(d.program).faces;
  }
  Face face(BoundaryKind kind, ExprId value = {}) {
    d.face(u, 0, Side::Low, kind, value);
    return analysis::facesOf(d.program, u).at(0, Side::Low);
  }
};

TEST_F(FacesOfPrograms, NothingLiesBeyondFacesThatNobodyReadsBeyond) {
  for (BoundaryKind kind : {BoundaryKind::None, BoundaryKind::Keep}) {
    const Face none = face(kind);
    EXPECT_FALSE(none.hasCells());
    EXPECT_FALSE(none.given());
    EXPECT_FALSE(none.map());
    EXPECT_TRUE(none.zeroFillSuffices());
    EXPECT_EQ(none.anyMap(), IndexMap::Copy); // to some cell of the grid
  }
  EXPECT_STREQ(face(BoundaryKind::None).text(), "no boundary");
  EXPECT_STREQ(face(BoundaryKind::Keep).text(), "keep");
}

TEST_F(FacesOfPrograms, CellsStandForThoseBeyond) {
  const std::vector<std::tuple<BoundaryKind, IndexMap, const char *, bool>> all = {
      {BoundaryKind::Periodic, IndexMap::Periodic, "periodic", true},
      {BoundaryKind::MirrorCell, IndexMap::MirrorCell, "mirror(cell)", false},
      {BoundaryKind::MirrorNode, IndexMap::MirrorNode, "mirror(node)", false},
      {BoundaryKind::Copy, IndexMap::Copy, "copy", false}};
  for (const auto &[kind, map, text, isPeriodic] : all) {
    const Face mapped = face(kind);
    EXPECT_EQ(mapped.map(), map);
    EXPECT_TRUE(mapped.hasCells());
    EXPECT_EQ(mapped.isPeriodic(), isPeriodic);
    EXPECT_EQ(mapped.repeats(), !isPeriodic);
    EXPECT_FALSE(mapped.zeroFillSuffices());
    EXPECT_FALSE(mapped.variesByPlace());
    EXPECT_STREQ(mapped.text(), text);
  }
}

/// The interpreter is the judge: a field that holds its own coordinate along the axis takes what
/// lies `beyond` cells behind its low face.
TEST(IndexMaps, StandForWhatTheInterpreterReads) {
  constexpr int kCells = 7;
  for (BoundaryKind kind : {BoundaryKind::Periodic, BoundaryKind::MirrorCell,
                            BoundaryKind::MirrorNode, BoundaryKind::Copy})
    for (int beyond = 1; beyond <= 4; ++beyond) {
      Draft d(1);
      const FieldId u = d.field("u", kind);
      d.stage(u, d.read(u, {{-beyond}}));
      std::vector<double> cells;
      for (int x = 0; x < kCells; ++x)
        cells.push_back(x);
      const Extents extents{{kCells, 1, 1}};
      const double read = stepped(d, extents, stateOf(d, extents, {cells})).front();
      const IndexMap map = *analysis::facesOf(d.program, u).at(0, Side::Low).map();
      const int at = analysis::wrappedIndex(map, beyond);
      EXPECT_EQ(map == IndexMap::Periodic ? kCells - 1 - at : at, read) << beyond;
    }
}

TEST_F(FacesOfPrograms, ValuesSayWhatTheyAreComputedFrom) {
  const Face constant = face(BoundaryKind::Fixed, d.number(2));
  ASSERT_TRUE(constant.given());
  EXPECT_TRUE(constant.hasCells());
  EXPECT_FALSE(constant.map());
  EXPECT_FALSE(constant.variesByPlace());
  EXPECT_FALSE(constant.zeroFillSuffices());
  EXPECT_STREQ(constant.text(), "fixed");

  const Face placed = face(BoundaryKind::Fixed, d.add(d.b.position(1, d.type), d.number(1)));
  EXPECT_TRUE(placed.variesByPlace());
  EXPECT_TRUE(placed.variesAlong(1));
  EXPECT_FALSE(placed.variesAlong(0));

  const Face sized = face(BoundaryKind::Fixed, d.b.extent(0, d.type));
  EXPECT_FALSE(sized.variesByPlace());
  EXPECT_TRUE(sized.given()->byExtent[0]);
  EXPECT_FALSE(sized.given()->byExtent[1]);
}

TEST_F(FacesOfPrograms, ZeroDoesForZeroWithoutSign) {
  EXPECT_TRUE(face(BoundaryKind::Fixed, d.number(0)).zeroFillSuffices());
  EXPECT_FALSE(face(BoundaryKind::Fixed, d.number(-0.0)).zeroFillSuffices());
}

TEST_F(FacesOfPrograms, FarthestReadsAreTheReach) {
  const Faces faces = made();
  EXPECT_EQ(faces.at(u, 0, Side::High).reach, 1);
  EXPECT_EQ(faces.at(u, 1, Side::Low).reach, 2);
  EXPECT_EQ(faces.at(u, 2, Side::Low), Face{}); // no such axis
}

TEST_F(FacesOfPrograms, AxesArePeriodicWhereReadsGoRound) {
  const FieldId still = d.field("still", BoundaryKind::Periodic); // which nobody reads
  EXPECT_FALSE(made(BoundaryKind::Copy).isPeriodic(0));
  EXPECT_TRUE(made(BoundaryKind::Copy).mayBePeriodic(0));
  const Faces faces = made(BoundaryKind::Periodic);
  EXPECT_TRUE(faces.isPeriodic(0));
  EXPECT_TRUE(faces.isPeriodic(1));
  EXPECT_FALSE(faces.isPeriodic(2));
  EXPECT_FALSE(faces.at(still, 0, Side::Low).reach);
}

TEST_F(FacesOfPrograms, FacesOfAFieldAreAskedTogether) {
  EXPECT_TRUE(made(BoundaryKind::Keep)[u].keepsAlong(0));
  EXPECT_FALSE(made(BoundaryKind::Copy)[u].keepsAlong(0));
  EXPECT_FALSE(made(BoundaryKind::Copy)[u].giveValues());
  const Faces zero = made(BoundaryKind::Fixed, d.number(0));
  EXPECT_TRUE(zero[u].giveValues());
  EXPECT_FALSE(zero[u].varyByPlace());
  EXPECT_TRUE(zero[u].zeroFillSuffices(2));
  const Faces placed = made(BoundaryKind::Fixed, d.b.position(0, d.type));
  EXPECT_TRUE(placed[u].varyByPlace());
  EXPECT_FALSE(placed[u].zeroFillSuffices(2));
  EXPECT_TRUE(placed[u].zeroFillSuffices(0)); // none of its axes is asked about
}

TEST_F(FacesOfPrograms, ZeroDoesWhereNobodyReadsBeyond) {
  const FieldId still = d.field("still", BoundaryKind::Copy);
  const Faces faces = made();
  EXPECT_FALSE(faces[u].zeroFillSuffices(2));
  EXPECT_TRUE(faces[still].zeroFillSuffices(2));
}

TEST_F(FacesOfPrograms, AnEndlessAxisHasNoFaces) {
  const Faces faces = made(BoundaryKind::Periodic).endless(1);
  EXPECT_FALSE(faces.at(u, 1, Side::Low).hasCells());
  EXPECT_TRUE(faces.at(u, 0, Side::Low).isPeriodic());
  EXPECT_FALSE(faces.isPeriodic(1));
}

TEST_F(FacesOfPrograms, WithoutTheOtherEndNothingGoesRound) {
  const Faces faces = made(BoundaryKind::Periodic).withoutOtherEnd(1);
  EXPECT_FALSE(faces.at(u, 1, Side::Low).hasCells());
  EXPECT_TRUE(faces.at(u, 0, Side::Low).isPeriodic());
  EXPECT_TRUE(made(BoundaryKind::Copy).withoutOtherEnd(1).at(u, 1, Side::High).hasCells());
}

TEST_F(FacesOfPrograms, WhereOneFieldGoesRoundAllDo) {
  const FieldId fixed = d.fixedField("fixed", 1);
  const Faces faces = made(BoundaryKind::Periodic).allGoRound();
  EXPECT_TRUE(faces.at(fixed, 0, Side::Low).isPeriodic());
  EXPECT_TRUE(made(BoundaryKind::Copy).allGoRound().at(fixed, 0, Side::Low).given());
}
