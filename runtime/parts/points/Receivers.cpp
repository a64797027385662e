/// \file Computes and stores the values at the points of the receivers of a simulation
/// (Receivers.h).
#include "runtime/parts/points/Receivers.h"
#include "runtime/core/device/Parallel.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/core/fields/FieldExtents.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/stepping/DeviceRun.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

void Receivers::layOut(const std::vector<FieldMemory> &fields) {
  layouts.clear();
  for (const FieldMemory &field : fields)
    layouts.push_back(field.layout);
}

Status Receivers::place(const Grid &extents, const std::vector<PointCells> &cells,
                        std::vector<unsigned char> &tables) {
  if (Status status = collect(nullptr); !status)
    return status;
  auto made = std::make_unique<ReceiverPoints>(program, device);
  Status status = made->make(extents, layouts, cells, tables);
  if (!status)
    return status;
  points = std::move(made);
  grid = extents;
  return {};
}

std::int64_t Receivers::nextDue(std::int64_t step) const {
  std::int64_t nearest = kNever;
  for (int i = 0; i < program.pointsCount; ++i)
    if (const std::int64_t every = program.points[i].every; every > 0)
      nearest = std::min(nearest, nextMultiple(step, every));
  return nearest;
}

Status Receivers::receive(const NamedCopies &copies, std::int64_t number, Stream last) {
  Status status;
  for (int i = 0; status && i < program.pointsCount && !program.recordsTraces; ++i)
    if (isDue(i, number))
      status = read(copies, i, last);
  return status;
}

Status Receivers::read(const NamedCopies &copies, int which, Stream last) {
  Receiver &receiver = points->all()[static_cast<std::size_t>(which)];
  const Scalar storage = program.fields[receiver.field].storage;
  if (receiver.isInPlace && program.receive)
    return launch(which, copies.newest(receiver.field), storage, last);
  if (receiver.isInPlace) {
    readHere(which, copies.newest(receiver.field));
    return {};
  }
  const Grid own = fieldGrid(program, receiver.field, grid);
  const auto size = static_cast<std::int64_t>(sizeOf(storage));
  for (const ReceivedRow &row : receiver.rows) {
    const std::int64_t first = row.first + own.nx * (row.y + std::int64_t{own.ny} * row.z);
    unsigned char *const cells = receiver.cells.data() + row.place * size;
    if (Status status = copies.cells(receiver.field, 0, first, row.count, cells, false, last);
        !status)
      return status;
  }
  readHere(which, receiver.cells.data());
  return {};
}

void Receivers::readHere(int which, const void *values) {
  const auto at = static_cast<std::size_t>(which);
  const PointSums &sums = points->all()[at].points;
  double *const row = traces[at].add(sums.count);
  withCell(program.fields[program.points[which].field].storage, [&]<class T>(T) {
    const auto *const cells = static_cast<const T *>(values);
    parallelParts(sums.count, worthwhileThreads(sums.firsts[sums.count]),
                  [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t i = begin; i < end; ++i)
                      row[i] = static_cast<double>(static_cast<T>(pointSum(sums, cells, i)));
                  });
  });
}

Status Receivers::launch(int which, const void *values, Scalar scalar, Stream stream) {
  const auto at = static_cast<std::size_t>(which);
  const Receiver &receiver = points->all()[at];
  if (receiver.points.count == 0)
    return {};
  double *row = nullptr;
  if (Status status = receiver.pending->next(stream, traces[at], row); !status)
    return status;
  DeviceRun run(device, stream, 0, &handles);
  program.receive(run.runtime(), {receiver.points, scalar, values, row});
  return run.status();
}

Status Receivers::take(std::int64_t before, int steps, Stream stream) {
  if (!program.recordsTraces || nextDue(before) > before + steps)
    return {};
  Status status;
  for (const ReceiverPoints::Records &of : points->recorded())
    for (int step = 0; step < steps; ++step)
      for (int i = 0; status && i < program.pointsCount; ++i)
        if (program.points[i].field == of.field && isDue(i, before + step + 1))
          status = launch(i, of.samples + step * of.count, Scalar::F64, stream);
  return status;
}

bool Receivers::arePending() const {
  if (points)
    for (const Receiver &receiver : points->all())
      if (receiver.pending && !receiver.pending->isEmpty())
        return true;
  return false;
}

Status Receivers::collect(Stream stream) const {
  Status status;
  for (std::size_t i = 0; status && points && i < traces.size(); ++i)
    if (TraceRows *const pending = points->all()[i].pending.get())
      status = pending->collect(stream, traces[i]);
  return status;
}

void Receivers::restart() {
  for (std::size_t i = 0; i < traces.size(); ++i) {
    traces[i].clear();
    if (points && points->all()[i].pending)
      points->all()[i].pending->clear();
  }
}

int Receivers::find(const char *name) const {
  const int which = name ? findNamed(program.points, program.pointsCount, name) : -1;
  return which >= 0 && program.points[which].every > 0 ? which : -1;
}

std::int64_t Receivers::pointsOf(int which) const {
  return points ? points->all()[static_cast<std::size_t>(which)].points.count : 0;
}

Status Receivers::traceSize(const char *name, std::int64_t &times, std::int64_t &ofPoints) const {
  const int which = find(name);
  if (which < 0)
    return Status::invalid(unknownPoints(program, name));
  ofPoints = pointsOf(which);
  times = ofPoints ? traces[static_cast<std::size_t>(which)].size() / ofPoints : 0;
  return {};
}

Status Receivers::getTraces(const char *name, double *values) const {
  const int which = find(name);
  if (which < 0)
    return Status::invalid(unknownPoints(program, name));
  const Trace &trace = traces[static_cast<std::size_t>(which)];
  if (!values && trace.size() > 0)
    return Status::invalid("no memory for the traces: the pointer is null");
  trace.copyTo(values);
  return {};
}

std::vector<std::int64_t> Receivers::traceCounts() const {
  std::vector<std::int64_t> counts;
  for (const Trace &trace : traces)
    counts.push_back(trace.size());
  return counts;
}

std::vector<double> Receivers::allTraces() const {
  std::int64_t count = 0;
  for (const Trace &trace : traces)
    count += trace.size();
  std::vector<double> values(static_cast<std::size_t>(count));
  double *next = values.data();
  for (const Trace &trace : traces)
    next = trace.copyTo(next);
  return values;
}

void Receivers::setTraces(const std::vector<std::int64_t> &counts,
                          const std::vector<double> &values) {
  restart();
  const double *next = values.data();
  for (std::size_t i = 0; i < traces.size(); ++i) {
    std::copy_n(next, counts[i], traces[i].add(counts[i]));
    next += counts[i];
  }
}

} // namespace stencilc::inline STENCILC_SPACE
