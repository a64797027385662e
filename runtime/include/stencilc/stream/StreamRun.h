/// \file The engine that passes a domain through the device: memory, and the tasks of each pass put
/// into queues.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/InitialValues.h"
#include "stencilc/Progress.h"
#include "stencilc/Step.h"
#include "stencilc/stream/HomePlanes.h"
#include "stencilc/stream/Lane.h"
#include "stencilc/stream/StreamPlanner.h"
#include "stencilc/stream/StreamTasks.h"
#include <climits>
#include <memory>

namespace stencilc {

class StreamRun final : public StreamEngine {
public:
  explicit StreamRun(const ProgramDescription &program)
      : program(program), stream(*program.stream) {}
  ~StreamRun() override {
    (void)settle();
    for (std::size_t i = 0; i < memory.size(); ++i)
      device::releaseRing(memory[i], ringBytes(i));
    device::release(residentMemory);
    device::releaseHost(hostMemory, hostSize);
  }

  Status plan(const std::int64_t (&extents)[3], const StreamLimits &limits) override;
  Status allocate() override;
  std::string text() const override;
  Status reset(const double *parameters) override;
  Status run(std::int64_t steps, const void *uniforms, const volatile bool *stop,
             std::int64_t &done) override;
  Status cells(int field, int level, std::int64_t first, std::int64_t count, unsigned char *cells,
               bool in) override;
  std::uint64_t deviceBytes() const override { return choice.deviceBytes(); }
  std::uint64_t hostBytes() const override { return hostSize; }
  double bytesIn() const override { return copiedIn; }
  double bytesOut() const override { return copiedOut; }

private:
  /// A field at one time level.
  struct Home {
    int field, age;
    HomePlanes planes;
  };

  std::uint64_t ringBytes(std::size_t index) const {
    return std::uint64_t(rings[index].planes) * domain.pitches[rings[index].field].bytes;
  }
  HomePlanes &homeOf(int field, int age) {
    for (Home &home : homes)
      if (home.field == field && home.age == age)
        return home.planes;
    return homes.front().planes;
  }
  int wrapped(int z) const {
    const int n = domain.planes();
    return ((z % n) + n) % n;
  }
  /// Plane z of a ring, which is in one piece with as many that follow as the ring has.
  unsigned char *placeOf(std::size_t ring, const StreamTask &task, int z) const {
    const std::int64_t n = rings[ring].planes, place = (((z + task.origin) % n) + n) % n;
    return memory[ring] + std::uint64_t(place) * domain.pitches[rings[ring].field].bytes;
  }
  std::size_t ringOf(int field, int buffer) const {
    std::size_t index = 0;
    while (rings[index].field != field || rings[index].buffer != buffer)
      ++index;
    return index;
  }

  Status pass(const StreamShape &shape, const void *uniforms, std::int64_t stepsBefore);
  Status enqueue(const StreamTask &task, const StreamShape &shape, const void *uniforms);
  Status move(const StreamTask &task, const StreamShape &shape, Lane &lane);
  Status launch(const StreamTask &task, const StreamShape &shape, const void *uniforms, Lane &lane);
  Status settle() {
    Status first;
    for (int q = 0; q < kStreamQueues; ++q)
      if (enqueued[q] > 0)
        if (Status status = lanes[q].await(enqueued[q] - 1); !status && first.ok())
          first = status;
    return first;
  }

  const ProgramDescription &program;
  const StreamDescription &stream;
  StreamDomain domain;
  StreamRates rates;
  StreamChoice choice;
  std::vector<StreamRing> rings;
  std::vector<unsigned char *> memory; // ring by ring
  std::vector<Home> homes;
  unsigned char *hostMemory = nullptr;
  void *residentMemory = nullptr;
  std::uint64_t hostSize = 0;
  Lane lanes[kStreamQueues];
  std::array<std::int64_t, kStreamQueues> enqueued = {0, 0, 0};
  std::unique_ptr<StreamTasks> tasks;
  int sweeps = 0;
  double copiedIn = 0, copiedOut = 0;
};

inline Status StreamRun::plan(const std::int64_t (&extents)[3], const StreamLimits &limits) {
  domain.program = &program;
  std::copy(extents, extents + 3, domain.extents);
  std::uint64_t bytes = 0;
  if (Status status = planFields(program, extents, domain.fields, bytes, limits.rowPitch); !status)
    return status;
  std::uint64_t unit = 0, have = 0, haveHost = 0;
  if (Status status = device::ringUnit(unit); !status)
    return status;
  if (Status status = device::freeMemory(have); !status)
    return status;
  if (Status status = device::freeHostMemory(haveHost); !status)
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
    domain.pitches.push_back(ringPitch(domain.planeBytes(i), unit));
    domain.unit = std::lcm(domain.unit, domain.pitches.back().planes);
  }
  if (Status status = device::measureLink(rates.linkBytes, rates.isMeasured); !status)
    return status;
  if (Status status = StreamPlanner(domain, rates).choose(have, haveHost, choice); !status)
    return status;
  rings = streamRings(choice.shape, domain.uses, domain.unit);
  return {};
}

inline Status StreamRun::allocate() {
  for (std::size_t i = 0; i < rings.size(); ++i) {
    memory.push_back(nullptr);
    if (Status status = device::allocateRing(ringBytes(i), memory.back()); !status)
      return status;
  }
  const StreamShape &shape = choice.shape;
  std::uint64_t resident = 0;
  hostSize = 0;
  for (int field = 0; field < program.fieldCount; ++field)
    for (int age = 0; age < domain.uses[field].levels; ++age) {
      HomePlanes planes;
      planes.planes = shape.planes;
      planes.period = shape.chunk;
      planes.resident = static_cast<int>(std::int64_t{shape.chunk} * stream.residentPercent / 100);
      planes.alternating = domain.uses[field].isUpdated && stream.isPeriodic
                               ? std::min(shape.shift(), shape.planes)
                               : 0;
      planes.planeBytes = domain.planeBytes(field);
      homes.push_back({field, age, planes});
      hostSize += planes.planeBytes * std::uint64_t(planes.onHost());
      resident += planes.planeBytes * std::uint64_t(planes.onDevice());
    }
  if (hostSize > 0)
    if (Status status = device::allocateHost(hostSize, hostMemory); !status)
      return status;
  if (resident > 0)
    if (Status status = device::allocate(resident, residentMemory); !status)
      return status;
  unsigned char *host = hostMemory, *kept = static_cast<unsigned char *>(residentMemory);
  for (Home &home : homes) {
    home.planes.host = host;
    home.planes.device = kept;
    host += home.planes.planeBytes * std::uint64_t(home.planes.onHost());
    kept += home.planes.planeBytes * std::uint64_t(home.planes.onDevice());
  }
  for (int q = 0; q < kStreamQueues; ++q)
    if (Status status = lanes[q].open(q != kQueueCompute); !status)
      return status;
  tasks = std::make_unique<StreamTasks>(rings);
  return {};
}

inline std::string StreamRun::text() const {
  const StreamShape &shape = choice.shape;
  const double updates = double(choice.depth) * domain.planeCells() * shape.planes;
  const char *const planeName = program.rank == 3 ? "plane" : "row";
  const bool isLink = choice.seconds > 1.0001 * choice.secondsCompute;
  return format("streaming by method %s: %d step%s at each pass, chunks of %d %ss, %d in all; "
                "device %s, host %s; %.3g bytes per update to the device and %.3g back; "
                "link %.3g GB/s each way%s; expected %.3g GLUP/s, bound by the %s",
                stream.method, choice.depth, choice.depth == 1 ? "" : "s", shape.chunk, planeName,
                shape.chunks(), formatBytes(double(choice.deviceBytes())).c_str(),
                formatBytes(double(choice.hostBytes)).c_str(),
                choice.secondsIn * rates.linkBytes / updates,
                choice.secondsOut * rates.linkBytes / updates, rates.linkBytes * 1e-9,
                rates.isMeasured ? ", measured" : "", updates / choice.seconds * 1e-9,
                !shape.isPipelined ? "sum of copies and kernels"
                : isLink           ? "link"
                                   : "kernels");
}

inline Status StreamRun::reset(const double *parameters) {
  if (Status status = settle(); !status)
    return status;
  const InitialValues initial(program, parameters, false);
  for (Home &home : homes) {
    const FieldMemory &field = domain.fields[home.field];
    std::unique_ptr<unsigned char[]> staging;
    for (int z = 0; z < home.planes.planes;) {
      const HomePlanes::Place place = home.planes.at(z, sweeps % 2);
      const std::uint64_t bytes = home.planes.planeBytes * std::uint64_t(place.count);
      unsigned char *to = place.data;
      if (place.isOnDevice) {
        staging.reset(new (std::nothrow) unsigned char[bytes]);
        to = staging.get();
        if (!to)
          return Status::outOfMemory("no host memory for initial values");
      }
      initial.fillPlanes(home.field, field, to, z, place.count);
      if (place.isOnDevice) {
        Status status =
            device::copy({place.data, bytes, bytes}, {to, bytes, bytes}, {bytes}, nullptr);
        if (status)
          status = device::synchronize(nullptr);
        if (!status)
          return status;
      }
      z += place.count;
    }
  }
  return {};
}

inline Status StreamRun::run(std::int64_t steps, const void *uniforms, const volatile bool *stop,
                             std::int64_t &done) {
  done = 0;
  const StreamPlanner planner(domain, rates);
  while (done < steps && !(stop && *stop)) {
    // Passes of equal depth, unless it was asked for.
    const std::int64_t left = steps - done, passes = (left + choice.depth - 1) / choice.depth;
    std::int64_t depth = std::min<std::int64_t>(left, choice.depth);
    if (stream.depth == 0) {
      const std::int64_t unit = std::max(1, program.fusedSteps);
      const std::int64_t even = (left + passes - 1) / passes;
      depth = std::min(depth, (even + unit - 1) / unit * unit);
    }
    StreamShape shape = choice.shape;
    for (; depth != choice.depth; --depth) {
      shape = shapeWithin(planner.shapeOf(static_cast<int>(depth), choice.shape.chunk), rings,
                          domain.uses);
      if (depth == 1 || fitsRings(shape, rings, domain.uses))
        break;
    }
    if (Status status = pass(shape, uniforms, done); !status)
      return status;
    done += depth;
  }
  return settle();
}

inline Status StreamRun::pass(const StreamShape &shape, const void *uniforms,
                              std::int64_t stepsBefore) {
  // So many chunks ahead of the device, so that the host knows where it is.
  constexpr int kAhead = 4;
  std::vector<std::int64_t> ends; // last task of the compute queue, by chunk
  const double start = secondsNow();
  for (const StreamTask &task : tasks->sweep(shape, streamRings(shape, domain.uses))) {
    if (static_cast<int>(ends.size()) <= task.chunk && task.act == StreamAct::Launch) {
      ends.resize(static_cast<std::size_t>(task.chunk) + 1, -1);
      if (task.chunk >= kAhead && ends[task.chunk - kAhead] >= 0) {
        const int chunk = task.chunk - kAhead;
        if (Status status = lanes[kQueueCompute].await(ends[chunk]); !status)
          return status;
        const double share = double(chunk + 1) / shape.chunks(), took = secondsNow() - start;
        int steps = 0;
        for (const StreamLevel &level : shape.levels)
          steps += level.steps;
        if (progress)
          progress(progressUser, double(stepsBefore) + share * steps,
                   format("pass %d, chunk %d of %d, %.3g GiB/s each way", sweeps + 1, chunk + 1,
                          shape.chunks(),
                          share * shape.planes * domain.bytesIn() / took / (1 << 30)));
      }
    }
    if (Status status = enqueue(task, shape, uniforms); !status)
      return status;
    if (task.act == StreamAct::Launch)
      ends[task.chunk] = task.number;
  }
  ++sweeps;
  return {};
}

inline Status StreamRun::enqueue(const StreamTask &task, const StreamShape &shape,
                                 const void *uniforms) {
  Lane &lane = lanes[task.queue];
  for (int q = 0; q < kStreamQueues; ++q)
    if (task.waits[q] >= 0)
      lane.waitFor(lanes[q], task.waits[q]);
  Status status =
      task.act == StreamAct::Launch ? launch(task, shape, uniforms, lane) : move(task, shape, lane);
  lane.finish();
  enqueued[task.queue] = task.number + 1;
  return status;
}

/// Planes between their home and the rings.
inline Status StreamRun::move(const StreamTask &task, const StreamShape &shape, Lane &lane) {
  const bool in = task.act == StreamAct::CopyIn;
  for (int field = 0; field < program.fieldCount; ++field) {
    const StreamField &use = domain.uses[field];
    if (!in && !use.isUpdated)
      continue;
    int current = 0;
    if (!in)
      for (const StreamLevel &level : shape.levels)
        current = use.rotated(current, level.steps);
    const std::uint64_t pitch = domain.pitches[field].bytes, bytes = domain.planeBytes(field);
    for (int age = 0; age < use.levels; ++age) {
      const std::size_t ring = ringOf(field, use.buffer(current, -age));
      const HomePlanes &home = homeOf(field, age);
      for (int z = task.begin; z < task.end;) {
        const HomePlanes::Place place = home.at(wrapped(z), (task.sweep + !in) % 2);
        int count = std::min(place.count, task.end - z);
        std::uint64_t room = ~std::uint64_t{0}; // until what is pinned apart
        if (!place.isOnDevice)
          room = device::kPinnedPiece -
                 static_cast<std::uint64_t>(place.data - hostMemory) % device::kPinnedPiece;
        if (room >= bytes)
          count = static_cast<int>(std::min<std::uint64_t>(count, room / bytes));
        else
          count = 1;
        const auto copy = [&](std::uint64_t from, std::uint64_t size, int rows) {
          const device::Place there = {placeOf(ring, task, z) + from, pitch,
                                       pitch * std::uint64_t(rows)};
          const device::Place here = {place.data + from, bytes, bytes * std::uint64_t(rows)};
          const device::Box box = {size, static_cast<std::size_t>(rows), 1};
          return in ? lane.copy(there, here, box) : lane.copy(here, there, box);
        };
        Status status = room >= bytes ? copy(0, bytes, count) : copy(0, room, 1);
        if (status && room < bytes)
          status = copy(room, bytes - room, 1);
        if (!status)
          return status;
        if (!place.isOnDevice)
          (in ? copiedIn : copiedOut) += double(bytes) * count;
        z += count;
      }
    }
  }
  return {};
}

inline Status StreamRun::launch(const StreamTask &task, const StreamShape &shape,
                                const void *uniforms, Lane &lane) {
  const StreamLevel &level = shape.levels[static_cast<std::size_t>(task.level)];
  const int last = program.rank - 1, pad = shape.pad();
  // What the kernels take for the domain: where it repeats itself, with the copies of its ends.
  Grid grid = domain.fields[0].layout.grid;
  (last == 2 ? grid.nz : grid.ny) += 2 * pad;
  const int low = std::max(task.begin - level.reach - shape.margin, -pad);
  std::vector<FieldMemory> fields = domain.fields;
  std::vector<unsigned char *> places(rings.size());
  std::size_t next = 0;
  for (int f = 0; f < program.fieldCount; ++f) {
    FieldMemory &field = fields[f];
    const std::uint64_t pitch = domain.pitches[f].bytes;
    (last == 2 ? field.layout.planePitch : field.layout.rowPitch) = pitch;
    field.layout.grid = grid;
    field.places = &places[next];
    field.current = 0;
    field.staleRims = INT_MAX; // every plane is new
    for (int i = 0; i < task.level; ++i)
      field.current = domain.uses[f].rotated(field.current, shape.levels[i].steps);
    for (int buffer = 0; buffer < field.buffers; ++buffer, ++next) {
      // Where plane 0 of the kernel's domain would be.
      const auto first = reinterpret_cast<std::uintptr_t>(placeOf(next, task, low));
      places[next] =
          reinterpret_cast<unsigned char *>(first - static_cast<std::uint64_t>(low + pad) * pitch);
    }
  }
  Step step(grid, fields.data(), uniforms, lane.stream(), {task.begin + pad, task.end + pad},
            std::max(0, level.pass));
  (level.pass < 0 ? program.fused : program.step)(step);
  return step.status();
}

inline Status StreamRun::cells(int field, int level, std::int64_t first, std::int64_t count,
                               unsigned char *cells, bool in) {
  if (Status status = settle(); !status)
    return status;
  const Layout &layout = domain.fields[field].layout;
  const std::int64_t nx = layout.grid.nx, rows = program.rank == 3 ? layout.grid.ny : 1;
  const bool whole = first % nx == 0 && count % nx == 0;
  const std::int64_t perRow = whole ? nx : count;
  for (std::int64_t row = first / nx, left = count / perRow; left > 0;) {
    const HomePlanes::Place place =
        homeOf(field, -level).at(static_cast<int>(row / rows), sweeps % 2);
    const std::int64_t here = std::min(left, rows - row % rows);
    const std::size_t bytes = static_cast<std::size_t>(perRow) * layout.cellBytes;
    const device::Place inside = {place.data + std::uint64_t(row % rows) * layout.rowPitch +
                                      std::uint64_t(first % nx) * layout.cellBytes,
                                  layout.rowPitch, layout.rowPitch * std::uint64_t(here)};
    const device::Place outside = {cells, bytes, bytes * std::uint64_t(here)};
    const device::Box box = {bytes, static_cast<std::size_t>(here), 1};
    Status status = in ? device::copy(inside, outside, box, nullptr)
                       : device::copy(outside, inside, box, nullptr);
    if (status)
      status = device::synchronize(nullptr);
    if (!status)
      return status;
    cells += bytes * std::uint64_t(here);
    row += here;
    left -= here;
  }
  return {};
}

} // namespace stencilc
