/// \file When the parts of an update run in a wavefront: lags, what waits, and what is lost.
#include "schedules/wavefront/skew/TimeSkew.h"
#include "Compiled.h"

using namespace stencilc;
using namespace stencilc::test;
using schedules::makeTimeSkew, schedules::Neighbours, schedules::TimeSkew;

namespace time_skew_test {
namespace {

int lagOf(const std::string &source, Neighbours neighbours) {
  return makeTimeSkew(factsOfSource(source), neighbours).lag;
}

ir::FieldId fieldNamed(const analysis::Facts &facts, const std::string &name) {
  for (ir::FieldId id : facts.program.fields.ids())
    if (facts.program.fields[id].name == name)
      return id;
  ADD_FAILURE() << "no field " << name;
  return {};
}

int depths(const TimeSkew &skew) {
  int sum = 0;
  for (const schedules::StageSkew &stage : skew.stages)
    for (const schedules::Waiting &value : stage.waiting)
      sum += value.depth;
  return sum;
}

const std::string kSevenPoint = R"(stencil jacobi(x, y, z) {
  param a = 0.4; param b = 0.1;
  field u { boundary keep; init 0; }
  u[t+1] = a * u + b * sum(star(1) \ centre, u);
})";

/// Every tap has a coefficient of its own: nothing can be summed before it is multiplied.
const std::string kWideStar = R"(stencil star(x, y, z) {
  field u { boundary periodic; init 0; }
  u[t+1] = 0.10 * u + 0.01 * u[x-2] + 0.02 * u[x-1] + 0.03 * u[x+1] + 0.04 * u[x+2]
         + 0.05 * u[y-2] + 0.06 * u[y-1] + 0.07 * u[y+1] + 0.08 * u[y+2]
         + 0.09 * u[z-2] + 0.11 * u[z-1] + 0.12 * u[z+1] + 0.13 * u[z+2];
})";

/// Two levels, and a coefficient of its own for each cell.
const std::string kWaves = R"(stencil waves(x, y, z) {
  field u levels 2 { boundary fixed(0); init 0; }
  field c constant { init 1; }
  u[t+1] = 2 * u - u[t-1] + c * (0.3 * (u[x-1] + u[y-1]) + 0.1 * u[z-3] + 0.2 * u[z+3]);
})";

const std::string kBox27 = R"(stencil box(x, y, z) {
  field u { boundary periodic; init 0; }
  u[t+1] = sum(box(1), u) / 27;
})";

const std::string kBox9 = R"(stencil box(x, y) {
  field u { boundary periodic; init 0; }
  u[t+1] = sum(box(1), u) / 9;
})";

const std::string kMaxwell = R"(stencil maxwell(x, y) {
  param s = 0.5;
  field hx { boundary fixed(0); init 0; }
  field hy { boundary fixed(0); init 0; }
  field ez { boundary fixed(0); init 0; }
  hx[t+1] = hx - s * (ez[y+1] - ez);
  hy[t+1] = hy + s * (ez[x+1] - ez);
  ez[t+1] = ez + s * ((hy[t+1] - hy[t+1, x-1]) - (hx[t+1] - hx[t+1, y-1]));
})";

} // namespace

// The neighbours in the plane are seen a plane later, when the plane above is new: no time is lost.
/// What reads an older level happens when it is used, not when its planes would be new: that level
/// is in memory all along. Several time steps must keep its planes, or what is made of them.
TEST(TimeSkew, OneStepAloneReadsOlderLevelsWhenTheyAreUsed) {
  const analysis::Facts facts = factsOfSource(kWaves);
  const TimeSkew several = makeTimeSkew(facts, {.lanes = 0, .rows = 0});
  const TimeSkew single = makeTimeSkew(facts, {.lanes = 0, .rows = 0, .isSingle = true});
  EXPECT_EQ(depths(several) - depths(single), 3);
}

TEST(TimeSkew, SevenPointsFollowOnePlaneBehind) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  const TimeSkew skew = makeTimeSkew(facts, {1, 1, 0});
  EXPECT_EQ(skew.lag, 1);
  EXPECT_EQ(skew.arrival.at(fieldNamed(facts, "u")), 0);
  EXPECT_EQ(skew.ages.at(fieldNamed(facts, "u")), 2) << "the planes z and z-1";
  ASSERT_EQ(skew.stages.size(), 1u);
  EXPECT_TRUE(skew.stages[0].waiting.empty()) << "cells are kept, and no partial results";
  EXPECT_EQ(skew.stages[0].out, 1);
}

TEST(TimeSkew, TheNewestPlaneEntersLast) {
  const analysis::Facts facts = factsOfSource(kSevenPoint);
  const TimeSkew skew = makeTimeSkew(facts, {1, 1, 0});
  int crossing = 0;
  for (const auto &[id, time] : skew.stages[0].at)
    if (const auto *read = std::get_if<ir::Read>(&facts.program[id].node)) {
      EXPECT_TRUE(schedules::crosses(*read, 2));
      EXPECT_EQ(time, 1) << "neighbours of plane z, one plane later";
      ++crossing;
    }
  EXPECT_EQ(crossing, 4);
  EXPECT_EQ(skew.stages[0].at.at(facts.program.stages[ir::StageId{0}].value), 1);
}

TEST(TimeSkew, WideStarsKeepTheirReachInPlanes) {
  const analysis::Facts facts = factsOfSource(kWideStar);
  const TimeSkew skew = makeTimeSkew(facts, {1, 1, 0});
  EXPECT_EQ(skew.lag, 2);
  EXPECT_EQ(skew.ages.at(fieldNamed(facts, "u")) + depths(skew), 4);
}

// The last plane of a box is itself seen a plane late.
TEST(TimeSkew, BoxesFollowTwoPlanesBehindUnlessLanesSeeEachOtherAtOnce) {
  EXPECT_EQ(lagOf(kBox27, {1, 1, 0}), 2);
  EXPECT_EQ(lagOf(kBox27, {0, 0, 0}), 1);
  EXPECT_EQ(lagOf(kBox9, {1, 0, 0}), 2);
  EXPECT_EQ(lagOf(kBox9, {0, 0, 0}), 1);
}

TEST(TimeSkew, UsingOwnCellsLaterCostsAPlane) {
  EXPECT_EQ(lagOf(kSevenPoint, {1, 1, 1}), 2);
  EXPECT_EQ(lagOf(kWideStar, {1, 1, 1}), 3);
  EXPECT_EQ(lagOf(kBox27, {1, 1, 1}), 2) << "the last plane is seen late anyway";
}

TEST(TimeSkew, StagesShareOneLag) {
  const analysis::Facts facts = factsOfSource(kMaxwell);
  const TimeSkew skew = makeTimeSkew(facts, {0, 0, 0});
  ASSERT_EQ(skew.stages.size(), 3u);
  for (const schedules::StageSkew &stage : skew.stages) {
    const ir::FieldId target = facts.program.stages[stage.stage].target;
    EXPECT_EQ(stage.out, skew.arrival.at(target) + skew.lag) << facts.program.fields[target].name;
  }
  // hx needs the row of ez above, and ez the new hx of its own row: both are new when that row
  // comes. hy needs no row above and is new before.
  EXPECT_EQ(skew.lag, 1);
  EXPECT_EQ(skew.arrival.at(fieldNamed(facts, "hx")), 0);
  EXPECT_EQ(skew.arrival.at(fieldNamed(facts, "hy")), -1);
  EXPECT_EQ(skew.arrival.at(fieldNamed(facts, "ez")), 0);
  EXPECT_EQ(skew.firstOut, 0);
  EXPECT_EQ(skew.lastOut, 1);
}

TEST(TimeSkew, StagesWaitForNeighboursOfTheStageBefore) {
  const analysis::Facts facts = factsOfSource(R"(stencil chain(x, y) {
    field a { boundary periodic; init 0; }
    field b { boundary periodic; init 0; }
    a[t+1] = 0.5 * (a + b);
    b[t+1] = 0.5 * (b + a[t+1, y+2]);
  })");
  const TimeSkew skew = makeTimeSkew(facts, {0, 0, 0});
  const int a = skew.stages[0].out, b = skew.stages[1].out;
  EXPECT_EQ(b - a, 2) << "the row two above";
  EXPECT_EQ(skew.lag, 2) << "a needs b of the same row, which comes two rows later";
}

// Nothing makes `g` wait, so it could be a plane earlier in every time step. It is due a lag later.
TEST(TimeSkew, AFieldThatOthersOnlyReadKeepsTheLagOfItsReaders) {
  const analysis::Facts facts = factsOfSource(R"(stencil decay(x, y) {
    field a { boundary fixed(0); init 0; }
    field g { boundary fixed(0); init 0; }
    a[t+1] = a[y-2] + a[y+2] + g;
    g[t+1] = 2 * g;
  })");
  const TimeSkew skew = makeTimeSkew(facts, {0, 0, 0});
  EXPECT_EQ(skew.lag, 2);
  for (const schedules::StageSkew &stage : skew.stages)
    EXPECT_EQ(stage.out, skew.arrival.at(facts.program.stages[stage.stage].target) + 2);
}

TEST(TimeSkew, IndependentFieldsHaveTheLagOfTheWidest) {
  EXPECT_EQ(lagOf(R"(stencil apart(x, y) {
    field a { boundary fixed(0); init 0; }
    field b { boundary fixed(0); init 0; }
    field c { boundary fixed(0); init 0; }
    a[t+1] = a[y-1] + a[y+1];
    b[t+1] = b[y-3] + b[y+3];
    c[t+1] = c[x-4];
  })",
                  {0, 0, 0}),
            3);
}

// The reader of `g` arrives later by the planes that `g` is read ahead, and the lag stays small.
TEST(TimeSkew, ReadsAheadOfOneWayDelayTheReader) {
  const analysis::Facts facts = factsOfSource(R"(stencil ahead(x, y) {
    field a { boundary fixed(0); init 0; }
    field g { boundary fixed(0); init 0; }
    a[t+1] = a[y-1] + a[y+1] + g[y+5];
    g[t+1] = 2 * g;
  })");
  const TimeSkew skew = makeTimeSkew(facts, {0, 0, 0});
  EXPECT_EQ(skew.lag, 1);
  EXPECT_EQ(skew.arrival.at(fieldNamed(facts, "a")) - skew.arrival.at(fieldNamed(facts, "g")), 4);
}

// A cycle of reads within one time step adds up their offsets.
TEST(TimeSkew, LagsMayExceedTheLargestOffset) {
  EXPECT_EQ(lagOf(R"(stencil deep(x, y) {
    field a { boundary fixed(0); init 0; }
    field b { boundary fixed(0); init 0; }
    field g { boundary fixed(0); init 0; }
    b[t+1] = a[y+16] + g;
    a[t+1] = b[t+1, y+16];
    g[t+1] = 2 * g;
  })",
                  {0, 0, 0}),
            32);
}

TEST(TimeSkew, ChainsOfManyFieldsHaveALag) {
  constexpr int kFields = 100;
  std::string fields, updates;
  for (int i = 0; i < kFields; ++i) {
    const std::string name = "f" + std::to_string(i), next = "f" + std::to_string(i + 1);
    fields += "field " + name + " { boundary fixed(0); init 0; }\n";
    updates +=
        name + "[t+1] = " + (i + 1 < kFields ? name + "[y+1] + " + next + "[y+2]" : name) + ";\n";
  }
  EXPECT_EQ(lagOf("stencil chain(x, y) {\n" + fields + updates + "}", {0, 0, 0}), 1);
}

// t-1 arrives a lag earlier: it is the plane that an earlier time step had.
TEST(TimeSkew, EarlierLevelsAreOlderPlanes) {
  const analysis::Facts facts = factsOfSource(R"(stencil wave(x, y, z) {
    field p levels 2 { boundary fixed(0); init 0; }
    p[t+1] = 1.4 * p - p[t-1] + 0.1 * sum(star(1) \ centre, p);
  })");
  const ir::FieldId p = fieldNamed(facts, "p");
  const TimeSkew skew = makeTimeSkew(facts, {1, 1, 0});
  EXPECT_EQ(skew.lag, 1);
  int earlier = 0;
  for (const ir::Expr &expr : facts.program.exprs)
    if (const auto *read = std::get_if<ir::Read>(&expr.node); read && read->level == -1) {
      EXPECT_EQ(schedules::arrivalOf(skew, *read, 2), -1);
      ++earlier;
    }
  EXPECT_EQ(earlier, 1);
  EXPECT_EQ(skew.ages.at(p) + depths(skew), 2) << "t-1 waits no longer than the plane z-1";
}

// A chunk begins when the first plane that its cells read at t arrives; nothing is computed before.
TEST(TimeSkew, NothingHappensBeforeTheFirstStepOfAChunk) {
  const analysis::Facts facts = factsOfSource(R"(stencil earlier(x, y) {
    field u levels 3 { boundary keep; init 0; }
    u[t+1] = 0.3 * u[y+1] + 0.3 * u[t-1] + 0.3 * u[t-2, y-1];
  })");
  const TimeSkew skew = makeTimeSkew(facts, {0, 0, 0});
  for (const auto &[id, time] : skew.stages[0].at)
    EXPECT_GE(time, skew.arrival.at(fieldNamed(facts, "u")) - skew.lostCells(1, 1, Side::Low));
}

TEST(TimeSkew, ConstantFieldsAreThereAtAnyTime) {
  const analysis::Facts facts = factsOfSource(R"(stencil medium(x, y, z) {
    field u { boundary keep; init 0; }
    field c constant { boundary copy; init 1; }
    u[t+1] = 0.4 * u + 0.1 * c[z+1] * sum(star(1) \ centre, u) + c;
  })");
  const TimeSkew skew = makeTimeSkew(facts, {1, 1, 0});
  EXPECT_EQ(skew.lag, 1) << "nobody waits for the plane of c above";
  EXPECT_EQ(skew.arrival.size(), 1u);
  EXPECT_FALSE(skew.ages.count(fieldNamed(facts, "c")));
  int constants = 0;
  for (ir::ExprId id : skew.stages[0].anyTime)
    if (const auto *read = std::get_if<ir::Read>(&facts.program[id].node)) {
      EXPECT_EQ(read->field, fieldNamed(facts, "c"));
      ++constants;
    }
  EXPECT_EQ(constants, 2);
}

TEST(TimeSkew, EachStepLosesWhatItReads) {
  const analysis::Facts facts = factsOfSource(R"(stencil lopsided(x, y, z) {
    field u { boundary periodic; init 0; }
    u[t+1] = 0.2 * (u[x-3] + u[x+1] + u[y-1] + u[z+2] + u);
  })");
  const Reach lost = makeTimeSkew(facts, {1, 1, 0}).lost.front();
  EXPECT_EQ(lost, (Reach{{3, 1, 0}, {1, 0, 2}}));
}

// What a stage reads of the one before, that one reads further out.
TEST(TimeSkew, StagesLoseTheSumOfWhatTheyRead) {
  const analysis::Facts facts = factsOfSource(R"(stencil chain(x, y) {
    field a { boundary periodic; init 0; }
    field b { boundary periodic; init 0; }
    a[t+1] = 0.5 * (b[x-1] + b[y-2]);
    b[t+1] = 0.5 * (a[t+1, x-1] + a[t+1, y+1]);
  })");
  EXPECT_EQ(makeTimeSkew(facts, {0, 0, 0}).lost.front(), (Reach{{2, 2, 0}, {0, 1, 0}}));
}

TEST(TimeSkew, WithoutNeighboursNothingLagsAndNothingIsLost) {
  const analysis::Facts facts = factsOfSource(R"(stencil decay(x, y) {
    field u { boundary keep; init 1; }
    u[t+1] = 0.5 * u;
  })");
  const TimeSkew skew = makeTimeSkew(facts, {1, 0, 0});
  EXPECT_EQ(skew.lag, 0);
  EXPECT_TRUE(skew.lost.back().isZero());
}

} // namespace time_skew_test
