/// \file Operations that all processes which share an out-of-core domain call together.
#include "runtime/engines/stream/run/SharedStream.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

Status SharedStream::share(const EngineRequest &request, const std::vector<int> &devices) {
  const StreamDescription &stream = *domain.program->stream;
  if (request.mustUseFiles || request.limits.resume)
    return Status::invalid("only one process can store its domain in files; leave out --scratch, "
                           "or start one process");
  if (keepsPlanes(stream))
    return Status::invalid("planes can stay on a device only in a run of one process; leave out "
                           "method=resident and resident=, or start one process");
  std::vector<std::int64_t> counts;
  if (Status status = ranks.gather(std::int64_t(devices.size()), counts); !status)
    return status;
  if (std::count(counts.begin(), counts.end(), counts.front()) != ranks.size())
    return Status::invalid(
        "processes that share a streamed domain need the same number of devices each, because they "
        "do the same steps at once; give all of them the same --devices");
  // One part for each process.
  const std::vector<int> first = {devices.empty() ? 0 : devices.front()};
  const bool isOneGpu = domain.isGpu && devices.size() == 1;
  if (Status status = owners.find(ranks, first, isOneGpu, told); !status)
    return status;
  domain.division = {
      .planes = domain.wholePlanes(), .parts = owners.count(), .isPeriodic = stream.isPeriodic};
  domain.part = ranks.rank();
  return {};
}

void SharedStream::divide(std::uint64_t &onDevice, std::uint64_t &onHost) const {
  const auto sharers = static_cast<std::uint64_t>(launched().localSize);
  onHost /= sharers;
  onDevice /= domain.isGpu ? 1 : sharers;
}

Status SharedStream::agreeOnMemory(std::uint64_t &onDevice, std::uint64_t &onHost) const {
  for (std::uint64_t *const bytes : {&onDevice, &onHost}) {
    std::vector<std::int64_t> all;
    if (Status status = ranks.gather(static_cast<std::int64_t>(*bytes), all); !status)
      return status;
    *bytes = static_cast<std::uint64_t>(*std::min_element(all.begin(), all.end()));
  }
  return {};
}

Status SharedStream::agreeOn(TraversalChoice &choice, const TraversalPlanner &planner) {
  const int depth = static_cast<int>(ranks.fromRoot(choice.depth));
  const int chunk = static_cast<int>(ranks.fromRoot(choice.shape.chunk));
  const int strips = static_cast<int>(ranks.fromRoot(choice.strips.count));
  if (!ranks.failure())
    return ranks.failure();
  if (depth != choice.depth || chunk != choice.shape.chunk || strips != choice.strips.count)
    choice = planner.choice(depth, chunk, strips);
  domain.division.halo = choice.shape.padLow();
  told.parts = domain.division.parts;
  told.ranksOf = owners.all();
  told.way = "MPI";
  told.planes.clear();
  for (int part = 0; part < told.parts; ++part)
    told.planes.push_back(domain.division.owned(part));
  told.steps = depth;
  told.halo = domain.division.halo;
  told.sideBytes = told.halo * domain.bytesOut();
  return {};
}

std::string SharedStream::text() const {
  const bool areEven = domain.wholePlanes() % told.parts == 0;
  return format("; this holds for each of %d processes; each has %s%d planes and sends %d to each "
                "neighbour (",
                told.parts, areEven ? "" : "about ", domain.wholePlanes() / told.parts, told.halo) +
         formatBytes(told.sideBytes) + " per side) after each traversal";
}

void SharedStream::open(Homes &theirHomes, Device &theirDevice) {
  homes = &theirHomes;
  device = &theirDevice;
  halos = std::make_unique<HaloExchange>(ranks, domain, theirHomes, owners.all());
}

Status SharedStream::meet() {
  Status status = halos->run();
  told.exchanges = halos->count();
  told.waitedSeconds = halos->secondsWaited();
  return status ? ranks.agreeNowAndThen() : status;
}

Status SharedStream::move(int field, int level, const CallersRows &rows, bool in) {
  const int first = domain.firstPlane(), all = domain.wholePlanes();
  if (!in)
    return shareRows(
        {ranks, domain.division, owners, domain.rows(), onlyFirstReads, *device}, rows,
        [&](int, const CallersRows &its) { return moveHere(field, level, its, false, first); });
  const PlaneRange held = domain.division.held(domain.part);
  for (const int shift : {-all, 0, all}) {
    if (shift != 0 && !domain.division.isPeriodic)
      continue;
    CallersRows here = rows; // in the caller's numbering
    here.first = std::max(rows.first, std::int64_t(held.begin - shift) * domain.rows());
    here.count = std::min(rows.first + rows.count, std::int64_t(held.end - shift) * domain.rows()) -
                 here.first;
    if (here.count <= 0)
      continue;
    here.cells += static_cast<std::size_t>(here.first - rows.first) * rows.pitch;
    if (Status status = moveHere(field, level, here, true, first - shift); !status)
      return status;
  }
  return {};
}

Status SharedStream::moveHere(int field, int level, const CallersRows &rows, bool in, int plane0) {
  const Layout &layout = domain.fields[static_cast<std::size_t>(field)].layout;
  const auto nx = static_cast<std::int64_t>(layout.grid.nx);
  const bool areTogether =
      rows.pitch == rows.bytes && rows.bytes == static_cast<std::size_t>(nx) * layout.cellBytes;
  const std::int64_t together = areTogether ? rows.count : 1;
  Status status;
  for (std::int64_t row = 0; status && row < rows.count; row += together)
    status = homes->cells(field, level,
                          (rows.first + row) * nx + std::int64_t(rows.begin / layout.cellBytes),
                          together * std::int64_t(rows.bytes / layout.cellBytes),
                          rows.cells + static_cast<std::size_t>(row) * rows.pitch, in, plane0);
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE
