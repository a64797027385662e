/// \file The turn to compile: who comes second waits, but not for processes that died or are
/// stopped.
#include "driver/build/CompileTurn.h"
#include "driver/build/CacheFolder.h"
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace stencilc::driver;

namespace {

constexpr const char *kKey = "0123456789abcdef01234567", *kOther = "fedcba9876543210fedcba98";

/// Returns the number of lock files of the two keys. Other tests may have locks in this folder.
int locks() {
  int count = 0;
  for (const std::string key : {kKey, kOther})
    count += std::filesystem::exists(buildFolder() + "/" + kWorkFolders + "/" + key + ".turn");
  return count;
}

/// A process that has the turn, and keeps it until it is killed.
pid_t holder() {
  int told[2];
  EXPECT_EQ(pipe(told), 0);
  const pid_t process = fork();
  if (process == 0) {
    const CompileTurn turn(kKey);
    (void)!write(told[1], "x", 1);
    pause();
    _exit(0);
  }
  char word = 0;
  EXPECT_EQ(read(told[0], &word, 1), 1);
  close(told[0]);
  close(told[1]);
  return process;
}

void end(pid_t process) {
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
}

TEST(CompileTurn, theFirstDoesNotWait) {
  {
    const CompileTurn turn(kKey), other(kOther);
    EXPECT_FALSE(turn.hasWaited());
    EXPECT_FALSE(other.hasWaited());
    EXPECT_EQ(locks(), 2);
  }
  EXPECT_EQ(locks(), 0);
}

TEST(CompileTurn, theSecondWaitsForTheFirst) {
  std::atomic<bool> hasBegun = false, isOver = false, wasOver = false, hasWaited = false;
  auto first = std::make_unique<CompileTurn>(kKey);
  std::thread second([&] {
    hasBegun = true;
    const CompileTurn turn(kKey);
    wasOver = isOver.load();
    hasWaited = turn.hasWaited();
  });
  while (!hasBegun)
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  isOver = true;
  first.reset();
  second.join();
  EXPECT_TRUE(wasOver);
  EXPECT_TRUE(hasWaited);
  EXPECT_EQ(locks(), 0);
}

TEST(CompileTurn, aProcessThatDiesLeavesItsTurn) {
  const pid_t process = holder();
  std::thread killer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    end(process);
  });
  const CompileTurn turn(kKey);
  EXPECT_TRUE(turn.hasWaited());
  killer.join();
}

TEST(CompileTurn, aSignalLeavesNoFile) {
  const pid_t process = holder();
  EXPECT_EQ(locks(), 1);
  kill(process, SIGTERM);
  waitpid(process, nullptr, 0);
  EXPECT_EQ(locks(), 0);
}

TEST(CompileTurn, nobodyWaitsForAStoppedProcess) {
  const pid_t process = holder();
  kill(process, SIGSTOP);
  waitpid(process, nullptr, WUNTRACED);
  {
    const CompileTurn turn(kKey);
  }
  end(process);
}

} // namespace
