/// \file How far steps read, and how far kernels trail each other: numbers written down by hand,
/// and random programs played plane by plane.
#include "analysis/StepReach.h"
#include "Programs.h"
#include "analysis/KernelFacts.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <tuple>

using namespace stencilc;
using namespace stencilc::test;

namespace {

constexpr int kAxis = 1;
Offset along(int planes) { return Offset{{0, planes}}; }

FieldId local(Draft &d, const std::string &name) {
  const FieldId id = d.field(name);
  d.program.fields[id].isLocal = true;
  return id;
}

analysis::StepReach reachOf(const Draft &d) {
  return analysis::stepReach(analysis::gatherFacts(d.program), kAxis);
}

/// Reads along the other axis count for nothing.
TEST(StepReach, OnlyReadsAlongTheAxisCount) {
  Draft d(2);
  const FieldId u = d.field("u"), a = local(d, "a");
  d.stage(a, d.add(d.read(u, {{1, 0}}), d.read(u, {{-1, 0}})));
  d.stage(u, d.read(a, {{1, 0}}, 1));
  const analysis::StepReach reach = reachOf(d);
  EXPECT_EQ(reach.most(), 0);
  EXPECT_EQ(reach.lag, 0);
}

/// Each side has a path of its own: what one kernel reads low and the next high adds up to neither.
TEST(StepReach, SidesAreCountedApart) {
  Draft d(2);
  const FieldId h = d.field("h"), e = d.field("e");
  d.stage(h, d.sub(d.read(h), d.sub(d.read(e, along(1)), d.read(e))));
  d.stage(e, d.sub(d.read(e), d.sub(d.read(h, {}, 1), d.read(h, along(-1), 1))));
  const analysis::StepReach reach = reachOf(d);
  EXPECT_EQ(reach.low, 1);
  EXPECT_EQ(reach.high, 1);
  EXPECT_EQ(reach.kernels[0].beyondLow, 1);
  EXPECT_EQ(reach.kernels[0].beyondHigh, 0);
}

/// Kernels that do not read each other do not add up.
TEST(StepReach, KernelsThatDoNotFollowEachOtherDoNotAddUp) {
  Draft d(2);
  const FieldId u = d.field("u"), v = d.field("v"), a = local(d, "a"), b = local(d, "b");
  d.stage(a, d.read(u, along(2)));
  d.stage(u, d.read(a, along(2), 1));
  d.stage(b, d.read(v, along(3)));
  d.stage(v, d.read(b, along(-1), 1));
  const analysis::StepReach reach = reachOf(d);
  EXPECT_EQ(reach.low, 1);
  EXPECT_EQ(reach.high, 4);
}

/// A program whose kernels read what is there, to no side as far as to the other.
void addStages(Draft &d, std::mt19937 &random) {
  const auto upTo = [&](int most) { return int(random() % unsigned(most + 1)); };
  std::vector<FieldId> fields, made;
  const int stages = 1 + upTo(5), locals = upTo(stages - 1);
  for (int i = 0; i < stages - locals; ++i)
    fields.push_back(
        d.field("u" + std::to_string(i), BoundaryKind::Periodic, upTo(3) == 0 ? 2 : 1));
  std::vector<FieldId> targets = fields;
  for (int i = 0; i < locals; ++i)
    targets.push_back(local(d, "a" + std::to_string(i)));
  std::shuffle(targets.begin(), targets.end(), random);
  for (const FieldId target : targets) {
    ExprId value = d.number(1);
    for (int reads = upTo(3); reads >= 0; --reads) {
      const bool isNew = !made.empty() && upTo(2) > 0;
      const FieldId of = isNew ? made[std::size_t(upTo(int(made.size()) - 1))]
                               : fields[std::size_t(upTo(int(fields.size()) - 1))];
      const int level = isNew ? 1 : -upTo(d.program.fields[of].levels - 1);
      value = d.add(value, d.read(of, along(upTo(1) * (upTo(5) - 3)), level));
    }
    d.stage(target, value);
    made.push_back(target);
  }
}

/// Steps whose kernels make planes of numbers: a plane that was read too early, or too late, is
/// another number.
class Played {
public:
  explicit Played(const Draft &d)
      : facts(analysis::gatherFacts(d.program)), reach(analysis::stepReach(facts, kAxis)) {
    for (std::size_t kernel = 0; kernel < facts.dependence.kernels.size(); ++kernel)
      kernels.emplace_back(facts, kernel);
  }

  /// Whether planes [0, kPlanes) of a step are right if it begins with `low` and `high` more.
  bool isEnough(int low, int high) {
    bool enough = true;
    std::map<std::pair<ir::FieldId, int>, bool> made; // planes of a field
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      const analysis::KernelReach &its = reach.kernels[kernel];
      for (int z = -its.beyondLow; z < kPlanes + its.beyondHigh; ++z) {
        for (const auto &[fieldLevel, read] : kernels[kernel].fieldLevels)
          for (const Offset &offset : read.offsets) {
            const int plane = z + offset[kAxis];
            enough &= fieldLevel.level == 1 ? made.count({fieldLevel.field, plane}) > 0
                                            : -low <= plane && plane < kPlanes + high;
          }
        for (const ir::FieldId field : kernels[kernel].stored)
          made[{field, z}] = true;
      }
    }
    return enough;
  }

  /// Planes pass in chunks through all kernels of some steps; whether each finds what it reads.
  bool passesInChunks(int chunk, int lack = 0) {
    constexpr int kSteps = 5;
    contents.clear();
    for (int begin = 0; begin - kSteps * reach.lag < kPlanes; begin += chunk) {
      arrive(begin, begin + chunk);
      for (int step = 0; step < kSteps; ++step)
        for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
          const int shift =
              step * (reach.lag - lack) + std::max(0, reach.kernels[kernel].lag - lack);
          if (!launch(step, kernel, begin - shift, begin + chunk - shift))
            return false;
        }
    }
    return true;
  }

  analysis::Facts facts;
  analysis::StepReach reach;

private:
  static constexpr int kPlanes = 30;
  using Content = std::pair<ir::FieldId, int>; // of which field, at which step

  Content &at(int step, ir::FieldId field, int level, int plane) {
    auto local = facts.dependence.locals.find(field);
    while (local != facts.dependence.locals.end() && local->second.field != field) {
      field = local->second.field;
      level = local->second.level;
      local = facts.dependence.locals.find(field);
    }
    const int count = std::max(1, facts.dependence.buffers.at(field));
    return contents[{field, ((step + level) % count + count) % count, plane}];
  }
  void arrive(int begin, int end) {
    for (const ir::FieldId field : facts.program.fields.ids())
      for (int age = 0; age < facts.program.fields[field].levels; ++age)
        for (int z = begin; z < std::min(end, kPlanes); ++z)
          if (const bool isUpdated = facts.dependence.buffers.at(field) > 0;
              isUpdated && !facts.program.fields[field].isLocal)
            at(0, field, -age, z) = {field, -age};
  }
  bool launch(int step, std::size_t kernel, int begin, int end) {
    begin = std::max(0, begin);
    end = std::min(end, kPlanes);
    for (int z = begin; z < end; ++z)
      for (const auto &[fieldLevel, read] : kernels[kernel].fieldLevels)
        for (const Offset &offset : read.offsets) {
          const int plane = z + offset[kAxis];
          if (plane >= 0 && plane < kPlanes &&
              at(step, fieldLevel.field, fieldLevel.level, plane) !=
                  Content(fieldLevel.field, step + fieldLevel.level))
            return false;
        }
    for (int z = begin; z < end; ++z)
      for (const ir::FieldId field : kernels[kernel].stored)
        at(step, field, 1, z) = {field, step + 1};
    return true;
  }

  std::vector<analysis::KernelFacts> kernels;
  std::map<std::tuple<ir::FieldId, int, int>, Content> contents; // by field, buffer and plane
};

TEST(StepReach, RandomStepsFindWhatTheyRead) {
  std::mt19937 random(11);
  int narrow = 0, early = 0;
  for (int round = 0; round < 500; ++round) {
    Draft d(2);
    addStages(d, random);
    Played played(d);
    const analysis::StepReach &reach = played.reach;
    ASSERT_TRUE(played.isEnough(reach.low, reach.high)) << round;
    narrow += reach.low > 0 && !played.isEnough(reach.low - 1, reach.high);
    EXPECT_GE(reach.lag, reach.most()) << round;
    for (const int chunk : {1, 3, 7})
      ASSERT_TRUE(played.passesInChunks(chunk)) << round << " by " << chunk;
    early += reach.lag > 0 && !played.passesInChunks(3, 1);
  }
  EXPECT_GT(narrow, 100);
  EXPECT_GT(early, 100);
}

} // namespace
