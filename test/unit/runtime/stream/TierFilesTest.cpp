/// \file Files of a domain: planes of any size come back as they were written, whatever pieces and
/// units of direct transfers make of them; the state survives, damaged ones are refused.
#include "Folder.h"
#include "runtime/engines/stream/store/PlaneFile.h"
#include "runtime/files/TierState.h"
#include <gtest/gtest.h>

namespace stencilc::tier_files_test {
namespace {

using TierFiles = Folder;

unsigned char valueAt(std::uint64_t at) { return static_cast<unsigned char>(at * 31 + at / 251); }

TEST_F(TierFiles, planesComeBackFromAnyOffset) {
  for (const std::uint64_t header : {0, 128, 4096})
    for (const std::uint64_t rowBytes : {12, 1000, 4096})
      for (const std::uint64_t piece : {1, 3}) {
        const PlaneLayout layout = {header, rowBytes, 7, rowBytes + 20};
        constexpr int kPlanes = 23;
        PieceCarrier carrier;
        ASSERT_TRUE(carrier.open(piece * kDirectUnit).ok());
        std::vector<unsigned char> memory(layout.rowPitch * 7 * kPlanes, 0xee);
        for (std::uint64_t at = 0; at < layout.planeBytes() * kPlanes; ++at)
          memory[at / rowBytes * layout.rowPitch + at % rowBytes] = valueAt(at);
        const std::string path = file("planes");
        PlaneWriter writer;
        ASSERT_TRUE(writer.open(path, std::string(header, 'h'), layout, kPlanes).ok());
        for (int z = 0; z < kPlanes;) {
          const int count = std::min(kPlanes - z, 1 + z % 5);
          unsigned char *const from = memory.data() + layout.rowPitch * 7 * std::uint64_t(z);
          ASSERT_TRUE(writer.write(from, count, carrier).ok());
          z += count;
        }
        ASSERT_TRUE(writer.finish(carrier).ok());
        const PlaneSumList sums = writer.planeSums();
        ASSERT_EQ(sums.size(), std::size_t(kPlanes));
        DirectFile input;
        ASSERT_TRUE(input.openToRead(path).ok());
        std::uint64_t size = 0;
        ASSERT_TRUE(input.size(size).ok());
        EXPECT_EQ(size, layout.start(kPlanes));
        for (int z = 0; z < kPlanes; z += 4) {
          const int count = std::min(kPlanes - z, 6);
          std::vector<unsigned char> back(layout.rowPitch * 7 * std::uint64_t(count), 0xee);
          PlaneSums again(kPlanes);
          ASSERT_TRUE(readPlanes(input, layout, z, z + count, back.data(), carrier, &again).ok());
          for (int plane = z; plane < z + count; ++plane)
            EXPECT_EQ(again[plane], sums[std::size_t(plane)]) << plane;
          EXPECT_TRUE(std::equal(back.begin(), back.end(),
                                 memory.begin() + std::ptrdiff_t(layout.rowPitch * 7) * z))
              << header << " " << rowBytes << " " << piece << " " << z;
        }
        // One plane more than there is.
        std::vector<unsigned char> back(layout.rowPitch * 7);
        EXPECT_NE(readPlanes(input, layout, kPlanes, kPlanes + 1, back.data(), carrier)
                      .message()
                      .find("is cut short"),
                  std::string::npos);
      }
}

TEST_F(TierFiles, transfersThatAreNotAlignedGoThroughTheCache) {
  DirectFile file;
  ASSERT_TRUE(file.create(this->file("file")).ok());
  std::vector<unsigned char> memory(3 * kDirectUnit);
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = valueAt(i);
  unsigned char *const odd =
      memory.data() + (reinterpret_cast<std::uintptr_t>(memory.data()) % 2 ? 0 : 1);
  ASSERT_TRUE(file.write(odd, 1001, 7).ok());
  EXPECT_FALSE(file.isDirect());
  std::vector<unsigned char> back(1001);
  std::uint64_t got = 0;
  ASSERT_TRUE(file.read(back.data(), back.size(), 7, got).ok());
  EXPECT_EQ(got, 1001u);
  EXPECT_TRUE(std::equal(back.begin(), back.end(), odd));
}

TEST_F(TierFiles, aFlippedBitChangesTheSumOfItsPlaneAlone) {
  const PlaneLayout layout = {8, 12, 3, 12};
  std::vector<unsigned char> bytes(layout.planeBytes() * 3);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = valueAt(i);
  const auto sumsOf = [&] {
    PlaneSums sums(3);
    sums.add(layout, layout.offset, bytes.data(), bytes.size());
    return sums.list();
  };
  const PlaneSumList before = sumsOf();
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    const PlaneSumList after = sumsOf();
    for (std::size_t plane = 0; plane < 3; ++plane)
      EXPECT_EQ(after[plane] != before[plane], plane == bit / 8 / layout.planeBytes()) << bit;
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
  }
}

TEST_F(TierFiles, aFlippedBitOfTheStateIsNeverTakenForIt) {
  TierState state, back;
  state.values = {{"steps", "640"}, {"file T 0", "T.level0.step640.npy"}};
  ASSERT_TRUE(state.write(folder.string()).ok());
  const std::string path = folder.string() + "/" + TierState::kName;
  std::FILE *file = std::fopen(path.c_str(), "r");
  std::string text(1000, ' ');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string other = text;
    other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << bit % 8));
    file = std::fopen(path.c_str(), "w");
    std::fwrite(other.data(), 1, other.size(), file);
    std::fclose(file);
    if (back.read(folder.string()).ok()) {
      EXPECT_EQ(back.values, state.values) << other;
    }
  }
}

TEST_F(TierFiles, stateIsWholeOrRefused) {
  TierState state, back;
  state.values = {{"steps", "640"}, {"file a\"b\\c\x01 0", "x y.npy"}, {"empty", ""}};
  ASSERT_TRUE(state.write(folder.string()).ok());
  ASSERT_TRUE(back.read(folder.string()).ok());
  EXPECT_EQ(back.values, state.values);
  const std::string path = folder.string() + "/" + TierState::kName;
  for (const char *text : {"", "{", "[]", "{\"a\"}", "{\"a\": 1}", "{\"a\": \"b\" \"c\": \"d\"}",
                           "{\"a\": \"\\u00\"}"}) {
    std::FILE *file = std::fopen(path.c_str(), "w");
    std::fputs(text, file);
    std::fclose(file);
    EXPECT_FALSE(back.read(folder.string()).ok()) << text;
    EXPECT_TRUE(back.values.empty());
  }
  std::remove(path.c_str());
  EXPECT_TRUE(back.read(folder.string()).ok());
}

} // namespace
} // namespace stencilc::tier_files_test
