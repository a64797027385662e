/// \file The engine that passes a domain through the device: its memory, and the fields between
/// passes. What it does in a pass is in StreamPasses.h, what single planes need at rest in
/// StreamRest.h.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/HostMemory.h"
#include "stencilc/InitialValues.h"
#include "stencilc/Seconds.h"
#include "stencilc/stream/FileTier.h"
#include "stencilc/stream/HomePlanes.h"
#include "stencilc/stream/Lane.h"
#include "stencilc/stream/StreamPlanner.h"
#include "stencilc/stream/StreamTasks.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Sets a number to the seconds that this lives.
class SecondsIn {
public:
  explicit SecondsIn(double &seconds) : seconds(seconds), start(secondsNow()) {}
  SecondsIn(const SecondsIn &) = delete;
  SecondsIn &operator=(const SecondsIn &) = delete;
  ~SecondsIn() { seconds = secondsNow() - start; }

private:
  double &seconds;
  const double start;
};

class StreamRun final : public Engine {
public:
  StreamRun(const ProgramDescription &program, Device &device)
      : program(program), device(device), stream(*program.stream),
        checksums(device, program.stream->checksums) {}
  ~StreamRun() override {
    (void)settle();
    tier.reset();
    releaseRings();
    device.release(residentMemory);
    device.releaseHost(hostMemory, hostSize);
  }

  Status plan(const EngineRequest &request) override {
    return plan(request.extents, request.limits, request.trial);
  }
  Status plan(const std::int64_t (&extents)[3], const StreamLimits &limits,
              const StreamTrial &trial);
  const Grid &grid() const override { return domain.fields[0].layout.grid; }
  bool isStreamed() const override { return true; }
  Status allocate() override;
  std::string text() const override;
  Status reset(const double *parameters) override;
  Status run(const Segment &segment, std::int64_t &done) override {
    return run(segment.steps, segment.uniforms, segment.stop, done);
  }
  Status run(std::int64_t steps, const void *uniforms, const volatile bool *stop,
             std::int64_t &done);
  Status reduce(const CheckDescription &check, const Segment &segment,
                std::vector<double> &results) override;
  Status copy(int field, int level, const device::Place &cells, const device::Box &box, bool in,
              Stream stream) override;
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in, Stream) override {
    return this->cells(field, level, first, count, cells, in);
  }
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in);
  Status view(int field, int level, device::Place &place) override;
  Status synchronize(Stream) override { return {}; }
  std::uint64_t deviceBytes() const override { return choice.deviceBytes(); }
  std::uint64_t hostBytes() const override { return hostSize; }
  double bytesIn() const override { return copiedIn; }
  double bytesOut() const override { return copiedOut; }
  DomainFiles *files() override { return tier.get(); }
  /// Where a plane rests now. Nothing may be under way.
  HomePlanes::Place restsAt(int field, int level, int z) {
    return homeOf(field, -level).planes.at(z, passes);
  }

private:
  /// A field at one time level.
  struct Home {
    int field = 0, age = 0;
    HomePlanes planes;
    std::uint64_t slot = 0; // of the first plane's checksum

    std::uint64_t slotOf(const HomePlanes::Place &place) const {
      return slot + static_cast<std::uint64_t>(place.data - planes.host) / planes.planeBytes;
    }
  };

  /// From one plane of a ring to the next.
  std::uint64_t pitchOf(std::size_t ring) const {
    return ringLayout.pitches[static_cast<std::size_t>(rings[ring].field)].bytes;
  }
  std::uint64_t ringBytes(std::size_t index) const {
    return std::uint64_t(rings[index].planes) * pitchOf(index);
  }
  Home &homeOf(int field, int age) {
    for (Home &home : homes)
      if (home.field == field && home.age == age)
        return home;
    return homes.front();
  }
  int wrapped(int z) const {
    const int n = domain.planes();
    return ((z % n) + n) % n;
  }
  /// Plane z of a ring, which is in one piece with as many that follow as the ring has.
  unsigned char *placeOf(std::size_t ring, const StreamTask &task, int z) const {
    const std::int64_t n = rings[ring].planes, place = (((z + task.origin) % n) + n) % n;
    return memory[ring] + std::uint64_t(place) * pitchOf(ring);
  }
  std::size_t ringOf(int field, int buffer) const {
    std::size_t index = 0;
    while (rings[index].field != field || rings[index].buffer != buffer)
      ++index;
    return index;
  }

  Status fill(const InitialValues &initial, const Home &home, const HomePlanes::Place &place,
              int z);
  Status copyNewest(const Home &home, const HomePlanes::Place &place, int z);
  // KernelTrial.h
  Status tryKernels(std::uint64_t deviceBytes, const StreamTrial &trial);
  Status tryKernel(KernelTimes &times, int steps, const TrialTimes &wanted,
                   std::uint64_t deviceBytes, const StreamTrial &trial);
  Status fillRings(const double *parameters, int rows);
  int makeTrialRings(StreamShape &shape, int rows, std::uint64_t most);
  Status timeLaunches(const StreamShape &shape, int begin, int height, int rows,
                      const void *uniforms, Lane &lane, double &seconds);
  Status allocateRings() {
    Status status;
    for (std::size_t i = 0; status && i < rings.size(); ++i) {
      memory.push_back(nullptr);
      status = device.allocateRing(ringBytes(i), memory.back());
    }
    return status;
  }
  void releaseRings() {
    for (std::size_t i = 0; i < memory.size(); ++i)
      device.releaseRing(memory[i], ringBytes(i));
    memory.clear();
    rings.clear();
  }
  // TierPasses.h
  Status planTier(std::uint64_t device, std::uint64_t host, const StreamLimits &limits);
  Status allocateTier();
  Status runTier(std::int64_t steps, const void *uniforms, const volatile bool *stop,
                 std::int64_t &done);
  TierShape tierShape(std::int64_t steps) const;
  Status tierPass(const TierShape &shape, const void *uniforms, std::int64_t stepsOfRun);
  Status tierPart(const StreamShape &part, const void *uniforms);
  Status tierCells(int field, int level, std::int64_t first, std::int64_t count,
                   unsigned char *cells, bool in);
  // StreamPasses.h
  Status openQueues();
  Status pass(const StreamShape &shape, const void *uniforms, std::int64_t stepsOfRun);
  Status awaitChunk(int chunk, std::int64_t task, const StreamShape &shape, std::int64_t stepsOfRun,
                    double start);
  Status enqueue(const StreamTask &task, const StreamShape &shape, const Strip &strip,
                 const void *uniforms);
  Status move(const StreamTask &task, const StreamShape &shape, const Strip &strip, Lane &lane);
  /// On so many rows of each plane.
  Status launch(const StreamTask &task, const StreamShape &shape, int rows, const void *uniforms,
                Lane &lane);
  Status settle() {
    Status first;
    for (int q = 0; q < kStreamQueues; ++q)
      if (enqueued[q] > 0)
        if (Status status = lanes[q]->await(enqueued[q] - 1); !status && first.ok())
          first = status;
    return first ? checkPlanes() : first;
  }
  /// Whether planes came back as they left, as far as is known.
  Status checkPlanes() const {
    std::uint64_t slot = 0;
    int sweep = 0;
    return checksums.isWrong(slot, sweep) ? wrongPlane(slot, sweep) : Status();
  }
  Status checkRest(const Home &home, const HomePlanes::Place &place, bool isWritten);
  Status wrongPlane(std::uint64_t slot, int sweep) const;

  const ProgramDescription &program;
  Device &device;
  const StreamDescription &stream;
  StreamDomain domain;
  StreamRates rates;
  StreamChoice choice;
  std::vector<StreamRing> rings;
  RingLayout ringLayout;
  std::vector<unsigned char *> memory; // ring by ring
  std::vector<Home> homes;
  unsigned char *hostMemory = nullptr;
  void *residentMemory = nullptr;
  Checksums checksums;
  std::vector<std::int64_t> stepsBefore; // steps done before each pass
  std::uint64_t hostSize = 0;
  std::unique_ptr<Lane> lanes[kStreamQueues];
  std::array<std::int64_t, kStreamQueues> enqueued = {0, 0, 0};
  std::unique_ptr<StreamTasks> tasks;
  int passes = 0; // over the domain, so far
  double copiedIn = 0, copiedOut = 0;
  std::unique_ptr<FileTier> tier; // null: the domain rests in memory
  DiskRates disk;
};

inline Status StreamRun::plan(const std::int64_t (&extents)[3], const StreamLimits &limits,
                              const StreamTrial &trial) {
  const SecondsIn time(start.plan);
  domain.program = &program;
  domain.isGpu = device.isGpu();
  domain.hasChecksums = limits.checksums;
  std::copy(extents, extents + 3, domain.extents);
  std::uint64_t bytes = 0;
  if (Status status = planFields(program, extents, domain.fields, bytes, limits.rowPitch); !status)
    return status;
  std::uint64_t have = 0, haveHost = 0;
  if (Status status = device.ringUnit(domain.ringUnit); !status)
    return status;
  if (Status status = device.freeMemory(have); !status)
    return status;
  if (Status status = host::freeMemory(haveHost); !status)
    return status;
  have = static_cast<std::uint64_t>(0.96 * double(have));
  haveHost = static_cast<std::uint64_t>(0.92 * double(haveHost));
  if (limits.device > 0)
    have = std::min(have, limits.device);
  if (limits.host > 0)
    haveHost = std::min(haveHost, limits.host);
  for (int i = 0; i < program.fieldCount; ++i) {
    const FieldDescription &field = program.fields[i];
    domain.uses.push_back({field.levels, field.buffers, field.updated});
  }
  LinkRate link;
  if (Status status = device.measureLink(link, rates.isLinkMeasured); !status)
    return status;
  if (rates.isLinkMeasured) {
    rates.linkBytes = link.bytesPerSecond;
    rates.linkBytesAlone = link.alone;
  }
  if (Status status = tryKernels(have, trial); !status)
    return status;
  if (limits.mustUseFiles)
    return planTier(have, haveHost, limits);
  const StreamPlanner planner(domain, rates);
  // Where there is no link, the device's memory is the host's.
  const bool hasMemory = rates.isLinkMeasured || limits.device > 0;
  if (Status status = planner.choose(have, haveHost, choice, limits.steps, hasMemory); !status)
    return limits.scratch && choice.lacksHost ? planTier(have, haveHost, limits) : status;
  rings = planner.ringsOf(choice);
  ringLayout = domain.ringLayout(choice.strips.highest());
  return {};
}

inline Status StreamRun::allocate() {
  const SecondsIn time(start.memory);
  if (Status status = allocateRings(); !status)
    return status;
  if (tier)
    return allocateTier();
  std::uint64_t resident = 0, slots = 0;
  hostSize = 0;
  for (int field = 0; field < program.fieldCount; ++field)
    for (int age = 0; age < domain.uses[field].levels; ++age) {
      const HomePlanes planes = homePlanes(domain, choice, field);
      homes.push_back({field, age, planes, slots});
      slots += std::uint64_t(planes.onHost());
      hostSize += planes.planeBytes * std::uint64_t(planes.onHost());
      resident += planes.planeBytes * std::uint64_t(planes.onDevice());
    }
  if (hostSize > 0)
    if (Status status = device.allocateHost(hostSize, hostMemory); !status)
      return status;
  if (resident > 0)
    if (Status status = device.allocate(resident, residentMemory); !status)
      return status;
  unsigned char *host = hostMemory, *kept = static_cast<unsigned char *>(residentMemory);
  for (Home &home : homes) {
    home.planes.host = host;
    home.planes.device = kept;
    host += home.planes.planeBytes * std::uint64_t(home.planes.onHost());
    kept += home.planes.planeBytes * std::uint64_t(home.planes.onDevice());
  }
  if (domain.hasChecksums && slots > 0)
    if (Status status = checksums.allocate(slots); !status)
      return status;
  return openQueues();
}

inline Status StreamRun::openQueues() {
  for (int q = 0; q < kStreamQueues; ++q)
    if (Status status = device.makeLane(q != kQueueCompute, lanes[q]); !status)
      return status;
  tasks = std::make_unique<StreamTasks>(rings);
  return {};
}

inline std::string StreamRun::text() const {
  if (tier)
    return TierPlanner(domain, rates, disk).text(tier->choice, tier->folder());
  const StreamShape &shape = choice.shape;
  const PassSeconds &pass = choice.pass;
  const double cells = domain.planeCells() * shape.planes, updates = choice.depth * cells;
  const double link = shape.isPipelined ? rates.linkBytes : rates.linkBytesAlone;
  const char *const planeName = program.rank == 3 ? "plane" : "row";
  const bool isFused = shape.levels.back().pass < 0;
  const Strips &strips = choice.strips;
  std::string cut;
  if (strips.count > 1)
    cut = format(", in %d strips of %d rows", strips.count, strips.lowest());
  std::string kept;
  if (choice.resident > 0)
    kept = format(" %.0f%% of the planes stay on the device;", 100 * (1 - choice.copied));
  const KernelTimes &kernels = isFused ? rates.fused : rates.single;
  const double kernelRate = shape.chunk * domain.planeCells() *
                            (isFused ? program.fusedSteps() : 1.0 / std::max(1, stream.passes)) /
                            kernels.seconds(shape.chunk);
  return format("streaming by method %s: %d step%s at each pass%s, chunks of %d %ss, %d in all;%s "
                "device %s, host %s; %.3g bytes per update to the device and %.3g back; "
                "link %.3g GB/s each way%s; kernels %.3g GLUP/s, %s; expected %.3g GLUP/s, bound "
                "by the %s",
                stream.method, choice.depth, choice.depth == 1 ? "" : "s", cut.c_str(), shape.chunk,
                planeName, shape.arriving() * strips.count, kept.c_str(),
                formatBytes(double(choice.deviceBytes())).c_str(),
                formatBytes(double(choice.hostBytes)).c_str(), pass.in * link / updates,
                pass.out * link / updates, link * 1e-9, rates.isLinkMeasured ? ", measured" : "",
                kernelRate * 1e-9, kernels.isMeasured() ? "measured" : "as planned",
                cells / choice.secondsPerStep() * 1e-9,
                !shape.isPipelined                 ? "sum of copies and kernels"
                : pass.all > 1.0001 * pass.compute ? "link"
                                                   : "kernels");
}

} // namespace stencilc::inline STENCILC_SPACE
