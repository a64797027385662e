/// \file Computes the chunks and launches of a traversal (pass of all planes), and the sizes of the
/// ring buffers on the device.
#include "runtime/engines/stream/plan/TraversalShape.h"
#include "stencilc/Tiles.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the level (one launch for each chunk of planes) of kernel number `kernel` in the first
/// time step of a traversal (pass of all planes).
static TraversalLevel kernelLevel(const StreamDescription &stream, int kernel) {
  const KernelReach its =
      stream.reaches ? stream.reaches[kernel] : KernelReach{stream.reach, 0, 0, stream.lag};
  return {.kernel = kernel, .steps = 0, .shift = its.lag, .reach = its.reads};
}

std::vector<TraversalLevel> globalReductionLevels(const StreamDescription &stream,
                                                  int globalReduction) {
  const GlobalReductionReach &its = stream.globalReductions[globalReduction];
  std::vector<TraversalLevel> levels;
  int shift = 0;
  for (int kernel = 0; kernel < its.kernels; ++kernel) {
    levels.push_back(kernelLevel(stream, kernel));
    shift = std::max(shift, levels.back().shift);
  }
  levels.push_back({.kernel = kReduction,
                    .steps = 0,
                    .shift = shift + its.reach,
                    .reach = its.reach,
                    .globalReduction = globalReduction});
  return levels;
}

std::vector<TraversalLevel> traversalLevels(int depth, int fused, const StreamDescription &stream) {
  std::vector<TraversalLevel> levels;
  const int singles = fused > 1 ? depth % fused : depth;
  for (int step = 0; step < singles; ++step)
    for (int kernel = 0; kernel < stream.kernels; ++kernel) {
      levels.push_back(kernelLevel(stream, kernel));
      levels.back().steps = kernel == stream.kernels - 1;
      levels.back().shift += step * stream.lag;
    }
  int shift = singles * stream.lag;
  for (int step = singles; step < depth; step += fused)
    levels.push_back({.kernel = kFusedSteps,
                      .steps = fused,
                      .shift = shift += fused * stream.reach,
                      .reach = fused * stream.reach});
  if (stream.checkReach >= 0)
    levels.push_back({.kernel = kReduction,
                      .steps = 0,
                      .shift = shift + stream.checkReach,
                      .reach = stream.checkReach});
  return levels;
}

int TraversalShape::steps() const {
  int all = 0;
  for (const TraversalLevel &level : levels)
    all += level.steps;
  return all;
}

bool TraversalShape::isFused() const {
  return std::any_of(levels.begin(), levels.end(),
                     [](const TraversalLevel &level) { return level.kernel == kFusedSteps; });
}

int TraversalShape::stepsBefore(std::size_t launches) const {
  int steps = 0;
  for (std::size_t i = 0; i < launches; ++i)
    steps += levels[i].steps;
  return steps;
}

int TraversalShape::currentAfter(const TraversedField &field, std::size_t launches) const {
  int current = 0;
  for (std::size_t i = 0; i < launches; ++i)
    current = field.rotated(current, levels[i].steps);
  return current;
}

int TraversalShape::reach() const {
  int most = 0;
  for (const TraversalLevel &level : levels)
    most = std::max(most, level.reach);
  return most;
}

TraversalShape TraversalShape::onDevice(int device) const {
  // Devices share only whole time steps, because more buffers than are handed over are in use
  // between the kernels of a step.
  const auto ends = static_cast<int>(std::count_if(
      levels.begin(), levels.end(), [](const TraversalLevel &level) { return level.steps > 0; }));
  const auto before = [&](int number) {
    std::size_t count = 0;
    for (int left = chunkBegin(ends, number, devices); left > 0; ++count)
      left -= levels[count].steps > 0;
    return static_cast<std::ptrdiff_t>(count);
  };
  const std::ptrdiff_t begin = before(device);
  const std::ptrdiff_t end = device + 1 < devices ? before(device + 1) : std::ssize(levels);
  TraversalShape shape = *this;
  shape.levels.assign(levels.begin() + begin, levels.begin() + end);
  shape.devices = 1;
  shape.lead = begin > 0 ? levels[static_cast<std::size_t>(begin) - 1].shift : 0;
  shape.trail = shift() - shape.shift();
  shape.handsOn = device + 1 < devices;
  return shape;
}

int TraversalShape::begin(int index) const {
  const int start = first() + restored, beyond = index - arriving();
  return beyond > 0 ? last() + beyond * chunk
                    : start + chunkBegin(last() - start, index, arriving());
}

TraversalShape::Range TraversalShape::range(int index, const TraversalLevel *level) const {
  const int back = level ? level->shift : lead, rest = shift() + trail - back;
  if (!isSkewed)
    return clip({begin(index) - rest, begin(index + 1) + rest}, rest);
  return clip({begin(index) - back, begin(index + 1) - back}, rest);
}

TraversalShape::Range TraversalShape::finished(int index) const {
  Range range = isSkewed ? this->range(index, levels.empty() ? nullptr : &levels.back())
                         : Range{begin(index), begin(index + 1)};
  return range.end > range.begin ? range : Range{range.begin, range.begin};
}

TraversalShape::Range TraversalShape::clip(Range range, int rest) const {
  const int low = goesOnLow() ? rest : 0, high = goesOnHigh() ? rest : 0;
  return {std::max(range.begin, -low), std::min(range.end, planes + high)};
}

/// Returns the number of planes that a ring buffer on the device needs for the traversal (pass of
/// all planes) `shape`. `isInput` is true if planes are copied to the ring buffer, and `isOutput`
/// if they are copied out of it.
static int ringPlanes(const TraversalShape &shape, bool isInput, bool isOutput) {
  // A chunk may be one plane longer than another.
  constexpr int kSpare = 1;
  const bool both = isInput && isOutput;
  const int slopes = shape.isSkewed ? 1 : 2, reach = shape.reach();
  const int window = shape.chunk + (shape.shift() - shape.lead) * slopes + reach + kSpare;
  // The planes that a launch may load must be contiguous. Its margins are not used, so that they
  // may be planes of another chunk.
  const int touched =
      shape.chunk + kSpare + 2 * (reach + shape.margin) + (shape.isSkewed ? 0 : 2 * shape.shift());
  int more = 2; // for the lowest chunks of a shorter traversal
  if (shape.isPipelined && (isInput || isOutput))
    more = shape.chunk + 1 + (both ? shape.piece : 0);
  if (!shape.isSkewed && both)
    more = window; // the next chunk is read before this one is written
  return std::max(window + more, touched);
}

std::vector<FieldRing> fieldRings(const TraversalShape &shape,
                                  const std::vector<TraversedField> &fields, int unit) {
  std::vector<FieldRing> rings;
  if (shape.devices > 1) {
    rings = fieldRings(shape.onDevice(0), fields, unit);
    for (int device = 1; device < shape.devices; ++device) {
      const std::vector<FieldRing> its = fieldRings(shape.onDevice(device), fields, unit);
      for (std::size_t i = 0; i < rings.size(); ++i) {
        rings[i].planes = std::max(rings[i].planes, its[i].planes);
        rings[i].isOutput |= its[i].isOutput;
      }
    }
    return rings;
  }
  for (int f = 0; f < static_cast<int>(fields.size()); ++f) {
    const TraversedField &field = fields[f];
    const int current = shape.currentAtEnd(field);
    for (int buffer = 0; buffer < field.buffers; ++buffer) {
      FieldRing ring{f, buffer};
      for (int age = 0; age < field.levels; ++age) {
        ring.isInput |= field.buffer(0, -age) == buffer;
        ring.isOutput |= (shape.handsOn || (field.isUpdated && !shape.leavesNothing)) &&
                         field.buffer(current, -age) == buffer;
      }
      ring.planes = ceilDiv(ringPlanes(shape, ring.isInput, ring.isOutput), unit) * unit;
      rings.push_back(ring);
    }
  }
  return rings;
}

bool fitsRings(const TraversalShape &shape, const std::vector<FieldRing> &rings,
               const std::vector<TraversedField> &fields) {
  const std::vector<FieldRing> needed = fieldRings(shape, fields);
  for (std::size_t i = 0; i < rings.size(); ++i)
    if (needed[i].planes > rings[i].planes)
      return false;
  return shape.isPossible();
}

TraversalShape shapeWithin(TraversalShape shape, const std::vector<FieldRing> &rings,
                           const std::vector<TraversedField> &fields) {
  while (!fitsRings(shape, rings, fields) && shape.chunk + shape.piece > 2) {
    int &shrinks = shape.chunk > 1 ? shape.chunk : shape.piece;
    shrinks -= std::max(1, shrinks / 64);
    shape.piece = std::min(shape.piece, shape.chunk);
  }
  return shape;
}

} // namespace stencilc::inline STENCILC_SPACE
