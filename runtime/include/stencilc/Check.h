/// \file What emitted code sees while it reduces the cells for reports and rules.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/FieldMemory.h"
#include "stencilc/Launch.h"
#include "stencilc/Partials.h"
#include <vector>

namespace stencilc {

/// Hands out the fields after a step, reduces, and brings the results to the host: one call of
/// launch() or reduce(), then finish().
class Check {
public:
  Check(const ProgramDescription &program, const FieldMemory *fields, const void *uniformValues,
        double *partials, Stream stream)
      : program(program), fields(fields), uniformValues(uniformValues), partials(partials),
        order(stream) {}

  Grid grid() const { return fields[0].layout.grid; }

  /// Field `field` at time level `level` as the source names it: 1 is t+1, which the step has just
  /// computed and which is t for users by now; 0 the level before. T is the storage type.
  template <class T> View<const T> read(int field, int level) const {
    const int now = program.fields[field].updated ? level - 1 : level;
    return fields[field].layout.template view<const T>(fields[field].buffer(now));
  }
  template <class U> const U &uniforms() const { return *static_cast<const U *>(uniformValues); }

#if STENCILC_HAS_KERNELS
  /// Enqueues `kernel`, which calls reduceSegment<..., kinds...> and takes `partials` last, and
  /// what reduces its results further.
  template <Reduce... kinds, class... Parameters, class... Arguments>
  void launch(const char *name, void (*kernel)(Parameters...), const Arguments &...arguments) {
    start(sizeof...(kinds));
    enqueue(name, kernel, left[0] * left[1] * left[2], arguments..., from);
    void (*const lessLists)(Lists, const double *, double *) = reduceLists<kinds...>;
    while (next())
      enqueue("reduceLists", lessLists, lists.allSegments(), lists, from, to);
  }
#else
  /// Reduces all cells; `values` as for reduceRows.
  template <Reduce... kinds, class Values> void reduce(const Values &values) {
    start(sizeof...(kinds));
    reduceRows<kinds...>(grid(), from, values);
    while (next())
      reduceLists<kinds...>(lists, from, to);
  }
#endif

  const Status &status() const { return first; }
  /// Brings one value of each kind to the host; waits. Reports what failed since the start.
  const Status &finish() {
    const device::Box box = {joined.size() * sizeof(double), 1, 1};
    if (first.ok())
      first = device::copy({joined.data(), box.rowBytes, box.rowBytes},
                           {from, box.rowBytes, box.rowBytes}, box, order);
    if (first.ok())
      first = device::synchronize(order);
    return first;
  }
  /// The results, in the order of the kinds, without a last root. Valid after a successful
  /// finish().
  const std::vector<double> &results() const { return joined; }

private:
  void start(std::size_t kinds) {
    const Grid g = grid();
    const std::int64_t extents[3] = {g.nx, g.ny, g.nz};
    left[0] = ceilDiv(extents[0], std::int64_t{kSegment});
    left[1] = extents[1];
    left[2] = extents[2];
    from = partials;
    to = partials + countPartials(extents).first * kinds;
    joined.resize(kinds);
    isFirst = true;
  }

  /// Moves on to the lists left; false when one value is left.
  bool next() {
    if (!isFirst)
      std::swap(from, to);
    isFirst = false;
    lists = nextLists(left);
    left[0] = lists.segments();
    return first.ok() && lists.length > 1;
  }

#if STENCILC_HAS_KERNELS
  template <class... Parameters, class... Arguments>
  void enqueue(const char *name, void (*kernel)(Parameters...), std::int64_t warps,
               const Arguments &...arguments) {
    const std::int64_t blocks = ceilDiv(warps, std::int64_t{kReduceThreads / kWarpSize});
    if (blocks > INT32_MAX)
      first = Status::invalid("the grid has too many rows for a reduction");
    if (first.ok())
      first = stencilc::launch(order, name, kernel,
                               {.grid = dim3(static_cast<unsigned>(blocks)),
                                .block = dim3(kReduceThreads),
                                .barriers = true},
                               arguments...);
  }
#endif

  const ProgramDescription &program;
  const FieldMemory *fields;
  const void *uniformValues;
  double *partials, *from = nullptr, *to = nullptr;
  std::int64_t left[3] = {1, 1, 1};
  Lists lists;
  bool isFirst = true;
  Stream order;
  Status first;
  std::vector<double> joined;
};

} // namespace stencilc
