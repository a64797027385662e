/// \file What tests of single parts of a streamed run stand on: a small domain, a device that fails
/// when it is told to, and lanes that write down what they are asked.
#pragma once

#include "TraversedByHand.h"
#include "runtime/core/device/HostDevice.h"
#include "runtime/core/device/Lane.h"
#include "runtime/engines/stream/plan/OutOfCoreDomain.h"
#include <gtest/gtest.h>

namespace stencilc {

/// Does nothing but write down; awaits fail with `failure` where that is set.
struct RecordedLane final : Lane {
  std::string name, failure;
  std::string *log = nullptr;

  RecordedLane(std::string name, std::string *log) : name(std::move(name)), log(log) {}
  Stream stream() const override { return nullptr; }
  void waitFor(Lane &other, std::int64_t number) override {
    add("waits for " + static_cast<RecordedLane &>(other).name + " " + std::to_string(number));
  }
  Status copy(const device::Place &to, const device::ConstPlace &from,
              const device::Box &box) override {
    copies.push_back({to, from, box});
    return {};
  }
  void call(std::function<void()>) override { add("call"); }
  void fork() override { add("fork"); }
  Stream beside() const override { return nullptr; }
  void join() override { add("join"); }
  void finish() override { add("ends"); }
  Status await(std::int64_t number) override {
    add("await " + std::to_string(number));
    return failure.empty() ? Status() : Status::device(failure);
  }
  bool hasEnded(std::int64_t) override { return true; }
  void add(const std::string &what) const { *log += name + " " + what + "\n"; }

  struct Copy {
    device::Place to;
    device::ConstPlace from;
    device::Box box;
  };
  std::vector<Copy> copies;
};

/// The host with lanes that write down, the first one called 0.
struct RecordedDevice : HostDevice {
  std::string log;
  std::vector<RecordedLane *> lanes;

  Status makeLane(bool isApart, std::unique_ptr<Lane> &lane) override {
    log += isApart ? "apart\n" : "";
    lanes.push_back(new RecordedLane(std::to_string(lanes.size()), &log));
    lane.reset(lanes.back());
    return {};
  }
};

/// The host; counts rings and copies, and has no room for more rings than `most`.
struct CountedDevice : HostDevice {
  int rings = 0, made = 0, most = 1 << 20, copies = 0;

  Status allocateRing(std::uint64_t bytes, unsigned char *&memory) override {
    if (rings >= most)
      return Status::outOfMemory("no more rings");
    ++rings;
    ++made;
    return HostDevice::allocateRing(bytes, memory);
  }
  void releaseRing(unsigned char *memory, std::uint64_t bytes) override {
    rings -= memory ? 1 : 0;
    HostDevice::releaseRing(memory, bytes);
  }
  Status copy(device::Place to, device::ConstPlace from, device::Box box, Stream stream) override {
    ++copies;
    return HostDevice::copy(to, from, box, stream);
  }
};

/// 16 x 8 cells a plane: u of two time levels in three buffers, and a constant c.
struct SmallDomain {
  static constexpr int kColumns = 16, kRows = 8;
  StreamDescription stream;
  ProgramDescription program;
  OutOfCoreDomain domain;

  explicit SmallDomain(int planes, const StreamDescription &described = streamed("p-tbmr", 2, 4))
      : stream(described) {
    static const FieldDescription fields[] = {{"u", Scalar::F64, 2, 3, true},
                                              {"c", Scalar::F64, 1, 1, false}};
    stream.updatesPerSecond = 1e9;
    program = describe("small", 3, fields, &stream);
    program.initialValue = [](int field, const double *, const Grid &, std::int64_t x,
                              std::int64_t y, std::int64_t z) {
      return field == 0 ? double(x + 100 * y + 10000 * z) : 0.5;
    };
    domain.program = &program;
    domain.extents[0] = kColumns;
    domain.extents[1] = kRows;
    domain.extents[2] = planes;
    domain.uses = {{2, 3, true}, {1, 1, false}};
    domain.hasChecksums = false;
    std::uint64_t bytes = 0;
    EXPECT_TRUE(planFields(program, {kColumns, kRows, planes}, domain.fields, bytes));
    EXPECT_TRUE(hostDevice().ringUnit(domain.ringUnit));
  }
  SmallDomain(const SmallDomain &) = delete;
};

} // namespace stencilc
