/// \file Chooses the traversals (passes of all planes) of an out-of-core run, and describes the
/// choice.
#include "runtime/engines/stream/plan/TraversalPlanner.h"
#include "runtime/engines/stream/plan/SharedDepth.h"
#include "runtime/engines/stream/plan/StripCounts.h"
#include "runtime/engines/stream/run/ReducedPlanes.h"
#include "runtime/engines/stream/store/Checksums.h"
#include <map>

namespace stencilc::inline STENCILC_SPACE {

/// Sets `least` to the plan `other` if that needs fewer bytes, as the member function `bytes`
/// returns them. Also does so if `least` needs 0 bytes, which means that it is not set yet.
static void keepLess(TraversalChoice &least, const TraversalChoice &other,
                     std::uint64_t (TraversalChoice::*bytes)() const) {
  if ((least.*bytes)() == 0 || (other.*bytes)() < (least.*bytes)())
    least = other;
}

/// Returns the error that a chunk (planes of one launch) is too small, because it reads `shift`
/// planes beyond each side. The message says that it needs at least `least` planes.
static Status refuseChunk(const char *method, int shift, int least) {
  return Status::invalid(
      format("method %s reads %d plane%s beyond each side of a chunk, from the next chunk at most: "
             "give planes=%d or more, or a smaller depth",
             method, shift, shift == 1 ? "" : "s", least));
}

Status TraversalPlanner::checkRequest() const {
  for (const std::string &why : {refusalOfShares(domain), refusalOfStrips(domain)})
    if (!why.empty())
      return Status::invalid(why);
  if (stream.planes > 0 && stream.depth > 0)
    if (const TraversalShape shape = shapeOf(stream.depth, stream.planes); !shape.isPossible())
      return refuseChunk(stream.method, shape.shift(), minimum(stream.depth));
  return {};
}

Status TraversalPlanner::choose(std::uint64_t deviceBytes, std::uint64_t hostBytes,
                                TraversalChoice &best, std::int64_t steps,
                                bool mayKeepPlanes) const {
  best = TraversalChoice();
  if (Status status = checkRequest(); !status)
    return status;
  Search search{deviceBytes, hostBytes, steps, {}, {}, {}};
  const std::vector<int> all = depths(steps);
  for (const int resident : residents(mayKeepPlanes)) {
    // Planes stay on the device only if the host cannot hold all, or if the method asks for it. The
    // second possibility is tried only if the first one does not fit.
    if (search.best.seconds >= 0 && (resident > 0) != (search.best.resident > 0))
      break;
    std::vector<bool> isHighest(all.size()); // higher chunks are not useful
    for (const int count : resident > 0 ? std::vector{1} : stripCounts(domain))
      for (std::size_t i = 0; i < all.size(); ++i)
        isHighest[i] = isHighest[i] || tryDepth(all[i], count, resident, search);
  }
  best = search.best;
  if (best.seconds >= 0)
    return {};
  if (search.leastHost.hostBytes == 0)
    return refuseDevice(search.leastDevice, deviceBytes);
  best = search.leastHost;
  best.lacksHost = true;
  return refuseHost(best, hostBytes);
}

bool TraversalPlanner::tryDepth(int depth, int strips, int resident, Search &search) const {
  if (stream.strips == 0 && !isSensible(stripsOf(domain, strips, depth), domain))
    return false;
  const bool isGiven = stream.planes > 0;
  const TraversalChoice smallest =
      choice(depth, isGiven ? stream.planes : minimum(depth), strips, resident);
  keepLess(search.leastDevice, smallest, &TraversalChoice::deviceBytes);
  if (smallest.deviceBytes() > search.deviceBytes || !smallest.shape.isPossible())
    return false;
  TraversalChoice now = isGiven ? smallest : tallest(depth, search.deviceBytes, strips, resident);
  const bool isHighest = isGiven || now.shape.chunk >= highestChunk();
  if (stream.residentPercent < 0 && resident > 0 && now.residentBytes == 0)
    return isHighest; // chunks are too low for a plane that stays
  keepLess(search.leastHost, now, &TraversalChoice::bytesOnHost);
  if (now.hostBytes > search.hostBytes)
    return isHighest;
  // Low chunks fill a chain of devices sooner.
  const int lowest =
      domain.devices > 1 && !isGiven ? std::min(kLowestTried, now.shape.chunk) : now.shape.chunk;
  for (int chunk = now.shape.chunk; chunk >= lowest && chunk > 0; chunk /= 2) {
    TraversalChoice tried = chunk == now.shape.chunk ? now : choice(depth, chunk, strips, resident);
    predict(tried, search.steps);
    if (search.best.seconds < 0 || tried.secondsPerStep() < 0.99 * search.best.secondsPerStep())
      search.best = tried;
  }
  return isHighest;
}

NextTraversal TraversalPlanner::nextTraversal(const TraversalChoice &choice,
                                              const std::vector<FieldRing> &rings,
                                              std::int64_t left) const {
  const auto most = static_cast<int>(std::min<std::int64_t>(left, choice.depth));
  int wanted = most;
  if (stream.depth == 0) {
    const std::int64_t unit = domain.stepsOfALaunchEach();
    const std::int64_t traversals = (left + choice.depth - 1) / choice.depth;
    const std::int64_t even = ((left + traversals - 1) / traversals + unit - 1) / unit * unit;
    wanted = static_cast<int>(std::min<std::int64_t>(most, even));
  }
  // Ring buffers change roles with each step, so those for an even number may not suit an odd one.
  for (int depth = wanted; depth <= most; ++depth)
    if (const NextTraversal traversal = traversalOf(choice, rings, depth); fits(traversal, rings))
      return traversal;
  for (int depth = wanted - 1; depth > 1; --depth)
    if (const NextTraversal traversal = traversalOf(choice, rings, depth); fits(traversal, rings))
      return traversal;
  return traversalOf(choice, rings, 1); // always fits
}

NextTraversal TraversalPlanner::globalReductionTraversal(const TraversalChoice &choice,
                                                         const std::vector<FieldRing> &rings,
                                                         int globalReduction) const {
  TraversalShape shape = shapeOf(1, choice.shape.chunk, choice.strips);
  shape.levels = globalReductionLevels(stream, globalReduction);
  shape.leavesNothing = true;
  return {0, shapeWithin(shape, rings, domain.uses)};
}

TraversalChoice TraversalPlanner::choice(int depth, int chunk, int strips, int resident) const {
  TraversalChoice choice;
  choice.depth = depth;
  choice.resident = resident;
  choice.strips = stripsOf(domain, strips, depth);
  choice.shape = shapeOf(depth, chunk, choice.strips);
  count(choice);
  return choice;
}

TraversalShape TraversalPlanner::shapeOf(int depth, int chunk, const Strips &strips) const {
  TraversalShape shape;
  shape.planes = domain.planes();
  shape.chunk = std::max(1, std::min(chunk, shape.planes));
  shape.margin = stream.margin;
  shape.isPeriodic = stream.isPeriodic && !domain.isShared();
  shape.isUneven = domain.wholePlanes() % domain.division.parts != 0;
  shape.isSkewed = stream.isSkewed;
  shape.isPipelined = stream.isPipelined;
  shape.devices = domain.devices;
  shape.levels = traversalLevels(depth, domain.program->fusedSteps(), stream);
  shape = domain.shapeHere(shape);
  // Copies of 16 MiB use the full rate of the link. Arriving planes trail leaving ones by a copy.
  constexpr double kPieceBytes = 16.0 * (1 << 20);
  const double bytes = domain.bytesIn() * strips.highest() / strips.rows;
  shape.piece = std::max(1, std::min(shape.chunk, static_cast<int>(kPieceBytes / bytes)));
  // In a chain, most of a traversal may be between the devices. Queues remember about a thousand
  // tasks (cuda/Lane.h), and a wait for an older one would wait for a newer one instead.
  constexpr int kPieces = 1024;
  if (shape.devices > 1)
    shape.piece = std::min(shape.chunk, std::max(shape.piece, ceilDiv(shape.planes, kPieces)));
  return shape;
}

std::vector<int> TraversalPlanner::depths(std::int64_t steps) const {
  if (stream.depth > 0)
    return {stream.depth};
  const int unit = domain.stepsOfALaunchEach();
  const std::int64_t deepest = std::int64_t{kMostSteps} * domain.devices;
  const std::int64_t most =
      std::min({steps > 0 ? steps : deepest, deepest, mostSharedSteps(domain)});
  std::vector<int> all = {1};
  for (int depth = std::max(2, unit); depth <= most; depth += unit * (depth / (kClose * unit) + 1))
    all.push_back(depth);
  for (std::int64_t traversals = 1; traversals <= kFewTraversals && traversals < steps;
       ++traversals)
    for (std::int64_t more = 0; more < 2; ++more) {
      const std::int64_t even = (steps + traversals - 1) / traversals + more * unit;
      for (const std::int64_t depth : {even, (even + unit - 1) / unit * unit})
        if (depth <= most)
          all.push_back(static_cast<int>(depth));
    }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

NextTraversal TraversalPlanner::traversalOf(const TraversalChoice &choice,
                                            const std::vector<FieldRing> &rings, int depth) const {
  if (depth == choice.depth)
    return {depth, choice.shape};
  const int highest =
      stream.planes > 0 ? choice.shape.chunk : std::max(choice.shape.chunk, highestChunk());
  return {depth, shapeWithin(shapeOf(depth, highest, choice.strips), rings, domain.uses)};
}

std::vector<int> TraversalPlanner::residents(bool mayKeepPlanes) const {
  if (stream.residentPercent >= 0)
    return {stream.residentPercent};
  constexpr int kStep = 5;
  std::vector<int> all;
  if (domain.devices == 1 && !domain.isShared() &&
      ((mayKeepPlanes && stream.strips <= 1) || keepsPlanes(stream)))
    for (int percent = kStep; percent < 100; percent += kStep)
      all.push_back(percent);
  all.insert(keepsPlanes(stream) ? all.end() : all.begin(), 0);
  return all;
}

int TraversalPlanner::highestChunk() const {
  constexpr int kChunks = 4;
  return ceilDiv(domain.planes(), kChunks);
}

int TraversalPlanner::minimum(int depth) const {
  if (stream.isSkewed)
    return 1;
  const TraversalShape shape = shapeOf(depth, 1);
  int lowest = std::min(shape.planes, shape.shift() + 1);
  while (!shapeOf(depth, lowest).isPossible()) // with equal heights, chunks may be lower
    ++lowest;
  return lowest;
}

TraversalChoice TraversalPlanner::tallest(int depth, std::uint64_t deviceBytes, int strips,
                                          int resident) const {
  int low = minimum(depth), high = std::max(low, highestChunk());
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    const TraversalChoice here = choice(depth, middle, strips, resident);
    (here.deviceBytes() <= deviceBytes ? low : high) =
        here.deviceBytes() <= deviceBytes ? middle : middle - 1;
  }
  return choice(depth, low, strips, resident);
}

void TraversalPlanner::count(TraversalChoice &choice) const {
  const TraversalShape &shape = choice.shape;
  const RingLayout layout = domain.ringLayout(choice.strips.highest());
  choice.ringBytes = layout.bytesOf(fieldRings(shape, domain.uses, layout.unit));
  if (domain.program->stream->checkReach >= 0)
    choice.reducedBytes = ReducedPlanes::bytesFor(domain, shape.chunk);
  std::uint64_t slots = 0;
  for (int field = 0; field < domain.program->fieldCount; ++field) {
    const HomePlanes planes = homePlanes(domain, choice, field);
    const auto levels =
        static_cast<std::uint64_t>(domain.uses[static_cast<std::size_t>(field)].levels);
    choice.hostBytes += levels * planes.planeBytes * std::uint64_t(planes.onHost());
    choice.residentBytes += levels * planes.planeBytes * std::uint64_t(planes.onDevice());
    choice.copied = 1 - double(planes.onDevice()) / shape.planes;
    slots += levels * std::uint64_t(planes.onHost());
  }
  if (domain.hasChecksums)
    choice.checksumBytes = Checksums::bytesFor(domain.isGpu, slots);
}

void TraversalPlanner::predict(TraversalChoice &choice, std::int64_t steps) const {
  choice.traversal = secondsOf(choice.shape, choice.strips, choice.copied);
  choice.traversal.all *=
      1 + domain.program->globalReductionCount; // a traversal for each in-step reduction of a step
  if (steps == 0 || steps > kFewTraversals * std::int64_t{choice.depth}) {
    choice.steps = choice.depth;
    choice.seconds = choice.traversal.all;
    return;
  }
  choice.steps = steps;
  choice.seconds = choice.traversal.ends;
  const std::vector<FieldRing> rings = ringsOf(choice);
  std::map<int, double> known = {{choice.depth, choice.traversal.all}}; // by depth
  for (std::int64_t left = steps; left > 0;) {
    const NextTraversal traversal = nextTraversal(choice, rings, left);
    if (!known.count(traversal.depth))
      known[traversal.depth] = secondsOf(traversal.shape, choice.strips, choice.copied).all;
    choice.seconds += known[traversal.depth];
    left -= traversal.depth;
  }
}

Status TraversalPlanner::refuseHost(const TraversalChoice &least, std::uint64_t have) const {
  const double share = double(have) / double(least.hostBytes);
  return Status::outOfMemory(needs("host", least.hostBytes, have) +
                             format("the largest domain that fits has n%s=%lld; give this size, "
                                    "%sor store the domain in files with --scratch=DIR%s",
                                    domain.program->axes[domain.program->rank - 1],
                                    static_cast<long long>(share * domain.planes()),
                                    stream.residentPercent >= 0 ? "leave out resident=, " : "",
                                    domain.devices > 1 ? ", with one device" : ""));
}

Status TraversalPlanner::refuseDevice(const TraversalChoice &least, std::uint64_t have) const {
  const Strips &strips = least.strips;
  const double plane = domain.bytesIn() * strips.highest() / strips.rows;
  std::string text =
      needs("device", least.deviceBytes(), have) +
      format("%d planes of %s are needed at once",
             static_cast<int>(double(least.deviceBytes()) / plane), formatBytes(plane).c_str());
  if (strips.count > 1)
    text += format(" in %d strips of %d rows", strips.count, strips.lowest());
  text += "; give ";
  if (stream.planes || stream.depth)
    text += "smaller planes= and depth=, or ";
  if (stream.reachAcross > 0 && stream.strips > 0)
    text += "more strips=, or ";
  text += format("a smaller n%s",
                 domain.program->axes[strips.count > 1 ? 0 : domain.program->rank - 2]);
  if (stream.reachAcross > 0 && domain.hasChecksums)
    text += "; without --checksums=on, planes could be divided into strips";
  return Status::outOfMemory(text);
}

std::string TraversalPlanner::needs(const char *where, std::uint64_t need, std::uint64_t have) {
  return format("streaming this domain needs %s of %s memory, have %s; ",
                formatBytes(double(need)).c_str(), where, formatBytes(double(have)).c_str());
}

/// Returns the name of the resource that limits the rate of a traversal (pass of all planes), such
/// as "link".
static const char *boundOf(const TraversalShape &shape, const TraversalSeconds &traversal) {
  if (!shape.isPipelined)
    return "sum of copies and kernels";
  const auto isShorter = [&](double seconds) { return traversal.all > 1.0001 * seconds; };
  if (!isShorter(traversal.compute))
    return "kernels";
  if (!isShorter(std::max(traversal.in, traversal.out)))
    return "link";
  return isShorter(traversal.between) ? "latency of the chain of devices"
                                      : "links between the devices";
}

std::string TraversalPlanner::text(const TraversalChoice &choice) const {
  const TraversalShape &shape = choice.shape;
  const TraversalSeconds &traversal = choice.traversal;
  const double cells = domain.planeCells() * shape.planes, updates = choice.depth * cells;
  const double link = shape.isPipelined ? rates.linkBytes : rates.linkBytesAlone;
  const char *const planeName = domain.program->rank == 3 ? "plane" : "row";
  const bool isFused = shape.isFused();
  const Strips &strips = choice.strips;
  std::string cut;
  if (strips.count > 1)
    cut = format(", in %d strips of %d rows", strips.count, strips.lowest());
  std::string chain;
  if (shape.devices > 1)
    chain = format(" through %d devices in sequence", shape.devices);
  std::string kept;
  if (choice.resident > 0)
    kept = format(" %.0f%% of the planes stay on the device;", 100 * (1 - choice.copied));
  const KernelTimes &kernels = isFused ? rates.fused : rates.single;
  const double kernelRate =
      shape.chunk * domain.planeCells() *
      (isFused ? domain.program->fusedSteps() : 1.0 / std::max(1, stream.kernels)) /
      kernels.seconds(shape.chunk);
  return format(
      "streaming by method %s%s: %d step%s per traversal%s, chunks of %d %ss, %d in all;%s device "
      "%s%s, host %s; %.3g bytes per update to the device and %.3g back; link %.3g GB/s each "
      "way%s; kernels %.3g GLUP/s%s, %s; expected %.3g GLUP/s, bound by the %s",
      stream.method, chain.c_str(), choice.depth, choice.depth == 1 ? "" : "s", cut.c_str(),
      shape.chunk, planeName, shape.arriving() * strips.count, kept.c_str(),
      formatBytes(double(choice.deviceBytes())).c_str(), shape.devices > 1 ? " each" : "",
      formatBytes(double(choice.hostBytes)).c_str(), traversal.in * link / updates,
      traversal.out * link / updates, link * 1e-9, rates.isLinkMeasured ? ", measured" : "",
      kernelRate * 1e-9, shape.devices > 1 ? " on each" : "",
      kernels.isMeasured() ? "measured" : "as planned", cells / choice.secondsPerStep() * 1e-9,
      boundOf(shape, traversal));
}

} // namespace stencilc::inline STENCILC_SPACE
