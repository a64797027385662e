/// \file Joins the reduction values of devices that share the only row of a grid with one axis.
/// Reductions combine segments of 1024 cells, and the cells of a segment may be on several devices.
#include "runtime/engines/slabs/run/RowValues.h"
#include "stencilc/Reduce.h"
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

namespace {

template <Reduce kind> class RowJoin {
public:
  explicit RowJoin(const RowPieces &all) : all(all) {}

  /// Adds the reduction values of the cells in `piece`, the range of one device, to those of
  /// earlier pieces. `values` points to the first value of this piece. Returns a pointer to the
  /// first value of the next piece.
  const double *take(const RowPieces &piece, const double *values) {
    for (Int64 number = 0; number < piece.below(); ++number)
      takeCell(piece.looseCell(number), *values++);
    joined.insert(joined.end(), values, values + piece.segments());
    values += piece.segments();
    for (Int64 number = piece.below(); number < piece.loose(); ++number)
      takeCell(piece.looseCell(number), *values++);
    return values;
  }

  std::vector<double> joined;

private:
  void takeCell(Int64 cell, double value) {
    const Int64 segment = cell / kSegment, within = cell % kSegment;
    if (segment < all.firstSegment() || segment >= all.endSegment()) {
      joined.push_back(value);
      return;
    }
    if (within == 0)
      open.emplace();
    double &sum = open->values[0][within % kAccumulators];
    sum = stencilc::take<kind>(sum, value);
    if (within + 1 == kSegment || cell + 1 == all.cells)
      open->store(&joined.emplace_back(), 1, 0);
  }

  const RowPieces all;
  std::optional<detail::HostAccumulators<kind>> open; // of the segment that cells come for
};

template <Reduce kind>
std::vector<double> join(const std::vector<RowPieces> &pieces, const std::vector<double> &values) {
  RowPieces all = pieces.front();
  all.end = pieces.back().end;
  RowJoin<kind> row(all);
  const double *next = values.data();
  for (const RowPieces &piece : pieces)
    next = row.take(piece, next);
  return std::move(row.joined);
}

} // namespace

std::vector<double> joinRowPieces(Reduce kind, const std::vector<RowPieces> &pieces,
                                  const std::vector<double> &values) {
  switch (kind) {
  case Reduce::Max:
    return join<Reduce::Max>(pieces, values);
  case Reduce::Min:
    return join<Reduce::Min>(pieces, values);
  case Reduce::Sum:
    return join<Reduce::Sum>(pieces, values);
  case Reduce::Norm:
    break;
  }
  return join<Reduce::Norm>(pieces, values);
}

} // namespace stencilc::inline STENCILC_SPACE
