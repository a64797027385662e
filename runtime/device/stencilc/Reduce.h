/// \file Reductions of all cells to one number, in an order that depends only on the extents.
///
/// A list of values is divided into segments of kSegment values. In a segment, accumulator j adds
/// up values j, j + kAccumulators, ... in order. Then a binary tree joins neighbouring accumulators
/// (0 with 1, 2 with 3, ..., then the pairs, and so on) to the value of the segment. The values of
/// all segments form a new list. In this way the cells of each row are reduced, then the rows of
/// each plane, then the planes. The bits of the result depend neither on the number of threads nor
/// on the cells that a thread loads at once (docs/reference/arithmetic.md).
#pragma once

#include "stencilc/Async.h"
#include "stencilc/Description.h"
#include "stencilc/Math.h"
#include "stencilc/RowPieces.h"
#include "stencilc/Runtime.h"

namespace stencilc::inline STENCILC_SPACE {

/// Number of accumulators with which the values of a segment (1024 values) are reduced.
inline constexpr int kAccumulators = 128;

inline constexpr double kInfinity = __builtin_bit_cast(double, UInt64{0x7ff0000000000000});

/// Returns the neutral element of a reduction, with which an accumulator starts.
template <Reduce kind> STENCILC_HD constexpr double emptyOf() {
  if constexpr (kind == Reduce::Max)
    return -kInfinity;
  else if constexpr (kind == Reduce::Min)
    return kInfinity;
  else
    return 0;
}

/// Returns the combination of two accumulators of a reduction. The result is NaN if either is.
template <Reduce kind> STENCILC_HD double join(double a, double b) {
  if constexpr (kind == Reduce::Max)
    return ((b > a) | (b != b)) ? b : a;
  else if constexpr (kind == Reduce::Min)
    return ((b < a) | (b != b)) ? b : a;
  else
    return a + b;
}

/// Returns accumulator `a` with the value of one more cell added: the larger, the smaller or the
/// sum. A norm adds the square of the value.
template <Reduce kind> STENCILC_HD double take(double a, double value) {
  if constexpr (kind == Reduce::Norm)
    return fma(value, value, a);
  else
    return join<kind>(a, value);
}

/// Sizes of the lists of values that a reduction reduces to one number each. There are `lists`
/// lists of `length` values, one list after the other in memory.
struct Lists {
  Int64 lists = 0, length = 0;

  STENCILC_HD Int64 segments() const { return ceilDiv(length, Int64{kSegment}); }
  STENCILC_HD Int64 allSegments() const { return lists * segments(); }
};

namespace detail {

/// Calls `body` once for each of `kinds`, the kinds of reductions such as Reduce::Max. The call has
/// the kind as template argument, and its index in `kinds` as function argument.
template <Reduce... kinds, class Body> STENCILC_DEVICE void forKinds(const Body &body) {
  int index = 0;
  (body.template operator()<kinds>(index++), ...);
}

/// Returns the combination of the `Count` accumulators of a reduction (partial results) at
/// `accumulators`. A binary tree joins neighbours: 0 with 1, 2 with 3, then the pairs, and so on.
template <Reduce kind, int Count> STENCILC_DEVICE double joinTree(const double *accumulators) {
  if constexpr (Count == 1)
    return accumulators[0];
  else
    return join<kind>(joinTree<kind, Count / 2>(accumulators),
                      joinTree<kind, Count / 2>(accumulators + Count / 2));
}

} // namespace detail

#if STENCILC_HAS_KERNELS

/// Threads in a block of a reduction kernel. Each warp of the block reduces one segment of values.
inline constexpr int kReduceThreads = 256;

namespace detail {

/// Accumulators (partial results) of `Count` reductions of one segment (1024 values), distributed
/// over the lanes (threads) of a warp. Each reduction has 128 accumulators. values[k][p][i] of lane
/// l is accumulator number kWarpSize * N * p + N * l + i of reduction k.
template <int N, int Count> struct WarpAccumulators {
  static constexpr int kParts = kAccumulators / (kWarpSize * N);
  double values[Count][kParts][N];

  template <Reduce... kinds> STENCILC_DEVICE void clear() {
    forKinds<kinds...>([&]<Reduce kind>(int k) {
      STENCILC_UNROLL
      for (int part = 0; part < kParts; ++part) {
        STENCILC_UNROLL
        for (int i = 0; i < N; ++i)
          values[k][part][i] = emptyOf<kind>();
      }
    });
  }

  /// Returns the result of reduction number `k` for the values that this warp has accumulated, in
  /// every lane (thread). It combines the accumulators (partial results) of all lanes, which must
  /// call it together.
  template <Reduce kind> STENCILC_DEVICE double joined(int k) const {
    double parts[kParts];
    STENCILC_UNROLL
    for (int part = 0; part < kParts; ++part) {
      parts[part] = joinTree<kind, N>(values[k][part]);
      STENCILC_UNROLL
      for (int bit = 1; bit < kWarpSize; bit *= 2)
        parts[part] = join<kind>(parts[part], shuffleXor(parts[part], bit));
    }
    return joinTree<kind, kParts>(parts);
  }
};

/// Returns the index of this warp among all warps of the launch.
STENCILC_DEVICE Int64 warpNumber() {
  return (Int64{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
}

/// Cells [begin, end) of the row at `y` and `z` that form one segment of a reduction.
struct SegmentCells {
  int begin, end, y, z;
};

/// Reduces the cells `of`, which are one segment (at most 1024 cells of a row), in this warp. There
/// are `all` segments, and `number` is the index of this one. The result of reduction k goes to
/// partials[k * all + number]. `values` is the function object of reduceSegment(). All lanes
/// (threads) of the warp must call it together.
template <int N, Reduce... kinds, class Values>
STENCILC_DEVICE void reduceCells(const SegmentCells &of, Int64 all, Int64 number, double *partials,
                                 const Values &values) {
  constexpr int kCount = sizeof...(kinds), kStride = kWarpSize * N;
  const int begin = of.begin, end = of.end, y = of.y, z = of.z;
  const int lane = static_cast<int>(threadIdx.x % kWarpSize);

  WarpAccumulators<N, kCount> sums;
  sums.template clear<kinds...>();
  const auto takeCells = [&](int x, int part) {
    double cells[kCount][N];
    values.template operator()<N>(x, y, z, cells);
    forKinds<kinds...>([&]<Reduce kind>(int k) {
      STENCILC_UNROLL
      for (int i = 0; i < N; ++i)
        sums.values[k][part][i] = take<kind>(sums.values[k][part][i], cells[k][i]);
    });
  };
  const int whole = begin + (end - begin) / kAccumulators * kAccumulators;
#if defined(__CUDA_ARCH__)
#pragma unroll(sums.kParts == 1 ? 2 : 1) // keeps at least two loads of each field in flight
#endif
  for (int x = begin + lane * N; x < whole; x += kAccumulators) {
    STENCILC_UNROLL
    for (int part = 0; part < sums.kParts; ++part)
      takeCells(x + part * kStride, part);
  }
  STENCILC_UNROLL
  for (int part = 0; part < sums.kParts; ++part) {
    STENCILC_UNROLL
    for (int i = 0; i < N; ++i) {
      const int x = whole + part * kStride + lane * N + i;
      if (x >= end)
        continue;
      double cell[kCount][1];
      values.template operator()<1>(x, y, z, cell);
      forKinds<kinds...>([&]<Reduce kind>(int k) {
        sums.values[k][part][i] = take<kind>(sums.values[k][part][i], cell[k][0]);
      });
    }
  }
  forKinds<kinds...>([&]<Reduce kind>(int k) {
    const double joined = sums.template joined<kind>(k);
    if (lane == 0)
      partials[k * all + number] = joined;
  });
}

} // namespace detail

/// Reduces one segment (at most 1024 cells of a row) in each warp: warp s reduces segment s of the
/// S segments of all `rows`. The result of reduction k goes to partials[k * S + s].
/// `values.operator()<W>(x, y, z, out)` must set out[k][i] for cell x + i, 0 <= i < W. W is 1, or N
/// with x a multiple of N. All lanes (threads) of a warp must call it together.
template <int N, Reduce... kinds, class Values>
STENCILC_DEVICE void reduceSegment(const Grid &g, RowRange rows, double *partials,
                                   const Values &values) {
  const int segments = ceilDiv(g.nx, kSegment);
  const Int64 all = Int64{segments} * rows.count, number = detail::warpNumber();
  if (number >= all) // uniform in the warp
    return;
  const Int64 row = rows.begin + number / segments;
  const int begin = static_cast<int>(number % segments) * kSegment;
  const int end = g.nx - begin < kSegment ? g.nx : begin + kSegment;
  const int y = static_cast<int>(row % g.ny), z = static_cast<int>(row / g.ny);
  detail::reduceCells<N, kinds...>({begin, end, y, z}, all, number, partials, values);
}

/// Reduces a part of the row of a grid with one axis. Each of the first warps reduces one whole
/// segment (1024 cells) of `pieces` to one value. Further warps compute one value for each cell in
/// incomplete segments. Reduction k stores its pieces.values() values from partials[k *
/// pieces.values()] on. `N` (cells in a memory access) must be 1, because the part can begin at any
/// x.
template <int N, Reduce... kinds, class Values>
STENCILC_DEVICE void reduceSegment(const Grid &, const RowPieces &pieces, double *partials,
                                   const Values &values) {
  static_assert(N == 1);
  const Int64 all = pieces.values(), number = detail::warpNumber();
  if (number < pieces.segments()) { // uniform in the warp
    const Int64 segment = pieces.firstSegment() + number;
    const auto begin = static_cast<int>(pieces.pad + segment * kSegment);
    const auto end = static_cast<int>(pieces.pad + pieces.cellOf(segment + 1));
    detail::reduceCells<1, kinds...>({begin, end, 0, 0}, all, pieces.below() + number, partials,
                                     values);
    return;
  }
  const Int64 loose =
      (number - pieces.segments()) * kWarpSize + static_cast<int>(threadIdx.x % kWarpSize);
  if (loose >= pieces.loose())
    return;
  double cell[sizeof...(kinds)][1];
  values.template operator()<1>(static_cast<int>(pieces.pad + pieces.looseCell(loose)), 0, 0, cell);
  detail::forKinds<kinds...>(
      [&]<Reduce>(int k) { partials[k * all + pieces.indexOfLoose(loose)] = cell[k][0]; });
}

/// Reduces the whole grid to one value for each of its S segments (at most 1024 cells of a row):
/// each warp reduces one segment. The result of reduction k for segment s goes to partials[k * S +
/// s]. `values` is the function object that computes the values of cells.
template <int N, Reduce... kinds, class Values>
STENCILC_DEVICE void reduceSegment(const Grid &g, double *partials, const Values &values) {
  reduceSegment<N, kinds...>(g, RowRange{0, Int64{g.ny} * g.nz}, partials, values);
}

/// Kernel that continues reductions: each warp reduces one segment (at most 1024 values) of a list.
/// `from` has the results of the pass before: for each of `kinds` in turn, `shape.lists` lists of
/// `shape.length` values. `to` gets one value for each segment, in the same order.
template <Reduce... kinds>
__global__ void __launch_bounds__(kReduceThreads)
    reduceLists(Lists shape, const double *from, double *to) {
  const Int64 segments = shape.segments(), number = detail::warpNumber();
  if (number >= shape.allSegments())
    return;
  const Int64 list = number / segments, begin = number % segments * kSegment;
  const Int64 end = shape.length - begin < kSegment ? shape.length : begin + kSegment;
  const int lane = static_cast<int>(threadIdx.x % kWarpSize);
  detail::WarpAccumulators<1, sizeof...(kinds)> sums;
  sums.template clear<kinds...>();
  detail::forKinds<kinds...>([&]<Reduce kind>(int k) {
    const double *values = from + (k * shape.lists + list) * shape.length;
    for (Int64 start = begin + lane; start < end; start += kAccumulators) {
      STENCILC_UNROLL
      for (int part = 0; part < sums.kParts; ++part)
        if (start + part * kWarpSize < end)
          sums.values[k][part][0] =
              join<kind>(sums.values[k][part][0], values[start + part * kWarpSize]);
    }
    const double joined = sums.template joined<kind>(k);
    if (lane == 0)
      to[k * shape.allSegments() + number] = joined;
  });
}

#else

namespace detail {

/// Accumulators (partial results) of one segment (1024 values) on the host: 128 for each reduction.
/// `kinds` has the kind of each reduction, such as maximum or sum.
template <Reduce... kinds> struct HostAccumulators {
  double values[sizeof...(kinds)][kAccumulators];

  HostAccumulators() {
    forKinds<kinds...>([&]<Reduce kind>(int k) {
      for (double &value : values[k])
        value = emptyOf<kind>();
    });
  }
  void store(double *partials, Int64 all, Int64 number) const {
    forKinds<kinds...>([&]<Reduce kind>(int k) {
      partials[k * all + number] = joinTree<kind, kAccumulators>(values[k]);
    });
  }
};

/// Returns the accumulators (partial results) of reductions of one segment on the host: the cells
/// with begin <= x < end of the row at `y` and `z`. The call values.operator()<W>(x, y, z, out)
/// must set out[k][i], 0 <= i < W, to the value that reduction k takes of cell (x + i, y, z).
template <Reduce... kinds, class Values>
HostAccumulators<kinds...> reduceCells(int begin, int end, int y, int z, const Values &values) {
  constexpr int kCount = sizeof...(kinds), kWidth = 16;
  HostAccumulators<kinds...> sums;
  const auto takeCells = [&]<int W>(int x) {
    double cells[kCount][W];
    values.template operator()<W>(x, y, z, cells);
    const int first = (x - begin) % kAccumulators;
    forKinds<kinds...>([&]<Reduce kind>(int k) {
      for (int i = 0; i < W; ++i)
        sums.values[k][first + i] = take<kind>(sums.values[k][first + i], cells[k][i]);
    });
  };
  int x = begin;
  for (; x + kWidth <= end; x += kWidth)
    takeCells.template operator()<kWidth>(x);
  for (; x < end; ++x)
    takeCells.template operator()<1>(x);
  return sums;
}

} // namespace detail

/// Reduces all S segments (1024 cells of a row) of `rows` on the host, with the same results as
/// reduceSegment() on a GPU. The result of reduction k for segment s goes to partials[k * S + s].
/// `values.operator()<W>(x, y, z, out)` must set out[k][i], 0 <= i < W, to the value that reduction
/// k takes of cell (x + i, y, z). W is 16 or 1.
template <Reduce... kinds, class Values>
void reduceRows(const Runtime &runtime, const Grid &g, RowRange rows, double *partials,
                const Values &values) {
  const int segments = ceilDiv(g.nx, kSegment);
  const Int64 all = Int64{segments} * rows.count;
  runtime.forEach(all, [&](Int64 number) {
    const Int64 row = rows.begin + number / segments;
    const int begin = static_cast<int>(number % segments) * kSegment;
    const int end = g.nx - begin < kSegment ? g.nx : begin + kSegment;
    const int y = static_cast<int>(row % g.ny), z = static_cast<int>(row / g.ny);
    detail::reduceCells<kinds...>(begin, end, y, z, values).store(partials, all, number);
  });
}

/// Reduces `pieces`, a part of the row of a grid with one axis, on the host. Each whole segment
/// (1024 cells) gives one value, and so does each cell in an incomplete segment. The
/// pieces.values() values of reduction k are stored from partials[k * pieces.values()] on.
template <Reduce... kinds, class Values>
void reduceRowPieces(const Runtime &runtime, const RowPieces &pieces, double *partials,
                     const Values &values) {
  const Int64 all = pieces.values();
  const auto place = [&](Int64 cell) { return static_cast<int>(pieces.pad + cell); };
  runtime.forEach(pieces.segments(), [&](Int64 number) {
    const Int64 segment = pieces.firstSegment() + number;
    detail::reduceCells<kinds...>(place(segment * kSegment), place(pieces.cellOf(segment + 1)), 0,
                                  0, values)
        .store(partials, all, pieces.below() + number);
  });
  for (Int64 loose = 0; loose < pieces.loose(); ++loose) {
    double cell[sizeof...(kinds)][1];
    values.template operator()<1>(place(pieces.looseCell(loose)), 0, 0, cell);
    detail::forKinds<kinds...>(
        [&]<Reduce>(int k) { partials[k * all + pieces.indexOfLoose(loose)] = cell[k][0]; });
  }
}

/// Continues reductions on the host. `from` has the results of the pass before: for each of `kinds`
/// in turn, `shape.lists` lists of `shape.length` values. Each list is divided into segments of
/// 1024 values, of which the last may be shorter. `to` gets one value for each segment, in the same
/// order.
template <Reduce... kinds>
void reduceLists(const Runtime &runtime, Lists shape, const double *from, double *to) {
  const Int64 segments = shape.segments(), all = shape.allSegments();
  runtime.forEach(all, [&](Int64 number) {
    const Int64 list = number / segments, begin = number % segments * kSegment;
    const Int64 end = shape.length - begin < kSegment ? shape.length : begin + kSegment;
    detail::HostAccumulators<kinds...> sums;
    detail::forKinds<kinds...>([&]<Reduce kind>(int k) {
      const double *values = from + (k * shape.lists + list) * shape.length;
      for (Int64 i = begin; i < end; ++i) {
        double &sum = sums.values[k][(i - begin) % kAccumulators];
        sum = join<kind>(sum, values[i]);
      }
    });
    sums.store(to, all, number);
  });
}

#endif

} // namespace stencilc::inline STENCILC_SPACE
