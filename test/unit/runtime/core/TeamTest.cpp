/// \file The threads that share loops: all of a loop is done once, the same thread has the same
/// part each time, and who waits sleeps.
#include "runtime/core/device/Team.h"
#include "runtime/core/device/Parallel.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <mutex>
#include <sched.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace stencilc;

namespace {

struct Part {
  std::int64_t begin, end;
  std::thread::id thread;
};

/// shareLoop with any callable.
template <class Body> void share(std::int64_t count, int most, const Body &body) {
  shareLoop(
      count, most,
      [](const void *it, std::int64_t begin, std::int64_t end) {
        (*static_cast<const Body *>(it))(begin, end);
      },
      &body);
}

/// The parts of a loop, by where they begin.
std::vector<Part> partsOf(std::int64_t count, int most = 0) {
  std::mutex mutex;
  std::vector<Part> parts;
  share(count, most, [&](std::int64_t begin, std::int64_t end) {
    const std::lock_guard<std::mutex> lock(mutex);
    parts.push_back({begin, end, std::this_thread::get_id()});
  });
  std::sort(parts.begin(), parts.end(),
            [](const Part &a, const Part &b) { return a.begin < b.begin; });
  return parts;
}

/// Whether all of a loop was done by the caller, at once.
void expectInline(const std::vector<Part> &parts, std::int64_t count) {
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].begin, 0);
  EXPECT_EQ(parts[0].end, count);
  EXPECT_EQ(parts[0].thread, std::this_thread::get_id());
}

class TeamTest : public testing::Test {
protected:
  void TearDown() override { setHostThreads(0); }
};

TEST_F(TeamTest, allOfALoopIsDoneOnceByPartsOfEqualSize) {
  for (const int threads : {1, 2, 3, 4, 7, 16}) {
    setHostThreads(threads);
    EXPECT_EQ(hostThreads(), threads);
    for (const int most : {0, 1, 2, 5, 100})
      for (const std::int64_t count : {0, 1, 2, 3, 6, 7, 15, 16, 17, 1000, 1001}) {
        SCOPED_TRACE(testing::Message()
                     << threads << " threads, at most " << most << ", count " << count);
        const std::vector<Part> parts = partsOf(count, most);
        std::int64_t wanted = std::min<std::int64_t>(count, threads);
        wanted = most > 0 ? std::min<std::int64_t>(wanted, most) : wanted;
        ASSERT_EQ(static_cast<std::int64_t>(parts.size()), wanted);
        std::int64_t done = 0;
        for (const Part &part : parts) {
          EXPECT_EQ(part.begin, done);
          done = part.end;
          EXPECT_GE(part.end - part.begin, count / wanted);
          EXPECT_LE(part.end - part.begin, (count + wanted - 1) / wanted);
        }
        EXPECT_EQ(done, count);
      }
  }
  setHostThreads(3);
  std::vector<std::atomic<int>> visits(1001);
  parallelFor(1001, [&](std::int64_t i) { ++visits[static_cast<std::size_t>(i)]; });
  for (const auto &visited : visits)
    EXPECT_EQ(visited, 1);
}

/// The parts of a loop in which each waits until all have begun: nobody's part is taken by another.
std::vector<Part> partsTogether(std::int64_t count, std::int64_t parts) {
  std::mutex mutex;
  std::vector<Part> done;
  std::atomic<std::int64_t> begun{0};
  share(count, static_cast<int>(parts), [&](std::int64_t begin, std::int64_t end) {
    for (++begun; begun < parts;)
      std::this_thread::yield();
    const std::lock_guard<std::mutex> lock(mutex);
    done.push_back({begin, end, std::this_thread::get_id()});
  });
  std::sort(done.begin(), done.end(),
            [](const Part &a, const Part &b) { return a.begin < b.begin; });
  return done;
}

TEST_F(TeamTest, theSameThreadHasTheSamePartEachTime) {
  setHostThreads(4);
  const std::vector<Part> first = partsTogether(1000, 4);
  ASSERT_EQ(first.size(), 4u);
  EXPECT_EQ(first[0].thread, std::this_thread::get_id());
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_NE(first[i].thread, first[j].thread);
  for (int turn = 0; turn < 200; ++turn) {
    const std::vector<Part> again = partsTogether(1000, 4), half = partsTogether(500, 2);
    ASSERT_EQ(again.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(again[i].thread, first[i].thread);
    ASSERT_EQ(half.size(), 2u);
    EXPECT_EQ(half[1].thread, first[1].thread);
  }
}

TEST_F(TeamTest, nobodyGoesOnBeforeAllHaveEnded) {
  setHostThreads(4);
  std::int64_t sum = 0; // of what the parts have left, by the caller
  std::vector<std::int64_t> left(4);
  for (int turn = 0; turn < 5000; ++turn) {
    share(4, 0, [&](std::int64_t begin, std::int64_t) {
      left[static_cast<std::size_t>(begin)] = turn + begin;
    });
    for (const std::int64_t each : left)
      sum += each;
  }
  EXPECT_EQ(sum, 4ll * 5000 * 4999 / 2 + 5000ll * 6);
}

TEST_F(TeamTest, aLoopWithinAPartIsDoneThere) {
  setHostThreads(3);
  std::atomic<int> inside{0};
  share(3, 0, [&](std::int64_t, std::int64_t) {
    expectInline(partsOf(100), 100);
    ++inside;
  });
  EXPECT_EQ(inside, 3);
  EXPECT_EQ(partsOf(100).size(), 3u) << "and the next one is shared again";
}

TEST_F(TeamTest, oneThreadIsTheCallers) {
  setHostThreads(4);
  expectInline(partsOf(100, 1), 100);
  expectInline(partsOf(1), 1);
  setHostThreads(1);
  expectInline(partsOf(100), 100);
}

TEST_F(TeamTest, aThreadNeedsSoManyCells) {
  for (const std::int64_t cells : {0, 1, 16383, 16384, 32767})
    EXPECT_EQ(worthwhileThreads(cells), 1) << cells;
  EXPECT_EQ(worthwhileThreads(32768), 2);
  EXPECT_EQ(worthwhileThreads(1 << 20), 64);
  EXPECT_EQ(worthwhileThreads(std::int64_t{1} << 50), 0) << "any number";
}

TEST_F(TeamTest, whoFindsTheTeamAtWorkDoesItsLoopAlone) {
  setHostThreads(2);
  std::atomic<bool> hasBegun{false}, mayEnd{false};
  std::thread first([&] {
    share(2, 0, [&](std::int64_t, std::int64_t) {
      hasBegun = true;
      while (!mayEnd)
        std::this_thread::yield();
    });
  });
  while (!hasBegun)
    std::this_thread::yield();
  expectInline(partsOf(100), 100);
  mayEnd = true;
  first.join();
  EXPECT_EQ(partsOf(100).size(), 2u);
}

TEST_F(TeamTest, twoCallersAtOnce) {
  setHostThreads(3);
  const auto call = [](std::int64_t count) {
    std::vector<int> visits(static_cast<std::size_t>(count));
    for (int turn = 0; turn < 3000; ++turn)
      parallelFor(count, [&](std::int64_t i) { ++visits[static_cast<std::size_t>(i)]; });
    EXPECT_EQ(visits, std::vector<int>(static_cast<std::size_t>(count), 3000));
  };
  std::thread other(call, 70);
  call(50);
  other.join();
}

TEST_F(TeamTest, theNumberOfThreadsMayChangeBetweenLoops) {
  for (int turn = 0; turn < 300; ++turn) {
    const int threads = 1 + turn % 5;
    setHostThreads(threads);
    EXPECT_EQ(partsOf(100).size(), static_cast<std::size_t>(threads));
  }
}

TEST_F(TeamTest, threadsAreThoseOfTheEnvironmentOrOfTheProcess) {
  cpu_set_t set;
  ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  for (const char *text : {"", "0", "-3", "many", "5000"}) {
    setenv("OMP_NUM_THREADS", text, 1);
    lookForHostThreads();
    EXPECT_EQ(hostThreads(), CPU_COUNT(&set)) << text;
  }
  setenv("OMP_NUM_THREADS", "3", 1);
  lookForHostThreads();
  EXPECT_EQ(hostThreads(), 3);
  EXPECT_EQ(partsOf(100).size(), 3u);
  setHostThreads(2);
  lookForHostThreads();
  EXPECT_EQ(hostThreads(), 2) << "what is asked for comes first";
  unsetenv("OMP_NUM_THREADS");
  setHostThreads(0);
  EXPECT_EQ(hostThreads(), CPU_COUNT(&set));
}

TEST_F(TeamTest, loopsDoNotAskTheSystem) {
  setenv("OMP_NUM_THREADS", "3", 1);
  lookForHostThreads();
  setenv("OMP_NUM_THREADS", "2", 1);
  EXPECT_EQ(partsOf(100).size(), 3u) << "within a run";
  lookForHostThreads();
  EXPECT_EQ(partsOf(100).size(), 2u) << "the next run";
  unsetenv("OMP_NUM_THREADS");
}

// --- after a fork --------------------------------------------------------------------------------

/// Runs `body` in a child; whether it returned true. One that hangs is ended after minutes.
template <class Body> bool holdsInChild(const Body &body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(600);
    _exit(body() ? 0 : 1);
  }
  int code = -1;
  return waitpid(child, &code, 0) == child && WIFEXITED(code) && WEXITSTATUS(code) == 0;
}

bool coversAll(const std::vector<Part> &parts, std::int64_t count, std::size_t wanted) {
  std::int64_t done = 0;
  for (const Part &part : parts) {
    if (part.begin != done)
      return false;
    done = part.end;
  }
  return done == count && parts.size() == wanted;
}

TEST_F(TeamTest, aChildHasThreadsOfItsOwn) {
  setHostThreads(4);
  ASSERT_EQ(partsOf(100).size(), 4u);
  EXPECT_TRUE(holdsInChild([] {
    for (int turn = 0; turn < 100; ++turn)
      if (!coversAll(partsOf(100), 100, 4))
        return false;
    return holdsInChild([] { return coversAll(partsOf(100), 100, 4); });
  }));
  EXPECT_TRUE(coversAll(partsOf(100), 100, 4)) << "and its parent's are not disturbed";
}

// The system gives them the memory of threads that are not there any more.
TEST_F(TeamTest, aChildsOtherThreadsAreLeftAlone) {
  setHostThreads(4);
  ASSERT_EQ(partsOf(100).size(), 4u);
  EXPECT_TRUE(holdsInChild([] {
    std::atomic<bool> mayEnd{false};
    std::vector<std::thread> others;
    for (int i = 0; i < 3; ++i)
      others.emplace_back([&] {
        while (!mayEnd)
          std::this_thread::yield();
      });
    const bool isShared = coversAll(partsOf(100), 100, 4);
    mayEnd = true;
    for (std::thread &other : others)
      other.join(); // throws if somebody has detached it
    return isShared;
  }));
}

TEST_F(TeamTest, aChildOfAPartDoesItsLoopsAlone) {
  setHostThreads(2);
  std::atomic<int> fine{0};
  share(2, 0, [&](std::int64_t, std::int64_t) {
    fine += holdsInChild([] { return coversAll(partsOf(100), 100, 1); });
  });
  EXPECT_EQ(fine, 2);
}

// --- who waits
// ------------------------------------------------------------------------------------

/// Nanoseconds that each thread of this process but the caller has run, if all of them sleep; else
/// nothing.
std::map<std::string, std::uint64_t> sleepers() {
  std::map<std::string, std::uint64_t> ran;
  for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
    const std::string number = task.path().filename();
    if (number == std::to_string(gettid()))
      continue;
    std::string status;
    std::getline(std::ifstream(task.path() / "stat"), status);
    const std::size_t name = status.rfind(") ");
    if (name == std::string::npos || status[name + 2] != 'S')
      return {};
    std::ifstream(task.path() / "schedstat") >> ran[number];
  }
  return ran;
}

/// Whether all other threads come to sleep and then run no more: the time they take until then does
/// not matter.
bool othersSleep(std::size_t count) {
  constexpr int kRounds = 6000; // some minutes, for threads that never do
  for (int round = 0; round < kRounds; ++round) {
    const auto before = sleepers();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (before.size() == count && sleepers() == before)
      return true;
  }
  return false;
}

TEST_F(TeamTest, whoWaitsForTheNextLoopSleeps) {
  setHostThreads(4);
  for (int turn = 0; turn < 4; ++turn) {
    ASSERT_EQ(partsOf(100).size(), 4u);
    ASSERT_TRUE(othersSleep(3));
  }
}

TEST_F(TeamTest, whoWaitsForTheLastPartSleeps) {
  setHostThreads(3);
  partsOf(100);
  bool sleep = false;
  share(3, 0, [&](std::int64_t begin, std::int64_t) {
    if (begin == 2)
      sleep = othersSleep(2);
  });
  EXPECT_TRUE(sleep);
}

} // namespace
