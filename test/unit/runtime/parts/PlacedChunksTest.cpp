/// \file Chunks that threads write to known places: the bytes that one thread would make of them.
#include "runtime/parts/save/PlacedChunks.h"
#include "Folder.h"
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace stencilc;

namespace placed_chunks_test {
namespace {

constexpr int kThreads = 3;

/// A snapshot of random cells, some of them NaN with a sign and a payload.
std::vector<unsigned char> randomSnapshot(const SavedArray &array) {
  std::vector<unsigned char> bytes(array.snapshotBytes());
  std::uint32_t state = 7; // a linear congruence, Numerical Recipes
  const auto random = [&] { return (state = state * 1664525 + 1013904223) >> 4; };
  const auto put = [&](std::size_t at, auto value, auto nan) {
    const auto word = random() % 1000 == 0 ? nan : std::bit_cast<decltype(nan)>(value);
    std::memcpy(&bytes[at], &word, sizeof word);
  };
  const std::size_t step = sizeOf(array.from);
  for (std::size_t at = 0; at < bytes.size(); at += step)
    if (step == sizeof(float))
      put(at, static_cast<float>(random()) / 3, std::uint32_t{0xffc01234});
    else
      put(at, static_cast<double>(random()) / 3, std::uint64_t{0xfff8000000001234});
  return bytes;
}

SavedArray arrayOf(Scalar from, Scalar to, std::int64_t x, std::int64_t y, std::int64_t z,
                   std::int64_t by = 1) {
  SavedArray array;
  array.from = from;
  array.to = to;
  array.count[0] = x;
  array.count[1] = y;
  array.count[2] = z;
  array.by[0] = by;
  return array;
}

class PlacedChunksTest : public Folder {
protected:
  /// Whether the file gets the bytes that fill() makes, chunks apart from each other and backwards.
  bool areWrittenAlike(const SavedArray &array) const {
    const ChunkShape shape(array);
    std::vector<unsigned char> snapshot = randomSnapshot(array);
    const std::size_t apart = shape.bytes() + 100;
    std::string expected(static_cast<std::size_t>(shape.count()) * apart, '\0');
    std::vector<std::uint64_t> places;
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      places.push_back(static_cast<std::uint64_t>(shape.count() - 1 - i) * apart);
      shape.fill(i, snapshot.data(), reinterpret_cast<unsigned char *>(&expected[places.back()]));
    }
    const int written = ::open(file("chunks").c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    EXPECT_EQ(ftruncate(written, static_cast<off_t>(expected.size())), 0);
    EXPECT_EQ(writeChunksAt(shape, snapshot.data(), kThreads, written, places), 0);
    close(written);
    return get("chunks") == expected;
  }
};

TEST_F(PlacedChunksTest, haveTheBytesThatFillMakes) {
  const SavedArray arrays[] = {
      arrayOf(Scalar::F32, Scalar::F32, 301, 211, 45),   // planes; the last chunk not full
      arrayOf(Scalar::F64, Scalar::F32, 301, 211, 45),   // converted
      arrayOf(Scalar::F64, Scalar::F64, 128, 128, 96),   // all chunks full
      arrayOf(Scalar::F32, Scalar::F32, 97, 211, 65, 3), // every third cell
      arrayOf(Scalar::F64, Scalar::F64, 3001, 701, 1),   // rows
      arrayOf(Scalar::F64, Scalar::F64, 1000003, 1, 3),  // parts of a row
      arrayOf(Scalar::F32, Scalar::F32, 2, 1, 1),        // one chunk
      arrayOf(Scalar::F64, Scalar::F64, 700001, 2, 2),   // a row and a part of it
  };
  for (const SavedArray &array : arrays)
    EXPECT_TRUE(areWrittenAlike(array)) << array.count[0] << " x " << array.count[1];
}

TEST_F(PlacedChunksTest, wholePlanesNeedNoCopy) {
  const SavedArray planes = arrayOf(Scalar::F32, Scalar::F32, 301, 211, 45);
  const ChunkShape shape(planes);
  std::vector<unsigned char> snapshot = randomSnapshot(planes);
  ASSERT_GT(shape.count(), 1);
  EXPECT_EQ(shape.settleInPlace(0, snapshot.data()), snapshot.data());
  EXPECT_EQ(shape.settleInPlace(1, snapshot.data()), snapshot.data() + shape.bytes());
  const SavedArray rows = arrayOf(Scalar::F64, Scalar::F64, 700001, 2, 2);
  snapshot = randomSnapshot(rows);
  EXPECT_EQ(ChunkShape(rows).settleInPlace(1, snapshot.data()), nullptr) << "not full";
}

TEST_F(PlacedChunksTest, sayThatTheDiskIsFull) {
  const SavedArray array = arrayOf(Scalar::F32, Scalar::F32, 301, 211, 45);
  const ChunkShape shape(array);
  std::vector<unsigned char> snapshot = randomSnapshot(array);
  const int full = ::open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  const std::vector<std::uint64_t> places(static_cast<std::size_t>(shape.count()), 0);
  EXPECT_EQ(writeChunksAt(shape, snapshot.data(), kThreads, full, places), ENOSPC);
  close(full);
}

} // namespace
} // namespace placed_chunks_test
