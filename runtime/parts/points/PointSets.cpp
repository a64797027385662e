/// \file Points of sources and receivers, with their weights at cells (PointSets.h).
#include "runtime/parts/points/PointSets.h"
#include "runtime/core/instance/ProgramLookup.h"
#include <tuple>

namespace stencilc::inline STENCILC_SPACE {

PointSets::~PointSets() {
  for (Set &set : sets)
    memory.release(set.memory);
}

/// Returns the cells around all points of a source. The weight of each cell is the sum over all
/// points.
static PointMemory::Sums sumsOf(const PointCells &points) {
  std::map<std::tuple<int, int, int>, double> sums;
  for (const std::vector<PointWeight> &cells : points)
    for (const PointWeight &cell : cells) {
      double &sum = sums[{cell.z, cell.y, cell.x}];
      sum = sum + cell.weight;
    }
  PointMemory::Sums all;
  for (const auto &[place, weight] : sums) {
    const auto [z, y, x] = place;
    all.push_back({x, y, z, weight});
  }
  return all;
}

Status PointSets::compute(const double *values, const Grid &extents) {
  std::vector<Set> made(sets.size());
  std::vector<PointCells> cells(sets.size());
  std::vector<unsigned char> tables;
  Status status;
  for (int i = 0; i < program.pointsCount && status; ++i) {
    const auto at = static_cast<std::size_t>(i);
    Set &set = made[at];
    set.places = sets[at].places;
    PointPlaces places = set.places;
    if (!program.points[i].file)
      status = placesOf(program, i, values, extents, places);
    if (status)
      status = weightsOf(program, i, places, extents, cells[at]);
    set.count = cells[at].size();
    if (status && program.points[i].every == 0)
      status = makeSource(i, extents, cells[at], set, tables);
  }
  if (status)
    status = read.place(extents, cells, tables);
  std::vector<Set> &others = status ? sets : made;
  for (Set &set : others)
    memory.release(set.memory);
  if (!status)
    return status;
  sets = std::move(made);
  all = std::move(tables);
  parameters = values;
  grid = extents;
  return {};
}

Status PointSets::makeSource(int which, const Grid &extents, const PointCells &cells, Set &set,
                             std::vector<unsigned char> &tables) {
  if (const int numbers = program.points[which].series; numbers >= 0) {
    AmountTable table;
    Status status = memory.makeAmounts(extents, cells, series[numbers], set.memory, table);
    appendTable(tables, table);
    return status;
  }
  PointTable table;
  Status status = memory.makeTable(extents, sumsOf(cells), set.memory, table);
  appendTable(tables, table);
  return status;
}

Status PointSets::setPlaces(const char *name, const double *places, std::int64_t count) {
  const int which = name ? findNamed(program.points, program.pointsCount, name) : -1;
  if (which < 0 || !program.points[which].file)
    return Status::invalid(
        which < 0
            ? unknownPoints(program, name)
            : format("the points of '%s' are set in %s; only points from a file can be replaced",
                     name, program.source));
  if (count < 0 || (count > 0 && !places))
    return Status::invalid("no coordinates: the pointer is null, or their number is negative");
  Set &set = sets[static_cast<std::size_t>(which)];
  PointPlaces before(places, places + count * program.rank);
  std::swap(set.places, before);
  Status status = compute(parameters, grid);
  if (!status)
    std::swap(sets[static_cast<std::size_t>(which)].places, before);
  return status;
}

bool PointSets::takeSeries(const char *name, const double *numbers, std::int64_t count) {
  const int which = findNamed(program.series, program.seriesCount, name);
  if (which >= 0 && program.series[which].isOfPoints)
    series[which].assign(numbers, numbers + count);
  return series.count(which) > 0;
}

std::int64_t PointSets::pointsOf(int which) const {
  for (int i = 0; i < program.pointsCount; ++i)
    if (program.points[i].series == which)
      return static_cast<std::int64_t>(sets[static_cast<std::size_t>(i)].count);
  return 0;
}

Status PointSets::begin(const RunPoint &, std::int64_t) {
  for (int i = 0; i < program.pointsCount; ++i) {
    const auto found = series.find(program.points[i].series);
    const std::size_t points = sets[static_cast<std::size_t>(i)].count;
    const std::size_t count = found == series.end() ? 0 : found->second.size();
    if (count > 0 && (points == 0 || count % points != 0))
      return Status::invalid(format(
          "series '%s' has %zu numbers, which is not a multiple of the %zu points of '%s'",
          program.series[program.points[i].series].name, count, points, program.points[i].name));
  }
  return {};
}

extern "C" const PointsPart STENCILC_SYMBOL(points) = {
    [](const ProgramDescription &program, Device &device) -> std::unique_ptr<Points> {
      return std::make_unique<PointSets>(program, device);
    }};

} // namespace stencilc::inline STENCILC_SPACE
