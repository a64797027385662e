/// \file Cells of a divided domain as callers see them: one array, whoever has its planes.
#include "stencilc/InitialValues.h"
#include "stencilc/slabs/SlabRun.h"

namespace stencilc::inline STENCILC_SPACE {

Status SlabRun::reset(const double *parameters) {
  if (Status status = settle(); !status)
    return status;
  tasks->restart();
  stale.clear();
  for (int f = 0; f < program.fieldCount; ++f)
    stale.push_back(program.fields[f].buffers - 1);
  for (SlabPart &part : parts)
    if (Status status = fill(part, parameters); !status)
      return status;
  return {};
}

/// Halos start with the values of their planes, like all others.
Status SlabRun::fill(SlabPart &part, const double *parameters) {
  if (Status status = part.clear(); !status)
    return status;
  const InitialValues initial(program, parameters, part.itsDevice());
  const int planes = choice.division.planes;
  const PlaneRange stored = part.stored();
  std::vector<unsigned char> staging;
  for (int f = 0; f < program.fieldCount; ++f) {
    const std::uint64_t pitch = part.planeBytes(f);
    const TraversedField use = {program.fields[f].levels, program.fields[f].buffers, true};
    const int most = std::max(1, static_cast<int>((std::uint64_t{64} << 20) / pitch));
    for (int age = 0; age < use.levels; ++age)
      for (int z = stored.begin; z < stored.end;) {
        const int first = ((z % planes) + planes) % planes; // beyond an end, at the other one
        const int count = std::min({stored.end - z, planes - first, most});
        const std::size_t bytes = pitch * static_cast<std::uint64_t>(count);
        staging.resize(bytes);
        initial.fillPlanes(f, fields[static_cast<std::size_t>(f)], staging.data(), first, count,
                           age);
        const unsigned char *const from = staging.data();
        Device &device = part.itsDevice();
        Status status = device.copy({part.plane(f, use.buffer(0, -age), z), bytes, bytes},
                                    {from, bytes, bytes}, {bytes}, nullptr);
        if (status)
          status = device.synchronize(nullptr);
        if (!status)
          return status;
        z += count;
      }
  }
  return {};
}

int SlabRun::bufferAt(int field, int level) const {
  const FieldDescription &of = program.fields[field];
  return TraversedField{of.levels, of.buffers, of.updated}.buffer(
      tasks->current()[static_cast<std::size_t>(field)], level);
}

Status SlabRun::copy(int field, int level, const device::Place &cells, const device::Box &box,
                     bool in, Stream) {
  for (std::size_t z = 0; z < box.planes; ++z)
    if (Status status =
            move(field, level,
                 {std::int64_t(z) * whole.ny, std::int64_t(box.rows), 0, box.rowBytes,
                  static_cast<unsigned char *>(cells.data) + z * cells.planePitch, cells.rowPitch},
                 in);
        !status)
      return status;
  return {};
}

Status SlabRun::cells(int field, int level, std::int64_t first, std::int64_t count,
                      unsigned char *cells, bool in, Stream) {
  const std::size_t size = sizeOf(program.fields[field].storage);
  const std::int64_t nx = whole.nx;
  const bool isWhole = first % nx == 0 && count % nx == 0;
  const auto bytes = static_cast<std::size_t>(isWhole ? nx : count) * size;
  return move(field, level,
              {first / nx, isWhole ? count / nx : 1, static_cast<std::size_t>(first % nx) * size,
               bytes, cells, bytes},
              in);
}

/// What comes in goes to every part that stores it, so that halos are as they would be after an
/// exchange.
Status SlabRun::move(int field, int level, const Rows &rows, bool in) {
  if (Status status = settle(); !status)
    return status;
  const int buffer = bufferAt(field, level), planes = choice.division.planes;
  if (in)
    stale[static_cast<std::size_t>(field)] = program.fields[field].buffers - 1;
  for (const SlabPart &part : parts) {
    if (!in)
      if (Status status = moveSome(part, field, buffer, rows, part.owned(), 0, false); !status)
        return status;
    for (int shift : {-planes, 0, planes})
      if (in && (shift == 0 || choice.division.isPeriodic))
        if (Status status = moveSome(part, field, buffer, rows, part.stored(), shift, true);
            !status)
          return status;
  }
  return {};
}

Status SlabRun::moveSome(const SlabPart &part, int field, int buffer, const Rows &rows,
                         PlaneRange planes, int shift, bool in) const {
  const std::int64_t ofAPlane = rowsOfAPlane();
  const std::int64_t begin = std::max(rows.first, (planes.begin - shift) * ofAPlane);
  const std::int64_t end = std::min(rows.first + rows.count, (planes.end - shift) * ofAPlane);
  if (begin >= end)
    return {};
  const Layout &layout = part.layout(field);
  const std::int64_t inPart = begin + (shift - part.stored().begin) * ofAPlane;
  unsigned char *const mine = part.plane(field, buffer, part.stored().begin) +
                              static_cast<std::uint64_t>(inPart) * layout.rowPitch + rows.begin;
  const auto count = static_cast<std::size_t>(end - begin);
  const device::Place inside = {mine, layout.rowPitch, layout.rowPitch * count};
  const device::Place outside = {rows.cells +
                                     static_cast<std::size_t>(begin - rows.first) * rows.pitch,
                                 rows.pitch, rows.pitch * count};
  const device::Box box = {rows.bytes, count, 1};
  Device &its = part.itsDevice();
  Status status =
      in ? its.copy(inside, outside, box, nullptr) : its.copy(outside, inside, box, nullptr);
  return status ? its.synchronize(nullptr) : status;
}

Status SlabRun::view(int, int, device::Place &) {
  return Status::invalid("the domain is divided among devices: no field is in one place; copy it "
                         "instead");
}

} // namespace stencilc::inline STENCILC_SPACE
