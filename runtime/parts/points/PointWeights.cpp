/// \file Computes positions of points of sources and receivers, and their weights at cells. Each
/// statement rounds once, in a fixed order, so that stencilc's interpreter (which checks results)
/// computes the same bits.
#include "runtime/parts/points/PointWeights.h"
#include "runtime/core/fields/FieldExtents.h"
#include "runtime/core/stepping/Reports.h"
#include "runtime/core/support/Text.h"
#include <cmath>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

namespace {

constexpr std::size_t kMostPoints = 1u << 24; // larger numbers are taken for a mistake
/// Parameters of the Kaiser window for sinc interpolation. The first entry is for radius 2 cells,
/// the next for radius 3, and so on (Hicks, Geophysics 67, 2002).
constexpr double kKaiser[] = {2.94, 4.53, 4.14, 5.26, 6.40, 7.51, 8.56, 9.56, 10.64};

/// Indices of cells along one axis, with the weight of a point at each.
using AxisWeights = std::vector<std::pair<int, double>>;

/// Returns the modified Bessel function of the first kind of order zero at `x`. Adds terms of its
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

/// Returns the weight of a point at a cell that is `distance` cells away: a sinc with a Kaiser
/// window of radius `width` cells.
double sincWeight(double distance, int width) {
  const double b = kKaiser[width - 2];
  const double part = distance / width;
  const double inside = 1 - part * part;
  const double window = bessel(b * std::sqrt(inside > 0 ? inside : 0)) / bessel(b);
  const double angle = 3.14159265358979323846 * distance;
  return std::sin(angle) / angle * window;
}

/// Returns the cells along one axis at which a point has a weight, and the weights. `place` is the
/// point's position in cells: cell 0 is at 0. If `sinc` is 0, the weights interpolate linearly.
/// Otherwise they are a windowed sinc with a radius of `sinc` cells. Cells outside [0, `extent`)
/// are left out.
AxisWeights alongAxis(double place, int extent, int sinc) {
  const double floor = std::floor(place);
  const double f = place - floor;
  const int i = static_cast<int>(floor);
  AxisWeights all;
  const auto add = [&](int cell, double weight) {
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

Status misplaced(const ProgramDescription &program, const PointsDescription &points,
                 std::size_t number, int axis, double place, int extent) {
  const double low = points.shift[axis];
  return Status::invalid(format("point %zu of '%s' is at ", number, points.name) +
                         numberText(place) + " along '" + program.axes[axis] +
                         "', outside of the cells of '" + program.fields[points.field].name +
                         "', which are at " + numberText(low) + " to " +
                         numberText(low + (extent - 1)) + "; points are in cells");
}

} // namespace

Status placesOf(const ProgramDescription &program, int points, const double *parameters,
                const Grid &grid, PointPlaces &places) {
  std::vector<std::vector<double>> along;
  std::size_t count = 1;
  for (int axis = 0; axis < program.rank; ++axis) {
    const int which = (3 * points + axis) * 3;
    const auto value = [&](int part) { return program.pointPlace(which + part, parameters, grid); };
    const double first = value(0), last = value(1), by = value(2);
    if (!(first <= last) || !(by > 0))
      return Status::invalid(format("'%s' has no points along '%s': the range ",
                                    program.points[points].name, program.axes[axis]) +
                             numberText(first) + " .. " + numberText(last) + " by " +
                             numberText(by) + " is empty");
    std::vector<double> &all = along.emplace_back();
    for (double number = 0; all.size() <= kMostPoints; ++number) {
      const double step = number * by;
      const double place = first + step;
      if (!(place <= last))
        break;
      all.push_back(place);
    }
    count = all.size() > kMostPoints / count ? kMostPoints + 1 : count * all.size();
    if (count > kMostPoints)
      return Status::invalid(
          format("'%s' has more than %zu points", program.points[points].name, kMostPoints));
  }
  places.clear();
  for (std::size_t number = 0; number < count; ++number) {
    std::size_t rest = number;
    for (const std::vector<double> &all : along) {
      places.push_back(all[rest % all.size()]);
      rest /= all.size();
    }
  }
  return {};
}

Status weightsOf(const ProgramDescription &program, int number, const PointPlaces &places,
                 const Grid &grid, std::vector<std::vector<PointWeight>> &weights) {
  const PointsDescription &points = program.points[number];
  const Grid own = fieldGrid(program, points.field, grid);
  const int extents[3] = {own.nx, own.ny, own.nz};
  const auto rank = static_cast<std::size_t>(program.rank);
  weights.clear();
  for (std::size_t at = 0; at + rank <= places.size(); at += rank) {
    AxisWeights along[3] = {{{0, 1.0}}, {{0, 1.0}}, {{0, 1.0}}};
    for (int axis = 0; axis < program.rank; ++axis) {
      const double place = places[at + static_cast<std::size_t>(axis)];
      const double inCells = place - points.shift[axis];
      if (!(inCells >= 0 && inCells <= extents[axis] - 1))
        return misplaced(program, points, at / rank + 1, axis, place, extents[axis]);
      along[axis] = alongAxis(inCells, extents[axis], points.sinc);
    }
    std::vector<PointWeight> &cells = weights.emplace_back();
    for (const auto &[z, ofZ] : along[2])
      for (const auto &[y, ofY] : along[1])
        for (const auto &[x, ofX] : along[0]) {
          const double inPlane = ofX * ofY;
          cells.push_back({x, y, z, inPlane * ofZ});
        }
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
