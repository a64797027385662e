/// \file Steps on whose way parts meet, played on numbers: whatever order the queues run in, every
/// plane and every number of the whole grid becomes what one device makes of it; a wait that is
/// taken out shows, and so does an exchange.
#include "PlayedPieces.h"
#include "gtest/gtest.h"

namespace stencilc {
namespace {

Decomposition dividedInto(const PlayedProgram &program, int planes, int parts, bool isPeriodic) {
  return {.planes = planes,
          .parts = parts,
          .halo = program.reach * program.slabs.every,
          .margin = 1,
          .isPeriodic = isPeriodic};
}

/// What is wrong with a program on some planes, divided in every way, or nothing.
std::string wrongWith(const PlayedProgram &program, int planes, bool isPeriodic) {
  const int most = Decomposition::mostParts(planes, program.reach * program.slabs.every);
  const std::vector<Number> expected = PieceReference(program, planes, isPeriodic).play(4);
  for (int parts = 1; parts <= std::min(5, most); ++parts)
    for (unsigned order = 0; order < 2; ++order) {
      PiecePlayer player(program, dividedInto(program, planes, parts, isPeriodic), order);
      const std::string which = std::to_string(parts) + " parts";
      if (player.play(4) != expected)
        return which + ": other numbers";
      if (!player.halosAreRight)
        return which + ": halos are not what neighbours have";
    }
  return "";
}

TEST(PieceTasks, allDivisionsGiveWhatOneDeviceGives) {
  for (unsigned seed = 0; seed < 60; ++seed)
    for (const bool isPeriodic : {false, true})
      for (const int planes : {7, 24})
        ASSERT_EQ(wrongWith(PlayedProgram(seed, 1 + int(seed) % 3), planes, isPeriodic), "")
            << "program " << seed << ", " << planes << " planes, periodic " << isPeriodic;
}

/// How many of some programs come out wrong in some order, with tasks spoilt.
int wrongOnes(const PiecePlayer::Spoil &spoil) {
  int wrong = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    const PlayedProgram program(seed, 1 + int(seed) % 2);
    const std::vector<Number> expected = PieceReference(program, 24, false).play(4);
    bool isWrong = false;
    for (unsigned order = 0; order < 10 && !isWrong; ++order)
      isWrong = PiecePlayer(program, dividedInto(program, 24, 3, false), order, spoil).play(4) !=
                expected;
    wrong += isWrong;
  }
  return wrong;
}

PiecePlayer::Spoil dropping(const std::function<bool(const SlabTask &, const SlabWait &)> &kind) {
  return [=](SlabTask &task) {
    std::erase_if(task.waits, [&](const SlabWait &wait) { return kind(task, wait); });
  };
}

bool isSend(const SlabWait &wait) { return wait.queue >= kSlabDown; }

/// Each kind of wait, taken out everywhere.
TEST(PieceTasks, everyKindOfWaitIsNeeded) {
  EXPECT_EQ(wrongOnes({}), 0);
  EXPECT_GT(wrongOnes(dropping([](const SlabTask &task, const SlabWait &wait) {
              return task.act == SlabAct::Launch && isSend(wait) && wait.part != task.part;
            })),
            0)
      << "a kernel waits for planes to arrive";
  EXPECT_GT(wrongOnes(dropping([](const SlabTask &task, const SlabWait &wait) {
              return task.act == SlabAct::GlobalReduction && isSend(wait) && wait.part != task.part;
            })),
            0)
      << "so does a survey";
  EXPECT_GT(wrongOnes(dropping([](const SlabTask &task, const SlabWait &wait) {
              return task.act == SlabAct::Send && !isSend(wait) && wait.part == task.part;
            })),
            0)
      << "a copy waits for its planes";
  EXPECT_GT(wrongOnes(dropping([](const SlabTask &task, const SlabWait &wait) {
              return task.act == SlabAct::Send && !isSend(wait) && wait.part != task.part;
            })),
            0)
      << "a neighbour still reads where the copy goes";
  EXPECT_GT(wrongOnes(dropping([](const SlabTask &task, const SlabWait &wait) {
              return task.act == SlabAct::Launch && isSend(wait) && wait.part == task.part;
            })),
            0)
      << "what is sent is written over";
}

TEST(PieceTasks, everyBufferThatIsSentIsNeeded) {
  for (int field = 0; field < PlayedProgram::kAll; ++field) {
    const int wrong = wrongOnes([=](SlabTask &task) {
      if (task.act == SlabAct::Send)
        std::erase_if(task.sent, [=](const SlabBuffer &of) { return of.field == field; });
    });
    const bool isSent = field != PlayedProgram::kConstant && field != PlayedProgram::kHeld &&
                        field != PlayedProgram::kLent;
    EXPECT_EQ(wrong > 0, isSent) << "field " << field;
  }
}

/// Nothing is sent twice, and nothing where no neighbour reads it.
TEST(PieceTasks, whatIsNotStaleIsNotSent) {
  const PlaneUse uses[] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 1}};
  const StepPiece first = {StepAct::Kernel, 0, 0, 1, 1}, second = {StepAct::Kernel, 1, 2, 1, 1};
  const StepPiece globalReduction = {StepAct::GlobalReduction, 0, 4, 1, 0};
  SlabDescription slabs{};
  slabs.uses = uses;
  slabs.every = 1;
  PieceTasks tasks({.planes = 12, .parts = 3, .halo = 1}, {{{1, 2, true}}, {{1, 2, true}}}, slabs);
  EXPECT_TRUE(tasks.exchange(first).empty()) << "all planes are there at the beginning";
  EXPECT_EQ(tasks.run(first).size(), 3U);
  EXPECT_TRUE(tasks.exchange(second).empty()) << "it reads its own cell alone";
  tasks.run(second);
  const std::vector<SlabTask> sends = tasks.exchange(globalReduction);
  ASSERT_EQ(sends.size(), 4U);
  EXPECT_EQ(sends[0].sent, (std::vector<SlabBuffer>{{0, 1}}));
  EXPECT_TRUE(tasks.exchange(globalReduction).empty());
  tasks.endStep();
  EXPECT_TRUE(tasks.exchange(first).empty()) << "the survey has brought them";
  const std::vector<SlabTask> last = tasks.exchangeAll();
  ASSERT_EQ(last.size(), 4U);
  EXPECT_EQ(last[0].sent, (std::vector<SlabBuffer>{{1, 1}})) << "a field that nobody has read";
}

/// With halos wider than an iteration reads, an exchange does for several.
TEST(PieceTasks, severalIterationsGoByWithoutAnExchange) {
  const PlaneUse uses[] = {{1, 1, 1}, {2, 0, 0}, {0, 1, 0}};
  const StepPiece kernel = {StepAct::Kernel, 0, 0, 2, 1};
  const CarryDescription carries[] = {{1, 0, 0, 0}};
  const RepeatDescription repeat = {7, 0, 1, false};
  SlabDescription slabs{};
  slabs.uses = uses;
  slabs.carries = carries;
  slabs.every = 3;
  PieceTasks tasks({.planes = 24, .parts = 3, .halo = 3},
                   {{{1, 2, true}}, {{1, 1, false}}, {{1, 1, false}}}, slabs);
  for (const bool isFirst : {true, false}) {
    std::vector<int> planes;
    int exchanges = 0;
    for (int iteration = 0; iteration < 7; ++iteration) {
      tasks.carry(repeat, iteration);
      exchanges += !tasks.exchange(kernel).empty();
      planes.push_back(tasks.run(kernel)[1].planes.count()); // of the part between, which has 8
    }
    EXPECT_EQ(planes, isFirst ? (std::vector<int>{12, 10, 8, 12, 10, 8, 12})
                              : (std::vector<int>{10, 8, 12, 10, 8, 12, 10}))
        << "what the step before has left is still right there";
    EXPECT_EQ(exchanges, 2);
    tasks.endRepeat(repeat);
    tasks.endStep();
  }
}

} // namespace
} // namespace stencilc
