/// \file Checksums of planes as kernels on the CPU device: the sums of the definition, for planes
/// of all sizes, and the plane that differs is named.
#include "runtime/core/device/ThreadOrder.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "runtime/files/PlaneChecksum.h"
#include "stencilc/stream/ChecksumKernels.h"
#include <gtest/gtest.h>
#include <vector>

namespace stencilc::checksum_kernel_test {
namespace {

struct Planes {
  std::uint64_t bytes, pitch;
  int count;
  std::vector<WordPair> memory; // on a boundary of 16 bytes
  std::vector<std::uint64_t> partials, sums;
  std::uint64_t found = 0;

  Planes(std::uint64_t bytes, int count)
      : bytes(bytes), pitch(bytes + 48), count(count),
        memory(pitch * static_cast<std::uint64_t>(count) / sizeof(WordPair)),
        partials(kChecksumPartials), sums(static_cast<std::size_t>(count), 1) {
    std::uint64_t key = bytes;
    for (WordPair &pair : memory)
      pair = {key = checksumTerm(key, 1), key = checksumTerm(key, 2)};
  }
  unsigned char *plane(int index) {
    return reinterpret_cast<unsigned char *>(memory.data()) +
           pitch * static_cast<std::uint64_t>(index);
  }
  template <bool IsKept> void launch() {
    DeviceRun run(*deviceFor(ExecutionSpace::CpuDevice), nullptr);
    launchChecksums(run.runtime(), {.planes = plane(0),
                                    .pitch = pitch,
                                    .bytes = bytes,
                                    .count = count,
                                    .isKept = IsKept,
                                    .sums = sums.data(),
                                    .tag = 100,
                                    .partials = partials.data(),
                                    .found = &found});
    ASSERT_TRUE(run.status().ok()) << run.status().message();
  }
};

TEST(ChecksumKernels, sumsOfTheDefinition) {
  for (const ThreadOrder order : {ThreadOrder::Forward, ThreadOrder::Shuffled}) {
    device::setThreadOrder(order);
    for (const auto &[bytes, count] : {std::pair<std::uint64_t, int>{16, 1},
                                       {512, 3},
                                       {16 * 1025, 2},
                                       {std::uint64_t{1} << 17, 140}, // several launches
                                       {(std::uint64_t{5} << 19) + 16, 1}}) {
      Planes planes(bytes, count);
      planes.launch<true>();
      for (int i = 0; i < count; ++i)
        EXPECT_EQ(planes.sums[static_cast<std::size_t>(i)],
                  checksumOf(planes.plane(i), 0, bytes / 8))
            << bytes << " bytes, plane " << i;
    }
  }
}

TEST(ChecksumKernels, theWrongPlaneIsNamed) {
  Planes planes(std::uint64_t{1} << 17, 140);
  planes.launch<true>();
  planes.plane(0)[planes.bytes] ^= 1; // between planes
  planes.launch<false>();
  EXPECT_EQ(planes.found, 0u);
  planes.plane(133)[70000] ^= 128;
  planes.launch<false>();
  EXPECT_EQ(planes.found, 100u + 133);
}

} // namespace
} // namespace stencilc::checksum_kernel_test
