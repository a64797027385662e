/// \file Stores the planes of an out-of-core domain in memory between traversals (passes of all
/// planes through the device).
#include "runtime/engines/stream/store/Homes.h"
#include "runtime/core/device/HostCopy.h"
#include "runtime/core/device/Parallel.h"
#include <cassert>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

Homes::Homes(const OutOfCoreDomain &domain, Device &device, Device &last)
    : domain(domain), program(*domain.program), device(device), host(device),
      sums(device, last, domain.program->stream->checksums) {}

Homes::~Homes() { device.release(residentMemory); }

Status Homes::allocate(const TraversalChoice &choice) {
  std::uint64_t onHost = 0, resident = 0, slots = 0;
  for (int field = 0; field < program.fieldCount; ++field)
    for (int age = 0; age < domain.uses[field].levels; ++age) {
      const HomePlanes planes = homePlanes(domain, choice, field);
      homes.push_back({field, age, planes, slots});
      slots += std::uint64_t(planes.onHost());
      onHost += planes.planeBytes * std::uint64_t(planes.onHost());
      resident += planes.planeBytes * std::uint64_t(planes.onDevice());
    }
  if (onHost > 0)
    if (Status status = host.allocate(onHost); !status)
      return status;
  if (resident > 0)
    if (Status status = device.allocate(resident, residentMemory); !status)
      return status;
  unsigned char *next = host.start(), *kept = static_cast<unsigned char *>(residentMemory);
  for (Home &home : homes) {
    home.planes.host = next;
    home.planes.device = kept;
    next += home.planes.planeBytes * std::uint64_t(home.planes.onHost());
    kept += home.planes.planeBytes * std::uint64_t(home.planes.onDevice());
  }
  return domain.hasChecksums && slots > 0 ? sums.allocate(slots) : Status();
}

const Homes::Home &Homes::homeOf(int field, int age) const {
  for (const Home &home : homes)
    if (home.field == field && home.age == age)
      return home;
  return homes.front();
}

StoredPlanes Homes::planesAt(const TraversalTask &task, const TraversalShape &, int field, int age,
                             int z) const {
  const Home &home = homeOf(field, age);
  const int turn = task.act == TraversalAct::CopyIn ? traversals : traversals + 1,
            n = domain.planes();
  const int number = domain.isShared() ? z : ((z % n) + n) % n;
  const HomePlanes::Place place = home.planes.at(number, turn);
  return {.data = place.data + home.planes.start(turn),
          .pitch = home.planes.planeBytes,
          .count = place.count,
          .pinned = host.start(),
          .slot = place.isOnDevice ? 0 : home.slotOf(place),
          .isOnDevice = place.isOnDevice};
}

void Homes::hasPassed(int steps) {
  stepsBefore.push_back(stepsBefore.back() + steps);
  ++traversals;
}

Status Homes::reset(const double *parameters) {
  const InitialValues initial(program, parameters, device, false);
  stepsBefore.assign(static_cast<std::size_t>(traversals) + 1, 0);
  for (Home &home : homes) {
    if (sums.isOn())
      sums.forget(home.slot, std::uint64_t(home.planes.onHost()));
    const int end = home.planes.first + home.planes.planes;
    for (int z = home.planes.first; z < end;) {
      HomePlanes::Place place = home.planes.at(z, traversals);
      place.count = std::min(place.count, domain.wholePlanes() - domain.wholePlane(z));
      const Status status = home.age > 0 && !program.olderInit(home.field, home.age)
                                ? copyNewest(home, place, z)
                                : fill(initial, home, place, z);
      if (!status)
        return status;
      z += place.count;
    }
  }
  return {};
}

/// Copies a box of cells from or to device memory, and waits for the copy.
Status Homes::copyByDevice(const device::Place &to, const device::ConstPlace &from,
                           const device::Box &box) {
  Status status = device.copy(to, from, box, nullptr);
  return status ? device.synchronize(nullptr) : status;
}

/// Copies rows of cells between pinned host memory and an array of the caller with all host
/// threads. The driver refuses a copy that crosses the end of a piece of pinned memory, which may
/// lie within a plane.
static Status copyOnHost(const device::Place &to, const device::ConstPlace &from,
                         const device::Box &box) {
  parallelParts(static_cast<std::int64_t>(box.rows), 0, [&](std::int64_t begin, std::int64_t end) {
    const auto first = static_cast<std::size_t>(begin);
    host::copyBox({static_cast<char *>(to.data) + first * to.rowPitch, to.rowPitch, to.planePitch},
                  {static_cast<const char *>(from.data) + first * from.rowPitch, from.rowPitch,
                   from.planePitch},
                  {box.rowBytes, static_cast<std::size_t>(end - begin), 1});
  });
  return {};
}

Status Homes::cells(int field, int level, std::int64_t first, std::int64_t count,
                    unsigned char *cells, bool in, int plane0) {
  const Layout &layout = domain.fields[field].layout;
  const std::int64_t nx = layout.grid.nx, rows = program.rank == 3 ? layout.grid.ny : 1;
  const bool whole = first % nx == 0 && count % nx == 0;
  const std::int64_t perRow = whole ? nx : count;
  const Home &home = homeOf(field, -level);
  for (std::int64_t row = first / nx, left = count / perRow; left > 0;) {
    const int z = static_cast<int>(row / rows) - plane0;
    const HomePlanes::Place place = home.planes.at(z, traversals);
    if (Status status = checkRest(home, place, in); !status)
      return status;
    const std::int64_t here = std::min(left, rows - row % rows);
    const std::size_t bytes = static_cast<std::size_t>(perRow) * layout.cellBytes;
    const device::Place inside = {place.data + home.planes.start(traversals) +
                                      std::uint64_t(row % rows) * layout.rowPitch +
                                      std::uint64_t(first % nx) * layout.cellBytes,
                                  layout.rowPitch, layout.rowPitch * std::uint64_t(here)};
    const device::Place outside = {cells, bytes, bytes * std::uint64_t(here)};
    const device::Box box = {bytes, static_cast<std::size_t>(here), 1};
    const device::Place &to = in ? inside : outside, &from = in ? outside : inside;
    if (Status status = place.isOnDevice ? copyByDevice(to, from, box) : copyOnHost(to, from, box);
        !status)
      return status;
    cells += bytes * std::uint64_t(here);
    row += here;
    left -= here;
  }
  return {};
}

/// Sets the initial values of contiguous planes at `place`, the first of which has index `z`.
Status Homes::fill(const InitialValues &initial, const Home &home, const HomePlanes::Place &place,
                   int z) {
  const std::uint64_t bytes = home.planes.planeBytes * std::uint64_t(place.count);
  unsigned char *to = place.data;
  std::unique_ptr<unsigned char[]> staging;
  if (place.isOnDevice) {
    staging.reset(new (std::nothrow) unsigned char[bytes]);
    to = staging.get();
    if (!to)
      return Status::outOfMemory("no host memory for initial values");
  }
  const HomePlanes &planes = home.planes;
  const int whole = domain.wholePlane(z);
  if (planes.slide == 0)
    initial.fillPlanes(home.field, domain.fields[home.field], to, whole, place.count, home.age);
  for (int i = 0; planes.slide > 0 && i < place.count; ++i)
    initial.fillPlanes(home.field, domain.fields[home.field],
                       to + planes.planeBytes * std::uint64_t(i) + planes.start(traversals),
                       whole + i, 1, home.age);
  if (!place.isOnDevice)
    return {};
  return copyByDevice({place.data, bytes, bytes}, {to, bytes, bytes}, {bytes});
}

/// Copies `place.count` planes of a field at time t, from plane `z` on, to `place`, the memory of
/// the same planes at an older time level. It is called at the start of a run if both time levels
/// have the same initial values.
Status Homes::copyNewest(const Home &home, const HomePlanes::Place &place, int z) {
  const std::uint64_t bytes = home.planes.planeBytes * std::uint64_t(place.count);
  const unsigned char *const from = homeOf(home.field, 0).planes.at(z, traversals).data;
  if (place.isOnDevice)
    return copyByDevice({place.data, bytes, bytes}, {from, bytes, bytes}, {bytes});
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  parallelFor(static_cast<std::int64_t>((bytes + kPiece - 1) / kPiece), [&](std::int64_t piece) {
    const std::uint64_t begin = static_cast<std::uint64_t>(piece) * kPiece;
    std::memcpy(place.data + begin, from + begin, std::min(kPiece, bytes - begin));
  });
  return {};
}

unsigned char *Homes::openPlanes(int field, int age, int z, int count, std::uint64_t &bytes) {
  const Home &home = homeOf(field, age);
  const HomePlanes::Place place = home.planes.at(z, traversals);
  assert(!place.isOnDevice && place.count >= count && "planes of a part lie in one piece");
  bytes = home.planes.planeBytes * std::uint64_t(count);
  return place.data;
}

void Homes::haveBeenWritten(int z, int count) {
  for (const Home &home : homes)
    if (sums.isOn() && domain.uses[static_cast<std::size_t>(home.field)].isUpdated)
      sums.forget(home.slotOf(home.planes.at(z, traversals)), static_cast<std::uint64_t>(count));
}

Status Homes::check() const {
  std::uint64_t slot = 0;
  int sweep = 0;
  return sums.isWrong(slot, sweep) ? wrongPlane(slot, sweep) : Status();
}

/// Compares the plane at `place` with its checksum before the host reads the plane, and returns an
/// error if they differ. If the host will write the plane (`isWritten`), only marks the checksum as
/// unknown.
Status Homes::checkRest(const Home &home, const HomePlanes::Place &place, bool isWritten) {
  if (!sums.isOn() || place.isOnDevice)
    return {};
  const std::uint64_t slot = home.slotOf(place);
  if (isWritten) {
    sums.forget(slot, 1);
    return {};
  }
  bool isSame = true;
  Status status = sums.compare(place.data, home.planes.planeBytes, slot, isSame);
  return status && !isSame ? wrongPlane(slot, traversals) : status;
}

Status Homes::wrongPlane(std::uint64_t slot, int sweep) const {
  const Home *home = &homes.front();
  for (const Home &each : homes)
    if (each.slot <= slot)
      home = &each;
  int plane = 0;
  for (int z = home->planes.first; z < home->planes.first + home->planes.planes; ++z)
    for (int which = 0; which < 2; ++which)
      if (const HomePlanes::Place place = home->planes.at(z, which);
          !place.isOnDevice && home->slotOf(place) == slot)
        plane = domain.wholePlane(z);
  return Status::device(format(
      "%s %d of field '%s' differs from the values that left the device after step %lld: its host "
      "memory has changed; the results are lost. Look for memory errors of this host (dmesg, "
      "edac-util), or for other code that writes to the memory of this process, and run again",
      program.rank == 3 ? "plane" : "row", plane, program.fields[home->field].name,
      static_cast<long long>(
          domain.uses[home->field].isUpdated ? stepsBefore[static_cast<std::size_t>(sweep)] : 0)));
}

} // namespace stencilc::inline STENCILC_SPACE
