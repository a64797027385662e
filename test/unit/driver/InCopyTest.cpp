// Work in a copy of the process: its result, its crash, and that nothing of it is left here.
#include "driver/process/InCopy.h"
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>

using namespace stencilc::driver;

TEST(InCopy, givesTheBytesAndChangesNothingHere) {
  std::string why;
  int touched = 0;
  const std::string large(3 << 20, '\0');
  const auto made = inCopy(
      [&] {
        touched = 1;
        return large + "end";
      },
      why);
  ASSERT_TRUE(made);
  EXPECT_EQ(*made, large + "end");
  EXPECT_EQ(touched, 0);
  EXPECT_EQ(why, "");
}

TEST(InCopy, tellsHowTheCopyEnded) {
  std::string why;
  EXPECT_FALSE(inCopy(
      []() -> std::string {
        raise(SIGSEGV);
        return "";
      },
      why));
  EXPECT_EQ(why, "Segmentation fault");
  EXPECT_FALSE(inCopy([]() -> std::string { std::abort(); }, why));
  EXPECT_EQ(why, "Aborted");
}

TEST(InCopy, servesSeveralThreadsAtOnce) {
  std::string results[4];
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      std::string why;
      results[i] = inCopy([&] { return std::string(1000, char('a' + i)); }, why).value_or(why);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(results[i], std::string(1000, char('a' + i)));
}
