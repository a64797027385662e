/// \file Creates the tables in device memory in which kernels find the cells near the points of
/// sources (which add to a field) and receivers (which record a field).
#include "runtime/parts/points/PointMemory.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace stencilc::inline STENCILC_SPACE {

void PointMemory::release(std::vector<void *> &memory) {
  for (void *each : memory)
    device.release(each);
  memory.clear();
}

Status PointMemory::bytesToDevice(const void *bytes, std::size_t count, std::vector<void *> &all,
                                  const void *&array) {
  constexpr std::size_t kLeast = sizeof(double);
  void *memory = nullptr;
  if (Status status = device.allocate(std::max(count, kLeast), memory); !status)
    return status;
  all.push_back(memory);
  array = memory;
  if (count == 0)
    return {};
  Status status = device.copy({memory, count, count}, {bytes, count, count}, {count}, nullptr);
  return status ? device.synchronize(nullptr) : status;
}

/// Returns the smallest box that contains all cells of `sums`. Precondition: `sums` is not empty.
static PointBox boxOf(const PointMemory::Sums &sums) {
  const PointWeight &first = sums.front();
  PointBox box = {first.x, first.y, first.z};
  int lastX = first.x, lastY = first.y;
  const int lastZ = sums.back().z; // cells are in the order of planes
  for (const PointWeight &cell : sums) {
    box.x = std::min(box.x, cell.x), lastX = std::max(lastX, cell.x);
    box.y = std::min(box.y, cell.y), lastY = std::max(lastY, cell.y);
  }
  box.nx = static_cast<unsigned>(lastX - box.x) + 1;
  box.ny = static_cast<unsigned>(lastY - box.y) + 1;
  box.nz = static_cast<unsigned>(lastZ - box.z) + 1;
  return box;
}

Status PointMemory::makeTable(const Grid &extents, const Sums &sums, std::vector<void *> &memory,
                              PointTable &table) {
  std::vector<int> planes(static_cast<std::size_t>(extents.nz), -1), rows;
  std::vector<PointCell> cells;
  const auto perPlane = static_cast<std::size_t>(extents.ny) + 1;
  for (const auto &[x, y, z, weight] : sums) {
    int &plane = planes[static_cast<std::size_t>(z)];
    if (plane < 0) {
      plane = static_cast<int>(rows.size());
      rows.resize(rows.size() + perPlane, 0);
    }
    // Number of cells in the row.
    ++rows[static_cast<std::size_t>(plane) + static_cast<std::size_t>(y)];
    cells.push_back({x, weight});
  }
  int before = 0;
  for (int &row : rows) {
    const int count = row;
    row = before;
    before += count;
  }
  const int *ofPlanes = nullptr, *ofRows = nullptr;
  const PointCell *ofCells = nullptr;
  Status status = toDevice(planes, memory, ofPlanes);
  if (status)
    status = toDevice(rows, memory, ofRows);
  if (status)
    status = toDevice(cells, memory, ofCells);
  const PointList *list = nullptr;
  if (status)
    status = toDevice<PointList>({{ofPlanes, ofRows, ofCells}}, memory, list);
  table = PointTable(list, sums.empty() ? PointBox{} : boxOf(sums));
  return status;
}

Status PointMemory::makeAmounts(const Grid &extents,
                                const std::vector<std::vector<PointWeight>> &weights,
                                const std::vector<double> &given, std::vector<void *> &memory,
                                AmountTable &table) {
  std::map<std::tuple<int, int, int>, std::vector<PointPart>> ofCells; // keys are (z, y, x)
  int point = 0;
  for (const std::vector<PointWeight> &cells : weights) {
    for (const PointWeight &cell : cells)
      ofCells[{cell.z, cell.y, cell.x}].push_back({point, cell.weight});
    ++point;
  }
  Sums numbers;
  std::vector<int> firsts = {0};
  std::vector<PointPart> parts;
  for (const auto &[place, own] : ofCells) {
    const auto [z, y, x] = place;
    numbers.push_back({x, y, z, static_cast<double>(firsts.size())});
    parts.insert(parts.end(), own.begin(), own.end());
    firsts.push_back(static_cast<int>(parts.size()));
  }
  PointTable cells;
  const int *ofFirsts = nullptr;
  const PointPart *ofParts = nullptr;
  const double *ofNumbers = nullptr;
  Status status = makeTable(extents, numbers, memory, cells);
  if (status)
    status = toDevice(firsts, memory, ofFirsts);
  if (status)
    status = toDevice(parts, memory, ofParts);
  if (status)
    status = toDevice(given, memory, ofNumbers);
  const std::int64_t rows = point ? static_cast<std::int64_t>(given.size()) / point : 0;
  const AmountList *list = nullptr;
  if (status)
    status = toDevice<AmountList>({{ofFirsts, ofParts, ofNumbers, point, rows}}, memory, list);
  table = AmountTable(cells, list);
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE
