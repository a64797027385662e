/// \file Copies fields and profiles (values along some axes only) between the engine, which holds
/// the fields, and arrays of the user. An array can be one cell shorter along an axis than kernels
/// compute.
#include "runtime/core/fields/NamedCopies.h"
#include "runtime/core/fields/FieldExtents.h"
#include "runtime/core/instance/ProgramLookup.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

Status NamedCopies::copy(int field, int level, const device::Place &place, const device::Box &box,
                         bool in, Stream last) const {
  if (program.isProfile(field))
    return profiles.copy(field, place, in);
  if (isWholeGrid(program, field))
    return engine.copy(field, level, place, box, in, last);
  const auto size = static_cast<std::int64_t>(sizeOf(program.fields[field].storage));
  const std::int64_t row = static_cast<std::int64_t>(box.rowBytes) / size;
  for (std::size_t number = 0; number < box.rows * box.planes; ++number) {
    unsigned char *const at = static_cast<unsigned char *>(place.data) +
                              number % box.rows * place.rowPitch +
                              number / box.rows * place.planePitch;
    const auto first = static_cast<std::int64_t>(number) * row;
    if (Status status = cells(field, level, first, row, at, in, last); !status)
      return status;
  }
  return {};
}

Status NamedCopies::cells(int field, int level, std::int64_t first, std::int64_t count,
                          unsigned char *cells, bool in, Stream last) const {
  if (program.isProfile(field))
    return profiles.cells(field, first, count, cells, in);
  if (isWholeGrid(program, field))
    return engine.cells(field, level, first, count, cells, in, last);
  const auto size = static_cast<std::int64_t>(sizeOf(program.fields[field].storage));
  const Grid &whole = engine.grid(), own = fieldGrid(program, field, whole);
  for (const std::int64_t end = first + count; first < end;) {
    const std::int64_t x = first % own.nx, row = first / own.nx;
    const std::int64_t inRow = std::min(end - first, own.nx - x);
    const std::int64_t at = (row / own.ny * whole.ny + row % own.ny) * whole.nx + x;
    if (Status status = engine.cells(field, level, at, inRow, cells, in, last); !status)
      return status;
    first += inRow;
    cells += inRow * size;
  }
  return {};
}

Status NamedCopies::find(const char *name, int level, int &field, device::Box &box) const {
  field = name ? findNamed(program.fields, program.namedCount(), name) : -1;
  if (field < 0)
    return Status::invalid(unknownField(program, name));
  const FieldDescription &described = program.fields[field];
  if (level > 0 || level <= -described.levels)
    return Status::invalid(format(
        "field '%s' keeps %d time level%s: give %s, not %d", name, described.levels,
        described.levels == 1 ? "" : "s",
        described.levels == 1 ? "0" : format("0 to %d", 1 - described.levels).c_str(), level));
  const Grid g = fieldGrid(program, field, engine.grid());
  box = {static_cast<std::size_t>(g.nx) * sizeOf(described.storage), static_cast<std::size_t>(g.ny),
         static_cast<std::size_t>(g.nz)};
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
