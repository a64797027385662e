/// \file Implements the functions that are the same for all engines. An engine is the object that
/// holds the fields of a simulation and computes its time steps.
#include "runtime/core/stepping/Engine.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE {

Status Engine::rows(int field, int level, const CellRows &rows, unsigned char *to, Stream stream) {
  const Grid &all = grid();
  const bool areTogether = rows.span == all.nx && (rows.by[0] == 1 || rows.count[0] == 1);
  const std::int64_t together = areTogether ? rows.count[0] * rows.span : rows.span;
  const std::int64_t parts = rows.count[0] * rows.span / together;
  for (std::int64_t z = 0; z < rows.count[1]; ++z)
    for (std::int64_t part = 0; part < parts; ++part) {
      const std::int64_t plane = rows.first[2] + z * rows.by[1];
      const std::int64_t row = rows.first[1] + part * rows.by[0];
      const std::int64_t first = (plane * all.ny + row) * all.nx + rows.first[0];
      if (Status status = cells(field, level, first, together, to, false, stream); !status)
        return status;
      to += static_cast<std::size_t>(together) * rows.cellBytes;
    }
  return {};
}

std::vector<int> Engine::gpus() const {
  std::vector<int> all = chained().devices;
  if (!all.empty() || !divided())
    return all;
  for (int part = 0; part < divided()->parts; ++part)
    if (const int number = divided()->deviceOf(part); number >= 0)
      all.push_back(number);
  return all;
}

Status Engine::part(int number, Int64 *begin, Int64 *end, int *device) const {
  const Grid &all = grid();
  DividedRun one; // divided along the last axis with more than one cell
  one.planes = {{0, all.nz > 1 ? all.nz : all.ny > 1 ? all.ny : all.nx}};
  const DividedRun &its = divided() ? *divided() : one;
  if (number < 0 || number >= its.parts)
    return Status::invalid(
        format("there is no part %d: the domain has %d, counted from 0", number, its.parts));
  const auto at = static_cast<std::size_t>(number);
  if (begin)
    *begin = its.planes[at].begin;
  if (end)
    *end = its.planes[at].end;
  if (device)
    *device = its.deviceOf(number);
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
