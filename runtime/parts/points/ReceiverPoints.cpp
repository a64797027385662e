/// \file Computes the cells and weights at the points of all receivers (which record a field), for
/// the host and for kernels (ReceiverPoints.h).
#include "runtime/parts/points/ReceiverPoints.h"
#include "runtime/core/fields/FieldExtents.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Largest number of time steps that one kernel launch computes. Memory for the values that
/// receivers (points that record a field) read is allocated for that many steps.
static constexpr std::int64_t kMostSteps = 64;

ReceiverPoints::~ReceiverPoints() { memory.release(onDevice); }

Status ReceiverPoints::make(const Grid &grid, const std::vector<Layout> &layouts,
                            const std::vector<PointCells> &points,
                            std::vector<unsigned char> &tables) {
  Status status;
  for (int field = 0; status && program.recordsTraces && field < program.fieldCount; ++field)
    status = makeRecorded(field, grid, points, tables);
  for (int i = 0; status && !program.recordsTraces && i < program.pointsCount; ++i)
    if (program.points[i].every > 0)
      status = makeRead(i, grid, layouts, points[static_cast<std::size_t>(i)]);
  return status;
}

template <class PlaceOf>
Status ReceiverPoints::flatten(Receiver &receiver, const PointCells &points,
                               const PlaceOf &placeOf) {
  receiver.firsts.push_back(0);
  for (const std::vector<PointWeight> &cells : points) {
    for (const PointWeight &cell : cells) {
      receiver.places.push_back(placeOf(cell));
      receiver.weights.push_back(cell.weight);
    }
    receiver.firsts.push_back(static_cast<Int64>(receiver.places.size()));
  }
  PointSums &sums = receiver.points;
  sums = {static_cast<int>(points.size()), receiver.firsts.data(), receiver.places.data(),
          receiver.weights.data()};
  if (!program.receive)
    return {};
  Status status = memory.toDevice(receiver.firsts, onDevice, sums.firsts);
  if (status)
    status = memory.toDevice(receiver.places, onDevice, sums.places);
  if (status)
    status = memory.toDevice(receiver.weights, onDevice, sums.weights);
  for (std::vector<Int64> *numbers : {&receiver.firsts, &receiver.places})
    std::vector<Int64>().swap(*numbers);
  std::vector<double>().swap(receiver.weights);
  const Scalar storage = program.fields[receiver.field].storage;
  receiver.pending = std::make_unique<TraceRows>(device, storage, sums.count);
  return status ? receiver.pending->allocate() : status;
}

Status ReceiverPoints::makeRead(int which, const Grid &grid, const std::vector<Layout> &layouts,
                                const PointCells &points) {
  Receiver &receiver = receivers[static_cast<std::size_t>(which)];
  receiver.field = program.points[which].field;
  const bool isWhole = !program.stream && !program.slabs && !program.isProfile(receiver.field);
  receiver.isInPlace = isWhole && (program.receive || program.world == ExecutionSpace::Cpu);
  if (receiver.isInPlace) {
    const Layout &layout = layouts[static_cast<std::size_t>(receiver.field)];
    const auto row = static_cast<Int64>(layout.rowPitch / layout.cellBytes);
    const auto plane = static_cast<Int64>(layout.planePitch / layout.cellBytes);
    return flatten(receiver, points,
                   [&](const PointWeight &cell) { return cell.x + cell.y * row + cell.z * plane; });
  }
  const ReceivedRows rows(fieldGrid(program, receiver.field, grid), {&points});
  receiver.rows = rows.rows();
  receiver.cells.resize(static_cast<std::size_t>(rows.count()) *
                        sizeOf(program.fields[receiver.field].storage));
  return flatten(receiver, points,
                 [&](const PointWeight &cell) { return Int64{rows.placeOf(cell)}; });
}

Status ReceiverPoints::makeRecorded(int field, const Grid &grid,
                                    const std::vector<PointCells> &points,
                                    std::vector<unsigned char> &tables) {
  std::vector<const PointCells *> ofField;
  for (int i = 0; i < program.pointsCount; ++i)
    if (isReceiverOf(i, field))
      ofField.push_back(&points[static_cast<std::size_t>(i)]);
  if (ofField.empty())
    return {};
  const ReceivedRows rows(grid, ofField);
  std::vector<std::int64_t> numbers;
  Status status = record(field, grid, rows, ofField, numbers, tables);
  for (int i = 0; status && i < program.pointsCount; ++i)
    if (isReceiverOf(i, field)) {
      Receiver &receiver = receivers[static_cast<std::size_t>(i)];
      receiver.field = field;
      status = flatten(receiver, points[static_cast<std::size_t>(i)],
                       [&](const PointWeight &cell) -> Int64 {
                         return numbers[static_cast<std::size_t>(rows.placeOf(cell))];
                       });
    }
  return status;
}

Status ReceiverPoints::record(int field, const Grid &grid, const ReceivedRows &rows,
                              const std::vector<const PointCells *> &points,
                              std::vector<std::int64_t> &numbers,
                              std::vector<unsigned char> &tables) {
  numbers.assign(static_cast<std::size_t>(rows.count()), -1);
  for (const PointCells *each : points)
    for (const std::vector<PointWeight> &cells : *each)
      for (const PointWeight &cell : cells)
        numbers[static_cast<std::size_t>(rows.placeOf(cell))] = 0;
  Records of;
  of.field = field;
  PointMemory::Sums sums; // the weight of a cell is its number, from 1 on
  for (const ReceivedRow &row : rows.rows())
    for (int i = 0; i < row.count; ++i)
      if (std::int64_t &number = numbers[static_cast<std::size_t>(row.place + i)]; number == 0) {
        number = of.count++;
        sums.push_back({row.first + i, row.y, row.z, static_cast<double>(of.count)});
      }
  PointTable cells;
  Status status = memory.makeTable(grid, sums, onDevice, cells);
  void *samples = nullptr;
  if (status)
    status = device.allocate(sizeof(double) * kMostSteps *
                                 static_cast<std::size_t>(std::max<std::int64_t>(1, of.count)),
                             samples);
  if (!status)
    return status;
  onDevice.push_back(samples);
  of.samples = static_cast<double *>(samples);
  appendTable(tables, RecordTable(cells, of.samples, static_cast<int>(of.count)));
  records.push_back(of);
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
