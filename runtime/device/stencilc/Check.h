/// \file Reductions over all cells, for emitted host code. Reports, rules (`until` conditions that
/// end a run) and in-step reductions (whose results the same time step needs) use them.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Field.h"
#include "stencilc/Reduce.h"
#include "stencilc/Runtime.h"
#include "stencilc/Step.h"

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE {

/// Returns the number and length of the lists in the next pass of a reduction, which reduces each
/// list to one value. `extents` is the shape of the values, x first, and each row along x is a
/// list. Axes of length 1 are moved from the start of `extents` to its end, for longer lists. A
/// single value is one list of length 1.
inline Lists nextLists(Int64 (&extents)[3]) {
  for (int turn = 0; turn < 2 && extents[0] == 1; ++turn) {
    extents[0] = extents[1];
    extents[1] = extents[2];
    extents[2] = 1;
  }
  return {extents[1] * extents[2], extents[0]};
}

/// Sizes of two buffers for partial results, in values for each reduction. Each pass of a reduction
/// reads one buffer and writes the other.
struct PartialCounts {
  UInt64 first = 0, second = 0;
};

/// Returns how many partial results each of two buffers must hold to reduce a grid of `extents`.
/// Each pass of the reduction reads one buffer and writes the other.
inline PartialCounts countPartials(const Int64 (&extents)[3]) {
  Int64 left[3] = {ceilDiv(extents[0], Int64{kSegment}), extents[1], extents[2]};
  PartialCounts counts;
  counts.first = static_cast<UInt64>(left[0] * left[1] * left[2]);
  const Lists lists = nextLists(left);
  counts.second = lists.length > 1 ? static_cast<UInt64>(lists.allSegments()) : 0;
  return counts;
}

/// Reductions of fields over the grid after a time step. On a GPU, launch() enqueues their kernels.
/// On the host, reduce() computes them. After one call of either, result() points to one value for
/// each reduction, in order.
class Check : public Runtime {
public:
  /// Constructs reductions over all cells. `partials` must have space for countPartials() values
  /// for each reduction of the program.
  Check(const Runtime &runtime, const ProgramDescription &program, const FieldMemory *fields,
        const LaunchScalars &scalars, double *partials)
      : Runtime(runtime), program(program), fields(fields), scalars(scalars), partials(partials) {}
  /// Constructs reductions of single planes: each plane of the last axis in `planes` is reduced to
  /// one value. result() then points to the values of all planes for the first reduction, followed
  /// by the values for the next one.
  Check(const Runtime &runtime, const ProgramDescription &program, const FieldMemory *fields,
        const LaunchScalars &scalars, double *partials, PlaneRange planes)
      : Check(runtime, program, fields, scalars, partials) {
    some = planes;
  }
  /// Constructs reductions whose results time step `step` itself needs (in-step reductions). The
  /// reductions read the time levels of that step. With `planes`, only these planes are reduced,
  /// else all cells.
  Check(const ProgramDescription &program, const Step &step, const FieldMemory *fields,
        const LaunchScalars &scalars, double *partials, PlaneRange planes = {})
      : Runtime(step), program(program), fields(fields), scalars(scalars), partials(partials),
        within(&step), some(planes) {}

  Grid grid() const { return fields[0].layout.grid; }
  /// Returns the rows of the grid that the reductions read: all rows, or those of the selected
  /// planes.
  RowRange rows() const {
    const Grid g = grid();
    const Int64 ofAPlane = program.rank == 3 ? g.ny : 1;
    return some.count() > 0 ? RowRange{some.begin * ofAPlane, some.count() * ofAPlane}
                            : RowRange{0, Int64{g.ny} * g.nz};
  }
  /// Returns the range of cells to reduce, for a program with one axis that reduces only some of
  /// its cells. Precondition: planes were selected in the constructor.
  RowPieces rowPieces() const {
    const Grid g = grid();
    return {some.begin - g.pad, some.end - g.pad, g.nx - 2 * g.pad, g.pad};
  }

  /// Returns a view (pointer and strides) of field `field` at time level `level`. Level 1 is t+1,
  /// which the last step has computed and users see as t. Level 0 is the time level before it. T is
  /// the storage type.
  template <class T> View<const T> read(int field, int level) const {
    if (within)
      return within->template read<T>(field, level);
    const int now = program.fields[field].updated ? level - 1 : level;
    return fields[field].layout.template view<const T>(fields[field].buffer(now));
  }
  template <class U> const U &uniforms() const { return *static_cast<const U *>(scalars.ofRun); }
  /// Returns the scalars of the current time step, which are equal for all cells, and of kCount - 1
  /// neighbouring steps. The first has index kFirst (0 is the current step).
  template <class U, int kFirst, int kCount> OfSteps<U, kFirst, kCount> steps() const {
    return scalars.steps<U, kFirst, kCount>();
  }

#if STENCILC_HAS_KERNELS
  /// Enqueues `kernel`, which must reduce segments (up to 1024 cells of a row) to partial results
  /// with reduceSegment<..., kinds...>. The buffer for these results is passed as its last
  /// argument, after `arguments`. Then enqueues the kernels that reduce the partial results to one
  /// value for each reduction.
  template <Reduce... kinds, class... Parameters, class... Arguments>
  void launch(const char *name, void (*kernel)(Parameters...), const Arguments &...arguments) {
    start(sizeof...(kinds));
    enqueue(name, kernel, warps(), arguments..., from);
    void (*const lessLists)(Lists, const double *, double *) = reduceLists<kinds...>;
    while (next())
      enqueue("reduceLists", lessLists, lists.allSegments(), lists, from, to);
  }
#else
  /// Computes the reductions on the host. `values` is a function object that computes the values of
  /// adjacent cells: `values.operator()<W>(x, y, z, out)` sets out[k][i] for reduction k and cell x
  /// + i, 0 <= i < W.
  template <Reduce... kinds, class Values> void reduce(const Values &values) {
    start(sizeof...(kinds));
    if (hasRowPieces())
      return reduceRowPieces<kinds...>(*this, rowPieces(), from, values);
    reduceRows<kinds...>(*this, grid(), rows(), from, values);
    while (next())
      reduceLists<kinds...>(*this, lists, from, to);
  }
#endif

  /// Returns a pointer to the results, one value for each reduction. A norm has the sum of squares,
  /// without the square root. On a GPU the results are valid after all enqueued work has ended.
  const double *result() const { return from; }

private:
  bool hasRowPieces() const { return program.rank == 1 && some.count() > 0; }
  /// Returns the number of warps that the first kernel of the reductions needs: one for each
  /// segment, which is up to 1024 cells of a row. If only a part of a grid with one axis is
  /// reduced, it also needs one warp for every 32 cells outside of whole segments, whose values are
  /// stored unreduced.
  Int64 warps() const {
    return hasRowPieces() ? rowPieces().segments() + ceilDiv(rowPieces().loose(), Int64{kWarpSize})
                          : left[0] * left[1] * left[2];
  }
  void start(Size kinds) {
    const Grid g = grid();
    Int64 extents[3] = {g.nx, g.ny, g.nz};
    if (some.count() > 0)
      extents[program.rank - 1] = some.count();
    left[0] = ceilDiv(extents[0], Int64{kSegment});
    left[1] = extents[1];
    left[2] = extents[2];
    from = partials;
    to = partials + countPartials(extents).first * kinds;
    isFirst = true;
  }

  /// Prepares the next pass of the reductions: swaps the two buffers, and sets the number and
  /// lengths of the lists of partial results to be reduced. Returns false if no pass is needed,
  /// because one value is left for the grid or for each plane. Also returns false for a part of a
  /// grid with one axis, whose values the host joins.
  bool next() {
    if (!isFirst) {
      double *const last = from;
      from = to;
      to = last;
    }
    isFirst = false;
    if (hasRowPieces() || (some.count() > 0 && left[0] * left[1] * left[2] == some.count()))
      return false;
    lists = nextLists(left);
    left[0] = lists.segments();
    return lists.length > 1;
  }

#if STENCILC_HAS_KERNELS
  template <class... Parameters, class... Arguments>
  void enqueue(const char *name, void (*kernel)(Parameters...), Int64 warps,
               const Arguments &...arguments) {
    constexpr Int64 kMostBlocks = 2147483647;
    const Int64 blocks = ceilDiv(warps, Int64{kReduceThreads / kWarpSize});
    if (blocks > kMostBlocks)
      return calls->fail(run, "the grid has too many rows for a reduction");
    Runtime::launch(name, kernel,
                    {.grid = dim3(static_cast<unsigned>(blocks)),
                     .block = dim3(kReduceThreads),
                     .barriers = true},
                    arguments...);
  }
#endif

  const ProgramDescription &program;
  const FieldMemory *fields;
  LaunchScalars scalars;
  double *partials, *from = nullptr, *to = nullptr;
  const Step *within = nullptr;
  PlaneRange some; // planes to reduce; empty: all
  Int64 left[3] = {1, 1, 1};
  Lists lists;
  bool isFirst = true;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
