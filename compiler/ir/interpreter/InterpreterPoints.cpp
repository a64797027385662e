/// \file Weights and values of the points of sources and receivers, in the interpreter. Each
/// arithmetic operation rounds once, in the order that C++ defines. All back ends must round in the
/// same order as this file.
#include "ir/interpreter/InterpreterPoints.h"
#include "ir/Names.h"
#include "ir/StorageTypes.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

namespace stencilc::ir {

namespace {

/// Returns the coordinates, in cells, of a range of points along one axis. The list is empty if the
/// range is empty, and has at most kMostPoints entries.
std::vector<double> placesAlong(const Program &program, const PointsAlong &along,
                                const RunSetup &setup) {
  const std::vector<double> uniforms;
  const Surroundings around{program, setup, uniforms, 0, [](const Read &, const Cell &) -> double {
                              llvm_unreachable("interpreter: places of points read no field");
                            }};
  const auto value = [&](ExprId id) { return Evaluator(around, id).at({}); };
  const double first = value(along.first), last = value(along.last), by = value(along.by);
  std::vector<double> all;
  for (double number = 0; by > 0 && all.size() < kMostPoints; ++number) {
    const double step = number * by;
    const double place = first + step;
    if (!(place <= last))
      break;
    all.push_back(place);
  }
  return all;
}

/// Returns the modified Bessel function of the first kind and order zero at `x`. Adds terms of its
/// series until the sum no longer changes.
double bessel(double x) {
  const double half = 0.5 * x;
  const double square = half * half;
  double term = 1, sum = 1;
  for (double k = 1; k < 1000; ++k) {
    term = term * square;
    term = term / (k * k);
    const double before = sum;
    sum = sum + term;
    if (sum == before)
      break;
  }
  return sum;
}

double sincWeight(double distance, int width) {
  const double b = kKaiser[width - kMinSinc];
  const double part = distance / width;
  const double inside = 1 - part * part;
  const double window = bessel(b * std::sqrt(inside > 0 ? inside : 0)) / bessel(b);
  const double angle = 3.14159265358979323846 * distance;
  return std::sin(angle) / angle * window;
}

/// Returns the cells along one axis at which a point at coordinate `place` has a nonzero weight,
/// with these weights. The axis has `extent` cells. `sinc` is the half width of the sinc in cells,
/// or 0 for linear interpolation.
std::vector<std::pair<std::int64_t, double>> alongAxis(double place, std::int64_t extent,
                                                       int sinc) {
  const double floor = std::floor(place);
  const double f = place - floor;
  const auto i = static_cast<std::int64_t>(floor);
  std::vector<std::pair<std::int64_t, double>> all;
  const auto add = [&](std::int64_t cell, double weight) {
    if (weight != 0 && cell >= 0 && cell < extent)
      all.emplace_back(cell, weight);
  };
  if (f == 0) {
    add(i, 1);
  } else if (sinc == 0) {
    add(i, 1 - f);
    add(i + 1, f);
  } else {
    for (int k = 1 - sinc; k <= sinc; ++k)
      add(i + k, sincWeight(k - f, sinc));
  }
  return all;
}

} // namespace

std::vector<std::vector<double>> placesOf(const Program &program, PointsId id,
                                          const RunSetup &setup) {
  const PointsDecl &points = program.points[id];
  const auto rank = static_cast<std::size_t>(program.rank());
  std::vector<std::vector<double>> all;
  if (!points.file.empty()) {
    const std::vector<double> none;
    const std::vector<double> &numbers =
        id.index < setup.points.size() ? setup.points[id.index] : none;
    for (std::size_t at = 0; at + rank <= numbers.size(); at += rank)
      all.emplace_back(numbers.begin() + static_cast<std::ptrdiff_t>(at),
                       numbers.begin() + static_cast<std::ptrdiff_t>(at + rank));
    return all;
  }
  all = {{}};
  for (std::size_t axis = rank; axis-- > 0;) { // first axis fastest
    std::vector<std::vector<double>> longer;
    const std::vector<double> places = placesAlong(program, points.along[axis], setup);
    for (const std::vector<double> &rest : all)
      for (const double place : places)
        if (longer.size() < kMostPoints) {
          longer.push_back({place});
          longer.back().insert(longer.back().end(), rest.begin(), rest.end());
        }
    all = std::move(longer);
  }
  return all;
}

std::int64_t pointsOf(const Program &program, SeriesId series, const RunSetup &setup) {
  for (PointsId id : program.points.ids())
    if (program.points[id].series == series)
      return static_cast<std::int64_t>(placesOf(program, id, setup).size());
  return 0;
}

Extents ownExtents(const Program &program, const PointsDecl &points, const Extents &grid) {
  Extents own = grid;
  for (int axis = 0; axis < program.rank(); ++axis)
    own[axis] -= program.fields[points.field].shorter[axis];
  return own;
}

PointWeights weightsOf(const Program &program, PointsId id, const RunSetup &setup) {
  const PointsDecl &points = program.points[id];
  const Extents own = ownExtents(program, points, setup.extents);
  PointWeights all;
  for (const std::vector<double> &place : placesOf(program, id, setup)) {
    std::array<std::vector<std::pair<std::int64_t, double>>, kMaxAxes> along;
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      along[at] = axis < program.rank()
                      ? alongAxis(place[at] - points.shift[at], own[axis], points.sinc)
                      : std::vector<std::pair<std::int64_t, double>>{{0, 1}};
    }
    std::vector<CellWeight> &cells = all.emplace_back();
    for (const auto &[z, ofZ] : along[2])
      for (const auto &[y, ofY] : along[1])
        for (const auto &[x, ofX] : along[0]) {
          const double inPlane = ofX * ofY;
          cells.push_back({{x, y, z}, inPlane * ofZ});
        }
  }
  return all;
}

std::vector<double> valuesAt(const PointWeights &points, const Grid &grid) {
  std::vector<double> all;
  for (const std::vector<CellWeight> &cells : points) {
    double sum = 0;
    for (const auto &[cell, weight] : cells) {
      const double part = weight * grid.at(cell[0], cell[1], cell[2]);
      sum = sum + part;
    }
    all.push_back(roundTo(sum, grid.type));
  }
  return all;
}

SourceWeights::SourceWeights(const Program &program, const RunSetup &setup)
    : program(program), setup(setup), all(program.points.size()), parts(program.points.size()),
      counts(program.points.size()) {
  for (PointsId id : program.points.ids()) {
    if (program.points[id].isReceiver())
      continue;
    std::size_t &number = counts[id.index];
    for (const std::vector<CellWeight> &cells : weightsOf(program, id, setup)) {
      for (const auto &[cell, weight] : cells) {
        double &sum = all[id.index][cell];
        sum = sum + weight;
        parts[id.index][cell].emplace_back(number, weight);
      }
      ++number;
    }
  }
}

double SourceWeights::weight(PointsId points, const Cell &cell) const {
  const auto found = all[points.index].find(cell);
  return found == all[points.index].end() ? 0 : found->second;
}

double SourceWeights::amount(PointsId points, const Cell &cell, double row) const {
  const auto found = parts[points.index].find(cell);
  const std::uint32_t series = program.points[points].series.index;
  if (found == parts[points.index].end() || series >= setup.series.size())
    return 0;
  const std::vector<double> &numbers = setup.series[series];
  const std::size_t rows = numbers.size() / counts[points.index];
  if (!(row >= 0 && row < static_cast<double>(rows)))
    return 0;
  const std::size_t first = static_cast<std::size_t>(row) * counts[points.index];
  double sum = 0;
  for (const auto &[point, weight] : found->second) {
    const double part = weight * numbers[first + point];
    sum = sum + part;
  }
  return sum;
}

/// Returns the number of cells by which the coordinate `place` lies outside of the range from `low`
/// to `high`. Precondition: it lies outside. Returns at least 1.
static std::int64_t missingCells(double place, double low, double high) {
  constexpr double kMost = 1 << 30;
  const double missing = std::ceil(place < low ? low - place : place - high);
  return static_cast<std::int64_t>(missing >= 1 && missing < kMost ? missing : 1);
}

std::optional<Misplaced> misplaced(const Program &program, const RunSetup &setup) {
  const auto text = [](double place) { return numberText(place, ScalarType::F64); };
  for (PointsId id : program.points.ids()) {
    const PointsDecl &points = program.points[id];
    const Extents own = ownExtents(program, points, setup.extents);
    for (std::size_t at = 0; points.file.empty() && at < program.axes.size(); ++at)
      if (placesAlong(program, points.along[at], setup).empty())
        return Misplaced{static_cast<int>(at), 1,
                         "'" + points.name + "' has no points along '" + program.axes[at] +
                             "': the range is empty"};
    std::size_t number = 0;
    for (const std::vector<double> &place : placesOf(program, id, setup)) {
      ++number;
      for (int axis = 0; axis < program.rank(); ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const double low = points.shift[at];
        const double high = low + static_cast<double>(own[axis] - 1);
        if (!(place[at] >= low && place[at] <= high))
          return Misplaced{axis, missingCells(place[at], low, high),
                           "point " + std::to_string(number) + " of '" + points.name + "' is at " +
                               text(place[at]) + " along '" + program.axes[at] +
                               "', outside of the cells of '" + program.fields[points.field].name +
                               "', which are at " + text(low) + " to " + text(high)};
      }
    }
  }
  return std::nullopt;
}

} // namespace stencilc::ir
