/// \file Combines the reduction results of single planes of a divided domain to one result, on the
/// host.
#include "runtime/engines/slabs/run/SlabSums.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "runtime/engines/slabs/run/RowValues.h"
#include "stencilc/Reduce.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

template <Reduce kind> static double join(std::vector<double> values) {
  DeviceRun run(hostDevice(), nullptr, 1);
  while (values.size() > 1) {
    const Lists lists = {1, static_cast<Int64>(values.size())};
    std::vector<double> fewer(static_cast<std::size_t>(lists.allSegments()));
    reduceLists<kind>(run.runtime(), lists, values.data(), fewer.data());
    values = std::move(fewer);
  }
  return values[0];
}

double joinPlanes(Reduce kind, std::vector<double> planes) {
  switch (kind) {
  case Reduce::Max:
    return join<Reduce::Max>(std::move(planes));
  case Reduce::Min:
    return join<Reduce::Min>(std::move(planes));
  case Reduce::Sum:
    return join<Reduce::Sum>(std::move(planes));
  case Reduce::Norm:
    break;
  }
  return join<Reduce::Norm>(std::move(planes));
}

RowPieces rowPiecesOf(const Decomposition &division, int part) {
  const PlaneRange own = division.owned(part);
  return {own.begin, own.end, division.planes, 0};
}

PartOffsets partOffsets(const ProgramDescription &program, const Decomposition &division) {
  PartOffsets offsets = {0};
  for (int part = 0; part < division.parts; ++part) {
    const Int64 count = program.rank == 1 ? rowPiecesOf(division, part).values()
                                          : Int64{division.owned(part).count()};
    offsets.push_back(offsets.back() + static_cast<std::size_t>(count));
  }
  return offsets;
}

Status gatherParts(Ranks &ranks, const PartOffsets &offsets, const std::vector<int> &ranksOf,
                   std::vector<std::vector<double>> &values) {
  const auto eachOf = [&](int rank, auto act) { // for each kind, the values of that process
    for (std::vector<double> &kind : values)
      for (std::size_t part = 0; part < ranksOf.size(); ++part)
        if (ranksOf[part] == rank)
          act(kind.data() + offsets[part], (offsets[part + 1] - offsets[part]) * sizeof(double));
  };
  std::string mine;
  eachOf(ranks.rank(), [&](const double *its, std::size_t bytes) {
    mine.append(reinterpret_cast<const char *>(its), bytes);
  });
  std::vector<std::string> all;
  if (Status status = ranks.gather(mine, all); !status)
    return status;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const char *next = all[static_cast<std::size_t>(rank)].data();
    eachOf(rank, [&](double *its, std::size_t bytes) {
      std::memcpy(its, next, bytes);
      next += bytes;
    });
  }
  return {};
}

double joinParts(const ProgramDescription &program, const Decomposition &division, Reduce kind,
                 std::vector<double> values) {
  if (program.rank > 1)
    return joinPlanes(kind, std::move(values));
  std::vector<RowPieces> pieces;
  for (int part = 0; part < division.parts; ++part)
    pieces.push_back(rowPiecesOf(division, part));
  return joinPlanes(kind, joinRowPieces(kind, pieces, values));
}

} // namespace stencilc::inline STENCILC_SPACE
