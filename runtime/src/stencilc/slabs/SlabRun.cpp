/// \file Steps of a domain that is divided among devices.
#include "stencilc/slabs/SlabRun.h"
#include "stencilc/slabs/RankTransport.h"
#include "stencilc/slabs/SlabSums.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

Status SlabRun::plan(const EngineRequest &request) {
  if (request.memory)
    return Status::invalid("a program whose domain is divided among devices finds its own memory; "
                           "leave memory out");
  wanted = request;
  std::uint64_t bytes = 0;
  Status status = planFields(program, request.extents, fields, bytes, request.limits.rowPitch);
  if (!status)
    return status;
  whole = fields[0].layout.grid;
  status = findRanks();
  if (status)
    status = choosePlan(request);
  if (status)
    status = openParts(request);
  if (status)
    tell();
  return status;
}

Status SlabRun::findRanks() {
  ranksOf.clear();
  told.devices = device.isGpu() ? wanted.devices.numbers : std::vector<int>();
  if (!wanted.ranks)
    return {};
  std::string mine;
  const std::vector<int> one = {0}, &its = wanted.devices.numbers;
  for (const int number : its.empty() ? one : its)
    mine += static_cast<char>(number % 128), mine += static_cast<char>(number / 128);
  std::vector<std::string> all;
  if (Status status = wanted.ranks->gather(mine, all); !status)
    return status;
  told.devices.clear();
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    for (std::size_t i = 0; i < all[rank].size(); i += 2) {
      ranksOf.push_back(static_cast<int>(rank));
      if (device.isGpu())
        told.devices.push_back(all[rank][i] + 128 * all[rank][i + 1]);
    }
  told.ranks = wanted.ranks->size();
  told.rank = wanted.ranks->rank();
  return {};
}

Status SlabRun::choosePlan(const EngineRequest &request) {
  if (wanted.ranks)
    return choice.choose(program, whole, static_cast<int>(ranksOf.size()), "start fewer processes");
  const int count = std::max<int>(1, static_cast<int>(request.devices.numbers.size()));
  Status status = choice.choose(program, whole, request.devices.all ? 1 : count);
  for (int more = 2; status && request.devices.all && more <= count; ++more)
    if (SlabPlan other;
        other.choose(program, whole, more) && other.stepSeconds < choice.stepSeconds)
      choice = other;
  const auto chosen = static_cast<std::size_t>(choice.division.parts);
  wanted.devices.numbers.resize(std::min(wanted.devices.numbers.size(), chosen));
  told.devices.resize(std::min(told.devices.size(), chosen));
  return status;
}

Status SlabRun::openParts(const EngineRequest &request) {
  const int mine = wanted.ranks ? wanted.ranks->rank() : 0;
  const auto first = std::find(ranksOf.begin(), ranksOf.end(), mine) - ranksOf.begin();
  const int count = ranksOf.empty()
                        ? choice.division.parts
                        : static_cast<int>(std::count(ranksOf.begin(), ranksOf.end(), mine));
  parts.restart(static_cast<int>(first));
  for (int i = 0; i < count; ++i) {
    const int number = static_cast<int>(first) + i;
    Device *const its = wanted.devices.numbers.empty()
                            ? &device
                            : deviceFor(program.world, wanted.devices.numbers[std::size_t(i)]);
    SlabPart &part = parts.add(program, *its);
    if (Status status = part.plan(choice.division, request.extents, request.limits.rowPitch);
        !status)
      return status;
    const std::uint64_t limit = request.limits.device;
    if (limit > 0 && part.bytes() > limit)
      return Status::outOfMemory(
          format("part %d of the domain needs ", number) + formatBytes(double(part.bytes())) +
          " of device memory, have " + formatBytes(double(limit)) +
          " (the limit given); raise the limit, give smaller sizes or more devices");
  }
  return {};
}

void SlabRun::tell() {
  const int launch = choice.fuses ? program.fusedSteps() : 1;
  told.parts = choice.division.parts;
  told.ranksOf = ranksOf;
  for (int part = 0; part < told.parts; ++part)
    told.planes.push_back(choice.division.owned(part));
  told.exchange = choice.endsFirst ? "ends" : "after";
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

std::string SlabRun::text() const {
  if (told.parts == 1)
    return "";
  const int own = choice.division.owned(0).count();
  const std::string processes =
      told.ranks > 1 ? format(" in %d processes", told.ranks) : std::string();
  return format("%d parts%s of %s%d planes along %s, exchange '%s' of %d planes (", told.parts,
                processes.c_str(), choice.division.planes % told.parts ? "about " : "", own,
                program.axes[program.rank - 1], told.exchange, told.halo) +
         formatBytes(told.sideBytes) +
         format(" to a side) after every %s of %d step%s",
                told.every == 1 ? "launch" : format("%d launches", told.every).c_str(), told.steps,
                told.steps == 1 ? "" : "s");
}

Status SlabRun::openPeer(const SlabPart &part, const SlabPart &other, bool &isDirect) {
  isDirect = true;
  return &part.itsDevice() == &other.itsDevice()
             ? Status()
             : part.itsDevice().openTo(other.itsDevice(), isDirect);
}

Status SlabRun::openPeers() {
  const bool isShared = program.profileCount > 0 || program.pointsCount > 0;
  for (const SlabPart &part : parts) {
    bool isDirect = true;
    for (const SlabSide side : {SlabSide::Low, SlabSide::High})
      if (const SlabPart *next = parts.find(choice.division.neighbour(part.itsNumber(), side)))
        if (Status status = openPeer(part, *next, isDirect); !status)
          return status;
    if (!isShared)
      continue;
    if (Status status = openPeer(part, parts[0], isDirect); !status)
      return status;
    if (!isDirect) // what the host computes for all lies with the first
      return Status::invalid(
          part.itsDevice().name() + " cannot read memory of " + parts[0].itsDevice().name() +
          ", where profiles and sources are; give devices that can (nvidia-smi topo -p2p r)");
  }
  return {};
}

Status SlabRun::allocate() {
  Status status = openPeers();
  for (SlabPart &part : parts)
    if (status)
      status = part.allocate();
  std::vector<TraversedField> uses;
  for (int f = 0; f < program.fieldCount; ++f)
    uses.push_back(
        {program.fields[f].levels, program.fields[f].buffers, program.fields[f].updated});
  tasks = std::make_unique<SlabTasks>(choice.division, std::move(uses), choice.endsFirst,
                                      program.localCount > 0);
  counts.assign(static_cast<std::size_t>(parts.count()), {});
  return status ? openTransport() : status;
}

Status SlabRun::openTransport() {
  if (!wanted.ranks) {
    transport = std::make_unique<PeerTransport>(parts);
    return {};
  }
  auto made = std::make_unique<RankTransport>(*wanted.ranks, parts, choice.division, ranksOf);
  Status status = made->open();
  transport = std::move(made);
  return status;
}

Status SlabRun::run(const Segment &segment, std::int64_t &done) {
  done = 0;
  if (segment.stream)
    return Status::invalid("steps on several devices have streams of their own; give NULL");
  Status status;
  while (status && done < segment.steps && !(segment.stop && *segment.stop)) {
    // The last step may have to be one of its own.
    const std::int64_t whole = segment.steps - segment.endsSingle;
    std::int64_t left = done < whole ? whole - done : 1;
    const std::int64_t before = segment.stepsBefore + done, atStart = left;
    const std::vector<SlabTask> group = tasks->group(choice.nextGroup(program, left));
    int rotations = 0;
    for (const SlabTask &task : group)
      rotations = std::max(rotations, task.rotations + (task.level.steps > 0));
    status = enqueue(group, segment, before);
    for (int &old : stale)
      old = std::max(0, old - rotations);
    ++groups;
    if (!status)
      break;
    done += atStart - left;
    status = keepPace();
    if (status && wanted.ranks)
      status = wanted.ranks->agreeNowAndThen();
  }
  Status last = settle();
  told.exchanges = told.halo > 0 ? groups : 0;
  if (last)
    last = takeWaits();
  return status ? last : status;
}

bool SlabRun::isTimed(const SlabTask &task) const {
  constexpr std::int64_t kFirst = 4; // before, nobody has sent anything
  if (groups < kFirst || (groups & (groups - 1)) != 0 || task.queue != kSlabCompute)
    return false;
  return std::any_of(task.waits.begin(), task.waits.end(), [&](const SlabWait &wait) {
    return wait.queue >= kSlabDown && wait.part != task.part;
  });
}

Status SlabRun::enqueue(const std::vector<SlabTask> &group, const Segment &segment,
                        std::int64_t before) {
  Status status;
  for (const bool arrive : {false, true}) {
    for (const SlabTask &task : group)
      if (status && transport->arrives(task) == arrive)
        status = enqueue(task, segment, before);
    if (status && !arrive)
      status = transport->post();
  }
  return status;
}

Status SlabRun::enqueue(const SlabTask &task, const Segment &segment, std::int64_t before) {
  Lane *const queue = transport->lane(task.part, task.queue);
  if (!queue)
    return {}; // another process does it
  Lane &lane = *queue;
  SlabPart *const part = parts.find(task.part);
  Status status;
  const bool times = isTimed(task);
  if (times) {
    waits.push_back({parts.indexOf(task.part), part->itsDevice().makeStopwatch()});
    status = waits.back().watch->start(lane.stream());
  }
  for (const SlabWait &wait : task.waits)
    if (Lane *const other = transport->lane(wait.part, wait.queue))
      lane.waitFor(*other, wait.number);
  if (status && times)
    status = waits.back().watch->stop(lane.stream());
  if (status)
    status = task.act == SlabAct::Launch ? part->launch(task, *segment.scalars, before, stale)
                                         : transport->move(task);
  lane.finish();
  if (part)
    counts[parts.indexOf(task.part)][static_cast<std::size_t>(task.queue)] = task.number + 1;
  return status;
}

Status SlabRun::keepPace() {
  constexpr std::size_t kAhead = 64; // groups
  std::vector<std::int64_t> &now = paces.emplace_back();
  for (const auto &count : counts)
    now.push_back(count[kSlabCompute]);
  if (paces.size() <= kAhead)
    return {};
  Status status;
  for (std::size_t part = 0; status && part < counts.size(); ++part)
    if (const std::int64_t count = paces.front()[part]; count > 0)
      status = parts[part].lane(kSlabCompute).await(count - 1);
  paces.pop_front();
  return status;
}

Status SlabRun::settle() {
  Status first;
  for (std::size_t part = 0; part < counts.size(); ++part)
    if (Status status = parts[part].settle(counts[part]); !status && first.ok())
      first = status;
  if (Status status = transport ? transport->settle() : Status(); !status && first.ok())
    first = status;
  return first;
}

Status SlabRun::takeWaits() {
  told.waitedSeconds = transport->secondsWaited();
  if (waits.empty())
    return {};
  std::vector<double> sums(counts.size(), 0);
  std::vector<int> times(counts.size(), 0);
  for (const Wait &wait : waits) {
    double seconds = 0;
    if (Status status = wait.watch->seconds(seconds); !status)
      return status;
    sums[wait.part] += seconds;
    ++times[wait.part];
  }
  for (std::size_t part = 0; part < sums.size(); ++part)
    if (times[part] > 0)
      told.waitedSeconds = std::max(told.waitedSeconds, sums[part] / times[part] * double(groups));
  return {};
}

Status SlabRun::reduce(const CheckDescription &check, const Segment &segment,
                       std::vector<double> &results) {
  const auto kinds = static_cast<std::size_t>(check.count);
  const auto planes = static_cast<std::size_t>(choice.division.planes);
  const std::int64_t last = segment.stepsBefore + segment.steps - 1;
  std::vector<const double *> places(counts.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (Status status = parts[i].reduce(check, *segment.scalars, last, tasks->current(), places[i]);
        !status)
      return status;
  std::vector<std::vector<double>> values(kinds, std::vector<double>(planes));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const PlaneRange own = parts[i].owned();
    const auto count = static_cast<std::size_t>(own.count());
    const std::size_t bytes = count * sizeof(double);
    const Stream stream = parts[i].lane(kSlabCompute).stream();
    Status status;
    for (std::size_t k = 0; status && k < kinds; ++k)
      status = parts[i].itsDevice().copy({values[k].data() + own.begin, bytes, bytes},
                                         {places[i] + k * count, bytes, bytes}, {bytes}, stream);
    if (status)
      status = parts[i].itsDevice().synchronize(stream);
    if (!status)
      return status;
  }
  if (Status status =
          wanted.ranks ? gatherPlanes(*wanted.ranks, choice.division, ranksOf, values) : Status();
      !status)
    return status;
  results.clear();
  for (std::size_t k = 0; k < kinds; ++k)
    results.push_back(joinPlanes(program.reductions[check.reductions[k]], std::move(values[k])));
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
