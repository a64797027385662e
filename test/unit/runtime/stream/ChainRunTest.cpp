/// \file A program written by hand whose planes go through several devices, one after the other:
/// the bytes of the run that is not streamed, for all numbers of devices; planes that change at
/// rest; and what is refused.
#include "TraversedByHand.h"
#include "UniformSteps.h"
#include "runtime/core/device/HostDevice.h"
#include "runtime/core/device/Team.h"
#include "runtime/engines/stream/run/OutOfCore.h"
#include <numeric>

namespace stencilc::chain_run_test {
namespace {

constexpr int kColumns = 8, kRows = 30, kPlanes = 53;
[[maybe_unused]] const bool isAlone = (setHostThreads(1), true);

struct Wanted {
  int devices = 0; // 0: the domain is not streamed
  int depth = 0, planes = 0, strips = 1;
  std::int64_t steps = 0;
  bool isPeriodic = false, checksums = false;
  std::uint64_t limit = 480 << 10; // fields have 199 KiB a time level, planes 3.8 KiB
  const char *method = "p-tbmr";
};

const Wanted kWhole;

InstanceOptions optionsFor(const Wanted &wanted) {
  InstanceOptions options;
  options.extents[0] = kColumns;
  options.extents[1] = kRows;
  options.extents[2] = kPlanes;
  options.checksums = wanted.checksums;
  options.steps = wanted.steps;
  options.memoryLimit = wanted.devices ? wanted.limit : 0;
  options.devices.numbers.resize(std::size_t(wanted.devices));
  std::iota(options.devices.numbers.begin(), options.devices.numbers.end(), 0);
  return options;
}

struct Simulation : PlannedInstance {
  explicit Simulation(const Wanted &wanted) {
    takeProgram(wanted);
    create(optionsFor(wanted));
  }
  /// Why there is none.
  static std::string refusal(const Wanted &wanted, const InstanceOptions &options) {
    Simulation none;
    none.takeProgram(wanted);
    char message[512] = "";
    none.instance.reset(Instance::create(none.program, options, message, sizeof message));
    EXPECT_FALSE(none.instance);
    return message;
  }
  void run(std::int64_t steps) { EXPECT_EQ(instance->run(steps), 0) << instance->lastError(); }
  std::vector<double> cells(const char *field, int level) const {
    std::vector<double> all(std::size_t(kColumns) * kRows * kPlanes);
    EXPECT_EQ(instance->copyOut(field, level, all.data()), 0) << instance->lastError();
    return all;
  }
  OutOfCore &engine() const { return static_cast<OutOfCore &>(instance->itsEngine()); }

private:
  Simulation() = default;
  void takeProgram(const Wanted &wanted) {
    stream = streamed(wanted.method, wanted.depth, wanted.planes);
    stream.reach = stream.lag = 2;
    stream.reachAcross = 1;
    stream.strips = wanted.strips;
    stream.isPeriodic = wanted.isPeriodic;
    stream.updatesPerSecond = 1e9;
    program = describe("chained", 3, kTwoFields, wanted.devices ? &stream : nullptr);
    program.bytesPerUpdate = 32;
    program.initialValue = initialOfTwo;
    program.step = wanted.isPeriodic ? stepOfTwo<true> : stepOfTwo<false>;
  }
};

void expectSame(const Simulation &one, const Simulation &other) {
  EXPECT_EQ(one.cells("u", 0), other.cells("u", 0)) << other.plan;
  EXPECT_EQ(one.cells("u", -1), other.cells("u", -1)) << other.plan;
  EXPECT_EQ(one.cells("c", 0), other.cells("c", 0)) << other.plan;
}

/// Depths beyond the domain, fewer steps than devices, and runs that end within a traversal.
TEST(ChainRun, bytesForAnyNumberOfDevices) {
  for (const bool isPeriodic : {false, true}) {
    Simulation whole({.isPeriodic = isPeriodic});
    whole.run(23);
    for (const int devices : {1, 2, 3, 4})
      for (const auto &[depth, planes] :
           {std::pair(0, 0), {1, 9}, {2, 5}, {5, 4}, {12, 7}, {40, 2}}) {
        Simulation chained({.devices = devices,
                            .depth = depth,
                            .planes = planes,
                            .steps = devices % 2 ? 23 : 0,
                            .isPeriodic = isPeriodic,
                            .limit = 2 << 20});
        ASSERT_TRUE(chained.instance);
        chained.run(23);
        expectSame(whole, chained);
        ASSERT_FALSE(HasFailure()) << devices << " devices, depth " << depth;
      }
  }
}

TEST(ChainRun, whatTheHostWritesIsReadByTheNextTraversal) {
  Simulation whole(kWhole), chained({.devices = 3, .depth = 7});
  for (int run = 0; run < 3; ++run) {
    whole.run(10);
    chained.run(10);
    expectSame(whole, chained);
    std::vector<double> all = whole.cells("u", 0);
    for (std::size_t i = 0; i < all.size(); i += 97)
      all[i] += 1;
    for (Simulation *each : {&whole, &chained})
      EXPECT_EQ(each->instance->copyIn("u", 0, all.data()), 0);
  }
  for (Simulation *each : {&whole, &chained}) {
    each->instance->reset();
    each->run(3);
  }
  expectSame(whole, chained);
}

TEST(ChainRun, stripsOfPlanesGoThroughAllDevices) {
  Simulation whole(kWhole);
  whole.run(13);
  for (const int devices : {2, 3}) {
    Simulation chained({.devices = devices, .depth = 5, .planes = 6, .strips = 3});
    EXPECT_NE(chained.plan.find("in 3 strips"), std::string::npos) << chained.plan;
    chained.run(13);
    expectSame(whole, chained);
  }
}

TEST(ChainRun, memoryIsThatOfEachDevice) {
  Simulation one({.devices = 1}), four({.devices = 4});
  EXPECT_NE(four.plan.find("by method p-tbmr through 4 devices in sequence: "), std::string::npos)
      << four.plan;
  EXPECT_NE(four.plan.find(" each, host"), std::string::npos) << four.plan;
  EXPECT_EQ(one.plan.find("devices"), std::string::npos) << one.plan;
  EXPECT_LE(four.engine().deviceBytes(), 4 * (480 << 10));
  EXPECT_GT(four.engine().deviceBytes(), 2 * (480 << 10));
  EXPECT_GT(four.engine().stepsAtOnce(), one.engine().stepsAtOnce());
}

/// Over the link to the host goes what goes there with one device; each hands on as much, and with
/// it what never changes.
TEST(ChainRun, planesAreHandedOnOnce) {
  Simulation one({.devices = 1, .depth = 4, .planes = 6});
  Simulation three({.devices = 3, .depth = 12, .planes = 6, .limit = 1 << 20});
  one.run(4);
  three.run(12);
  EXPECT_EQ(three.engine().bytesIn(), one.engine().bytesIn());
  EXPECT_EQ(three.engine().bytesOut(), one.engine().bytesOut());
  EXPECT_EQ(three.engine().chained().handedBytes, 2 * three.engine().bytesIn());
  EXPECT_EQ(three.engine().chained().count, 3);
  EXPECT_EQ(one.engine().chained().handedBytes, 0);
}

TEST(ChainRunChecksums, planesThatChangeAtRestAreFound) {
  Simulation whole(kWhole);
  whole.run(16);
  for (const int devices : {2, 3}) {
    const Wanted wanted = {
        .devices = devices, .depth = 4, .planes = 9, .checksums = true, .limit = 1 << 20};
    Simulation sound(wanted);
    sound.run(16);
    expectSame(whole, sound);
    for (const int field : {0, 1})
      for (const int plane : {0, 31, kPlanes - 1}) {
        Simulation chained(wanted);
        chained.run(8);
        const HomePlanes::Place place = chained.engine().restsAt(field, 0, plane);
        place.data[77] ^= 16;
        const int code = chained.instance->run(8) ? 1 : chained.instance->synchronize();
        EXPECT_NE(code, 0) << devices << " field " << field << " plane " << plane;
        EXPECT_NE(std::string(chained.instance->lastError())
                      .find("plane " + std::to_string(plane) + " of field '" +
                            kTwoFields[field].name +
                            "' differs from the values that left the device"),
                  std::string::npos)
            << chained.instance->lastError();
      }
  }
}

TEST(ChainRun, whatCannotBeIsRefused) {
  const auto refusal = [](const Wanted &wanted) {
    return Simulation::refusal(wanted, optionsFor(wanted));
  };
  EXPECT_NE(refusal({.devices = 2, .method = "tbmr"}).find("give method=p-tbmr, or one device"),
            std::string::npos);
  EXPECT_NE(refusal({.devices = 2, .method = "t"}).find("method t does not overlap them"),
            std::string::npos);
  EXPECT_NE(refusal({.devices = 2, .limit = 8 << 10}).find("KiB of device memory, have 8"),
            std::string::npos);
  InstanceOptions inFiles = optionsFor({.devices = 2});
  inFiles.scratch = "nowhere";
  inFiles.mustUseFiles = true;
  EXPECT_NE(Simulation::refusal({.devices = 2}, inFiles).find("can use only one device"),
            std::string::npos);
}

/// The host, which does not reach what others hold.
struct FarDevice : HostDevice {
  std::string name() const override { return "GPU 7"; }
  Status openTo(Device &, bool &isDirect) override {
    isDirect = false;
    return {};
  }
};

TEST(DeviceChain, devicesThatDoNotReachEachOtherAreRefused) {
  OutOfCoreDomain domain;
  const ProgramDescription program = describe("chained", 3, kTwoFields, nullptr);
  domain.program = &program;
  FarDevice far;
  DeviceChain chain(domain, far);
  chain.set({&far, &hostDevice()});
  EXPECT_EQ(chain.allocate().message().find("GPU 7 cannot access the memory of "), 0U);
}

/// The host; writes down whose copies rings are opened for.
struct OpenedDevice : HostDevice {
  const Device *writer = nullptr;
  int times = 0;
  Status openRing(unsigned char *memory, std::uint64_t bytes, Device &other) override {
    EXPECT_TRUE(memory);
    EXPECT_GT(bytes, 0U);
    writer = &other;
    ++times;
    return {};
  }
};

TEST(DeviceChain, ringsAreOpenedForTheDeviceBefore) {
  const ProgramDescription program = describe("chained", 3, kTwoFields, nullptr);
  OutOfCoreDomain domain;
  domain.program = &program;
  domain.uses = {{2, 3, true}, {1, 1, false}};
  domain.extents[0] = domain.extents[1] = domain.extents[2] = 16;
  std::uint64_t bytes = 0;
  ASSERT_TRUE(planFields(program, {16, 16, 16}, domain.fields, bytes));
  OpenedDevice first, second;
  DeviceChain chain(domain, first);
  chain.set({&first, &second});
  ASSERT_TRUE(chain.ringUnit(domain.ringUnit));
  TraversalShape shape = {.planes = 16, .chunk = 2, .levels = traversalLevels(4, 1, 1, 1)};
  shape.devices = 2;
  const RingLayout layout = domain.ringLayout(16);
  chain.plan(fieldRings(shape, domain.uses, layout.unit), layout);
  ASSERT_TRUE(chain.allocate());
  EXPECT_EQ(first.times, 0);
  EXPECT_EQ(second.times, 4); // three buffers, and the constant one
  EXPECT_EQ(second.writer, &first);
}

} // namespace
} // namespace stencilc::chain_run_test
