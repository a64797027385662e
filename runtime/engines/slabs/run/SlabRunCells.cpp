/// \file Copies cells into and out of a domain that is divided among devices. Cells are addressed
/// by their indices in the whole domain.
#include "runtime/engines/slabs/run/SlabRun.h"

#include "runtime/engines/slabs/run/SharedRows.h"

namespace stencilc::inline STENCILC_SPACE {

Status SlabRun::reset(const double *parameters) {
  if (Status status = settle(); !status)
    return status;
  pieces ? pieces->restart() : tasks->restart();
  stale.clear();
  for (int f = 0; f < program.fieldCount; ++f)
    stale.push_back(program.fields[f].buffers - 1);
  for (SlabPart &part : parts)
    if (Status status = fillPart(program, part, fields, choice.division.planes, parameters);
        !status)
      return status;
  return {};
}

int SlabRun::bufferAt(int field, int level) const {
  const FieldDescription &of = program.fields[field];
  return TraversedField{of.levels, of.buffers, of.updated}.buffer(
      current()[static_cast<std::size_t>(field)], level);
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
  return move(field, level, CallersRows::packed(first, count, whole.nx, size, cells), in);
}

/// Copies rows of a field at time level `level` (0: t, -1: t-1). With `in` true they go to all
/// parts (slabs of devices) that store them, else they come from the parts that compute them.
Status SlabRun::move(int field, int level, const CallersRows &asked, bool in) {
  if (Status status = settle(); !status)
    return status;
  const int buffer = bufferAt(field, level), planes = choice.division.planes;
  const CallersRows rows =
      program.rank == 1 ? asked.asCells(sizeOf(program.fields[field].storage)) : asked;
  if (in)
    stale[static_cast<std::size_t>(field)] = program.fields[field].buffers - 1;
  if (!in && wanted.ranks)
    return share(field, buffer, rows);
  for (const SlabPart &part : parts)
    for (const int shift : {-planes, 0, planes}) {
      if (shift != 0 && !(in && choice.division.isPeriodic))
        continue;
      if (Status status = moveRows(part, field, buffer, rows, in ? part.stored() : part.owned(),
                                   rowsOfAPlane(), shift, in);
          !status)
        return status;
    }
  return {};
}

Status SlabRun::share(int field, int buffer, const CallersRows &rows) {
  return shareRows(
      {*wanted.ranks, choice.division, owners, rowsOfAPlane(), wanted.onlyFirstReads, device}, rows,
      [&](int part, const CallersRows &its) {
        return moveRows(*parts.find(part), field, buffer, its, choice.division.owned(part),
                        rowsOfAPlane(), 0, false);
      });
}

Status SlabRun::view(int, int, device::Place &) {
  return Status::invalid(
      "the domain is divided among devices, so no field is in one array; copy the field instead");
}

} // namespace stencilc::inline STENCILC_SPACE
