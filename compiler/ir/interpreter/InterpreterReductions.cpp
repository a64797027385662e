/// \file Reductions in the interpreter, in the order that Program.h defines.
#include "ir/interpreter/InterpreterReductions.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace stencilc::ir {

namespace {

double emptyOf(ReductionKind kind) {
  const double infinity = std::numeric_limits<double>::infinity();
  return kind == ReductionKind::Max ? -infinity : kind == ReductionKind::Min ? infinity : 0;
}

double join(ReductionKind kind, double a, double b) {
  switch (kind) {
  case ReductionKind::Max:
    return b > a || b != b ? b : a;
  case ReductionKind::Min:
    return b < a || b != b ? b : a;
  case ReductionKind::Sum:
  case ReductionKind::Norm:
    return a + b;
  }
  llvm_unreachable("interpreter: unknown kind of reduction");
}

double take(ReductionKind kind, double a, double v) {
  return kind == ReductionKind::Norm ? std::fma(v, v, a) : join(kind, a, v);
}

/// Reduces a list to one number. Entries are values of cells if `areCells`, otherwise results of
/// shorter lists. `nullopt` marks a cell that is left out.
double reduceList(ReductionKind kind, const std::vector<std::optional<double>> &list,
                  bool areCells) {
  std::vector<std::optional<double>> segments;
  for (std::size_t begin = 0; begin < list.size(); begin += kSegment) {
    std::vector<double> accumulators(kAccumulators, emptyOf(kind));
    const std::size_t end = std::min<std::size_t>(list.size(), begin + kSegment);
    for (std::size_t i = begin; i < end; ++i) {
      double &accumulator = accumulators[(i - begin) % kAccumulators];
      if (list[i])
        accumulator =
            areCells ? take(kind, accumulator, *list[i]) : join(kind, accumulator, *list[i]);
    }
    while (accumulators.size() > 1) { // binary tree of neighbours
      std::vector<double> pairs;
      for (std::size_t i = 0; i < accumulators.size(); i += 2)
        pairs.push_back(join(kind, accumulators[i], accumulators[i + 1]));
      accumulators = pairs;
    }
    segments.emplace_back(accumulators[0]);
  }
  return segments.size() == 1 ? *segments[0] : reduceList(kind, segments, false);
}

} // namespace

double reduceCells(ReductionKind kind, const Extents &extents,
                   const std::vector<std::optional<double>> &cells) {
  auto cell = cells.begin();
  std::vector<std::optional<double>> planes;
  for (std::int64_t z = 0; z < extents[2]; ++z) {
    std::vector<std::optional<double>> rows;
    for (std::int64_t y = 0; y < extents[1]; ++y) {
      rows.emplace_back(reduceList(kind, {cell, cell + extents[0]}, true));
      cell += extents[0];
    }
    planes.emplace_back(reduceList(kind, rows, false));
  }
  const double joined = reduceList(kind, planes, false);
  const double result = (kind == ReductionKind::Norm ? std::sqrt(joined) : joined) + 0.0;
  return result != result ? std::numeric_limits<double>::quiet_NaN() : result;
}

} // namespace stencilc::ir
