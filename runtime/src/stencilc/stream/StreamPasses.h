/// \file The passes of a streamed run: tasks put into queues, copies and launches.
#pragma once

#include "stencilc/DeviceRun.h"
#include "stencilc/Seconds.h"
#include "stencilc/Step.h"
#include "stencilc/stream/StreamRun.h"
#include <climits>

namespace stencilc::inline STENCILC_SPACE {

inline Status StreamRun::run(std::int64_t steps, const void *uniforms, const volatile bool *stop,
                             std::int64_t &done) {
  done = 0;
  if (tier)
    return runTier(steps, uniforms, stop, done);
  const StreamPlanner planner(domain, rates);
  while (done < steps && !(stop && *stop)) {
    const StreamPass next = planner.nextPass(choice, rings, steps - done);
    if (Status status = pass(next.shape, uniforms, done); !status)
      return status;
    stepsBefore.push_back(stepsBefore.back() + next.depth);
    done += next.depth;
  }
  return settle();
}

inline Status StreamRun::pass(const StreamShape &shape, const void *uniforms,
                              std::int64_t stepsOfRun) {
  // So many chunks ahead of the device, so that the host knows where it is: as many as end a pass,
  // as copies of the next one begin beside them, and as the queue has room for.
  constexpr int kFewest = 4, kTasks = 1024;
  const int room = kTasks / std::max(1, static_cast<int>(shape.levels.size()));
  const int ahead = std::max(kFewest, std::min(room, shape.trailing() + kFewest));
  std::vector<std::int64_t> ends; // last task of the compute queue, by chunk of the pass
  const double start = secondsNow();
  for (int turn = 0; turn < choice.strips.count; ++turn) {
    const Strip strip = choice.strips.strip(choice.strips.inTurn(passes, turn), shape.steps());
    const StreamShape sweep = Strips::sweep(shape, turn);
    for (const StreamTask &task : tasks->sweep(sweep, streamRings(sweep, domain.uses))) {
      const int chunk = turn * shape.chunks() + task.chunk;
      if (static_cast<int>(ends.size()) <= chunk && task.act == StreamAct::Launch) {
        ends.resize(static_cast<std::size_t>(chunk) + 1, -1);
        if (chunk >= ahead && ends[chunk - ahead] >= 0)
          if (Status status =
                  awaitChunk(chunk - ahead, ends[chunk - ahead], shape, stepsOfRun, start);
              !status)
            return status;
      }
      if (Status status = enqueue(task, sweep, strip, uniforms); !status)
        return status;
      if (task.act == StreamAct::Launch)
        ends[chunk] = task.number;
    }
  }
  ++passes;
  return {};
}

/// Waits for a chunk of the pass under way, by the number of its last task, and tells how far it
/// is.
inline Status StreamRun::awaitChunk(int chunk, std::int64_t task, const StreamShape &shape,
                                    std::int64_t stepsOfRun, double start) {
  Status status = lanes[kQueueCompute]->await(task);
  if (status)
    status = checkPlanes();
  if (!status || !progress)
    return status;
  const Strips &strips = choice.strips;
  const int chunks = shape.chunks();
  const double share = double(chunk + 1) / (chunks * strips.count), took = secondsNow() - start;
  std::string where = format("pass %d, ", passes + 1);
  if (strips.count > 1)
    where += format("strip %d of %d, ", chunk / chunks + 1, strips.count);
  where += format("chunk %d of %d, %.3g GiB/s each way", chunk % chunks + 1, chunks,
                  share * shape.planes * domain.bytesIn() * strips.share(shape.steps()) / took /
                      (1 << 30));
  progress(progressUser, double(stepsOfRun) + share * shape.steps(), where);
  return status;
}

inline Status StreamRun::enqueue(const StreamTask &task, const StreamShape &shape,
                                 const Strip &strip, const void *uniforms) {
  Lane &lane = *lanes[task.queue];
  for (int q = 0; q < kStreamQueues; ++q)
    if (task.waits[q] >= 0)
      lane.waitFor(*lanes[q], task.waits[q]);
  Status status = task.act == StreamAct::Launch
                      ? launch(task, shape, strip.held.count(), uniforms, lane)
                      : move(task, shape, strip, lane);
  lane.finish();
  enqueued[task.queue] = task.number + 1;
  return status;
}

/// Planes, or what a strip has of them, between their home and the rings.
inline Status StreamRun::move(const StreamTask &task, const StreamShape &shape, const Strip &strip,
                              Lane &lane) {
  constexpr std::uint64_t kWidestPitch = (std::uint64_t{1} << 31) - 1; // of a copy of many planes
  const bool in = task.act == StreamAct::CopyIn;
  for (int field = 0; field < program.fieldCount; ++field) {
    const StreamField &use = domain.uses[field];
    if (!in && !use.isUpdated)
      continue;
    const int current = in ? 0 : shape.currentAtEnd(use);
    const StreamShape::Range &rows = in ? strip.held : strip.owned;
    const std::uint64_t row = domain.rowBytes(field), bytes = row * std::uint64_t(rows.count());
    const std::uint64_t into = row * std::uint64_t(rows.begin - strip.held.begin);
    const std::uint64_t pitch = ringLayout.pitches[static_cast<std::size_t>(field)].bytes;
    for (int age = 0; age < (task.isState ? use.buffers : use.levels); ++age) {
      const std::size_t ring = ringOf(field, task.isState ? age : use.buffer(current, -age));
      const Home home = tier ? Home() : homeOf(field, age);
      const std::uint64_t apart = tier ? bytes : home.planes.planeBytes;
      const std::uint64_t first =
          row * std::uint64_t(rows.begin) + home.planes.start(in ? passes : passes + 1);
      for (int z = task.begin; z < task.end;) {
        const HomePlanes::Place place = tier ? tier->place(task, shape, field, age, z)
                                             : home.planes.at(wrapped(z), in ? passes : passes + 1);
        unsigned char *const data = place.data + first;
        int count = std::min(place.count, task.end - z);
        std::uint64_t room = ~std::uint64_t{0}; // until what is pinned apart
        if (!place.isOnDevice)
          room = device.pinnedPiece() -
                 static_cast<std::uint64_t>(data - hostMemory) % device.pinnedPiece();
        if (room >= bytes && std::max(apart, pitch) <= kWidestPitch)
          count = static_cast<int>(std::min<std::uint64_t>(count, (room - bytes) / apart + 1));
        else
          count = 1;
        const auto copy = [&](std::uint64_t from, std::uint64_t size, int many) {
          const device::Place there = {placeOf(ring, task, z) + into + from, pitch,
                                       pitch * std::uint64_t(many)};
          const device::Place here = {data + from, apart, apart * std::uint64_t(many)};
          const device::Box box = {size, static_cast<std::size_t>(many), 1};
          return in ? lane.copy(there, here, box) : lane.copy(here, there, box);
        };
        const bool isSummed = checksums.isOn() && !place.isOnDevice;
        const PlaneWindow window = {placeOf(ring, task, z), pitch, bytes, count};
        Status status;
        if (isSummed && !in) {
          lane.fork();
          status = checksums.leave(lane, window, home.slotOf(place));
        }
        if (status)
          status = room >= bytes ? copy(0, bytes, count) : copy(0, room, 1);
        if (status && room < bytes)
          status = copy(room, bytes - room, 1);
        if (status && isSummed && in) {
          lane.fork();
          status = checksums.arrive(lane, window, home.slotOf(place), task.sweep, !use.isUpdated);
        }
        if (!status)
          return status;
        if (!place.isOnDevice)
          (in ? copiedIn : copiedOut) += double(bytes) * count;
        z += count;
      }
    }
  }
  // Launches write over what has arrived when all of a chunk is there.
  if (checksums.isOn() && (!in || task.endsChunk))
    lane.join();
  return {};
}

inline Status StreamRun::launch(const StreamTask &task, const StreamShape &shape, int rows,
                                const void *uniforms, Lane &lane) {
  const StreamLevel &level = shape.levels[static_cast<std::size_t>(task.level)];
  const int last = program.rank - 1, pad = shape.pad();
  // What the kernels take for the domain: where it repeats itself, with the copies of its ends.
  Grid grid = domain.fields[0].layout.grid;
  if (last == 2)
    grid.ny = rows;
  (last == 2 ? grid.nz : grid.ny) += 2 * pad;
  const int far = level.reach + shape.margin;
  const int low = std::max(task.begin - far, -pad);
  const int high = std::min(task.end + far, shape.planes + pad);
  std::vector<FieldMemory> fields = domain.fields;
  std::vector<unsigned char *> places(rings.size());
  std::size_t next = 0;
  for (int f = 0; f < program.fieldCount; ++f) {
    FieldMemory &field = fields[f];
    const std::uint64_t pitch = ringLayout.pitches[static_cast<std::size_t>(f)].bytes;
    (last == 2 ? field.layout.planePitch : field.layout.rowPitch) = pitch;
    field.layout.grid = grid;
    field.places = &places[next];
    field.current = shape.currentAfter(domain.uses[f], static_cast<std::size_t>(task.level));
    field.staleRims = INT_MAX; // every plane is new
    for (int buffer = 0; buffer < field.buffers; ++buffer, ++next) {
      // Where plane 0 of the kernel's domain would be.
      const auto first = reinterpret_cast<std::uintptr_t>(placeOf(next, task, low));
      places[next] =
          reinterpret_cast<unsigned char *>(first - static_cast<std::uint64_t>(low + pad) * pitch);
    }
  }
  DeviceRun run(device, lane.stream());
  Step step(run.runtime(), grid, fields.data(), uniforms, {task.begin + pad, task.end + pad},
            {low + pad, high + pad}, std::max(0, level.pass));
  (level.pass < 0 ? program.fused[0].launch : program.step)(step);
  return run.status();
}

} // namespace stencilc::inline STENCILC_SPACE
