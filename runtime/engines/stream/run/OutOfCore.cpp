/// \file The engine of out-of-core runs: plans traversals (passes of all planes through the
/// device), allocates memory and executes the plan.
#include "runtime/engines/stream/run/OutOfCore.h"
#include "runtime/core/device/HostMemory.h"
#include "runtime/core/stepping/Checks.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/engines/stream/plan/KernelTrial.h"

namespace stencilc::inline STENCILC_SPACE {

OutOfCore::OutOfCore(const ProgramDescription &program, Device &device)
    : program(program), chain(domain, device) {}

/// Returns the smallest period, in time steps, of the program's reports and stopping rules (`until`
/// statements), but at most `steps`. `steps` is the number of time steps of the run, or 0 if it is
/// not known. Returns `steps` if there are no reports and rules.
static std::int64_t mostSteps(const ProgramDescription &program, std::int64_t steps) {
  for (int i = 0; i < program.checkCount; ++i)
    steps = steps > 0 ? std::min(steps, program.checks[i].every) : program.checks[i].every;
  return steps;
}

Status OutOfCore::plan(const EngineRequest &request) {
  if (request.memory)
    return Status::invalid(
        "a program that streams its domain allocates its own device memory; leave memory out");
  if (Status status = refuseChain(request); !status)
    return status;
  const SecondsIn time(start.plan);
  const RunLimits &limits = request.limits;
  longestRun = mostSteps(program, request.steps);
  if (limits.devices.isGiven())
    useDevices(limits.devices.numbers, limits.devices.numbers.size());
  std::uint64_t have = 0, haveHost = 0;
  Status status = planDomain(request);
  if (status && request.ranks) {
    shared = std::make_unique<SharedStream>(*request.ranks, domain, request.onlyFirstReads);
    status = shared->share(request, numbers);
  }
  planned = domain;
  if (domain.isShared())
    planned.part = OutOfCoreDomain::kEachPart;
  if (status)
    status = freeMemory(limits, have, haveHost);
  if (status && shared)
    status = shared->agreeOnMemory(have, haveHost);
  if (status)
    status = measureLink();
  if (status)
    status = tryKernels(chain.first(), planned, have, request.trial, rates);
  if (!status)
    return status;
  if (request.mustUseFiles)
    return planInFiles(have, haveHost, limits);
  status = chooseTraversals(request, have, haveHost);
  if (!status)
    return !limits.scratch.empty() && choice.lacksHost && chain.count() == 1 && !shared
               ? planInFiles(have, haveHost, limits)
               : status;
  if (shared)
    status = shared->agreeOn(choice, TraversalPlanner(planned, rates));
  chain.plan(TraversalPlanner(planned, rates).ringsOf(choice),
             domain.ringLayout(choice.strips.highest()));
  return status;
}

Status OutOfCore::refuseChain(const EngineRequest &request) const {
  if (request.limits.devices.numbers.size() <= 1)
    return {};
  const StreamDescription &stream = *program.stream;
  if (request.mustUseFiles || request.limits.resume)
    return Status::invalid(
        "a domain in files can use only one device; leave out --scratch, or --devices");
  if (!stream.isPipelined || !stream.isSkewed)
    return Status::invalid(
        format("several devices need copies that overlap with kernels, and method %s does not "
               "overlap them; give method=p-tbmr, or one device",
               stream.method));
  if (keepsPlanes(stream))
    return Status::invalid("planes that stay on a device cannot pass through several devices; "
                           "leave out method=resident and resident=, or give one device");
  return {};
}

/// Selects the first `count` of the devices `all`. Each plane will pass through these devices in
/// sequence.
void OutOfCore::useDevices(const std::vector<int> &all, std::size_t count) {
  numbers.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
  std::vector<Device *> devices;
  for (const int number : numbers)
    devices.push_back(deviceFor(program.world, number));
  chain.set(devices);
  domain.devices = planned.devices = chain.count();
}

Status OutOfCore::chooseTraversals(const EngineRequest &request, std::uint64_t have,
                                   std::uint64_t haveHost) {
  const RunLimits &limits = request.limits;
  // A device without a link to the host shares the host's memory.
  const bool hasMemory = rates.isLinkMeasured || limits.memoryLimit > 0;
  Status status =
      TraversalPlanner(planned, rates).choose(have, haveHost, choice, longestRun, hasMemory);
  if (!limits.devices.all || shared)
    return status;
  // Uses only as many devices as make a step shorter.
  const std::vector<int> all = numbers;
  std::size_t best = all.size();
  for (std::size_t count = all.size(); status && --count > 0;) {
    OutOfCoreDomain fewer = planned;
    fewer.devices = static_cast<int>(count);
    TraversalChoice other;
    if (TraversalPlanner(fewer, rates).choose(have, haveHost, other, longestRun, hasMemory) &&
        other.secondsPerStep() <= choice.secondsPerStep()) {
      choice = other;
      best = count;
    }
  }
  useDevices(all, best);
  return status;
}

Status OutOfCore::planDomain(const EngineRequest &request) {
  domain.program = &program;
  domain.isGpu = chain.first().isGpu();
  domain.hasChecksums = request.limits.checksums;
  std::copy(request.extents, request.extents + 3, domain.extents);
  domain.uses = usesOf(program);
  std::uint64_t bytes = 0;
  Status status =
      planFields(program, request.extents, domain.fields, bytes, request.limits.rowPitch);
  return status ? chain.ringUnit(domain.ringUnit) : status;
}

/// Sets the bytes that the run may use on the device (`onDevice`) and on the host. Both are a part
/// of the free memory, and at most the user's `limits`.
Status OutOfCore::freeMemory(const RunLimits &limits, std::uint64_t &onDevice,
                             std::uint64_t &onHost) {
  Status status = chain.freeMemory(onDevice);
  if (status)
    status = host::freeMemory(onHost);
  onDevice = static_cast<std::uint64_t>(0.96 * double(onDevice));
  onHost = static_cast<std::uint64_t>(0.92 * double(onHost));
  if (shared)
    shared->divide(onDevice, onHost);
  if (limits.memoryLimit > 0)
    onDevice = std::min(onDevice, limits.memoryLimit);
  if (limits.hostMemoryLimit > 0)
    onHost = std::min(onHost, limits.hostMemoryLimit);
  return status;
}

Status OutOfCore::measureLink() {
  LinkRate link;
  Status status = chain.first().measureLink(link, rates.isLinkMeasured);
  if (status && rates.isLinkMeasured) {
    rates.linkBytes = link.bytesPerSecond;
    rates.linkBytesAlone = link.alone;
  }
  return status;
}

Status OutOfCore::planInFiles(std::uint64_t have, std::uint64_t haveHost, const RunLimits &limits) {
  if (const std::string why = TierPlanner::refusal(program); !why.empty())
    return Status::invalid("this domain cannot be stored in files: " + why);
  domain.hasChecksums = false; // backing store is in files, which have their own checksums
  tier = std::make_unique<TierRunner>(chain.first(), domain, rates, chain.rings());
  if (Status status = tier->plan(have, haveHost, limits, longestRun); !status)
    return status;
  choice = tier->choice();
  const RingLayout layout = domain.ringLayout(domain.rows());
  chain.plan(fieldRings(choice.shape, domain.uses, layout.unit), layout);
  return {};
}

Status OutOfCore::allocate() {
  const SecondsIn time(start.memory);
  if (Status status = chain.allocate(); !status)
    return status;
  if (tier) {
    Status status = tier->allocate();
    return status ? allocateReduced() : status;
  }
  homes = std::make_unique<Homes>(domain, chain.first(), chain.last());
  TraversalChoice here = choice;
  here.shape = domain.shapeHere(choice.shape);
  if (Status status = homes->allocate(here); !status)
    return status;
  if (Status status = chain.open(*homes); !status)
    return status;
  traversals = std::make_unique<TraversalRunner>(domain, choice, *homes, chain);
  if (shared)
    shared->open(*homes, chain.first());
  return allocateReduced();
}

Status OutOfCore::allocateReduced() {
  if (program.stream->checkReach < 0)
    return {};
  reduced = std::make_unique<ReducedPlanes>(domain, chain.last());
  tier ? tier->reduceInto(reduced.get()) : chain.reduceInto(reduced.get());
  return reduced->allocate(choice.shape.chunk);
}

std::string OutOfCore::text() const {
  return tier ? tier->text()
              : TraversalPlanner(planned, rates).text(choice) + (shared ? shared->text() : "");
}

Status OutOfCore::settle() {
  return tier ? tier->settle() : traversals ? traversals->settle() : Status();
}

Status OutOfCore::reset(const double *parameters) {
  if (Status status = settle(); !status)
    return status;
  const SecondsIn time(start.values);
  return tier ? tier->files().reset(parameters) : homes->reset(parameters);
}

Status OutOfCore::meetOthers() {
  if (!shared)
    return {};
  const Status status = settle();
  return status ? shared->meet() : status;
}

Status OutOfCore::run(const Segment &segment, std::int64_t &done) {
  done = 0;
  TellProgress tell;
  if (progress)
    tell = [this](double steps, const std::string &where) { progress(progressUser, steps, where); };
  if (reduced && !program.stream->isStepwise)
    reduced->want(segment.stepsBefore + segment.steps);
  if (tier)
    return tier->run(segment, done, tell,
                     [&](std::int64_t before) { return findNumbers(segment, before, tell); });
  const TraversalPlanner planner(planned, rates);
  while (done < segment.steps && !(segment.stop && *segment.stop)) {
    if (program.stream->isStepwise)
      if (Status status = findNumbers(segment, done, tell); !status)
        return status;
    NextTraversal next =
        planner.nextTraversal(choice, chain.rings().all(), stepsTogether(domain, segment, done));
    next.shape = domain.shapeHere(next.shape);
    if (Status status = traversals->run(next, segment, done, tell); !status)
      return status;
    if (Status status = meetOthers(); !status)
      return status;
    if (program.stream->isStepwise)
      segment.scalars->endStep(segment.stepsBefore + done);
    done += next.depth;
  }
  return settle();
}

Status OutOfCore::traverseFor(int globalReduction, const Segment &segment, std::int64_t done,
                              const TellProgress &tell) {
  reduced->wantGlobalReduction();
  Status status;
  if (tier) {
    status = tier->globalReduction(globalReduction, segment, done, tell);
  } else {
    NextTraversal next =
        TraversalPlanner(planned, rates)
            .globalReductionTraversal(choice, chain.rings().all(), globalReduction);
    next.shape = domain.shapeHere(next.shape);
    status = traversals->run(next, segment, done, tell);
  }
  return status ? settle() : status;
}

Status OutOfCore::findNumbers(const Segment &segment, std::int64_t done, const TellProgress &tell) {
  const std::int64_t before = segment.stepsBefore + done;
  Scalars &scalars = *segment.scalars;
  Status status = settle(); // launches of the previous step use its scalars
  scalars.beginStep(before);
  for (int i = 0; status && i < program.globalReductionCount; ++i) {
    const GlobalReductionDescription &globalReduction = program.globalReductions[i];
    if (globalReduction.isFirst && scalars.hasBegun())
      continue;
    status = traverseFor(i, segment, done, tell);
    const ReducedKinds kinds = ReducedPlanes::kindsOf(globalReduction);
    std::vector<double> results;
    if (status)
      status = reduced->join(kinds, ranks(), results);
    for (int k = 0; status && k < kinds.count; ++k) {
      const int id = kinds.reductions[k];
      scalars.setReduced(id, finishReduction(program.reductions[id], results[std::size_t(k)]));
    }
    if (globalReduction.isFirst)
      scalars.beginStep(before);
  }
  if (reduced)
    reduced->want(segment.stepsBefore + segment.steps);
  return status;
}

Status OutOfCore::cells(int field, int level, std::int64_t first, std::int64_t count,
                        unsigned char *cells, bool in, Stream) {
  if (Status status = settle(); !status)
    return status;
  if (shared) {
    const std::size_t size = domain.fields[std::size_t(field)].layout.cellBytes;
    return shared->move(field, level, CallersRows::packed(first, count, grid().nx, size, cells),
                        in);
  }
  return tier ? tier->files().cells(field, level, first, count, cells, in)
              : homes->cells(field, level, first, count, cells, in);
}

/// Copies a field at time level `level` (0: t, -1: t-1). Copies row by row, because the caller's
/// rows at `cells` need not be contiguous. If `in` is true, copies from `cells` into the field,
/// otherwise from the field to `cells`.
Status OutOfCore::copy(int field, int level, const device::Place &cells, const device::Box &box,
                       bool in, Stream stream) {
  const auto nx = static_cast<std::int64_t>(grid().nx);
  Status status = shared ? settle() : Status();
  for (std::size_t z = 0; status && shared && z < box.planes; ++z)
    status = shared->move(field, level,
                          {std::int64_t(z) * domain.rows(), std::int64_t(box.rows), 0, box.rowBytes,
                           static_cast<unsigned char *>(cells.data) + z * cells.planePitch,
                           cells.rowPitch},
                          in);
  if (shared)
    return status;
  for (std::size_t z = 0; status && z < box.planes; ++z)
    for (std::size_t y = 0; status && y < box.rows; ++y)
      status = this->cells(field, level, static_cast<std::int64_t>(z * box.rows + y) * nx, nx,
                           static_cast<unsigned char *>(cells.data) + z * cells.planePitch +
                               y * cells.rowPitch,
                           in, stream);
  return status;
}

Status OutOfCore::view(int, int, device::Place &) {
  return Status::invalid(
      "the domain is streamed, so no field is in one array; copy the field instead");
}

Status OutOfCore::reduce(const CheckDescription &check, const Segment &,
                         std::vector<double> &results) {
  return reduced->join(reduced->kindsOf(check), ranks(), results);
}

std::uint64_t OutOfCore::hostBytes() const {
  return tier ? tier->hostBytes() : homes ? homes->hostBytes() : 0;
}

std::uint64_t OutOfCore::deviceBytes() const {
  return choice.deviceBytes() + choice.ringBytes * std::uint64_t(chain.count() - 1);
}

double OutOfCore::bytesIn() const {
  return !tier ? chain.bytesIn() : tier->copies() ? tier->copies()->bytesIn() : 0;
}
double OutOfCore::bytesOut() const {
  return !tier ? chain.bytesOut() : tier->copies() ? tier->copies()->bytesOut() : 0;
}

ChainedRun OutOfCore::chained() const {
  ChainedRun told;
  if (chain.first().isGpu())
    told.devices = numbers;
  told.count = chain.count();
  told.handedBytes = chain.bytesHanded();
  return told;
}

extern "C" const EnginePart STENCILC_SYMBOL(stream_engine) = {
    [](const ProgramDescription &program, Device &device) -> std::unique_ptr<Engine> {
      return std::make_unique<OutOfCore>(program, device);
    }};

} // namespace stencilc::inline STENCILC_SPACE
