/// \file The file that a run is resumed from: what was written comes back, anything else is
/// refused, and the one before it stays.
#include "runtime/parts/state/StateFile.h"
#include "Folder.h"
#include "runtime/program/request/Every.h"
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace stencilc::state_file_test {
namespace {

class StateFiles : public Folder {
protected:
  void write(const std::string &path, unsigned char value) {
    TierState head;
    head.values = {{"value", std::to_string(value)}, {"text", "\"a b\""}};
    const std::vector<unsigned char> cells(kBytes, value);
    StateWriter writer;
    ASSERT_TRUE(writer.open(path, head, kBytes)) << writer.error();
    ASSERT_TRUE(writer.add(cells.data(), 12) && writer.add(cells.data(), kBytes - 12));
    ASSERT_TRUE(writer.finish()) << writer.error();
  }
  static constexpr std::size_t kBytes = 3000;
};

TEST_F(StateFiles, comesBackAndKeepsTheOneBefore) {
  const std::string path = file("state");
  write(path, 3);
  write(path, 7);
  for (const auto &[name, value] : {std::pair(path, 7), std::pair(earlierState(path), 3)}) {
    StateReader reader;
    ASSERT_TRUE(reader.open(name)) << reader.error();
    EXPECT_EQ(reader.head().value("value"), std::to_string(value));
    EXPECT_EQ(reader.head().value("text"), "\"a b\"");
    std::vector<unsigned char> cells(kBytes);
    ASSERT_TRUE(reader.take(cells.data(), kBytes));
    EXPECT_EQ(cells, std::vector<unsigned char>(kBytes, static_cast<unsigned char>(value)));
  }
}

// As a run leaves them that was killed when it had named its state as the one before.
TEST_F(StateFiles, bothNamesMayBeOfOneFile) {
  const std::string path = file("state");
  write(path, 3);
  std::filesystem::create_hard_link(path, earlierState(path));
  write(path, 7);
  EXPECT_EQ(entries(), 2) << "the state and the one before";
}

TEST_F(StateFiles, cellsOfAByteMayComeInPiecesOfAnySize) {
  const auto written = [&](std::size_t piece) {
    constexpr std::size_t kOdd = 1003;
    std::vector<unsigned char> cells(kOdd + 8, 0xff); // behind the last one is something else
    for (std::size_t i = 0; i < kOdd; ++i)
      cells[i] = static_cast<unsigned char>(i * 7);
    StateWriter writer;
    EXPECT_TRUE(writer.open(file("state"), {}, kOdd));
    for (std::size_t at = 0; at < kOdd; at += piece)
      EXPECT_TRUE(writer.add(cells.data() + at, std::min(piece, kOdd - at)));
    EXPECT_TRUE(writer.finish());
    StateReader reader;
    EXPECT_TRUE(reader.open(file("state"))) << reader.error();
    std::stringstream all;
    all << std::ifstream(file("state"), std::ios::binary).rdbuf();
    return all.str();
  };
  const std::string whole = written(1003);
  for (const std::size_t piece : {1, 2, 3, 5, 26, 500})
    EXPECT_EQ(written(piece), whole) << piece;
}

TEST_F(StateFiles, anyByteThatIsWrongOrMissingIsFound) {
  const std::string path = file("state");
  write(path, 5);
  std::stringstream whole;
  whole << std::ifstream(path, std::ios::binary).rdbuf();
  const std::string good = whole.str();
  const auto isRefused = [&](const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    StateReader reader;
    return !reader.open(path) && reader.error().find(path) != std::string::npos;
  };
  for (std::size_t at = 0; at + 1 < good.size(); at += at < 300 ? 1 : 37) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 16);
    const bool isBlank = good[at] == ' ' || good[at] == '\n';
    EXPECT_TRUE(isBlank || isRefused(bad)) << at; // blanks between words mean nothing
    EXPECT_TRUE(isRefused(good.substr(0, at))) << at;
  }
  write(path, 6); // what is damaged does not take the place of a state before it
  EXPECT_FALSE(StateReader().open(earlierState(path)));
}

TEST(Every, stepsAndTimes) {
  Every every;
  EXPECT_TRUE(parseEvery("100", every) && every.steps == 100 && every.seconds == 0);
  EXPECT_TRUE(parseEvery("7 steps", every) && every.steps == 7);
  EXPECT_TRUE(parseEvery("0.5s", every) && every.seconds == 0.5 && every.steps == 0);
  EXPECT_TRUE(parseEvery("10min", every) && every.seconds == 600);
  EXPECT_TRUE(parseEvery("2 h", every) && every.seconds == 7200);
  for (const char *wrong : {"", "0", "-3", "1.5", "min", "0s", "-1h", "3 days", "s"})
    EXPECT_FALSE(parseEvery(wrong, every)) << wrong;
}

} // namespace
} // namespace stencilc::state_file_test
