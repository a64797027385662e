/// \file Arrays and tables of points on the device.
#include "stencilc/PointMemory.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

void PointMemory::release(std::vector<void *> &memory) {
  for (void *each : memory)
    device.release(each);
  memory.clear();
}

template <class T>
Status PointMemory::toDevice(const std::vector<T> &values, std::vector<void *> &all,
                             const T *&place) {
  const std::size_t bytes = values.size() * sizeof(T);
  void *memory = nullptr;
  if (Status status = device.allocate(std::max(bytes, sizeof(T)), memory); !status)
    return status;
  all.push_back(memory);
  place = static_cast<const T *>(memory);
  if (bytes == 0)
    return {};
  auto *from = reinterpret_cast<const unsigned char *>(values.data());
  Status status = device.copy({static_cast<unsigned char *>(memory), bytes, bytes},
                              {from, bytes, bytes}, {bytes}, nullptr);
  return status ? device.synchronize(nullptr) : status;
}

/// `sums` must not be empty.
static PointBox boxOf(const PointMemory::Sums &sums) {
  const auto [z, y, x] = sums.begin()->first;
  PointBox box = {x, y, z};
  int lastX = x, lastY = y, lastZ = z;
  for (const auto &[place, weight] : sums) {
    const auto [atZ, atY, atX] = place;
    box.x = std::min(box.x, atX), lastX = std::max(lastX, atX);
    box.y = std::min(box.y, atY), lastY = std::max(lastY, atY);
    lastZ = atZ; // places are in the order of planes
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
  for (const auto &[place, weight] : sums) {
    const auto [z, y, x] = place;
    int &plane = planes[static_cast<std::size_t>(z)];
    if (plane < 0) {
      plane = static_cast<int>(rows.size());
      rows.resize(rows.size() + perPlane, 0);
    }
    ++rows[static_cast<std::size_t>(plane) + static_cast<std::size_t>(y)]; // how many cells it has
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
  table = PointTable(ofPlanes, ofRows, ofCells, sums.empty() ? PointBox{} : boxOf(sums));
  return status;
}

Status PointMemory::makeAmounts(const Grid &extents,
                                const std::vector<std::vector<PointWeight>> &weights,
                                const std::vector<double> &given, std::vector<void *> &memory,
                                AmountTable &table) {
  std::map<Place, std::vector<PointPart>> ofCells;
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
    numbers[place] = static_cast<double>(firsts.size());
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
  table = AmountTable(cells, ofFirsts, ofParts, ofNumbers, point, rows);
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE
