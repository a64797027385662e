/// \file Runs time steps on a domain that is divided among devices.
#include "runtime/engines/slabs/run/SlabRun.h"
#include "runtime/core/fields/Planes.h"
#include "runtime/engines/slabs/transport/BufferTransport.h"
#include "runtime/engines/slabs/transport/NcclTransport.h"
#include "runtime/engines/slabs/transport/SlabPeers.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

Status SlabRun::plan(const EngineRequest &request) {
  if (request.memory)
    return Status::invalid(
        "a program for several devices allocates its own device memory; leave memory out");
  wanted = request;
  std::uint64_t bytes = 0;
  Status status = planFields(program, request.extents, fields, bytes, request.limits.rowPitch);
  if (!status)
    return status;
  whole = fields[0].layout.grid;
  told.devices = device.isGpu() ? wanted.limits.devices.numbers : std::vector<int>();
  owners.clear();
  if (wanted.ranks)
    status = owners.find(*wanted.ranks, wanted.limits.devices.numbers, device.isGpu(), told);
  if (status)
    status = choosePlan(request);
  if (status)
    status = openParts(request);
  if (status && wanted.ranks)
    status = agreeOnWay(*wanted.ranks, parts, way);
  if (status)
    tell();
  return status;
}

Status SlabRun::choosePlan(const EngineRequest &request) {
  if (wanted.ranks)
    return choice.choose(program, whole, owners.count(), "start fewer processes");
  const DeviceChoice &asked = request.limits.devices;
  const int count = std::max<int>(1, static_cast<int>(asked.numbers.size()));
  Status status = choice.choose(program, whole, asked.all ? 1 : count);
  for (int more = 2; status && asked.all && more <= count; ++more)
    if (SlabPlan other;
        other.choose(program, whole, more) && other.stepSeconds < choice.stepSeconds)
      choice = other;
  const auto chosen = static_cast<std::size_t>(choice.division.parts);
  wanted.limits.devices.numbers.resize(std::min(wanted.limits.devices.numbers.size(), chosen));
  told.devices.resize(std::min(told.devices.size(), chosen));
  return status;
}

Status SlabRun::openParts(const EngineRequest &request) {
  const int mine = wanted.ranks ? wanted.ranks->rank() : 0;
  const int first = wanted.ranks ? owners.firstOf(mine) : 0;
  const int count = wanted.ranks ? owners.countOf(mine) : choice.division.parts;
  const std::vector<int> &gpus = wanted.limits.devices.numbers;
  parts.restart(first);
  for (int i = 0; i < count; ++i) {
    Device *const its = gpus.empty() ? &device : deviceFor(program.world, gpus[std::size_t(i)]);
    SlabPart &part = parts.add(program, *its);
    if (Status status = part.plan(choice.division, request.extents, request.limits.rowPitch);
        !status)
      return status;
    const std::uint64_t limit = request.limits.memoryLimit;
    if (limit > 0 && part.bytes() > limit)
      return Status::outOfMemory(
          format("part %d of the domain needs ", first + i) + formatBytes(double(part.bytes())) +
          " of device memory, have " + formatBytes(double(limit)) +
          " (the limit given); raise the limit, give smaller sizes or more devices");
  }
  return {};
}

void SlabRun::tell() {
  const int launch = choice.fuses ? program.fusedSteps() : 1;
  told.parts = choice.division.parts;
  told.unit = planesName(program);
  told.ranksOf = owners.all();
  told.way = way.text;
  told.whyThatWay = way.why;
  for (int part = 0; part < told.parts; ++part)
    told.planes.push_back(choice.division.owned(part));
  told.exchange = spelt(choice.exchange);
  told.steps = launch;
  told.every = choice.every;
  told.halo = choice.division.neighbour(0, SlabSide::High) < 0 ? 0 : choice.division.halo;
  told.sideBytes = sideBytes(program, whole, told.halo, launch * choice.every);
}

std::uint64_t SlabRun::deviceBytes() const {
  std::uint64_t bytes = 0;
  for (const SlabPart &part : parts)
    bytes += part.bytes();
  return bytes;
}

Status SlabRun::allocate() {
  Status status = openPeers(program, choice.division, parts);
  for (SlabPart &part : parts)
    if (status)
      status = part.allocate();
  for (SlabPart &part : parts)
    if (status && choice.exchange == SlabExchange::Ordered)
      status = part.allowBoundaryFirst(choice.exchangeSteps);
  makeTasks();
  counts.assign(static_cast<std::size_t>(parts.count()), {});
  return status ? openTransport() : status;
}

void SlabRun::makeTasks() {
  if (program.slabs->pieceCount > 0) {
    pieces = std::make_unique<PieceTasks>(choice.division, bufferedFields(program), *program.slabs);
    return;
  }
  std::vector<TraversedField> uses;
  for (int f = 0; f < program.fieldCount; ++f)
    uses.push_back(
        {program.fields[f].levels, program.fields[f].buffers, program.fields[f].updated});
  tasks = std::make_unique<SlabTasks>(choice.division, std::move(uses), choice.exchange,
                                      program.localCount > 0);
}

Status SlabRun::openTransport() {
  if (!wanted.ranks) {
    transport = std::make_unique<PeerTransport>(parts);
    return {};
  }
  std::string why;
  std::unique_ptr<RankTransport> made;
  if (way.isNccl)
    made = std::make_unique<NcclTransport>(*openNccl(why), *wanted.ranks, parts, choice.division,
                                           owners.all());
  else
    made = std::make_unique<BufferTransport>(*wanted.ranks, parts, choice.division, owners.all());
  Status status = made->open();
  transport = std::move(made);
  return status;
}

Status SlabRun::run(const Segment &segment, std::int64_t &done) {
  done = 0;
  if (segment.stream)
    return Status::invalid("steps on several devices use their own streams; give NULL");
  Status status;
  while (status && done < segment.steps && !(segment.stop && *segment.stop)) {
    status = pieces ? runPieces(segment, done) : runGroup(segment, done);
    if (status && wanted.ranks)
      status = wanted.ranks->agreeNowAndThen();
  }
  if (status && pieces && program.slabs->checkReach > 0) // reductions for reports read halos
    status = put(pieces->exchangeAll(), segment, segment.stepsBefore + done);
  Status last = settle();
  told.exchanges = exchanges;
  told.waitedSeconds = transport->secondsWaited();
  if (last)
    last = waits.longest(exchanges, told.waitedSeconds);
  return status ? last : status;
}

Status SlabRun::runGroup(const Segment &segment, std::int64_t &done) {
  // The last step may need a group of its own.
  const std::int64_t together = segment.steps - segment.endsSingle;
  std::int64_t left = done < together ? together - done : 1;
  const std::int64_t before = segment.stepsBefore + done, atStart = left;
  const std::vector<SlabTask> group = tasks->group(choice.nextGroup(program, left));
  Status status = put(group, segment, before);
  int rotations = 0;
  for (const SlabTask &task : group)
    rotations = std::max(rotations, task.rotations + (task.level.steps > 0));
  for (int &old : stale)
    old = std::max(0, old - rotations);
  if (status)
    done += atStart - left;
  return status;
}

Status SlabRun::put(const std::vector<SlabTask> &group, const Segment &segment,
                    std::int64_t before) {
  if (group.empty())
    return {};
  Status status = enqueue(group, segment, before);
  exchanges += std::any_of(group.begin(), group.end(),
                           [](const SlabTask &task) { return task.act == SlabAct::Send; });
  return status ? keepPace() : status;
}

Status SlabRun::enqueue(const std::vector<SlabTask> &group, const Segment &segment,
                        std::int64_t before) {
  if (choice.exchange == SlabExchange::Ordered && !device.isGpu() && !wanted.ranks)
    return enqueueCopiesFirst(group, segment, before);
  Status status;
  for (const bool arrive : {false, true}) {
    for (const SlabTask &task : group)
      if (status && transport->arrives(task) == arrive)
        status = enqueue(task, segment, before);
    if (status && !arrive)
      status = transport->post();
  }
  const Status ended = transport->end(!status);
  return status ? ended : status;
}

Status SlabRun::enqueueCopiesFirst(const std::vector<SlabTask> &group, const Segment &segment,
                                   std::int64_t before) {
  Status status;
  for (const SlabAct act : {SlabAct::Send, SlabAct::Launch})
    for (const SlabTask &task : group)
      if (status && task.act == act)
        status = enqueue(task, segment, before);
  for (SlabPart &part : parts)
    if (!status)
      part.stopWaiting();
  return status;
}

Status SlabRun::enqueue(const SlabTask &task, const Segment &segment, std::int64_t before) {
  Lane *const queue = transport->lane(task.part, task.queue);
  if (!queue)
    return {}; // another process executes it
  Lane &lane = *queue;
  SlabPart *const part = parts.find(task.part);
  Status status;
  const bool times = SlabWaits::isTimed(task, exchanges);
  if (times)
    status = waits.begin(parts.indexOf(task.part), part->itsDevice(), lane.stream());
  for (const SlabWait &wait : task.waits)
    if (Lane *const other = transport->lane(wait.part, wait.queue))
      wait.ends > 0 ? parts.find(wait.part)->letWait(lane, wait)
                    : lane.waitFor(*other, wait.number);
  if (status && times)
    status = waits.end(lane.stream());
  if (task.act == SlabAct::Send) {
    status = transport->move(task);
  } else {
    if (status)
      status = compute(*part, task, segment, before);
    lane.finish();
  }
  if (part)
    counts[parts.indexOf(task.part)][static_cast<std::size_t>(task.queue)] = task.number + 1;
  return status;
}

Status SlabRun::compute(SlabPart &part, const SlabTask &task, const Segment &segment,
                        std::int64_t before) {
  if (task.act == SlabAct::Copy)
    return part.copy(task);
  if (task.act == SlabAct::GlobalReduction)
    return part.globalReduction(task, *segment.scalars, before);
  return part.launch(task, *segment.scalars, before, stale);
}

Status SlabRun::keepPace() {
  const auto ahead = static_cast<std::size_t>(transport->groupsAhead());
  Pace &now = paces.emplace_back();
  now.exchanges = exchanges;
  for (const auto &count : counts)
    now.tasks.push_back(count[kSlabCompute]);
  if (paces.size() <= ahead)
    return {};
  const Pace &old = paces.front();
  Status status = transport->await(old.exchanges - 1);
  for (std::size_t part = 0; status && part < counts.size(); ++part)
    if (const std::int64_t count = old.tasks[part]; count > 0)
      status = parts[part].lane(kSlabCompute).await(count - 1);
  paces.pop_front();
  return status;
}

Status SlabRun::settle() {
  Status first = transport ? transport->settle() : Status(); // tasks of the parts may wait for it
  for (std::size_t part = 0; part < counts.size(); ++part)
    if (Status status = parts[part].settle(counts[part]); !status && first.ok())
      first = status;
  return first;
}

extern "C" const EnginePart STENCILC_SYMBOL(slab_engine) = {
    [](const ProgramDescription &program, Device &device) -> std::unique_ptr<Engine> {
      return std::make_unique<SlabRun>(program, device);
    }};

} // namespace stencilc::inline STENCILC_SPACE
