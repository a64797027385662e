/// \file Collects the reduced values of all planes of an out-of-core domain and combines them into
/// results.
#include "runtime/engines/stream/run/ReducedPlanes.h"
#include "runtime/core/stepping/Partials.h"
#include "runtime/engines/slabs/run/SlabSums.h"
#include <numeric>

namespace stencilc::inline STENCILC_SPACE {

ReducedPlanes::~ReducedPlanes() {
  device.release(memory);
  device.releaseHost(values, valueBytes());
}

std::uint64_t ReducedPlanes::bytesFor(const OutOfCoreDomain &domain, int chunk) {
  std::int64_t extents[3] = {domain.extents[0], domain.extents[1], domain.extents[2]};
  extents[domain.program->rank - 1] = std::int64_t{chunk} + 1; // a chunk may be a plane longer
  return partialBytes(*domain.program, extents).value_or(0);
}

std::uint64_t ReducedPlanes::valueBytes() const {
  int kinds = 0;
  for (int i = 0; i < domain.program->checkCount; ++i)
    kinds += domain.program->checks[i].count;
  for (int i = 0; i < domain.program->globalReductionCount; ++i)
    kinds = std::max(kinds, domain.program->globalReductions[i].count);
  return static_cast<std::uint64_t>(kinds) * static_cast<std::uint64_t>(domain.planes()) *
         sizeof(double);
}

Status ReducedPlanes::allocate(int chunk) {
  Status status = device.allocate(bytesFor(domain, chunk), memory);
  return status ? device.allocateHost(valueBytes(), values) : status;
}

void ReducedPlanes::want(std::int64_t after) {
  steps = after;
  due.clear();
  chunks.clear();
  for (int i = 0; i < domain.program->checkCount; ++i)
    if (const CheckDescription &check = domain.program->checks[i];
        check.reduce && after % check.every == 0)
      due.push_back(&check);
}

const std::vector<const CheckDescription *> &ReducedPlanes::dueAfter(std::int64_t done) const {
  static const std::vector<const CheckDescription *> none;
  return done == steps ? due : none;
}

ReducedKinds ReducedPlanes::kindsOf(const CheckDescription &check) const {
  ReducedKinds kinds = {check.reductions, check.count, 0};
  for (const CheckDescription *its = domain.program->checks; its != &check; ++its)
    kinds.first += its->count;
  return kinds;
}

Status ReducedPlanes::load(const ReducedKinds &kinds, const double *found, Lane &lane) const {
  const PlaneRange planes = chunks.back();
  const std::size_t bytes = sizeof(double) * static_cast<std::size_t>(kinds.count) *
                            static_cast<std::size_t>(planes.count());
  double *const to = placeOf(kinds) + std::ptrdiff_t{kinds.count} * planes.begin;
  return lane.copy({to, bytes, bytes}, {found, bytes, bytes}, {bytes});
}

Status ReducedPlanes::join(const ReducedKinds &kinds, Ranks *ranks,
                           std::vector<double> &results) const {
  const auto count = static_cast<std::size_t>(kinds.count);
  std::vector<std::vector<double>> planes(
      count, std::vector<double>(static_cast<std::size_t>(domain.wholePlanes())));
  for (const PlaneRange &chunk : chunks) {
    const double *from = placeOf(kinds) + std::ptrdiff_t{kinds.count} * chunk.begin;
    for (std::size_t kind = 0; kind < count; ++kind, from += chunk.count())
      std::copy_n(from, chunk.count(), planes[kind].begin() + domain.firstPlane() + chunk.begin);
  }
  if (ranks) {
    std::vector<int> ranksOf(static_cast<std::size_t>(domain.division.parts));
    std::iota(ranksOf.begin(), ranksOf.end(), 0);
    if (Status status =
            gatherParts(*ranks, partOffsets(*domain.program, domain.division), ranksOf, planes);
        !status)
      return status;
  }
  results.clear();
  for (std::size_t kind = 0; kind < count; ++kind)
    results.push_back(
        joinPlanes(domain.program->reductions[kinds.reductions[kind]], std::move(planes[kind])));
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
