/// \file How a domain is streamed: depth of a pass, height of a chunk and strips of its planes,
/// from the memory there is and a model of copies and launches.
///
/// The model is that of the paper: a pass of T steps takes the longest of copying in, copying out
/// and computing if they run beside each other, else their sum. Computing takes longer by what
/// trapezoids compute twice, and by what a launch costs beside its planes. A run is as many passes
/// as StreamPlanner::nextPass() cuts it into.
#pragma once

#include "stencilc/stream/Checksums.h"
#include "stencilc/stream/StreamChoice.h"
#include "stencilc/stream/StreamRates.h"
#include "stencilc/stream/StripCounts.h"
#include <cmath>
#include <map>

namespace stencilc::inline STENCILC_SPACE {

class StreamPlanner {
public:
  StreamPlanner(const StreamDomain &domain, const StreamRates &rates)
      : domain(domain), stream(*domain.program->stream), rates(rates) {}

  /// The choice that takes the least time for a run of `steps` steps (0: many) within
  /// `deviceBytes`; refuses with what is needed at least. `mayKeepPlanes`: the device has memory of
  /// its own, for planes that the host has none for.
  Status choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, StreamChoice &best,
                std::int64_t steps = 0, bool mayKeepPlanes = false) const {
    best = StreamChoice();
    if (stream.planes > 0 && stream.depth > 0)
      if (const StreamShape shape = shapeOf(stream.depth, stream.planes); !shape.isPossible())
        return Status::invalid(format(
            "method %s reads %d planes beyond each side of a chunk, from the next chunk at most: "
            "give planes=%d or more, or a smaller depth",
            stream.method, shape.shift(), minimum(stream.depth)));
    if (const std::string why = refusalOfStrips(domain); !why.empty())
      return Status::invalid(why);
    StreamChoice leastDevice, leastHost; // that do not fit
    const std::vector<int> all = depths(steps);
    for (const int resident : residents(mayKeepPlanes)) {
      // Where the host holds all, or the device some, the other is not asked for.
      if (best.seconds >= 0 && (resident > 0) != (best.resident > 0))
        break;
      std::vector<bool> isHighest(all.size()); // higher chunks are of no use
      for (const int count : resident > 0 ? std::vector{1} : stripCounts(domain))
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (isHighest[i] ||
              (stream.strips == 0 && !isSensible(stripsOf(domain, count, all[i]), domain)))
            continue;
          const StreamChoice smallest =
              choice(all[i], stream.planes > 0 ? stream.planes : minimum(all[i]), count, resident);
          keepLess(leastDevice, smallest, &StreamChoice::deviceBytes);
          if (smallest.deviceBytes() > deviceBytes || !smallest.shape.isPossible())
            continue;
          StreamChoice now =
              stream.planes > 0 ? smallest : tallest(all[i], deviceBytes, count, resident);
          isHighest[i] = stream.planes > 0 || now.shape.chunk >= highestChunk();
          if (stream.residentPercent < 0 && resident > 0 && now.residentBytes == 0)
            continue; // no plane of so low chunks
          keepLess(leastHost, now, &StreamChoice::bytesOnHost);
          if (now.hostBytes > hostBytes)
            continue;
          predict(now, steps);
          if (best.seconds < 0 || now.secondsPerStep() < 0.99 * best.secondsPerStep())
            best = now;
        }
    }
    if (best.seconds >= 0)
      return {};
    if (leastHost.hostBytes == 0)
      return refuseDevice(leastDevice, deviceBytes);
    best = leastHost;
    best.lacksHost = true;
    return refuseHost(best, hostBytes);
  }

  /// The next pass of a run that has `left` steps to do: of equal depths, unless `depth` was asked
  /// for; with the highest chunks that `rings` hold, which were made for `choice`.
  StreamPass nextPass(const StreamChoice &choice, const std::vector<StreamRing> &rings,
                      std::int64_t left) const {
    const auto most = static_cast<int>(std::min<std::int64_t>(left, choice.depth));
    int wanted = most;
    if (stream.depth == 0) {
      const std::int64_t unit = std::max(1, domain.program->fusedSteps());
      const std::int64_t passes = (left + choice.depth - 1) / choice.depth;
      const std::int64_t even = ((left + passes - 1) / passes + unit - 1) / unit * unit;
      wanted = static_cast<int>(std::min<std::int64_t>(most, even));
    }
    // Rings have roles that change with each step: those for an even number of them need not do
    // for an odd one.
    for (int depth = wanted; depth <= most; ++depth)
      if (const StreamPass pass = passOf(choice, rings, depth); fits(pass, rings))
        return pass;
    for (int depth = wanted - 1; depth > 1; --depth)
      if (const StreamPass pass = passOf(choice, rings, depth); fits(pass, rings))
        return pass;
    return passOf(choice, rings, 1); // always fits
  }

  /// `copied`: the share of the planes that does not stay on the device.
  PassSeconds secondsOf(const StreamShape &shape, const Strips &strips = {},
                        double copied = 1) const {
    const double n = shape.planes;
    const double share = strips.share(shape.steps());
    const double link = shape.isPipelined ? rates.linkBytes : rates.linkBytesAlone;
    double in = 0;
    PassSeconds seconds;
    for (int chunk = 0; chunk < shape.arriving(); ++chunk)
      in += shape.isSkewed ? shape.begin(chunk + 1) - shape.begin(chunk)
                           : shape.range(chunk, nullptr).count();
    seconds.compute = share * kernelSeconds(shape);
    seconds.in = in * copied * share * domain.bytesIn() / link;
    seconds.out = n * copied * domain.bytesOut() / link;
    seconds.all = shape.isPipelined ? std::max({seconds.in, seconds.out, seconds.compute})
                                    : seconds.in + seconds.out + seconds.compute;
    if (shape.isPipelined)
      seconds.ends = ((shape.begin(1) - shape.begin(0)) * share * domain.bytesIn() +
                      shape.finished(shape.chunks() - 1).count() * domain.bytesOut()) *
                     copied / strips.count / link;
    return seconds;
  }

  StreamChoice choice(int depth, int chunk, int strips = 1, int resident = 0) const {
    StreamChoice choice;
    choice.depth = depth;
    choice.resident = resident;
    choice.strips = stripsOf(domain, strips, depth);
    choice.shape = shapeOf(depth, chunk, choice.strips);
    count(choice);
    return choice;
  }
  std::vector<StreamRing> ringsOf(const StreamChoice &choice) const {
    return streamRings(choice.shape, domain.uses, domain.ringLayout(choice.strips.highest()).unit);
  }

  StreamShape shapeOf(int depth, int chunk, const Strips &strips = {}) const {
    StreamShape shape;
    shape.planes = domain.planes();
    shape.chunk = std::max(1, std::min(chunk, shape.planes));
    shape.margin = stream.margin;
    shape.isPeriodic = stream.isPeriodic;
    shape.isSkewed = stream.isSkewed;
    shape.isPipelined = stream.isPipelined;
    shape.levels = streamLevels(depth, domain.program->fusedSteps(), stream.passes, stream.reach);
    // Copies of some 16 MiB, long enough for the link. What arrives takes the places of what
    // leaves, and trails it by a piece.
    constexpr double kPieceBytes = 16.0 * (1 << 20);
    const double bytes = domain.bytesIn() * strips.highest() / strips.rows;
    shape.piece = std::max(1, std::min(shape.chunk, static_cast<int>(kPieceBytes / bytes)));
    return shape;
  }

private:
  friend class TierPlanner;
  static constexpr int kMostSteps = 512;
  static constexpr int kClose = 32; // multiples of the fused steps, all of which are tried

  /// Depths to try: all few, some many; and those that cut the run into equal passes. A multiple of
  /// the fused steps next to another may need fewer planes: odd numbers of launches end in other
  /// rings than they began in.
  std::vector<int> depths(std::int64_t steps) const {
    if (stream.depth > 0)
      return {stream.depth};
    const int unit = std::max(1, domain.program->fusedSteps());
    const std::int64_t most = steps > 0 ? std::min<std::int64_t>(steps, kMostSteps) : kMostSteps;
    std::vector<int> all = {1};
    for (int depth = std::max(2, unit); depth <= most;
         depth += unit * (depth / (kClose * unit) + 1))
      all.push_back(depth);
    for (std::int64_t passes = 1; passes <= kFewPasses && passes < steps; ++passes)
      for (std::int64_t more = 0; more < 2; ++more) {
        const std::int64_t even = (steps + passes - 1) / passes + more * unit;
        for (const std::int64_t depth : {even, (even + unit - 1) / unit * unit})
          if (depth <= most)
            all.push_back(static_cast<int>(depth));
      }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  /// Pass by pass so many, then as if all were whole.
  static constexpr int kFewPasses = 8;

  StreamPass passOf(const StreamChoice &choice, const std::vector<StreamRing> &rings,
                    int depth) const {
    if (depth == choice.depth)
      return {depth, choice.shape};
    const int highest =
        stream.planes > 0 ? choice.shape.chunk : std::max(choice.shape.chunk, highestChunk());
    return {depth, shapeWithin(shapeOf(depth, highest, choice.strips), rings, domain.uses)};
  }
  bool fits(const StreamPass &pass, const std::vector<StreamRing> &rings) const {
    return fitsRings(pass.shape, rings, domain.uses);
  }

  /// All launches of a pass. Between chunks that an end of the domain may cut, all are alike.
  double kernelSeconds(const StreamShape &shape) const {
    const int chunks = shape.chunks(), planes = shape.last() - shape.first();
    const int ends = 2 * shape.shift() / (planes / shape.arriving()) + 2;
    const int cut = std::min(ends, chunks), again = std::max(cut, shape.arriving() - ends);
    double seconds = 0;
    for (const StreamLevel &level : shape.levels) {
      const KernelTimes &times = level.pass < 0 ? rates.fused : rates.single;
      const auto add = [&](int begin, int end) {
        for (int chunk = begin; chunk < end; ++chunk)
          seconds += times.seconds(shape.range(chunk, &level).count());
      };
      add(0, cut);
      if (const int alike = again - cut; alike > 0) {
        const int wider = shape.isSkewed ? 0 : 2 * (shape.shift() - level.shift);
        seconds +=
            alike * times.seconds(double(shape.begin(again) - shape.begin(cut)) / alike + wider);
      }
      add(again, chunks);
    }
    return seconds;
  }

  /// Percent of the planes that stay on the device: as asked for; or none, and others if the host
  /// does not hold all. None comes last where the method is to keep some.
  std::vector<int> residents(bool mayKeepPlanes) const {
    if (stream.residentPercent >= 0)
      return {stream.residentPercent};
    constexpr int kStep = 5;
    std::vector<int> all;
    if ((mayKeepPlanes && stream.strips <= 1) || keepsPlanes(stream))
      for (int percent = kStep; percent < 100; percent += kStep)
        all.push_back(percent);
    all.insert(keepsPlanes(stream) ? all.end() : all.begin(), 0);
    return all;
  }

  /// At least some chunks in all.
  int highestChunk() const {
    constexpr int kChunks = 4;
    return ceilDiv(domain.planes(), kChunks);
  }

  /// The lowest chunk that is possible.
  int minimum(int depth) const {
    if (stream.isSkewed)
      return 1;
    const StreamShape shape = shapeOf(depth, 1);
    int lowest = std::min(shape.planes, shape.shift() + 1);
    while (!shapeOf(depth, lowest).isPossible()) // chunks of equal height may be lower
      ++lowest;
    return lowest;
  }

  /// The highest chunk within `deviceBytes`.
  StreamChoice tallest(int depth, std::uint64_t deviceBytes, int strips = 1,
                       int resident = 0) const {
    int low = minimum(depth), high = std::max(low, highestChunk());
    while (low < high) {
      const int middle = low + (high - low + 1) / 2;
      const StreamChoice here = choice(depth, middle, strips, resident);
      (here.deviceBytes() <= deviceBytes ? low : high) =
          here.deviceBytes() <= deviceBytes ? middle : middle - 1;
    }
    return choice(depth, low, strips, resident);
  }

  /// Memory.
  void count(StreamChoice &choice) const {
    const StreamShape &shape = choice.shape;
    const RingLayout layout = domain.ringLayout(choice.strips.highest());
    for (const StreamRing &ring : streamRings(shape, domain.uses, layout.unit))
      choice.ringBytes += std::uint64_t(ring.planes) * layout.pitches[ring.field].bytes;
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

  /// The time of a run of `steps` steps (0: of one pass).
  void predict(StreamChoice &choice, std::int64_t steps) const {
    choice.pass = secondsOf(choice.shape, choice.strips, choice.copied);
    if (steps == 0 || steps > kFewPasses * std::int64_t{choice.depth}) {
      choice.steps = choice.depth;
      choice.seconds = choice.pass.all;
      return;
    }
    choice.steps = steps;
    choice.seconds = choice.pass.ends;
    const std::vector<StreamRing> rings = ringsOf(choice);
    std::map<int, double> known = {{choice.depth, choice.pass.all}}; // by depth
    for (std::int64_t left = steps; left > 0;) {
      const StreamPass pass = nextPass(choice, rings, left);
      if (!known.count(pass.depth))
        known[pass.depth] = secondsOf(pass.shape, choice.strips, choice.copied).all;
      choice.seconds += known[pass.depth];
      left -= pass.depth;
    }
  }

  /// Keeps the one of two that needs fewer bytes; one that needs none is none.
  static void keepLess(StreamChoice &least, const StreamChoice &other,
                       std::uint64_t (StreamChoice::*bytes)() const) {
    if ((least.*bytes)() == 0 || (other.*bytes)() < (least.*bytes)())
      least = other;
  }

  Status refuseHost(const StreamChoice &least, std::uint64_t have) const {
    const double share = double(have) / double(least.hostBytes);
    return Status::outOfMemory(
        needs("host", least.hostBytes, have) +
        format("the largest domain that fits has n%s=%lld; give that, %sor the domain in files "
               "with --scratch=DIR",
               domain.program->axes[domain.program->rank - 1],
               static_cast<long long>(share * domain.planes()),
               stream.residentPercent >= 0 ? "leave out resident=, " : ""));
  }
  Status refuseDevice(const StreamChoice &least, std::uint64_t have) const {
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
      text += "; without --checksums=on, planes could be cut into strips";
    return Status::outOfMemory(text);
  }
  static std::string needs(const char *where, std::uint64_t need, std::uint64_t have) {
    return format("streaming this domain needs %s of %s memory, have %s; ",
                  formatBytes(double(need)).c_str(), where, formatBytes(double(have)).c_str());
  }

  const StreamDomain &domain;
  const StreamDescription &stream;
  StreamRates rates;
};

} // namespace stencilc::inline STENCILC_SPACE
