/// \file Cells at the sides of a tile that fused time steps make invalid.
#include "schedules/wavefront/skew/LostCells.h"
#include "Compiled.h"

using namespace stencilc;
using namespace stencilc::test;

namespace lost_cells_test {
namespace {

/// Cells lost on the high side of x in 1, 2, 3 and 4 fused time steps.
std::vector<int> lostOf(const std::string &fieldsAndUpdates) {
  const analysis::Facts facts = factsOfSource("stencil lost(x, y) {" + fieldsAndUpdates + "}");
  std::vector<int> high;
  for (const Reach &reach : schedules::lostCells(facts, 4))
    high.push_back(reach.high[0]);
  return high;
}

const std::string kFields = R"(
  field a { boundary fixed(0); init 0; }
  field b { boundary fixed(0); init 0; }
  field c constant { boundary fixed(0); init 0; }
)";

using Cells = std::vector<int>;

} // namespace

TEST(LostCells, AreTheReachOfEachStep) {
  EXPECT_EQ(lostOf(kFields + "a[t+1] = a[x-1] + a[x+2] + c; b[t+1] = b;"), (Cells{2, 4, 6, 8}));
}

TEST(LostCells, OfFieldsThatNeverChangeCountOnce) {
  EXPECT_EQ(lostOf(kFields + "a[t+1] = a[x+1] + c[x+3]; b[t+1] = b;"), (Cells{3, 4, 5, 6}));
}

TEST(LostCells, OfAFieldThatReadsOnlyItsOwnCellCountOnce) {
  EXPECT_EQ(lostOf(kFields + "a[t+1] = a[x+1] + b[x+3]; b[t+1] = 2 * b;"), (Cells{3, 4, 5, 6}));
}

TEST(LostCells, AddUpAlongChainsOfNewValues) {
  EXPECT_EQ(lostOf(kFields + "a[t+1] = b[x+1]; b[t+1] = b + a[t+1, x+2];"), (Cells{3, 6, 9, 12}));
}

TEST(LostCells, AlternateWhereTwoFieldsTakeTurns) {
  EXPECT_EQ(lostOf(kFields + "a[t+1] = b[x+2]; b[t+1] = a;"), (Cells{2, 2, 4, 4}));
}

// u[t-1] was the result of the step before last.
TEST(LostCells, OfOlderLevelsCountInTheStepThatComputedThem) {
  EXPECT_EQ(lostOf("field u levels 2 { boundary fixed(0); init 0; } u[t+1] = u[t-1, x+1];"),
            (Cells{1, 1, 2, 2}));
}

} // namespace lost_cells_test
