/// \file Launches that repeat are recorded and enqueued many at a time: each once, in order, before
/// anything else that is enqueued; others go one by one.
#include "runtime/core/stepping/RepeatedLaunches.h"
#include "runtime/core/device/HostDevice.h"
#include <gtest/gtest.h>

namespace stencilc {
namespace {

/// What a launch was: its kernel, a number that it had, and its stream.
struct Ran {
  char kernel;
  int number;
  Stream stream;
  bool operator==(const Ran &) const = default;
};

/// A device that notes what runs on it, each launch or all of a recording.
class NotingDevice : public HostDevice {
public:
  Status launch(Stream stream, const KernelLaunch &launch) override {
    EXPECT_EQ(launch.arguments[1], nullptr);
    auto &to = taken ? *taken : ran;
    to.push_back({*static_cast<const char *>(launch.kernel),
                  *static_cast<const int *>(launch.arguments[0]), taken ? nullptr : stream});
    alone += !taken;
    return failing ? Status::invalid("no launch") : Status();
  }
  Status record(std::size_t count, const LaunchOf &launchOf,
                std::unique_ptr<Recording> &recording) override {
    ++records;
    if (failsToRecord)
      return Status::invalid("no recording");
    auto made = std::make_unique<Noted>(*this);
    taken = &made->launches;
    Status status;
    for (std::size_t i = 0; status && i < count; ++i)
      status = launchOf(i, nullptr);
    taken = nullptr;
    if (!isPlain)
      recording = std::move(made);
    return status;
  }

  std::vector<Ran> ran;
  int alone = 0, records = 0, recordings = 0, replaced = 0;
  bool failing = false, failsToRecord = false, isPlain = false, failsToReplace = false;

private:
  struct Noted : Recording {
    explicit Noted(NotingDevice &device) : device(device) {}
    Status run(Stream stream) const override {
      ++device.recordings;
      for (Ran each : launches) {
        each.stream = stream;
        device.ran.push_back(each);
      }
      return {};
    }
    Status replace(std::size_t index, const KernelLaunch &launch) override {
      EXPECT_EQ(launches.at(index).kernel, *static_cast<const char *>(launch.kernel));
      launches[index].number = *static_cast<const int *>(launch.arguments[0]);
      return ++device.replaced > 100 && device.failsToReplace ? Status::invalid("") : Status();
    }
    NotingDevice &device;
    std::vector<Ran> launches;
  };
  std::vector<Ran> *taken = nullptr;
};

struct RepeatedLaunchesTest : testing::Test {
  NotingDevice device;
  RepeatedLaunches repeats{device};
  std::vector<Ran> asked;
  int streams[2] = {};
  Stream stream = &streams[0];

  /// One of a kernel with one argument.
  Status take(const char *kernel, int number, unsigned blocks = 1, bool isKnown = true) {
    static constexpr unsigned bytes[] = {sizeof(int), 0};
    void *arguments[] = {&number, nullptr};
    KernelLaunch launch = {};
    launch.kernel = kernel;
    launch.arguments = arguments;
    launch.argumentBytes = isKnown ? bytes : nullptr;
    launch.grid[0] = blocks;
    asked.push_back({*kernel, number, stream});
    Status status = repeats.take(launch, stream);
    number = -1; // the value is gone when it returns
    return status;
  }
  /// A row of steps of two kernels whose buffers take turns.
  void takeSteps(int from, int to) {
    for (int step = from; step < to; ++step) {
      repeats.beginStep(to - step);
      ASSERT_TRUE(take("a", step % 3));
      ASSERT_TRUE(take("b", 7));
    }
  }
  void expectAll() {
    ASSERT_TRUE(repeats.flush());
    EXPECT_EQ(device.ran, asked);
  }
};

TEST_F(RepeatedLaunchesTest, launchesThatRepeatGoManyAtATime) {
  takeSteps(0, 1000);
  expectAll();
  EXPECT_EQ(device.records, 1);
  EXPECT_GT(device.recordings, 25);
  EXPECT_LT(device.alone, 200);
  takeSteps(1000, 1300); // the next run begins in the middle of a pattern
  expectAll();
  EXPECT_EQ(device.records, 1);
  EXPECT_LT(device.alone, 350);
}

/// Nothing waits in vain: a recording is begun if as many launches come before the row ends.
TEST_F(RepeatedLaunchesTest, shortRowsHaveShortRecordings) {
  int step = 0;
  const auto takeRows = [&](int rows, int steps) {
    for (int row = 0; row < rows; ++row, step += steps) {
      takeSteps(step, step + steps);
      EXPECT_EQ(device.ran, asked) << "nothing is kept from row to row";
    }
  };
  takeRows(20, 20); // 40 launches, of which five patterns of six wherever a row begins
  EXPECT_EQ(device.records, 1);
  EXPECT_GT(device.recordings, 10);
  takeRows(2, 12); // 24 are too few for that
  EXPECT_EQ(device.records, 1);
  takeRows(20, 12);
  EXPECT_EQ(device.records, 2);
  device.alone = 0;
  takeRows(10, 12);
  EXPECT_EQ(device.alone, 10 * (24 - 18));
  device.alone = 0;
  takeRows(100, 1); // two launches are not worth it
  EXPECT_EQ(device.alone, 200);
  EXPECT_EQ(device.records, 2);
}

TEST_F(RepeatedLaunchesTest, aFewGoOneByOne) {
  takeSteps(0, 30);
  EXPECT_EQ(device.ran, asked);
  EXPECT_EQ(device.records, 0);
}

TEST_F(RepeatedLaunchesTest, anotherLaunchComesAfterThoseBefore) {
  takeSteps(0, 200);
  ASSERT_TRUE(take("c", 1));
  EXPECT_EQ(device.ran, asked);
  takeSteps(200, 400); // as before, from some other place of the pattern on
  ASSERT_TRUE(take("a", 4));
  EXPECT_EQ(device.ran, asked);
  takeSteps(0, 200);
  ASSERT_TRUE(take("b", 7, 2)); // more blocks
  EXPECT_EQ(device.ran, asked);
  ASSERT_TRUE(take("b", 8, 1, false)); // who knows with what
  EXPECT_EQ(device.ran, asked);
  EXPECT_EQ(device.records, 1);
}

TEST_F(RepeatedLaunchesTest, aNewPatternIsFoundWhereTheOldOneHasEnded) {
  takeSteps(0, 200);
  for (int i = 0; i < 400; ++i) {
    repeats.beginStep(400 - i);
    ASSERT_TRUE(take("c", i % 2));
  }
  expectAll();
  EXPECT_EQ(device.records, 2);
  EXPECT_LT(device.alone, 400);
}

TEST_F(RepeatedLaunchesTest, valuesThatNeverRepeatAreNotKept) {
  for (int i = 0; i < 500; ++i)
    ASSERT_TRUE(take("a", i));
  EXPECT_EQ(device.ran, asked);
  EXPECT_EQ(device.records, 0);
}

/// A kernel whose values differ in each step, and one that has the same in all.
struct ChangingLaunches : RepeatedLaunchesTest {
  void takeChanging(int from, int to) {
    for (int step = from; step < to; ++step) {
      repeats.beginStep(to - step);
      ASSERT_TRUE(take("a", 1000 + step));
      ASSERT_TRUE(take("b", 7));
    }
  }
};

TEST_F(ChangingLaunches, goManyAtATimeWithTheirValues) {
  takeChanging(0, 1000);
  expectAll();
  EXPECT_EQ(device.records, 1);
  EXPECT_GT(device.recordings, 25);
  EXPECT_LT(device.alone, 250);
  EXPECT_EQ(device.replaced, 32 * device.recordings) << "b has the same values each time";
  takeChanging(1000, 1300);
  expectAll();
  EXPECT_EQ(device.records, 1);
}

TEST_F(ChangingLaunches, aFlushOrAnotherKernelComesAfterThoseBefore) {
  takeChanging(0, 200);
  for (int step = 200; step < 210; ++step) {
    repeats.beginStep(400 - step);
    ASSERT_TRUE(take("a", step));
    ASSERT_TRUE(take("b", 7));
  }
  EXPECT_LT(device.ran.size(), asked.size()); // some are kept
  expectAll();
  takeChanging(210, 400);
  ASSERT_TRUE(take("c", 1));
  EXPECT_EQ(device.ran, asked);
  takeChanging(400, 600);
  expectAll();
  EXPECT_EQ(device.records, 1);
}

TEST_F(ChangingLaunches, launchesWithTheSameValuesAreFoundFirst) {
  takeSteps(0, 1000); // the values of every third step agree
  expectAll();
  EXPECT_EQ(device.replaced, 0);
}

TEST_F(ChangingLaunches, aDeviceThatCannotChangeThemGetsThemOneByOne) {
  device.failsToReplace = true;
  takeChanging(0, 1000);
  expectAll();
  EXPECT_EQ(device.records, 1);
  EXPECT_LE(device.recordings, 3);
}

TEST_F(RepeatedLaunchesTest, anotherStreamWaitsForNothingThatIsKept) {
  takeSteps(0, 200);
  for (int step = 200; step < 210; ++step) {
    repeats.beginStep(400 - step);
    ASSERT_TRUE(take("a", step % 3));
    ASSERT_TRUE(take("b", 7));
  }
  EXPECT_LT(device.ran.size(), asked.size()); // some are kept
  const std::size_t before = asked.size();
  stream = &streams[1];
  ASSERT_TRUE(take("a", 0));
  EXPECT_GE(device.ran.size(), before);
  expectAll();
}

TEST_F(RepeatedLaunchesTest, whatIsForgottenIsLookedForAnew) {
  takeSteps(0, 200);
  ASSERT_TRUE(repeats.flush());
  repeats.forget();
  takeSteps(0, 200);
  expectAll();
  EXPECT_EQ(device.records, 2);
}

TEST_F(RepeatedLaunchesTest, aDeviceThatDoesNotRecordGetsThemOneByOne) {
  device.isPlain = true;
  takeSteps(0, 200);
  EXPECT_EQ(device.ran, asked);
  EXPECT_EQ(device.records, 1);
}

TEST_F(RepeatedLaunchesTest, soDoesOneWhoseDriverIsTooOld) {
  device.failsToRecord = true;
  takeSteps(0, 200);
  EXPECT_EQ(device.ran, asked);
  EXPECT_EQ(device.records, 1);
}

TEST_F(RepeatedLaunchesTest, aFailureIsTold) {
  takeSteps(0, 200);
  device.failing = true;
  EXPECT_EQ(take("c", 1).message(), "no launch");
}

} // namespace
} // namespace stencilc
