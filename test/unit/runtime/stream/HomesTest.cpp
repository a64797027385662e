/// \file Fields at rest: initial values, cells in and out, and where a traversal finds and leaves
/// planes.
#include "runtime/engines/stream/store/Homes.h"
#include "TraversalParts.h"
#include "UniformSteps.h"
#include <cstring>

using namespace stencilc;

namespace {

using Small = SmallDomain;

TraversalChoice choiceOf(int planes, int resident, bool isPeriodic) {
  TraversalChoice choice;
  choice.shape.planes = planes;
  choice.shape.chunk = 4;
  choice.shape.isPeriodic = isPeriodic;
  choice.shape.levels = traversalLevels(2, 1, 1, 1);
  choice.resident = resident;
  choice.strips.rows = Small::kRows;
  return choice;
}

double valueAt(int x, int y, int z) { return double(x + 100 * y + 10000 * z); }

TEST(Homes, cellsAreTheInitialValuesUntilTheyAreWritten) {
  constexpr int kPlanes = 11;
  for (const int resident : {0, 50})
    for (const bool isPeriodic : {false, true}) {
      const SmallDomain small(kPlanes);
      Homes homes(small.domain, hostDevice(), hostDevice());
      ASSERT_TRUE(homes.allocate(choiceOf(kPlanes, resident, isPeriodic)));
      ASSERT_TRUE(homes.reset(nullptr));
      std::vector<double> cells(std::size_t(Small::kColumns) * Small::kRows * kPlanes);
      auto *const bytes = reinterpret_cast<unsigned char *>(cells.data());
      const auto count = static_cast<std::int64_t>(cells.size());
      for (const int level : {0, -1}) {
        ASSERT_TRUE(homes.cells(0, level, 0, count, bytes, false));
        for (std::size_t i = 0; i < cells.size(); ++i)
          ASSERT_EQ(cells[i], valueAt(int(i % 16), int(i / 16 % 8), int(i / 128)));
      }
      const double five[] = {1, 2, 3, 4, 5};
      std::memcpy(bytes, five, sizeof five);
      ASSERT_TRUE(homes.cells(0, -1, 16 * (8 * 6 + 3) + 2, 5, bytes, true)); // in row 3 of plane 6
      ASSERT_TRUE(homes.cells(0, -1, 16 * (8 * 6 + 3), 16, bytes, false));
      EXPECT_EQ(std::vector(cells.begin(), cells.begin() + 8),
                (std::vector<double>{60300, 60301, 1, 2, 3, 4, 5, 60307}));
      ASSERT_TRUE(homes.cells(0, 0, 16 * (8 * 6 + 3), 16, bytes, false));
      EXPECT_EQ(cells[2], 60302); // the other level
    }
}

/// A device that refuses copies which cross the end of a piece of pinned memory, as the CUDA driver
/// does. Pieces are smaller than a plane of SmallDomain.
class PinnedInPieces final : public HostDevice {
public:
  std::uint64_t pinnedPiece() const override { return 384; }
  Status allocateHost(std::uint64_t bytes, unsigned char *&memory) override {
    Status status = HostDevice::allocateHost(bytes, memory);
    pinned = memory;
    end = memory + bytes;
    return status;
  }
  Status copy(device::Place to, device::ConstPlace from, device::Box box, Stream stream) override {
    if (crosses(to.data, to.rowPitch, box) || crosses(from.data, from.rowPitch, box))
      return Status::invalid("crosses pieces");
    return HostDevice::copy(to, from, box, stream);
  }

private:
  bool crosses(const void *data, std::size_t pitch, const device::Box &box) const {
    const auto *const begin = static_cast<const unsigned char *>(data);
    if (begin < pinned || begin >= end)
      return false;
    const auto first = static_cast<std::uint64_t>(begin - pinned);
    const std::uint64_t last = first + pitch * (box.rows - 1) + box.rowBytes - 1;
    return first / pinnedPiece() != last / pinnedPiece();
  }

  const unsigned char *pinned = nullptr, *end = nullptr;
};

TEST(Homes, cellsMayCrossPiecesOfPinnedMemory) {
  constexpr int kPlanes = 11;
  PinnedInPieces device;
  const SmallDomain small(kPlanes);
  Homes homes(small.domain, device, device);
  ASSERT_TRUE(homes.allocate(choiceOf(kPlanes, 50, false)));
  ASSERT_TRUE(homes.reset(nullptr));
  std::vector<double> cells(std::size_t(Small::kColumns) * Small::kRows * kPlanes, 7);
  auto *const bytes = reinterpret_cast<unsigned char *>(cells.data());
  const auto count = static_cast<std::int64_t>(cells.size());
  ASSERT_TRUE(homes.cells(0, -1, 0, count, bytes, true));
  cells.assign(cells.size(), 0);
  ASSERT_TRUE(homes.cells(0, -1, 0, count, bytes, false));
  EXPECT_EQ(cells, std::vector<double>(cells.size(), 7));
}

TEST(Homes, planesThatAreReadAgainAlternate) {
  const SmallDomain small(11);
  Homes homes(small.domain, hostDevice(), hostDevice());
  ASSERT_TRUE(homes.allocate(choiceOf(11, 0, true))); // pads of two planes
  ASSERT_TRUE(homes.reset(nullptr));
  TraversalTask in, out;
  out.act = TraversalAct::CopyOut;
  const auto at = [&](const TraversalTask &task, int z) {
    return homes.planesAt(task, {}, 0, 0, z).data;
  };
  const unsigned char *const first = at(in, 1), *const other = at(out, 1);
  EXPECT_NE(first, other);
  EXPECT_EQ(at(in, 12), first); // plane 1 once more, behind the end
  EXPECT_EQ(at(in, -10), first);
  EXPECT_EQ(at(in, 5), at(out, 5));
  EXPECT_EQ(homes.restsAt(0, 0, 1).data, first);
  homes.hasPassed(2);
  EXPECT_EQ(homes.traversalsSoFar(), 1);
  EXPECT_EQ(at(in, 1), other);
  EXPECT_EQ(at(out, 1), first);
  EXPECT_EQ(homes.restsAt(0, 0, 1).data, other);
}

TEST(Homes, aChangedPlaneIsNamed) {
  SmallDomain small(11);
  small.domain.hasChecksums = true;
  Homes homes(small.domain, hostDevice(), hostDevice());
  ASSERT_TRUE(homes.allocate(choiceOf(11, 0, false)));
  ASSERT_TRUE(homes.reset(nullptr));
  ASSERT_NE(homes.checksums(), nullptr);
  EXPECT_TRUE(homes.check());
  homes.hasPassed(2);
  std::unique_ptr<Lane> lane;
  ASSERT_TRUE(hostDevice().makeLane(false, lane));
  TraversalTask out;
  out.act = TraversalAct::CopyOut;
  const StoredPlanes plane = homes.planesAt(out, {}, 0, 1, 7);
  ASSERT_TRUE(
      homes.checksums()->leave(*lane, {plane.data, plane.pitch, plane.pitch, 1}, plane.slot));
  std::vector<double> row(16);
  auto *const bytes = reinterpret_cast<unsigned char *>(row.data());
  EXPECT_TRUE(homes.cells(0, -1, 16 * 8 * 7, 16, bytes, false));
  plane.data[9] ^= 1;
  ASSERT_TRUE(homes.checksums()->arrive(*lane, {plane.data, plane.pitch, plane.pitch, 1},
                                        plane.slot, 1, false));
  EXPECT_NE(homes.check().message().find(
                "plane 7 of field 'u' differs from the values that left the device after "
                "step 2"),
            std::string::npos)
      << homes.check().message();
}

} // namespace
