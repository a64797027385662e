/// \file Cells of a divided domain as callers see them: one array, whoever has its planes.
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
    if (Status status = fillPart(program, part, fields, choice.division.planes, parameters);
        !status)
      return status;
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
Status SlabRun::move(int field, int level, const CallersRows &rows, bool in) {
  if (Status status = settle(); !status)
    return status;
  const int buffer = bufferAt(field, level), planes = choice.division.planes;
  if (in)
    stale[static_cast<std::size_t>(field)] = program.fields[field].buffers - 1;
  if (!in && wanted.ranks)
    return shareAll(field, buffer, rows);
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

Status SlabRun::shareAll(int field, int buffer, const CallersRows &rows) {
  Status status;
  for (int part = 0; status && part < choice.division.parts; ++part)
    status = share(part, field, buffer, rows);
  return status;
}

Status SlabRun::share(int part, int field, int buffer, const CallersRows &rows) {
  const PlaneRange own = choice.division.owned(part);
  const std::int64_t begin = std::max(rows.first, own.begin * rowsOfAPlane());
  const std::int64_t end = std::min(rows.first + rows.count, own.end * rowsOfAPlane());
  const int owner = owners.of(part);
  const bool reads = !wanted.onlyFirstReads || wanted.ranks->isFirst();
  const SlabPart *const mine = parts.find(part);
  if (begin >= end || !(reads || mine))
    return wanted.ranks->failure();
  const auto count = static_cast<std::size_t>(end - begin);
  std::vector<unsigned char> packed(count * rows.bytes);
  Status status;
  if (mine)
    status = moveRows(*mine, field, buffer,
                      {begin, end - begin, rows.begin, rows.bytes, packed.data(), rows.bytes}, own,
                      rowsOfAPlane(), 0, false);
  if (status)
    status = wanted.ranks->share(owner, packed.data(), packed.size(), !wanted.onlyFirstReads);
  if (!status || !reads)
    return status;
  unsigned char *const to = rows.cells + static_cast<std::size_t>(begin - rows.first) * rows.pitch;
  status = device.copy({to, rows.pitch, rows.pitch * count},
                       {packed.data(), rows.bytes, packed.size()}, {rows.bytes, count, 1}, nullptr);
  return status ? device.synchronize(nullptr) : status;
}

Status SlabRun::view(int, int, device::Place &) {
  return Status::invalid("the domain is divided among devices: no field is in one place; copy it "
                         "instead");
}

} // namespace stencilc::inline STENCILC_SPACE
