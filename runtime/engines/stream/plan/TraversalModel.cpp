/// \file Predicts the seconds of a traversal (pass of all planes through the device).
#include "runtime/engines/stream/plan/TraversalModel.h"

namespace stencilc::inline STENCILC_SPACE {

TraversalSeconds TraversalModel::secondsOf(const TraversalShape &shape, const Strips &strips,
                                           double copied) const {
  const double n = shape.planes;
  const double share = strips.share(shape.steps());
  const double link = shape.isPipelined ? rates.linkBytes : rates.linkBytesAlone;
  double in = 0;
  TraversalSeconds seconds;
  for (int chunk = 0; chunk < shape.arriving(); ++chunk)
    in += shape.isSkewed ? shape.begin(chunk + 1) - shape.begin(chunk)
                         : shape.range(chunk, nullptr).count();
  for (int device = 0; device < shape.devices; ++device) // the slowest device counts
    seconds.compute = std::max(seconds.compute, share * kernelSeconds(shape.onDevice(device)));
  seconds.in = in * copied * share * domain.bytesIn() / link;
  seconds.out = n * copied * domain.bytesOut() / link;
  seconds.all = shape.isPipelined ? std::max({seconds.in, seconds.out, seconds.compute})
                                  : seconds.in + seconds.out + seconds.compute;
  if (shape.isPipelined)
    seconds.ends = ((shape.begin(1) - shape.begin(0)) * share * domain.bytesIn() +
                    shape.finished(shape.chunks() - 1).count() * domain.bytesOut()) *
                   copied / strips.count / link;
  if (shape.devices > 1)
    addChain(shape, strips.count, in * share, seconds);
  return seconds;
}

/// Adds to `seconds` the times that only a chain (devices that planes pass through in sequence)
/// needs. They are the copies of `planes` planes from each device to the next one, and the time in
/// which a device has no work.
void TraversalModel::addChain(const TraversalShape &shape, int strips, double planes,
                              TraversalSeconds &seconds) const {
  seconds.between = planes * domain.bytesIn() / rates.peerBytes;
  seconds.all = std::max(seconds.all, seconds.between);
  // A chunk needs the time of two chunks from one device of a chain to the next: it is computed and
  // copied.
  const double chunk = seconds.all / (shape.arriving() * strips);
  const double between = 2.0 * (shape.devices - 1);
  const double lead = double(shape.onDevice(shape.devices - 1).lead) / shape.chunk;
  seconds.ends += chunk * (between + lead);
  // The first chunk is copied in, out and in again before the next traversal can start with it.
  constexpr int kCopies = 3;
  const double until = double(shape.shift()) / shape.chunk + between + kCopies;
  seconds.all += chunk * std::max(0.0, until - shape.arriving());
}

double TraversalModel::kernelSeconds(const TraversalShape &shape) const {
  const int chunks = shape.chunks(), planes = shape.last() - shape.first();
  const int ends = 2 * (shape.shift() + shape.trail) / (planes / shape.arriving()) + 2;
  const int cut = std::min(ends, chunks), again = std::max(cut, shape.arriving() - ends);
  double seconds = 0;
  for (const TraversalLevel &level : shape.levels) {
    if (level.kernel == kReduction) // few traversals have one
      continue;
    const KernelTimes &times = level.kernel == kFusedSteps ? rates.fused : rates.single;
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

} // namespace stencilc::inline STENCILC_SPACE
