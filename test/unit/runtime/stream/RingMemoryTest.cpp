/// \file Rings of a device: planes lie one after the other and go round, and what a failed
/// allocation has got is given back.
#include "runtime/engines/stream/run/RingMemory.h"
#include "TraversalParts.h"

using namespace stencilc;

namespace {

std::vector<FieldRing> rings() {
  return {{0, 0, true, false, 40}, {0, 1, false, true, 40}, {1, 0, true, false, 80}};
}

TEST(RingMemory, planesGoRoundInOnePiece) {
  const SmallDomain small(30);
  CountedDevice device;
  RingMemory memory(device);
  memory.plan(rings(), small.domain.ringLayout(SmallDomain::kRows));
  ASSERT_TRUE(memory.allocate());
  EXPECT_EQ(device.rings, 3);
  const std::uint64_t pitch = memory.pitchOf(0);
  EXPECT_GE(pitch, small.domain.planeBytes(0));
  EXPECT_EQ(memory.bytesOf(2), 80 * memory.pitchOf(1));
  EXPECT_EQ(memory.placeOf(1, 3, 4), memory.start(1) + 7 * pitch);
  EXPECT_EQ(memory.placeOf(1, 3, 38), memory.start(1) + 1 * pitch); // place 41 of 40
  EXPECT_EQ(memory.placeOf(1, 0, -1), memory.start(1) + 39 * pitch);
  // Plane 40 is where plane 0 is, and behind plane 39.
  *memory.placeOf(0, 0, 40) = 7;
  EXPECT_EQ(memory.placeOf(0, 0, 39)[pitch], 7);
  memory.release();
  EXPECT_EQ(device.rings, 0);
  memory.release(); // once each
  EXPECT_EQ(device.rings, 0);
}

TEST(RingMemory, ringsAreFoundByFieldAndBuffer) {
  RingMemory memory(hostDevice());
  memory.plan(rings(), {});
  EXPECT_EQ(memory.indexOf(0, 1), 1u);
  EXPECT_EQ(memory.indexOf(1, 0), 2u);
}

TEST(RingMemory, whatAFailedAllocationHasGotGoesBack) {
  const SmallDomain small(30);
  CountedDevice device;
  device.most = 2;
  {
    RingMemory memory(device);
    memory.plan(rings(), small.domain.ringLayout(SmallDomain::kRows));
    EXPECT_EQ(memory.allocate().code(), StatusCode::OutOfMemory);
    EXPECT_EQ(device.rings, 2);
  }
  EXPECT_EQ(device.rings, 0);
}

} // namespace
