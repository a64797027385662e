/// \file Sources and receivers of a run.
#include "stencilc/PointSets.h"
#include "stencilc/CellTypes.h"
#include "stencilc/FieldExtents.h"
#include "stencilc/ProgramLookup.h"
#include <algorithm>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

/// Places for the steps of a launch, of which plans have no more.
static constexpr int kMostSteps = 64;

PointSets::~PointSets() {
  for (Set &set : sets)
    memory.release(set.memory);
  for (Records &of : records)
    memory.release(of.memory);
}

/// Puts a table behind the others.
template <class Table> static void append(std::vector<unsigned char> &tables, const Table &table) {
  const auto *const bytes = reinterpret_cast<const unsigned char *>(&table);
  tables.insert(tables.end(), bytes, bytes + sizeof table);
}

/// What all points of a source weigh together at each cell (z, y, x).
static std::map<std::tuple<int, int, int>, double>
sumsOf(const std::vector<std::vector<PointWeight>> &weights) {
  std::map<std::tuple<int, int, int>, double> sums;
  for (const std::vector<PointWeight> &cells : weights)
    for (const PointWeight &cell : cells) {
      double &sum = sums[{cell.z, cell.y, cell.x}];
      sum = sum + cell.weight;
    }
  return sums;
}

Status PointSets::compute(const double *values, const Grid &extents) {
  std::vector<Set> made(sets.size());
  std::vector<Records> newRecords;
  std::vector<unsigned char> tables;
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
    if (!status || program.points[i].every > 0)
      continue;
    if (program.points[i].series >= 0) {
      AmountTable table;
      status = memory.makeAmounts(extents, set.weights, series[program.points[i].series],
                                  set.memory, table);
      append(tables, table);
      continue;
    }
    PointTable table;
    status = memory.makeTable(extents, sumsOf(set.weights), set.memory, table);
    append(tables, table);
  }
  if (status && areRecorded())
    status = makeRecords(extents, made, newRecords, tables);
  std::vector<Set> &others = status ? sets : made;
  for (Set &set : others)
    memory.release(set.memory);
  for (Records &of : status ? records : newRecords)
    memory.release(of.memory);
  if (!status)
    return status;
  sets = std::move(made);
  records = std::move(newRecords);
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

bool PointSets::takeSeries(const char *name, const double *numbers, std::int64_t count) {
  const int which = findNamed(program.series, program.seriesCount, name);
  if (which >= 0 && program.series[which].isOfPoints)
    series[which].assign(numbers, numbers + count);
  return series.count(which) > 0;
}

std::int64_t PointSets::pointsOf(int which) const {
  for (int i = 0; i < program.pointsCount; ++i)
    if (program.points[i].series == which)
      return static_cast<std::int64_t>(sets[static_cast<std::size_t>(i)].weights.size());
  return 0;
}

Status PointSets::ready() const {
  for (int i = 0; i < program.pointsCount; ++i) {
    const auto found = series.find(program.points[i].series);
    const std::size_t points = sets[static_cast<std::size_t>(i)].weights.size();
    const std::size_t count = found == series.end() ? 0 : found->second.size();
    if (count > 0 && (points == 0 || count % points != 0))
      return Status::invalid(format(
          "series '%s' has %zu numbers, which are no whole rows of one for each of the %zu points "
          "of '%s'",
          program.series[program.points[i].series].name, count, points, program.points[i].name));
  }
  return {};
}

bool PointSets::numberCells(int field, std::vector<Set> &made, Sums &sums) const {
  std::map<Place, int> numbers; // from 0 on
  bool isRead = false;
  for (int i = 0; i < program.pointsCount; ++i) {
    if (program.points[i].every == 0 || program.points[i].field != field)
      continue;
    isRead = true;
    Set &set = made[static_cast<std::size_t>(i)];
    for (const std::vector<PointWeight> &cells : set.weights)
      for (const PointWeight &cell : cells) {
        const Place place(cell.z, cell.y, cell.x);
        const int next = static_cast<int>(numbers.size());
        const int number = numbers.try_emplace(place, next).first->second;
        sums[place] = number + 1;
        set.numbers.push_back(number);
      }
  }
  return isRead;
}

/// A table of all cells that receivers read, for each field, in the order of fields.
Status PointSets::makeRecords(const Grid &extents, std::vector<Set> &made,
                              std::vector<Records> &newRecords,
                              std::vector<unsigned char> &tables) {
  for (int field = 0; field < program.fieldCount; ++field) {
    Records of;
    of.field = field;
    Sums sums;
    if (!numberCells(field, made, sums))
      continue;
    of.count = static_cast<int>(sums.size());
    PointTable cells;
    Status status = memory.makeTable(extents, sums, of.memory, cells);
    void *samples = nullptr;
    const std::size_t bytes = sizeof(double) * kMostSteps * std::max<std::size_t>(1, sums.size());
    if (status)
      status = device.allocate(bytes, samples);
    if (status) {
      of.memory.push_back(samples);
      of.samples = static_cast<double *>(samples);
      append(tables, RecordTable(cells, of.samples, of.count));
    }
    newRecords.push_back(std::move(of));
    if (!status)
      return status;
  }
  return {};
}

Status PointSets::take(std::int64_t before, int steps, Stream stream) {
  if (!areRecorded() || stepsToDue(before) > steps)
    return {};
  for (const Records &of : records) {
    std::vector<double> samples(static_cast<std::size_t>(steps) *
                                static_cast<std::size_t>(of.count));
    const std::size_t bytes = samples.size() * sizeof(double);
    if (bytes == 0)
      continue;
    auto *const from = reinterpret_cast<unsigned char *>(of.samples);
    Status status = device.copy({reinterpret_cast<unsigned char *>(samples.data()), bytes, bytes},
                                {from, bytes, bytes}, {bytes}, stream);
    if (status)
      status = device.synchronize(stream);
    if (!status)
      return status;
    for (int step = 0; step < steps; ++step)
      takeStep(of, before + step + 1,
               samples.data() +
                   static_cast<std::size_t>(step) * static_cast<std::size_t>(of.count));
  }
  return {};
}

/// What is due of a field after step number `after`, from the values of its cells.
void PointSets::takeStep(const Records &of, std::int64_t after, const double *samples) {
  for (int i = 0; i < program.pointsCount; ++i) {
    const PointsDescription &points = program.points[i];
    if (points.field != of.field || points.every == 0 || after % points.every != 0)
      continue;
    Set &set = sets[static_cast<std::size_t>(i)];
    const Scalar storage = program.fields[of.field].storage;
    const int *number = set.numbers.data();
    for (const std::vector<PointWeight> &cells : set.weights) {
      double sum = 0;
      for (const PointWeight &cell : cells) {
        const double part = cell.weight * samples[*number++];
        sum = sum + part;
      }
      set.trace.push_back(roundedTo(sum, storage));
    }
  }
}

std::int64_t PointSets::stepsToDue(std::int64_t number) const {
  std::int64_t next = kNever;
  for (int i = 0; i < program.pointsCount; ++i)
    if (const std::int64_t every = program.points[i].every; every > 0)
      next = std::min(next, every - number % every);
  return next;
}

std::int64_t PointSets::longestSegment() const {
  std::int64_t shortest = kNever;
  if (areRecorded())
    return shortest;
  for (int i = 0; i < program.pointsCount; ++i)
    if (program.points[i].every > 0)
      shortest = std::min<std::int64_t>(shortest, program.points[i].every);
  return shortest;
}

Status PointSets::receive(const NamedCopies &copies, std::int64_t number, Stream last) {
  for (int i = 0; i < program.pointsCount && !areRecorded(); ++i) {
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
  const Scalar storage = program.fields[field].storage;
  const std::size_t size = sizeOf(storage);
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
    return withCell(storage, [&](auto value) {
      std::memcpy(&value, at, size);
      return static_cast<double>(value);
    });
  };
  for (const std::vector<PointWeight> &cells : set.weights) {
    double sum = 0;
    for (const PointWeight &cell : cells) {
      const double part = cell.weight * valueAt(cell);
      sum = sum + part;
    }
    set.trace.push_back(roundedTo(sum, storage));
  }
  return {};
}

void PointSets::restart() {
  for (Set &set : sets)
    set.trace.clear();
}

const PointSets::Set *PointSets::receiver(const char *name) const {
  const int which = name ? findNamed(program.points, program.pointsCount, name) : -1;
  return which >= 0 && program.points[which].every > 0 ? &sets[static_cast<std::size_t>(which)]
                                                       : nullptr;
}

Status PointSets::traceSize(const char *name, std::int64_t &times, std::int64_t &points) const {
  const Set *const set = receiver(name);
  if (!set)
    return Status::invalid(unknownPoints(program, name));
  points = static_cast<std::int64_t>(set->weights.size());
  times = points ? static_cast<std::int64_t>(set->trace.size()) / points : 0;
  return {};
}

Status PointSets::getTraces(const char *name, double *values) const {
  const Set *const set = receiver(name);
  if (!set)
    return Status::invalid(unknownPoints(program, name));
  if (!values && !set->trace.empty())
    return Status::invalid("no place for the traces: the pointer is null");
  std::copy(set->trace.begin(), set->trace.end(), values);
  return {};
}

std::vector<std::int64_t> PointSets::traceCounts() const {
  std::vector<std::int64_t> counts;
  for (const Set &set : sets)
    counts.push_back(static_cast<std::int64_t>(set.trace.size()));
  return counts;
}

std::vector<double> PointSets::allTraces() const {
  std::vector<double> values;
  for (const Set &set : sets)
    values.insert(values.end(), set.trace.begin(), set.trace.end());
  return values;
}

void PointSets::setTraces(const std::vector<std::int64_t> &counts,
                          const std::vector<double> &values) {
  auto next = values.begin();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    sets[i].trace.assign(next, next + counts[i]);
    next += counts[i];
  }
}

} // namespace stencilc::inline STENCILC_SPACE
