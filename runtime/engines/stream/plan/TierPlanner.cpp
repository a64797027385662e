/// \file Plans a run with a domain in files, with a model of disk, link and kernels. Each time the
/// files are read, planes can pass through the device several times. The planner chooses the number
/// of passes, their time steps, and the height of windows (ranges of planes in host memory).
#include "runtime/engines/stream/plan/TierPlanner.h"
#include "runtime/engines/stream/store/PlaneFile.h"

namespace stencilc::inline STENCILC_SPACE {

TierMemory TierMemory::of(const TierShape &shape, const OutOfCoreDomain &domain,
                          std::uint64_t pieces) {
  TierMemory memory;
  memory.pieces = pieces;
  for (int field = 0; field < static_cast<int>(domain.uses.size()); ++field) {
    const TraversedField &use = domain.uses[static_cast<std::size_t>(field)];
    const std::uint64_t plane = domain.planeBytes(field);
    if (!use.isUpdated) {
      memory.constants += plane * std::uint64_t(use.levels) * std::uint64_t(shape.constantPlanes());
      continue;
    }
    memory.window += plane * std::uint64_t(use.levels) * std::uint64_t(shape.window);
    for (const TraversalShape &traversal : shape.traversals)
      if (shape.isChained())
        memory.state +=
            plane * std::uint64_t(use.buffers) * std::uint64_t(TierShape::stateOf(traversal));
  }
  return memory;
}

std::string TierPlanner::refusal(const ProgramDescription &program) {
  const StreamDescription &stream = *program.stream;
  if (stream.isPeriodic)
    return "the domain is periodic along its last axis, so the end of a traversal needs the first "
           "planes again, and each traversal reads the files once from front to back; give another "
           "axis the periodic boundary, or a domain that fits into host memory";
  if (!stream.isSkewed)
    return format("method %s copies planes twice, and each traversal reads the files once; use "
                  "method=p-tbmr, tbmr or tbm",
                  stream.method);
  if (stream.strips > 1)
    return "files are read plane by plane, and strips would read each plane several times; leave "
           "strips out";
  if (program.keptCount > 0)
    return "a 'global' has values that a step leaves to the next one, and the files do not have "
           "them for --resume; give a domain that fits into host memory";
  if (stream.isStepwise && stream.chained > 1)
    return "a step that has 'global' needs numbers of the whole grid before it can go on, so that "
           "traversals are not chained; leave chain out";
  if (keepsPlanes(stream))
    return "no plane of a domain in files can stay on the device; leave resident out";
  return "";
}

Status TierPlanner::choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, TierChoice &best,
                           std::int64_t steps) const {
  const StreamDescription &stream = *domain.program->stream;
  best.seconds = -1;
  std::uint64_t least = ~std::uint64_t{0}, leastDevice = least;
  for (const int depth : inner.depths(steps)) {
    const TraversalChoice smallest =
        inner.choice(depth, stream.planes > 0 ? stream.planes : inner.minimum(depth));
    leastDevice = std::min(leastDevice, smallest.deviceBytes());
    if (smallest.deviceBytes() > deviceBytes)
      continue;
    TraversalChoice traversal = stream.planes > 0 ? smallest : inner.tallest(depth, deviceBytes);
    traversal.traversal = inner.secondsOf(traversal.shape);
    least = std::min(least, tryTraversal(traversal, hostBytes, steps, best));
  }
  if (best.seconds >= 0)
    return {};
  if (leastDevice > deviceBytes)
    return Status::outOfMemory(format("streaming this domain needs %s of device memory, have %s; "
                                      "give smaller planes= and depth=, or smaller planes",
                                      formatBytes(double(leastDevice)).c_str(),
                                      formatBytes(double(deviceBytes)).c_str()));
  return Status::outOfMemory(
      format("streaming this domain from files needs %s of host memory, have %s; give more, a "
             "smaller depth=, or smaller planes",
             formatBytes(double(least)).c_str(), formatBytes(double(hostBytes)).c_str()));
}

std::string TierPlanner::text(const TierChoice &choice, const std::string &folder) const {
  const double updates = double(choice.steps()) * domain.planeCells() * domain.planes();
  const int chained = static_cast<int>(choice.shape.traversals.size()),
            depth = choice.traversal.depth;
  const auto each = [&](double bytes) { return bytes * domain.planes() / updates; };
  const double longest = std::max({choice.secondsFiles, choice.secondsLink, choice.secondsCompute});
  return format(
      "domain in files of %s (%s): %d step%s per traversal of the files, as %d traversal%s of %d "
      "step%s through the device, %d round%s of %d planes; method %s, chunks of %d planes; device "
      "%s, host %s; %.3g bytes per update read from files and %.3g written; disk %.3g GB/s each "
      "way%s; expected %.3g GLUP/s, bound by the %s",
      folder.c_str(), disk.isDirect ? "direct transfers" : "through the page cache", choice.steps(),
      choice.steps() == 1 ? "" : "s", chained, chained == 1 ? "" : "s", depth,
      depth == 1 ? "" : "s", choice.shape.rounds(), choice.shape.rounds() == 1 ? "" : "s",
      choice.shape.window, domain.program->stream->method, choice.traversal.shape.chunk,
      formatBytes(double(choice.traversal.deviceBytes())).c_str(),
      formatBytes(double(choice.hostBytes)).c_str(), each(fileBytes(false)), each(fileBytes(true)),
      disk.bytes * 1e-9, disk.isMeasured ? ", measured" : "", updates / choice.seconds * 1e-9,
      longest == choice.secondsFiles  ? "files"
      : longest == choice.secondsLink ? "link"
                                      : "kernels");
}

std::vector<int> TierPlanner::counts(int given) {
  if (given > 0)
    return {given};
  std::vector<int> all;
  for (int count = 1; count <= 64; count += count / 8 + 1)
    all.push_back(count);
  return all;
}

TierChoice TierPlanner::choice(const TraversalChoice &traversal, int chained, int window,
                               std::uint64_t hostBytes) const {
  TierChoice choice;
  choice.traversal = traversal;
  choice.shape.planes = traversal.shape.planes;
  choice.shape.window = window;
  choice.shape.traversals.assign(static_cast<std::size_t>(chained), traversal.shape);
  // A small part of the memory, for two sets of buffers: one for reading and one for writing.
  choice.piece =
      std::clamp(hostBytes / 256 / kDirectUnit * kDirectUnit, kDirectUnit, PieceCarrier::kLargest);
  choice.memory = TierMemory::of(choice.shape, domain, 2 * PieceCarrier::bytes(choice.piece));
  choice.hostBytes = choice.memory.allocated(choice.shape) + choice.memory.pieces;
  return choice;
}

std::uint64_t TierPlanner::tryTraversal(const TraversalChoice &traversal, std::uint64_t hostBytes,
                                        std::int64_t steps, TierChoice &best) const {
  const StreamDescription &stream = *domain.program->stream;
  const int given = stream.isStepwise ? 1 : stream.chained;
  std::uint64_t least = ~std::uint64_t{0};
  for (const int chained : counts(given)) {
    if (steps > 0 && given == 0 && std::int64_t{chained - 1} * traversal.depth >= steps)
      break; // a run does not need so many
    const std::uint64_t lowest = choice(traversal, chained, 1, hostBytes).hostBytes;
    least = std::min(least, lowest);
    if (lowest > hostBytes)
      break;
    TierChoice now = widest(traversal, chained, hostBytes);
    predict(now);
    if (best.seconds < 0 || now.seconds / now.steps() < 0.99 * best.seconds / best.steps())
      best = now;
  }
  return least;
}

TierChoice TierPlanner::widest(const TraversalChoice &traversal, int chained,
                               std::uint64_t hostBytes) const {
  int low = 1, high = traversal.shape.planes;
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    const bool fits = choice(traversal, chained, middle, hostBytes).hostBytes <= hostBytes;
    (fits ? low : high) = fits ? middle : middle - 1;
  }
  return choice(traversal, chained, low, hostBytes);
}

double TierPlanner::fileBytes(bool written) const {
  double bytes = 0;
  for (int field = 0; field < domain.program->fieldCount; ++field)
    if (!written || domain.uses[static_cast<std::size_t>(field)].isUpdated)
      bytes += domain.planeCells() * double(sizeOf(domain.program->fields[field].storage)) *
               domain.uses[static_cast<std::size_t>(field)].levels;
  return bytes;
}

void TierPlanner::predict(TierChoice &choice) const {
  const double n = domain.planes(), rounds = choice.shape.rounds();
  const double chained = double(choice.shape.traversals.size());
  double kept = 0; // bytes that a traversal saves from the ring buffers between rounds
  if (choice.shape.isChained())
    kept = double(choice.memory.state) / chained;
  const int globalReductions =
      domain.program->globalReductionCount; // each reads the files once more
  choice.secondsFiles =
      n * (std::max(fileBytes(false), fileBytes(true)) + globalReductions * fileBytes(false)) /
      disk.bytes;
  // Ring buffers are filled again in each round: a chunk must arrive before kernels can run.
  const double fill = choice.shape.isChained()
                          ? choice.traversal.shape.chunk * domain.bytesIn() / rates.linkBytes
                          : 0;
  choice.secondsLink =
      chained * (std::max(choice.traversal.traversal.in, choice.traversal.traversal.out) +
                 rounds * kept / rates.linkBytes);
  choice.secondsCompute = chained * (choice.traversal.traversal.compute + rounds * fill);
  choice.secondsLink *= 1 + globalReductions;
  choice.secondsCompute *= 1 + globalReductions;
  if (!choice.traversal.shape.isPipelined)
    choice.secondsCompute += choice.secondsLink;
  // Reading the first window and writing the last one overlap with nothing.
  const double ends = choice.secondsFiles / rounds;
  choice.seconds =
      ends + std::max({choice.secondsFiles, choice.secondsLink, choice.secondsCompute});
}

} // namespace stencilc::inline STENCILC_SPACE
