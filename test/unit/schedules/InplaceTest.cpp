/// \file Which programs schedule inplace takes, which fields it pairs, and what it plans for them.
#include "Compiled.h"
#include "PlanTesting.h"
#include "plan/cost/Buffers.h"
#include "plan/verify/PlanVerifier.h"
#include "schedules/inplace/Fit.h"
#include "llvm/ADT/StringExtras.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

analysis::Facts inPlane(const std::string &lines, const std::string &axes = "x, y") {
  return factsOfSource("stencil s(" + axes + ") { " + lines + "}");
}

/// Fields with one boundary.
std::string fieldsNamed(const std::vector<std::string> &names,
                        const std::string &boundary = "boundary periodic;") {
  std::string all;
  for (const std::string &name : names)
    all += "field " + name + " { " + boundary + " init 1; } ";
  return all;
}

std::string refusal(const analysis::Facts &facts, const plan::ScheduleRequest &request = {}) {
  return plan::findSchedule("inplace")->fit(facts, cuda(), request).reason;
}

/// "a-b c": pairs, and fields that are their own partners.
std::string pairsOf(const analysis::Facts &facts) {
  std::string all;
  for (const auto &[field, pair] : schedules::fitInPlace(facts).shape.fields) {
    const auto nameOf = [&](ir::FieldId id) { return facts.program.fields[id].name; };
    if (field == pair.partner)
      all += (all.empty() ? "" : " ") + nameOf(field);
    else if (field < pair.partner)
      all += (all.empty() ? "" : " ") + nameOf(field) + "-" + nameOf(pair.partner);
  }
  return all;
}

TEST(Inplace, PairsFieldsThatAreReadAtOppositeCells) {
  EXPECT_EQ(pairsOf(inPlane(fieldsNamed({"a", "b", "c", "d", "e", "f"}) +
                            "a[t+1] = a[x-1]; b[t+1] = b[x-1] * c; c[t+1] = 2 * c; "
                            "d[t+1] = d[x+1]; e[t+1] = e[x+1] + a[x-1]; f[t+1] = e[x+1];")),
            "a-d b-e c f");
}

TEST(Inplace, PairsFieldsThatAreStoredAndGoRoundAlike) {
  const std::string updates = "a[t+1] = a[x-1]; b[t+1] = b[x-1]; d[t+1] = d[x+1]; e[t+1] = e[x+1];";
  EXPECT_EQ(pairsOf(inPlane("field a storage f32 { boundary periodic; init 1; } "
                            "field e storage f32 { boundary periodic; init 1; } " +
                            fieldsNamed({"b", "d"}) + updates)),
            "a-e b-d");
  EXPECT_EQ(pairsOf(inPlane(fieldsNamed({"a", "e"}, "boundary fixed(1);") +
                            fieldsNamed({"b", "d"}) + updates)),
            "a-e b-d");
}

TEST(Inplace, ShapesAreVerifiedByTheProgram) {
  const analysis::Facts facts =
      inPlane(fieldsNamed({"a", "b", "c"}) + "a[t+1] = a[x-1]; b[t+1] = b[x+1]; c[t+1] = a[t+1];");
  const ir::FieldId a{0}, b{1}, c{2};
  const schedules::InPlaceShape shape = schedules::fitInPlace(facts).shape;
  EXPECT_TRUE(shape.verify(facts).empty());
  schedules::InPlaceShape wrong = shape;
  wrong.fields.erase(c);
  EXPECT_EQ(wrong.verify(facts),
            std::vector<std::string>{"no place is known for the new values of 'c'"});
  wrong = shape;
  wrong.fields[a].read = {};
  EXPECT_EQ(wrong.verify(facts), std::vector<std::string>{"updates read 'a' at another cell"});
  wrong = shape;
  wrong.fields[a].partner = a;
  wrong.fields[b].partner = b;
  EXPECT_EQ(wrong.verify(facts),
            (std::vector<std::string>{"new values of 'a' have no place where 'a' is read",
                                      "new values of 'b' have no place where 'b' is read"}));
}

TEST(Inplace, SaysWhyNot) {
  const std::string pair = fieldsNamed({"a", "b"}), streams = "a[t+1] = a[x-1]; b[t+1] = b[x+1]; ";
  EXPECT_EQ(refusal(inPlane(pair + streams)), "");
  EXPECT_EQ(refusal(inPlane(fieldsNamed({"a"}) + "a[t+1] = a[x-1] + a[x+1];")),
            "an update reads a[x-1] and a[x+1]: a new value can only overwrite an old one that a "
            "single cell reads, and 2 cells read each value of 'a'; use sweep");
  EXPECT_EQ(refusal(inPlane(fieldsNamed({"a"}) + "a[t+1] = a[x-1, y+2];")),
            "updates read a[x-1, y+2], and no field of the same size and kind of boundary is left "
            "that they read at [x+1, y-2] and that the new value could overwrite; use sweep");
  EXPECT_EQ(refusal(inPlane(fieldsNamed({"a", "b"}, "boundary copy;") + streams)),
            "beyond x.low the boundary of 'a' reads cells again, which then have two readers; give "
            "it boundary periodic, fixed or keep there, or use sweep");
  EXPECT_EQ(refusal(inPlane("field c levels 2 { init 1; } " + pair + streams +
                            "c[t+1] = 2 * c - c[t-1];")),
            "'c' is read two steps back, and one buffer stores one time level; use sweep");
  EXPECT_EQ(refusal(inPlane(fieldsNamed({"a", "b"}, "boundary keep;") + streams)),
            "near faces 'b' keeps other cells than 'a', so that an updated cell would write where "
            "its neighbours do not read; let both read the same fields, or use sweep");
  EXPECT_EQ(
      refusal(inPlane(pair + "a[t+1] = a[x-1]; b[t+1] = b[x+1] + a[y+1, t+1];")),
      "a step has 2 kernels, because later updates read neighbours of earlier results, and in "
      "place there is only one; use sweep");
  EXPECT_EQ(refusal(inPlane(pair + streams + "report r = sum(a[t+1] - a) every 2 steps;")),
            "sum(a[t+1] - a) in line 1 needs 'a' as it was before the step, which is overwritten; "
            "use [t+1] there, or sweep");
  EXPECT_EQ(refusal(inPlane(pair + "global m = max(b); a[t+1] = a[x-1] / m; b[t+1] = b[x+1];")),
            "each step needs a reduction over the whole grid, max(b) in line 1, so "
            "no steps are fused; use sweep");
}

TEST(Inplace, EachFieldHasOneBuffer) {
  const analysis::Facts facts =
      inPlane(fieldsNamed({"a", "b"}) + "a[t+1] = a[x-1] * b[x+1]; b[t+1] = b[x+1];");
  const plan::Plan plan = *planning(facts, cuda(), "inplace").best;
  EXPECT_EQ(llvm::join(plan::verifyPlan(facts, plan), "\n"), "");
  for (ir::FieldId field : facts.program.fields.ids()) {
    EXPECT_EQ(plan::buffersOf(facts, plan, field), 1);
    EXPECT_EQ(plan::buffersOf(facts, *planning(facts, cuda(), "naive").best, field), 2);
  }
}

TEST(Inplace, ASingleStepCostsAnExchange) {
  const analysis::Facts facts =
      inPlane(fieldsNamed({"a", "b"}) + "a[t+1] = a[x-1] * b[x+1]; b[t+1] = b[x+1];");
  const plan::Plan plan = *planning(facts, cuda(), "inplace").best;
  EXPECT_EQ(plan.fused->steps, 2);
  EXPECT_DOUBLE_EQ(plan.fusedKernel.estimate.memoryBytes, 4 * 8);
  EXPECT_DOUBLE_EQ(plan.kernels.front().estimate.memoryBytes, 8 * 8);
  const analysis::Facts atCell = inPlane(fieldsNamed({"a"}) + "a[t+1] = 2 * a;");
  EXPECT_FALSE(planning(atCell, cuda(), "inplace").best->fused) << "nothing to exchange";
}

TEST(Inplace, IsNotProposed) {
  const analysis::Facts facts =
      inPlane(fieldsNamed({"a", "b"}) + "a[t+1] = a[x-1] * b[x+1]; b[t+1] = b[x+1];");
  for (const plan::Plan &plan : planning(facts, cuda()).candidates)
    EXPECT_NE(plan.schedule, "inplace");
}

} // namespace
