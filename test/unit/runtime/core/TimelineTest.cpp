/// \file Events of runs: where a run stops for them, in which order they happen, and how often.
#include "runtime/core/timeline/Timeline.h"
#include "HandPrograms.h"
#include "runtime/core/instance/Instance.h"
#include "runtime/core/timeline/Pacer.h"
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace stencilc {

namespace {

/// An event after each multiple of `every` time steps, which notes when it happens.
class Noted final : public Event {
public:
  Noted(std::string name, std::int64_t every, std::vector<std::string> &notes)
      : name(std::move(name)), every(every), notes(notes) {}

  Status begin(const RunPoint &point, std::int64_t end) override {
    notes.push_back(name + " from " + std::to_string(point.step) + " to " + std::to_string(end));
    return {};
  }
  std::int64_t next(std::int64_t step) const override { return nextMultiple(step, every); }
  std::int64_t interval() const override { return every; }
  Status happen(const RunPoint &point) override {
    notes.push_back(name + " " + std::to_string(point.step));
    return fails ? Status::invalid("planted") : Status();
  }
  bool endsRun() const override { return ends; }

  bool fails = false, ends = false;

private:
  std::string name;
  std::int64_t every;
  std::vector<std::string> &notes;
};

std::unique_ptr<Instance> make() {
  InstanceOptions options;
  options.extents[0] = 5;
  options.extents[1] = 4;
  char message[200] = "";
  return std::unique_ptr<Instance>(
      Instance::create(programs::heat, options, message, sizeof message));
}

using Notes = std::vector<std::string>;

} // namespace

TEST(Timeline, stopsAtEachEventInTheirOrder) {
  const std::unique_ptr<Instance> instance = make();
  ASSERT_TRUE(instance);
  Notes notes;
  Noted two("two", 2, notes), three("three", 3, notes);
  {
    const AddedEvent events[] = {{instance->timeline(), two}, {instance->timeline(), three}};
    EXPECT_EQ(instance->timeline().interval(), 2);
    ASSERT_EQ(instance->run(6), 0);
  }
  EXPECT_EQ(notes, Notes({"two from 0 to 6", "three from 0 to 6", "two 2", "three 3", "two 4",
                          "two 6", "three 6"}));
  ASSERT_EQ(instance->run(6), 0); // the events are removed
  EXPECT_EQ(notes.size(), 7u);
  EXPECT_EQ(instance->stepsDone(), 12);
}

TEST(Timeline, countsStepsBeforeTheSimulation) {
  const std::unique_ptr<Instance> instance = make();
  ASSERT_EQ(instance->setFirstStep(4), 0);
  Notes notes;
  Noted three("three", 3, notes);
  const AddedEvent event(instance->timeline(), three);
  ASSERT_EQ(instance->run(3), 0);
  EXPECT_EQ(notes, Notes({"three from 4 to 7", "three 6"}));
}

TEST(Timeline, endsWhereAnEventFailsOrEndsTheRun) {
  const std::unique_ptr<Instance> instance = make();
  Notes notes;
  Noted two("two", 2, notes), also("also", 2, notes);
  const AddedEvent events[] = {{instance->timeline(), two}, {instance->timeline(), also}};
  two.ends = true;
  ASSERT_EQ(instance->run(0), 0);
  ASSERT_EQ(instance->run(9), 0);
  EXPECT_EQ(instance->stepsDone(), 0); // it has ended the run before its first step
  two.ends = false;
  two.fails = true;
  EXPECT_NE(instance->run(9), 0);
  EXPECT_EQ(std::string(instance->lastError()), "planted");
  EXPECT_EQ(instance->stepsDone(), 2);
  EXPECT_EQ(notes.back(), "two 2"); // later events of the step do not happen
}

TEST(Timeline, nextMultipleDoesNotOverflow) {
  EXPECT_EQ(nextMultiple(0, 5), 5);
  EXPECT_EQ(nextMultiple(4, 5), 5);
  EXPECT_EQ(nextMultiple(5, 5), 10);
  EXPECT_EQ(nextMultiple(Event::kNever - 2, 7), Event::kNever);
}

TEST(Pacer, growsAtMostEightfoldInMultiplesOfTwelve) {
  const std::unique_ptr<Instance> instance = make();
  const auto at = [&](std::int64_t step) {
    RunPoint point = instance->point();
    point.step = step;
    return point;
  };
  Pacer pacer(3600); // no step takes as long
  pacer.begin(at(100));
  std::vector<std::int64_t> batches;
  for (std::int64_t step = 100; batches.size() < 5;) {
    batches.push_back(pacer.due() - step);
    step = pacer.due();
    ASSERT_TRUE(pacer.reached(at(step)));
  }
  EXPECT_EQ(batches, std::vector<std::int64_t>({1, 8, 60, 480, 3840}));
  Pacer fast(1e-12); // every step takes longer
  fast.begin(at(7));
  ASSERT_TRUE(fast.reached(at(8)));
  EXPECT_EQ(fast.due(), 9);
}

} // namespace stencilc
