/// \file Copies between rings and where planes rest: which planes and rows a task moves, and where
/// copies are cut.
#include "runtime/engines/stream/run/PlaneCopies.h"
#include "TraversalParts.h"
#include "UniformSteps.h"

using namespace stencilc;

namespace {

/// All planes of a field at one age, one after the other; the last planes on the device.
struct ListedPlanes final : PlaneStore {
  std::uint64_t planeBytes = 0;
  int planes = 0, onDevice = 0;
  std::vector<unsigned char> memory[2][3];

  StoredPlanes planesAt(const TraversalTask &, const TraversalShape &, int field, int age,
                        int z) const override {
    auto *const start = const_cast<unsigned char *>(memory[field][age].data());
    const int host = planes - onDevice, end = z < host ? host : planes;
    return {start + planeBytes * std::uint64_t(z), planeBytes, end - z, start, 0, z >= host};
  }
};

struct Copies : testing::Test {
  SmallDomain small{20};
  const OutOfCoreDomain &domain = small.domain;
  RingMemory rings{hostDevice()};
  ListedPlanes store;
  TraversalShape shape;
  std::string log;
  RecordedLane lane{"lane", &log};
  TraversalTask task;
  const Strip whole = Strips{SmallDomain::kRows}.strip(0, 0);
  const std::uint64_t plane = domain.planeBytes(0), row = domain.rowBytes(0);

  void SetUp() override {
    shape.planes = 20;
    shape.chunk = 6;
    shape.levels = traversalLevels(1, 1, 1, 1);
    const RingLayout layout = domain.ringLayout(SmallDomain::kRows);
    rings.plan(fieldRings(shape, domain.uses, layout.unit), layout);
    ASSERT_TRUE(rings.allocate());
    store.planeBytes = plane;
    store.planes = 20;
    for (auto &field : store.memory)
      for (auto &age : field)
        age.resize(20 * plane);
    task.begin = 3;
    task.end = 9;
  }
  Status enqueue(PlaneCopies &copies, const Strip &strip) {
    return copies.enqueue(task, shape, strip, lane);
  }
};

TEST_F(Copies, inAreOfAllLevelsAndOutOfThoseUpdated) {
  PlaneCopies copies(domain, rings, store, std::uint64_t{1} << 30);
  ASSERT_TRUE(enqueue(copies, whole));
  ASSERT_EQ(lane.copies.size(), 3u); // u, u[t-1], c: six planes each
  for (const RecordedLane::Copy &copy : lane.copies) {
    EXPECT_EQ(copy.box.rowBytes, plane);
    EXPECT_EQ(copy.box.rows, 6u);
  }
  EXPECT_EQ(lane.copies[0].to.data, rings.placeOf(rings.indexOf(0, 0), 0, 3));
  EXPECT_EQ(lane.copies[1].to.data, rings.placeOf(rings.indexOf(0, 2), 0, 3));
  EXPECT_EQ(lane.copies[1].from.data, store.memory[0][1].data() + 3 * plane);
  EXPECT_EQ(copies.bytesIn(), 18 * double(plane));
  lane.copies.clear();
  task.act = TraversalAct::CopyOut;
  ASSERT_TRUE(enqueue(copies, whole));
  ASSERT_EQ(lane.copies.size(), 2u);
  EXPECT_EQ(lane.copies[0].from.data, rings.placeOf(rings.indexOf(0, 1), 0, 3)); // a step later
  EXPECT_EQ(copies.bytesOut(), 12 * double(plane));
  EXPECT_EQ(log, ""); // no sums, nothing beside
}

TEST_F(Copies, ofAStateAreOfAllBuffers) {
  PlaneCopies copies(domain, rings, store, std::uint64_t{1} << 30);
  task.isState = true;
  ASSERT_TRUE(enqueue(copies, whole));
  ASSERT_EQ(lane.copies.size(), 4u);
  for (int buffer = 0; buffer < 3; ++buffer)
    EXPECT_EQ(lane.copies[std::size_t(buffer)].to.data,
              rings.placeOf(rings.indexOf(0, buffer), 0, 3));
}

TEST_F(Copies, noneRunsOverTheEndOfPinnedMemory) {
  PlaneCopies copies(domain, rings, store, 5 * plane + row); // ends in plane 5
  ASSERT_TRUE(enqueue(copies, whole));
  std::vector<std::pair<std::size_t, std::size_t>> of; // row bytes and planes of the first field
  for (std::size_t i = 0; i < 4; ++i)
    of.emplace_back(lane.copies[i].box.rowBytes, lane.copies[i].box.rows);
  EXPECT_EQ(of, (std::vector<std::pair<std::size_t, std::size_t>>{
                    {plane, 2}, {row, 1}, {plane - row, 1}, {plane, 3}}));
  EXPECT_EQ(lane.copies[2].from.data, store.memory[0][0].data() + 5 * plane + row);
}

TEST_F(Copies, onTheDeviceAreNeitherCutNorCounted) {
  PlaneCopies copies(domain, rings, store, plane);
  store.onDevice = 14; // from plane 6 on
  ASSERT_TRUE(enqueue(copies, whole));
  ASSERT_EQ(lane.copies.size(), 3 * 4u); // three planes one by one, three together
  EXPECT_EQ(lane.copies[3].box.rows, 3u);
  EXPECT_EQ(copies.bytesIn(), 3 * 3 * double(plane));
}

TEST_F(Copies, ofStripsLoadRowsWithTheirHaloAndTakeThoseOwned) {
  PlaneCopies copies(domain, rings, store, std::uint64_t{1} << 30);
  const Strip strip = {.owned = {4, 6}, .held = {3, 7}};
  ASSERT_TRUE(enqueue(copies, strip));
  EXPECT_EQ(lane.copies[0].box.rowBytes, 4 * row);
  EXPECT_EQ(lane.copies[0].to.data, rings.placeOf(0, 0, 3));
  EXPECT_EQ(lane.copies[0].from.data, store.memory[0][0].data() + 3 * plane + 3 * row);
  lane.copies.clear();
  task.act = TraversalAct::CopyOut;
  ASSERT_TRUE(enqueue(copies, strip));
  EXPECT_EQ(lane.copies[0].box.rowBytes, 2 * row);
  EXPECT_EQ(lane.copies[0].from.data, rings.placeOf(rings.indexOf(0, 1), 0, 3) + row);
  EXPECT_EQ(lane.copies[0].to.data, store.memory[0][0].data() + 3 * plane + 4 * row);
}

} // namespace
