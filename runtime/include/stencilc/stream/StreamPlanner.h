/// \file How a domain is streamed: depth of a pass and height of a chunk, from the memory there is
/// and a model of copies and launches.
///
/// The model is that of the paper: a pass of T steps takes the longest of copying in, copying out
/// and computing if they run beside each other, else their sum. Computing takes longer by what
/// trapezoids compute twice, and by what a launch costs beside its planes. A run is as many passes
/// as StreamPlanner::nextPass() cuts it into.
#pragma once

#include "stencilc/FieldMemory.h"
#include "stencilc/stream/Checksums.h"
#include "stencilc/stream/Ring.h"
#include "stencilc/stream/StreamRates.h"
#include "stencilc/stream/StreamShape.h"
#include <cmath>
#include <map>

namespace stencilc {

/// A domain and what the device holds of it.
struct StreamDomain {
  const ProgramDescription *program = nullptr;
  std::int64_t extents[3] = {1, 1, 1};
  std::vector<FieldMemory> fields; // layouts only
  std::vector<StreamField> uses;
  std::vector<RingPitch> pitches;
  int unit = 1;             // planes of a ring are a multiple of this
  bool hasChecksums = true; // of planes on the host

  int planes() const { return static_cast<int>(extents[program->rank - 1]); }
  std::uint64_t planeBytes(int field) const {
    const Layout &layout = fields[static_cast<std::size_t>(field)].layout;
    return program->rank == 3 ? layout.planePitch : layout.rowPitch;
  }
  /// Bytes of one plane of all that is copied in, and out.
  double bytesIn() const {
    double bytes = 0;
    for (int i = 0; i < program->fieldCount; ++i)
      bytes += double(planeBytes(i)) * uses[i].levels;
    return bytes;
  }
  double bytesOut() const {
    double bytes = 0;
    for (int i = 0; i < program->fieldCount; ++i)
      bytes += uses[i].isUpdated ? double(planeBytes(i)) * uses[i].levels : 0;
    return bytes;
  }
  double planeCells() const {
    return double(extents[0]) * (program->rank == 3 ? double(extents[1]) : 1);
  }
};

/// What a pass takes.
struct PassSeconds {
  double in = 0, out = 0, compute = 0, all = 0;
  double ends = 0; // beside these: the first copy in and the last one out of a run
};

/// How it is streamed.
struct StreamChoice {
  StreamShape shape; // with the levels of a whole pass
  int depth = 1;
  std::uint64_t ringBytes = 0, residentBytes = 0, checksumBytes = 0, hostBytes = 0;
  PassSeconds pass;
  bool lacksHost = false; // the domain does not fit host memory
  std::int64_t steps = 0; // of the run that is predicted
  double seconds = -1;    // of that run

  std::uint64_t deviceBytes() const { return ringBytes + residentBytes + checksumBytes; }
  double secondsPerStep() const { return seconds / double(steps); }
};

/// The next pass of a run.
struct StreamPass {
  int depth = 1;
  StreamShape shape;
};

class StreamPlanner {
public:
  StreamPlanner(const StreamDomain &domain, const StreamRates &rates)
      : domain(domain), stream(*domain.program->stream), rates(rates) {}

  /// The choice that takes the least time for a run of `steps` steps (0: many) within
  /// `deviceBytes`; refuses with what is needed at least.
  Status choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, StreamChoice &best,
                std::int64_t steps = 0) const {
    best.seconds = -1;
    if (stream.planes > 0 && stream.depth > 0)
      if (const StreamShape shape = shapeOf(stream.depth, stream.planes); !shape.isPossible())
        return Status::invalid(format(
            "method %s reads %d planes beyond each side of a chunk, from the next chunk at most: "
            "give planes=%d or more, or a smaller depth",
            stream.method, shape.shift(), minimum(stream.depth)));
    std::uint64_t least = ~std::uint64_t{0};
    for (const int depth : depths(steps)) {
      const StreamChoice smallest =
          choice(depth, stream.planes > 0 ? stream.planes : minimum(depth));
      least = std::min(least, smallest.deviceBytes());
      if (smallest.deviceBytes() > deviceBytes || !smallest.shape.isPossible())
        continue;
      StreamChoice now = stream.planes > 0 ? smallest : tallest(depth, deviceBytes);
      predict(now, steps);
      if (best.seconds < 0 || now.secondsPerStep() < 0.99 * best.secondsPerStep())
        best = now;
    }
    if (best.seconds < 0)
      return refuse("device", least, deviceBytes);
    best.lacksHost = best.hostBytes > hostBytes;
    if (best.lacksHost)
      return refuse("host", best.hostBytes, hostBytes);
    return {};
  }

  /// The next pass of a run that has `left` steps to do: of equal depths, unless `depth` was asked
  /// for; with the highest chunks that `rings` hold, which were made for `choice`.
  StreamPass nextPass(const StreamChoice &choice, const std::vector<StreamRing> &rings,
                      std::int64_t left) const {
    const auto most = static_cast<int>(std::min<std::int64_t>(left, choice.depth));
    int wanted = most;
    if (stream.depth == 0) {
      const std::int64_t unit = std::max(1, domain.program->fusedSteps);
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

  PassSeconds secondsOf(const StreamShape &shape) const {
    const double n = shape.planes, copied = 1 - stream.residentPercent / 100.0;
    const double link = shape.isPipelined ? rates.linkBytes : rates.linkBytesAlone;
    double in = 0;
    PassSeconds seconds;
    for (int chunk = 0; chunk < shape.chunks(); ++chunk) {
      in += shape.isSkewed ? shape.begin(chunk + 1) - shape.begin(chunk)
                           : shape.range(chunk, nullptr).count();
      for (const StreamLevel &level : shape.levels)
        seconds.compute += (level.pass < 0 ? rates.fused : rates.single)
                               .seconds(shape.range(chunk, &level).count());
    }
    seconds.in = in * copied * domain.bytesIn() / link;
    seconds.out = n * copied * domain.bytesOut() / link;
    seconds.all = shape.isPipelined ? std::max({seconds.in, seconds.out, seconds.compute})
                                    : seconds.in + seconds.out + seconds.compute;
    if (shape.isPipelined)
      seconds.ends = (shape.begin(1) - shape.begin(0)) * copied * domain.bytesIn() / link +
                     shape.finished(shape.chunks() - 1).count() * copied * domain.bytesOut() / link;
    return seconds;
  }

  StreamChoice choice(int depth, int chunk) const {
    StreamChoice choice;
    choice.depth = depth;
    choice.shape = shapeOf(depth, chunk);
    count(choice);
    return choice;
  }

  StreamShape shapeOf(int depth, int chunk) const {
    StreamShape shape;
    shape.planes = domain.planes();
    shape.chunk = std::max(1, std::min(chunk, shape.planes));
    shape.margin = stream.margin;
    shape.isPeriodic = stream.isPeriodic;
    shape.isSkewed = stream.isSkewed;
    shape.isPipelined = stream.isPipelined;
    shape.levels = streamLevels(depth, domain.program->fusedSteps, stream.passes, stream.reach);
    // Copies of some 16 MiB, long enough for the link. What arrives takes the places of what
    // leaves, and trails it by a piece.
    constexpr double kPieceBytes = 16.0 * (1 << 20);
    shape.piece =
        std::max(1, std::min(shape.chunk, static_cast<int>(kPieceBytes / domain.bytesIn())));
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
    const int unit = std::max(1, domain.program->fusedSteps);
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
    return {depth, shapeWithin(shapeOf(depth, highest), rings, domain.uses)};
  }
  bool fits(const StreamPass &pass, const std::vector<StreamRing> &rings) const {
    return fitsRings(pass.shape, rings, domain.uses);
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
  StreamChoice tallest(int depth, std::uint64_t deviceBytes) const {
    int low = minimum(depth), high = std::max(low, highestChunk());
    while (low < high) {
      const int middle = low + (high - low + 1) / 2;
      const StreamChoice here = choice(depth, middle);
      (here.deviceBytes() <= deviceBytes ? low : high) =
          here.deviceBytes() <= deviceBytes ? middle : middle - 1;
    }
    return choice(depth, low);
  }

  /// Memory.
  void count(StreamChoice &choice) const {
    const StreamShape &shape = choice.shape;
    const double n = shape.planes, resident = stream.residentPercent / 100.0;
    for (const StreamRing &ring : streamRings(shape, domain.uses, domain.unit))
      choice.ringBytes += std::uint64_t(ring.planes) * domain.pitches[ring.field].bytes;
    const double copied = 1 - resident;
    choice.hostBytes = static_cast<std::uint64_t>((copied * n + std::min(double(shape.pad()), n)) *
                                                  domain.bytesIn());
    std::uint64_t slots = 0;
    for (const StreamField &use : domain.uses)
      slots += std::uint64_t(shape.planes + shape.pad()) * static_cast<std::uint64_t>(use.levels);
    if (domain.hasChecksums)
      choice.checksumBytes = Checksums::bytesFor(slots);
    choice.residentBytes = static_cast<std::uint64_t>(resident * n * domain.bytesIn());
  }

  /// The time of a run of `steps` steps (0: of one pass).
  void predict(StreamChoice &choice, std::int64_t steps) const {
    choice.pass = secondsOf(choice.shape);
    if (steps == 0 || steps > kFewPasses * std::int64_t{choice.depth}) {
      choice.steps = choice.depth;
      choice.seconds = choice.pass.all;
      return;
    }
    choice.steps = steps;
    choice.seconds = choice.pass.ends;
    const std::vector<StreamRing> rings = streamRings(choice.shape, domain.uses, domain.unit);
    std::map<int, double> known = {{choice.depth, choice.pass.all}}; // by depth
    for (std::int64_t left = steps; left > 0;) {
      const StreamPass pass = nextPass(choice, rings, left);
      if (!known.count(pass.depth))
        known[pass.depth] = secondsOf(pass.shape).all;
      choice.seconds += known[pass.depth];
      left -= pass.depth;
    }
  }

  Status refuse(const char *where, std::uint64_t need, std::uint64_t have) const {
    const double share = double(have) / double(need);
    const int last = domain.program->rank - 1;
    const bool isHost = *where == 'h';
    std::string text =
        format("streaming this domain needs %s of %s memory, have %s; ",
               formatBytes(double(need)).c_str(), where, formatBytes(double(have)).c_str());
    text +=
        isHost ? format("the largest domain that fits has n%s=%lld; give that, keep a part on the "
                        "device with resident=PERCENT, or the domain in files with --scratch=DIR",
                        domain.program->axes[last], static_cast<long long>(share * domain.planes()))
               : format("%d planes of %s are needed at once; give %sa smaller n%s",
                        static_cast<int>(double(need) / domain.bytesIn()),
                        formatBytes(domain.bytesIn()).c_str(),
                        stream.planes || stream.depth ? "smaller planes= and depth=, or " : "",
                        domain.program->axes[last - 1]);
    return Status::outOfMemory(text);
  }

  const StreamDomain &domain;
  const StreamDescription &stream;
  StreamRates rates;
};

} // namespace stencilc
