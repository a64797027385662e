/// \file Copies cells between a part (the slab of one device) and the caller's memory, and sets
/// initial values.
#include "runtime/engines/slabs/run/SlabCells.h"
#include "runtime/core/fields/InitialValues.h"

namespace stencilc::inline STENCILC_SPACE {

CallersRows CallersRows::packed(std::int64_t first, std::int64_t count, std::int64_t nx,
                                std::size_t cellBytes, unsigned char *cells) {
  const bool isWhole = first % nx == 0 && count % nx == 0;
  const auto bytes = static_cast<std::size_t>(isWhole ? nx : count) * cellBytes;
  return {first / nx,
          isWhole ? count / nx : 1,
          static_cast<std::size_t>(first % nx) * cellBytes,
          bytes,
          cells,
          bytes};
}

CallersRows CallersRows::asCells(std::size_t cellBytes) const {
  return {static_cast<std::int64_t>(begin / cellBytes),
          static_cast<std::int64_t>(bytes / cellBytes),
          0,
          cellBytes,
          cells,
          cellBytes};
}

Status copyRows(Device &device, const device::Place &to, const device::ConstPlace &from,
                std::size_t bytes, std::size_t count) {
  if (to.rowPitch == bytes && from.rowPitch == bytes)
    return device.copy(to, from, {bytes * count}, nullptr);
  return device.copy(to, from, {bytes, count, 1}, nullptr);
}

Status moveRows(const SlabPart &part, int field, int buffer, const CallersRows &rows,
                PlaneRange planes, std::int64_t ofAPlane, int shift, bool in) {
  const std::int64_t begin = std::max(rows.first, (planes.begin - shift) * ofAPlane);
  const std::int64_t end = std::min(rows.first + rows.count, (planes.end - shift) * ofAPlane);
  if (begin >= end)
    return {};
  // With one axis rows are cells.
  const std::uint64_t pitch = std::min(part.planeBytes(field), part.layout(field).rowPitch);
  const std::int64_t inPart = begin + (shift - part.stored().begin) * ofAPlane;
  unsigned char *const mine = part.plane(field, buffer, part.stored().begin) +
                              static_cast<std::uint64_t>(inPart) * pitch + rows.begin;
  const auto count = static_cast<std::size_t>(end - begin);
  const device::Place inside = {mine, pitch, pitch * count};
  const device::Place outside = {rows.cells +
                                     static_cast<std::size_t>(begin - rows.first) * rows.pitch,
                                 rows.pitch, rows.pitch * count};
  Device &its = part.itsDevice();
  Status status = copyRows(its, in ? inside : outside, in ? outside : inside, rows.bytes, count);
  return status ? its.synchronize(nullptr) : status;
}

Status fillPart(const ProgramDescription &program, const SlabPart &part,
                const std::vector<FieldMemory> &fields, int planes, const double *parameters) {
  if (Status status = part.clear(); !status)
    return status;
  const InitialValues initial(program, parameters, part.itsDevice());
  const PlaneRange stored = part.stored();
  std::vector<unsigned char> staging;
  for (int f = 0; f < program.fieldCount; ++f) {
    const std::uint64_t pitch = part.planeBytes(f);
    const TraversedField use = {program.fields[f].levels, program.fields[f].buffers, true};
    const int most = std::max(1, static_cast<int>((std::uint64_t{64} << 20) / pitch));
    for (int age = 0; age < use.levels; ++age)
      for (int z = stored.begin; z < stored.end;) {
        const int first = ((z % planes) + planes) % planes; // periodic: the plane at the other end
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

} // namespace stencilc::inline STENCILC_SPACE
