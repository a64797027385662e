/// \file Sizes of a kernel that computes two time steps per sweep: its tile and its ring buffers.
#include "schedules/twosteps/Shape.h"
#include "analysis/KernelFacts.h"
#include "ir/StorageTypes.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr int kAlignment = 16; // bytes; of a ring buffer in shared memory

std::int64_t bytesOfRing(const PlaneRing &ring, std::int64_t cells) {
  return std::int64_t(llvm::alignTo(std::uint64_t(cells * ring.slots * ring.bytes), kAlignment));
}

/// Returns the offsets at which an update reads `field`. The second time step reads these cells
/// from shared memory. Returns null if no update reads the field.
const analysis::LevelFootprint *readsOf(const analysis::KernelFacts &kernel, ir::FieldId field) {
  const auto found = kernel.fieldLevels.find({field, 0});
  return found == kernel.fieldLevels.end() ? nullptr : &found->second;
}

/// Returns the smallest offset of `reads` along the swept axis `axis`: the lowest plane that the
/// second time step reads, relative to the plane that it updates.
int lowestPlane(const analysis::LevelFootprint &reads, int axis) {
  int lowest = reads.offsets.empty() ? 0 : (*reads.offsets.begin())[axis];
  for (const Offset &offset : reads.offsets)
    lowest = std::min(lowest, offset[axis]);
  return lowest;
}

} // namespace

std::int64_t TwoStepShape::sharedBytes() const {
  std::int64_t bytes = 0;
  for (const PlaneRing &ring : rings)
    bytes += bytesOfRing(ring, cells(0));
  return bytes;
}

int TwoStepShape::slots() const {
  int all = 0;
  for (const PlaneRing &ring : rings)
    all += ring.slots;
  return all;
}

TwoStepShape twoStepShape(const analysis::Facts &facts, const std::vector<int> &tile) {
  const analysis::KernelFacts kernel(facts, 0);
  TwoStepShape shape;
  shape.rank = facts.program.rank();
  std::copy(tile.begin(), tile.end(), shape.tile);
  for (ir::FieldId field : kernel.stored)
    if (const auto *reads = readsOf(kernel, field))
      shape.halo.include(reads->reach);
  const int swept = shape.sweptAxis();
  for (ir::FieldId field : kernel.stored) {
    PlaneRing ring{.field = field, .bytes = ir::bytesOf(facts.program.fields[field].storage)};
    if (const auto *reads = readsOf(kernel, field))
      ring.slots = shape.halo.high[swept] - lowestPlane(*reads, swept) + 1;
    shape.rings.push_back(ring);
  }
  return shape;
}

/// Checks that the second time step reads only cells that the first one has computed and that are
/// still in its ring buffers. Returns a message for each violation.
std::vector<std::string> TwoStepShape::verify(const analysis::Facts &facts) const {
  std::vector<std::string> wrong;
  const analysis::KernelFacts kernel(facts, 0);
  for (ir::FieldId field : kernel.stored) {
    const auto ring = std::find_if(rings.begin(), rings.end(),
                                   [&](const PlaneRing &one) { return one.field == field; });
    const auto *reads = readsOf(kernel, field);
    const std::string name = "'" + facts.program.fields[field].name + "'";
    if (ring == rings.end()) {
      wrong.push_back("no planes of " + name + " wait for the second step");
      continue;
    }
    if (!reads)
      continue;
    for (const Offset &offset : reads->offsets) {
      for (int axis = 0; axis < rank; ++axis)
        if (offset[axis] < -halo.low[axis] || offset[axis] > halo.high[axis])
          wrong.push_back("the second step reads " + name + " beyond what the first computes");
      if (halo.high[sweptAxis()] - offset[sweptAxis()] >= ring->slots)
        wrong.push_back("the second step reads a plane of " + name + " that waits no longer");
    }
  }
  return wrong;
}

} // namespace stencilc::schedules
