/// \file How a domain is streamed: depth of a pass and height of a chunk, from the memory there is
/// and a model of copies and launches.
///
/// The model is that of the paper: a pass of T steps takes the longest of copying in, copying out
/// and computing if they run beside each other, else their sum. Computing takes longer by what
/// trapezoids compute twice, and by the planes that fused kernels run in and out with.
#pragma once

#include "stencilc/FieldMemory.h"
#include "stencilc/stream/Ring.h"
#include "stencilc/stream/StreamShape.h"
#include <cmath>

namespace stencilc {

/// What the model counts with.
struct StreamRates {
  double linkBytes = STENCILC_WORLD_CUDA ? 50e9 : 10e9; // a second each way, both at once
  bool isMeasured = false;
};

/// A domain and what the device holds of it.
struct StreamDomain {
  const ProgramDescription *program = nullptr;
  std::int64_t extents[3] = {1, 1, 1};
  std::vector<FieldMemory> fields; // layouts only
  std::vector<StreamField> uses;
  std::vector<RingPitch> pitches;
  int unit = 1; // planes of a ring are a multiple of this

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

/// How it is streamed.
struct StreamChoice {
  StreamShape shape; // with the levels of a whole pass
  int depth = 1;
  std::uint64_t ringBytes = 0, residentBytes = 0, hostBytes = 0;
  double secondsIn = 0, secondsOut = 0, secondsCompute = 0, seconds = 0; // of a pass

  std::uint64_t deviceBytes() const { return ringBytes + residentBytes; }
};

class StreamPlanner {
public:
  StreamPlanner(const StreamDomain &domain, const StreamRates &rates)
      : domain(domain), stream(*domain.program->stream), rates(rates) {}

  /// The choice that takes the least time per step within `deviceBytes`; refuses with what is
  /// needed at least.
  Status choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, StreamChoice &best) const {
    best.seconds = -1;
    if (stream.planes > 0 && stream.depth > 0)
      if (const StreamShape shape = shapeOf(stream.depth, stream.planes); !shape.isPossible())
        return Status::invalid(format(
            "method %s reads %d planes beyond each side of a chunk, from the next chunk at most: "
            "give planes=%d or more, or a smaller depth",
            stream.method, shape.shift(), minimum(stream.depth)));
    std::uint64_t least = ~std::uint64_t{0};
    for (const int depth : depths()) {
      const StreamChoice smallest =
          choice(depth, stream.planes > 0 ? stream.planes : minimum(depth));
      least = std::min(least, smallest.deviceBytes());
      if (smallest.deviceBytes() > deviceBytes || !smallest.shape.isPossible())
        continue;
      StreamChoice now = stream.planes > 0 ? smallest : tallest(depth, deviceBytes);
      predict(now);
      if (best.seconds < 0 || now.seconds / now.depth < 0.99 * best.seconds / best.depth)
        best = now;
    }
    if (best.seconds < 0)
      return refuse("device", least, deviceBytes);
    if (best.hostBytes > hostBytes)
      return refuse("host", best.hostBytes, hostBytes);
    return {};
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
    // Copies of some 64 MiB: long enough for the link, short enough to take turns.
    constexpr double kPieceBytes = 64.0 * (1 << 20);
    shape.piece =
        std::max(1, std::min(shape.chunk, static_cast<int>(kPieceBytes / domain.bytesIn())));
    return shape;
  }

private:
  static constexpr int kMostSteps = 512;

  std::vector<int> depths() const {
    if (stream.depth > 0)
      return {stream.depth};
    const int unit = std::max(1, domain.program->fusedSteps);
    std::vector<int> all = {1};
    for (int depth = std::max(2, unit); depth <= kMostSteps;
         depth += unit * (depth / (8 * unit) + 1)) // all few, some many
      all.push_back(depth);
    return all;
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

  /// The highest chunk within `deviceBytes`, of at least some chunks in all.
  StreamChoice tallest(int depth, std::uint64_t deviceBytes) const {
    constexpr int kChunks = 4;
    int low = minimum(depth), high = std::max(low, ceilDiv(domain.planes(), kChunks));
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
    choice.residentBytes = static_cast<std::uint64_t>(resident * n * domain.bytesIn());
  }

  void predict(StreamChoice &choice) const {
    const StreamShape &shape = choice.shape;
    const double n = shape.planes, copied = 1 - stream.residentPercent / 100.0;
    double in = 0, updates = 0;
    for (int chunk = 0; chunk < shape.chunks(); ++chunk) {
      in += shape.isSkewed ? shape.begin(chunk + 1) - shape.begin(chunk)
                           : shape.range(chunk, nullptr).count();
      for (const StreamLevel &level : shape.levels) {
        const int planes = shape.range(chunk, &level).count();
        updates += planes ? (planes + (level.pass < 0 ? stream.margin : 0)) *
                                std::max(1.0, double(level.steps)) / std::max(1, passesOf(level))
                          : 0;
      }
    }
    choice.secondsIn = in * copied * domain.bytesIn() / rates.linkBytes;
    choice.secondsOut = n * copied * domain.bytesOut() / rates.linkBytes;
    choice.secondsCompute = updates * domain.planeCells() / stream.updatesPerSecond;
    choice.seconds = shape.isPipelined
                         ? std::max({choice.secondsIn, choice.secondsOut, choice.secondsCompute})
                         : choice.secondsIn + choice.secondsOut + choice.secondsCompute;
  }
  int passesOf(const StreamLevel &level) const { return level.pass < 0 ? 1 : stream.passes; }

  Status refuse(const char *where, std::uint64_t need, std::uint64_t have) const {
    const double share = double(have) / double(need);
    const int last = domain.program->rank - 1;
    const bool isHost = *where == 'h';
    std::string text =
        format("streaming this domain needs %s of %s memory, have %s; ",
               formatBytes(double(need)).c_str(), where, formatBytes(double(have)).c_str());
    text +=
        isHost ? format("the largest domain that fits has n%s=%lld; give that, or keep a part on "
                        "the device with resident=PERCENT",
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
