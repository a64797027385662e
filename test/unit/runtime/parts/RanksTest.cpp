/// \file What processes tell each other, with threads in their place; runs of several of them; one
/// that fails, and messages that are lost or late.
#include "runtime/parts/ranks/Ranks.h"
#include "ThreadRanks.h"
#include "WaveProgram.h"
#include "runtime/parts/ranks/RankDevices.h"
#include "runtime/program/RankRun.h"
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace stencilc {
namespace {

constexpr int kPlanes = 29;

/// Lines of text that all have.
void expectAll(const std::vector<Status> &results, const std::string &message) {
  for (const Status &status : results)
    EXPECT_EQ(status.message(), message);
}

TEST(Ranks, tellEachOther) {
  for (int size = 1; size <= 5; ++size) {
    Boxes boxes(size);
    expectAll(eachRank(boxes,
                       [&](Ranks &ranks) {
                         std::vector<std::string> texts;
                         std::vector<std::int64_t> numbers;
                         EXPECT_TRUE(
                             ranks.gather(std::string(std::size_t(ranks.rank()), 'x'), texts));
                         EXPECT_TRUE(ranks.gather(ranks.rank() * 3, numbers));
                         for (int i = 0; i < size; ++i) {
                           EXPECT_EQ(texts[std::size_t(i)].size(), std::size_t(i));
                           EXPECT_EQ(numbers[std::size_t(i)], 3 * i);
                         }
                         EXPECT_EQ(ranks.fromRoot(7 + ranks.rank()), 7);
                         int cell = ranks.rank() + 10;
                         EXPECT_TRUE(ranks.share(size - 1, &cell, sizeof cell, true));
                         EXPECT_EQ(cell, size + 9);
                         cell = ranks.rank();
                         EXPECT_TRUE(ranks.share(size - 1, &cell, sizeof cell, false));
                         EXPECT_EQ(cell, ranks.isFirst() ? size - 1 : ranks.rank());
                         return Status();
                       }),
              "");
  }
}

TEST(Ranks, differencesAreSaidByAllAlike) {
  Boxes boxes(3);
  expectAll(eachRank(boxes,
                     [](Ranks &ranks) {
                       return ranks.compare(
                           {{"the size", "4 x 5"},
                            {"the parameters", ranks.rank() == 2 ? "d = 0.2" : "d = 0.1"}});
                     }),
            "the processes of this run differ in the parameters: d = 0.1 in process 0, d = 0.2 in "
            "process 2");
}

TEST(Ranks, marksOfOneAreAgreedUponByAll) {
  Boxes boxes(4);
  std::atomic<int> endedAt = 0;
  expectAll(eachRank(boxes,
                     [&](Ranks &ranks) {
                       volatile bool raised = false, stop = false;
                       ranks.watch(&raised, &stop);
                       int group = 0;
                       for (; !stop && group < 1 << 24; ++group) {
                         raised = raised || (ranks.rank() == 2 && group == 17);
                         if (Status status = ranks.agreeNowAndThen(); !status)
                           return status;
                       }
                       if (ranks.isFirst())
                         endedAt = group;
                       (void)ranks.meet();
                       EXPECT_EQ(group, endedAt);
                       return Status();
                     }),
            "");
  EXPECT_LT(endedAt, 1 << 24);
}

TEST(Ranks, theFailureOfOneEndsAll) {
  for (int bad = 0; bad < 3; ++bad) {
    Boxes boxes(3);
    const std::vector<Status> results = eachRank(boxes, [bad](Ranks &ranks) {
      std::vector<std::int64_t> all;
      for (int i = 0; i < 5; ++i)
        if (Status status = ranks.gather(i, all); !status)
          return status;
      if (ranks.rank() == bad)
        return Status::device("the GPU is gone");
      for (;;)
        if (Status status = ranks.gather(0, all); !status)
          return status;
    });
    for (const Status &status : results) {
      EXPECT_EQ(status.exitCode(), 2);
      EXPECT_TRUE(status.message().ends_with("the GPU is gone")) << status.message();
      EXPECT_EQ(status.message().starts_with("process " + std::to_string(bad)), bad > 0);
    }
    EXPECT_FALSE(boxes.isAborted);
  }
}

TEST(Ranks, whatAllHaveUsedIsInEachSummary) {
  for (const bool isKnown : {true, false}) {
    Boxes boxes(3);
    expectAll(eachRank(boxes,
                       [isKnown](Ranks &ranks) {
                         Summary summary;
                         summary.deviceBytes = 100 + ranks.rank();
                         summary.hostBytes = 10;
                         summary.joules = isKnown || ranks.rank() != 1 ? 5 : -1;
                         summary.divided.waitedSeconds = ranks.rank() == 1 ? 4 : 2;
                         Status status = joinSummaries(ranks, summary);
                         EXPECT_EQ(summary.deviceBytes, 303);
                         EXPECT_EQ(summary.hostBytes, 30);
                         EXPECT_EQ(summary.joules, isKnown ? 15 : -1);
                         EXPECT_EQ(summary.divided.waitedSeconds, 4);
                         return status;
                       }),
              "");
  }
}

TEST(RankWatch, whoHasEndedIsKnown) {
  const pid_t child = fork();
  if (child == 0)
    for (;;)
      pause();
  const std::string mine = RankWatch::address();
  const std::string place = mine.substr(0, mine.rfind(' ') + 1), elsewhere = "x" + place;
  RankWatch watch;
  watch.open({mine, place + std::to_string(child), elsewhere + std::to_string(child)}, 0);
  EXPECT_FALSE(watch.hasEnded(0));
  EXPECT_FALSE(watch.hasEnded(1));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(watch.hasEnded(0));
  EXPECT_TRUE(watch.hasEnded(1));
  EXPECT_FALSE(watch.hasEnded(2)); // counted elsewhere: the number says nothing
  EXPECT_FALSE(RankWatch().hasEnded(1));
}

/// A run by each process with `parts` parts, all of which must leave what one process does.
std::vector<Status> runsOf(Boxes &boxes, const Wave &wave, const Outcome &expected, int parts,
                           double patience = 0) {
  return eachRank(
      boxes,
      [&](Ranks &ranks) {
        std::string why;
        const std::unique_ptr<Instance> instance = create(wave, kPlanes, parts, &why, &ranks);
        if (!instance)
          return Status::invalid(why);
        if (boxes.fate) { // it may fail
          const auto code = static_cast<StatusCode>(instance->run(7, nullptr));
          return Status::of(code, instance->lastError());
        }
        EXPECT_TRUE(runOf(*instance, kPlanes) == expected) << ranks.rank();
        EXPECT_EQ(instance->reset(), 0);
        EXPECT_TRUE(runOf(*instance, kPlanes) == expected) << "again";
        return Status();
      },
      patience);
}

TEST(RankRuns, anyNumberOfProcessesGivesTheSameBytes) {
  for (const bool wraps : {false, true})
    for (const bool fuses : {false, true}) {
      const Outcome expected = runOf(*create(Wave(wraps, fuses, "after"), kPlanes, 0), kPlanes);
      for (const char *exchange : {"after", "ends", "ordered"})
        for (const auto &[size, parts] : {std::pair(2, 1), {3, 1}, {5, 1}, {2, 3}}) {
          Wave wave(wraps, fuses, exchange, 1 + parts % 2);
          wave.divide();
          Boxes boxes(size);
          expectAll(runsOf(boxes, wave, expected, parts), "");
        }
    }
}

class Faults : public testing::Test {
protected:
  Faults() : wave(true, true, "after") { wave.divide(); }
  /// Message 3 of planes of process 1 has this fate.
  std::vector<Status> run(Fate fate, double patience = 0) {
    boxes.fate = [fate](int from, int tag, int number) {
      return from == 1 && tag >= kRankPlanes && number == 3 ? fate : Fate::Arrives;
    };
    return runsOf(boxes, wave, {}, 1, patience);
  }
  Boxes boxes{3};
  Wave wave;
};

TEST_F(Faults, aMessageThatIsLateIsAwaited) { expectAll(run(Fate::IsLate), ""); }

TEST_F(Faults, aMessageThatIsLostEndsAllWithinThePatience) {
  for (const Status &status : run(Fate::IsLost, 0.3))
    EXPECT_NE(status.message().find("has not s"), std::string::npos) << status.message();
}

TEST_F(Faults, aProcessThatCannotSendEndsAll) {
  for (const Status &status : run(Fate::Fails))
    EXPECT_TRUE(status.message().starts_with("process 1 (") &&
                status.message().ends_with("): the network is down"))
        << status.message();
}

TEST(RankRuns, morePartsThanPlanesAreRefused) {
  Wave wave(false, false, "after");
  wave.divide();
  Boxes boxes(5);
  for (const Status &status : runsOf(boxes, wave, {}, 6))
    EXPECT_TRUE(status.message().ends_with(
        "30 parts are too many for 29 planes along z: a step reads 1 to each side, so at "
        "most 29 parts fit; start fewer processes"))
        << status.message();
}

TEST(Launcher, readsWhatLaunchersSay) {
  const auto with = [](std::initializer_list<std::pair<const char *, const char *>> variables) {
    for (const auto &[name, value] : variables)
      setenv(name, value, 1);
    const Launched found = launched();
    for (const auto &[name, value] : variables)
      unsetenv(name);
    return found;
  };
  EXPECT_FALSE(with({}).areSeveral());
  const Launched open = with({{"OMPI_COMM_WORLD_SIZE", "4"},
                              {"OMPI_COMM_WORLD_RANK", "3"},
                              {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                              {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}});
  EXPECT_EQ(std::tuple(open.size, open.rank, open.local, open.localSize), std::tuple(4, 3, 1, 2));
  EXPECT_EQ(open.by, "Open MPI");
  const Launched slurm = with({{"SLURM_STEP_NUM_TASKS", "8"},
                               {"SLURM_PROCID", "5"},
                               {"SLURM_LOCALID", "1"},
                               {"SLURM_STEP_TASKS_PER_NODE", "4(x2)"}});
  EXPECT_EQ(std::tuple(slurm.size, slurm.rank, slurm.local, slurm.localSize),
            std::tuple(8, 5, 1, 4));
  // A batch script alone; a size of one; nonsense; runs that have nothing to do with each other.
  EXPECT_FALSE(with({{"SLURM_NTASKS", "8"}, {"SLURM_PROCID", "0"}}).areSeveral());
  EXPECT_FALSE(with({{"PMI_SIZE", "1"}, {"PMI_RANK", "0"}}).areSeveral());
  EXPECT_FALSE(with({{"PMI_SIZE", "many"}, {"PMI_RANK", "0"}}).areSeveral());
  EXPECT_TRUE(with({{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}}).areSeveral());
  EXPECT_FALSE(with({{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}, {"STENCILC_MPI", ""}}).areSeveral());
}

TEST(RankDevices, sharedGpusAreSaid) {
  EXPECT_EQ(sharedDevices({"a 0", "a 1", "b 0", "b 1"}), "");
  EXPECT_EQ(sharedDevices({"a 0 1", "b 0", "a 2 1"}), "processes 0 and 2 share GPU 1 of a");
}

} // namespace
} // namespace stencilc
