/// \file Sources and receivers of a run.
#include "stencilc/PointSets.h"
#include "stencilc/FieldExtents.h"
#include "stencilc/ProgramLookup.h"
#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

namespace stencilc::inline STENCILC_SPACE {

PointSets::~PointSets() {
  for (Set &set : sets)
    release(set);
}

void PointSets::release(Set &set) {
  for (void *memory : set.memory)
    device.release(memory);
  set.memory.clear();
}

Status PointSets::compute(const double *values, const Grid &extents) {
  std::vector<Set> made(sets.size());
  std::vector<PointTable> tables;
  Status status;
  for (int i = 0; i < program.pointsCount && status; ++i) {
    const auto at = static_cast<std::size_t>(i);
    Set &set = made[at];
    set.places = sets[at].places;
    set.trace = sets[at].trace;
    PointPlaces places = set.places;
    if (!program.points[i].file)
      status = placesOf(program, i, values, extents, places);
    if (status)
      status = weightsOf(program, i, places, extents, set.weights);
    if (status && program.points[i].every == 0)
      status = makeTable(extents, set, tables.emplace_back());
  }
  if (!status) {
    for (Set &set : made)
      release(set);
    return status;
  }
  for (Set &set : sets)
    release(set);
  sets = std::move(made);
  all = std::move(tables);
  parameters = values;
  grid = extents;
  return {};
}

Status PointSets::setPlaces(const char *name, const double *places, std::int64_t count) {
  const int which = name ? findNamed(program.points, program.pointsCount, name) : -1;
  if (which < 0 || !program.points[which].file)
    return Status::invalid(which < 0
                               ? unknownPoints(program, name)
                               : format("the points of '%s' stand in %s; only those that come "
                                        "from a file can be set",
                                        name, program.source));
  if (count < 0 || (count > 0 && !places))
    return Status::invalid("no coordinates: the pointer is null, or there are fewer than none");
  Set &set = sets[static_cast<std::size_t>(which)];
  PointPlaces before(places, places + count * program.rank);
  std::swap(set.places, before);
  Status status = compute(parameters, grid);
  if (!status)
    std::swap(sets[static_cast<std::size_t>(which)].places, before);
  return status;
}

template <class T>
Status PointSets::toDevice(const std::vector<T> &values, Set &set, const T *&place) {
  const std::size_t bytes = values.size() * sizeof(T);
  void *memory = nullptr;
  if (Status status = device.allocate(std::max(bytes, sizeof(T)), memory); !status)
    return status;
  set.memory.push_back(memory);
  place = static_cast<const T *>(memory);
  if (bytes == 0)
    return {};
  auto *from = reinterpret_cast<const unsigned char *>(values.data());
  Status status = device.copy({static_cast<unsigned char *>(memory), bytes, bytes},
                              {from, bytes, bytes}, {bytes}, nullptr);
  return status ? device.synchronize(nullptr) : status;
}

Status PointSets::makeTable(const Grid &extents, Set &set, PointTable &table) {
  std::map<std::tuple<int, int, int>, double> sums; // by z, y, x
  for (const std::vector<PointWeight> &cells : set.weights)
    for (const PointWeight &cell : cells) {
      double &sum = sums[{cell.z, cell.y, cell.x}];
      sum = sum + cell.weight;
    }
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
    ++rows[static_cast<std::size_t>(plane + y)]; // how many cells it has
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
  Status status = toDevice(planes, set, ofPlanes);
  if (status)
    status = toDevice(rows, set, ofRows);
  if (status)
    status = toDevice(cells, set, ofCells);
  table = PointTable(ofPlanes, ofRows, ofCells, extents.ny, extents.nz);
  return status;
}

std::int64_t PointSets::stepsToNext(std::int64_t number) const {
  std::int64_t next = kNever;
  for (int i = 0; i < program.pointsCount; ++i)
    if (const std::int64_t every = program.points[i].every; every > 0)
      next = std::min(next, every - number % every);
  return next;
}

std::int64_t PointSets::longestSegment() const {
  std::int64_t shortest = kNever;
  for (int i = 0; i < program.pointsCount; ++i)
    if (program.points[i].every > 0)
      shortest = std::min<std::int64_t>(shortest, program.points[i].every);
  return shortest;
}

Status PointSets::receive(const NamedCopies &copies, std::int64_t number, Stream last) {
  for (int i = 0; i < program.pointsCount; ++i) {
    const std::int64_t every = program.points[i].every;
    if (every == 0 || number % every != 0)
      continue;
    if (Status status = read(copies, i, last); !status)
      return status;
  }
  return {};
}

Status PointSets::read(const NamedCopies &copies, int number, Stream last) {
  Set &set = sets[static_cast<std::size_t>(number)];
  const int field = program.points[number].field;
  const Grid own = fieldGrid(program, field, grid);
  const bool isF32 = program.fields[field].storage == Scalar::F32;
  const std::size_t size = isF32 ? 4 : 8;
  // The cells of each row that are needed come together, from the first to the last of them.
  std::map<std::pair<int, int>, std::pair<int, int>> rows;
  for (const std::vector<PointWeight> &cells : set.weights)
    for (const PointWeight &cell : cells) {
      const auto found = rows.try_emplace({cell.z, cell.y}, cell.x, cell.x).first;
      auto &[first, end] = found->second;
      first = std::min(first, cell.x);
      end = std::max(end, cell.x);
    }
  std::map<std::pair<int, int>, std::vector<unsigned char>> found;
  for (const auto &[row, span] : rows) {
    const std::int64_t count = span.second - span.first + 1;
    std::vector<unsigned char> &cells = found[row];
    cells.resize(static_cast<std::size_t>(count) * size);
    const std::int64_t first =
        span.first + own.nx * (row.second + std::int64_t{own.ny} * row.first);
    if (Status status = copies.cells(field, 0, first, count, cells.data(), false, last); !status)
      return status;
  }
  const auto valueAt = [&](const PointWeight &cell) {
    const std::pair row(cell.z, cell.y);
    const unsigned char *const at =
        found.at(row).data() + static_cast<std::size_t>(cell.x - rows.at(row).first) * size;
    float narrow = 0;
    double wide = 0;
    std::memcpy(isF32 ? static_cast<void *>(&narrow) : &wide, at, size);
    return isF32 ? static_cast<double>(narrow) : wide;
  };
  for (const std::vector<PointWeight> &cells : set.weights) {
    double sum = 0;
    for (const PointWeight &cell : cells) {
      const double part = cell.weight * valueAt(cell);
      sum = sum + part;
    }
    set.trace.push_back(isF32 ? static_cast<float>(sum) : sum);
  }
  return {};
}

void PointSets::restart() {
  for (Set &set : sets)
    set.trace.clear();
}

int PointSets::receiver(const char *name) const {
  const int which = name ? findNamed(program.points, program.pointsCount, name) : -1;
  return which >= 0 && program.points[which].every > 0 ? which : -1;
}

} // namespace stencilc::inline STENCILC_SPACE
