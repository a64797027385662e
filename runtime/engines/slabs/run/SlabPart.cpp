/// \file Memory, launches and copies of one slab on its device.
#include "runtime/engines/slabs/run/SlabPart.h"
#include "runtime/core/fields/Planes.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "runtime/engines/slabs/run/SlabSums.h"
#include "stencilc/Check.h"
#include "stencilc/Step.h"

namespace stencilc::inline STENCILC_SPACE {

SlabPart::~SlabPart() {
  device.release(memory);
  device.releaseHost(results, resultBytes);
}

Status SlabPart::plan(const Decomposition &of, const std::int64_t (&extents)[3],
                      std::uint64_t rowPitch) {
  division = of;
  const int last = program.rank - 1;
  std::int64_t held[3] = {extents[0], extents[1], extents[2]};
  held[last] = stored().count();
  if (Status status = planPart(program, held, own, needed, rowPitch); !status)
    return status;
  shown = own;
  grid = {int(extents[0]), int(extents[1]), int(extents[2])};
  grid.pad = division.pad();
  setPlanes(program, grid, division.planes + 2 * grid.pad);
  for (FieldMemory &field : shown)
    field.layout.grid = grid;
  return {};
}

Status SlabPart::allocate() {
  std::uint64_t have = 0;
  Status status = device.freeMemory(have);
  const std::string who = device.name().empty() ? "" : " of " + device.name();
  if (status && needed > have)
    return Status::outOfMemory(
        format("part %d of the domain needs ", number) + formatBytes(double(needed)) + who +
        ", which has " + formatBytes(double(have)) + " free; give smaller sizes or more devices");
  if (status)
    status = device.allocate(needed, memory);
  if (!status)
    return status;
  partials = placeFields(own, memory);
  std::size_t buffers = 0;
  for (const FieldMemory &field : own)
    buffers += field.heldBy < 0 ? static_cast<std::size_t>(field.buffers) : 0;
  all.assign(buffers, nullptr);
  std::size_t next = 0;
  const PlaneRange held = stored();
  for (std::size_t f = 0; f < own.size(); ++f) {
    if (own[f].heldBy >= 0)
      continue;
    shown[f].places = &all[next];
    for (int buffer = 0; buffer < own[f].buffers; ++buffer) {
      const auto begin = reinterpret_cast<std::uintptr_t>(plane(int(f), buffer, held.begin));
      const int before = held.begin + division.pad();
      all[next++] = reinterpret_cast<unsigned char *>(begin - static_cast<std::uint64_t>(before) *
                                                                  planeBytes(int(f)));
    }
  }
  for (int queue = 0; status && queue < kSlabQueues; ++queue)
    status = device.makeLane(queue >= kSlabDown, lanes[static_cast<std::size_t>(queue)]);
  return status;
}

Status SlabPart::clear() const {
  constexpr unsigned char kNaN = 0xff;
  for (std::size_t f = 0; f < own.size(); ++f) {
    const FieldMemory &field = own[f];
    const bool isLocal = static_cast<int>(f) >= program.fieldCount;
    for (int buffer = 0; field.heldBy < 0 && buffer < field.buffers; ++buffer)
      if (Status status =
              device.fill(plane(int(f), buffer, stored().begin),
                          isLocal || device.isGpu() ? 0 : kNaN, field.layout.bytes, nullptr);
          !status)
        return status;
  }
  return {};
}

unsigned char *SlabPart::plane(int field, int buffer, int z) const {
  const FieldMemory &of = own[static_cast<std::size_t>(field)];
  return of.memory + of.bufferBytes * static_cast<std::uint64_t>(buffer) +
         planeBytes(field) * static_cast<std::uint64_t>(z - stored().begin);
}

std::uint64_t SlabPart::planeBytes(int field) const { return planePitch(program, layout(field)); }

void SlabPart::show(const std::vector<int> &current, const std::vector<SlabBuffer> &iterates) {
  for (int f = 0; f < program.fieldCount; ++f)
    shown[static_cast<std::size_t>(f)].current = current[static_cast<std::size_t>(f)];
  for (std::size_t f = 0; f < shown.size(); ++f) {
    const SlabBuffer its = f < iterates.size() ? iterates[f] : SlabBuffer();
    shown[f].iterate =
        its.field < 0 ? nullptr : shown[static_cast<std::size_t>(its.field)].places[its.buffer];
  }
}

Status SlabPart::allowBoundaryFirst(double exchange) {
  exchangeSteps = exchange;
  ends = std::make_unique<EndCounts>(device);
  return ends->allocate();
}

Status SlabPart::launch(const SlabTask &task, const Scalars &scalars, std::int64_t before,
                        const std::vector<int> &stale) {
  show(task.current, task.iterates);
  const std::int64_t ofAPlane = grid.cells() / (division.planes + 2 * division.pad());
  DeviceRun run(device, lane(task.queue).stream(),
                worthwhileThreads(ofAPlane * task.planes.count()), &handles);
  const Request request = {task, scalars, before, stale};
  if (task.boundaryFirst)
    launchBoundaryFirst(request, run);
  else
    launchOn(task.planes, request, run);
  return run.status();
}

void SlabPart::launchOn(PlaneRange planes, const Request &request, DeviceRun &run) {
  const SlabTask &task = request.task;
  for (std::size_t f = 0; f < request.stale.size(); ++f)
    shown[f].staleFrozen = std::max(0, request.stale[f] - task.rotations);
  Step step(run.runtime(), grid, shown.data(),
            request.scalars.at(request.before + task.stepsBefore, std::max(1, task.level.steps)),
            ofKernels(planes), ofKernels(stored()), std::max(0, task.level.kernel));
  step.keepChunks(&chunks);
  (task.level.kernel < 0 ? program.fused[0].launch : program.step)(step);
}

EndPieces SlabPart::piecesOf(PlaneRange planes) {
  const bool hasLow = division.neighbour(number, SlabSide::Low) >= 0;
  const bool hasHigh = division.neighbour(number, SlabSide::High) >= 0;
  const SweptColumns &swept = chunks.columns();
  if (swept.atOnce > 0 && !(swept == heightOf)) {
    heightOf = swept;
    height = bestEndHeight(swept, planes.count(), int(hasLow) + int(hasHigh), division.halo,
                           exchangeSteps);
  }
  return {planes, std::max(height, division.halo), hasLow, hasHigh};
}

void SlabPart::launchBoundaryFirst(const Request &request, DeviceRun &run) {
  const EndPieces pieces = piecesOf(request.task.planes);
  PieceLaunches launches(ends->counts());
  run.joinBy(&launches);
  const bool isHost = program.world == ExecutionSpace::Cpu;
  int last = kBetween;
  while (pieces.of[last].count() == 0)
    --last;
  if (isHost) // nothing is launched on the host: functions return when they are done
    ends->expect(request.task.number, {1, 1});
  for (int piece = 0; piece < (isHost ? kPlanePieces : kBetween); ++piece) {
    launches.begin(piece, false);
    if (pieces.of[piece].count() > 0)
      launchOn(pieces.of[piece], request, run);
    if (isHost && piece != kBetween)
      ends->add(piece);
  }
  if (!isHost) {
    UInt32 blocks[2];
    launches.count(blocks);
    ends->expect(request.task.number, blocks);
    launches.begin(last, true);
    launchOn(pieces.of[last], request, run);
  }
  if (!run.status())
    ends->giveUp();
}

Status SlabPart::send(const SlabTask &task, const SlabPart &to) const {
  return eachSent(task, [&](int field, int buffer, std::size_t bytes) {
    const unsigned char *const from = plane(field, buffer, task.planes.begin);
    return lane(task.queue)
        .copy({to.plane(field, buffer, task.planes.begin + task.shift), bytes, bytes},
              {from, bytes, bytes}, {bytes});
  });
}

Status SlabPart::copy(const SlabTask &task) const {
  const SlabBuffer &from = task.sent.front(), &onto = task.onto;
  const std::size_t bytes = layout(onto.field).bytes;
  return lane(task.queue)
      .copy({plane(onto.field, onto.buffer, stored().begin), bytes, bytes},
            {plane(from.field, from.buffer, stored().begin), bytes, bytes}, {bytes});
}

std::uint64_t SlabPart::sentBytes(const SlabTask &task) const {
  std::uint64_t all = 0;
  (void)eachSent(task, [&](int, int, std::size_t bytes) {
    all += bytes;
    return Status();
  });
  return all;
}

Status SlabPart::loadOut(const double *values, int kinds) {
  const std::int64_t each =
      program.rank == 1 ? rowPiecesOf(division, number).values() : owned().count();
  const std::uint64_t bytes =
      sizeof(double) * static_cast<std::uint64_t>(kinds) * static_cast<std::uint64_t>(each);
  if (bytes > resultBytes) { // no results are being copied
    device.releaseHost(results, resultBytes);
    results = nullptr;
    resultBytes = 0;
    if (Status status = device.allocateHost(bytes, results); !status)
      return status;
    resultBytes = bytes;
  }
  const std::size_t size = bytes;
  return lane(kSlabCompute).copy({results, size, size}, {values, size, size}, {size});
}

Status SlabPart::reduce(const CheckDescription &check, const Scalars &scalars, std::int64_t last,
                        const std::vector<int> &current) {
  show(current);
  DeviceRun run(device, lane(kSlabCompute).stream(), 0, &handles);
  Check work(run.runtime(), program, shown.data(), scalars.at(last, 1), partials, ownedOfKernels());
  check.reduce(work);
  return run.status() ? loadOut(work.result(), check.count) : run.status();
}

Status SlabPart::globalReduction(const SlabTask &task, const Scalars &scalars,
                                 std::int64_t before) {
  show(task.current, task.iterates);
  DeviceRun run(device, lane(task.queue).stream(), 0, &handles);
  const Step step(run.runtime(), grid, shown.data(), scalars.at(before, 1), ownedOfKernels(),
                  ofKernels(stored()));
  Check work(program, step, shown.data(), scalars.at(before, 1), partials, ownedOfKernels());
  const GlobalReductionDescription &wanted = program.globalReductions[task.globalReduction];
  wanted.reduce(work);
  return run.status() ? loadOut(work.result(), wanted.count) : run.status();
}

Status SlabPart::settle(const std::array<std::int64_t, kSlabQueues> &counts) const {
  Status first;
  for (int queue = 0; queue < kSlabQueues; ++queue)
    if (const std::int64_t count = counts[static_cast<std::size_t>(queue)]; count > 0)
      if (Status status = lane(queue).await(count - 1); !status && first.ok())
        first = status;
  return first;
}

} // namespace stencilc::inline STENCILC_SPACE
