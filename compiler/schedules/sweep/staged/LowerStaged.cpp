/// \file Lowering of sweep kernels that load planes into shared memory.
///
/// A block loads the planes of its tile with their halo into a ring buffer in shared memory. A
/// thread keeps the cells that it needs of these planes in registers.
#include "schedules/sweep/staged/LowerStaged.h"
#include "kernel/build/NewCells.h"
#include "schedules/sweep/FrozenMarks.h"
#include "schedules/sweep/VectorWidth.h"
#include "schedules/sweep/Windows.h"
#include "schedules/sweep/staged/StagedLaunch.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Builder of the GPU kernel that sweeps along the last axis, plane by plane, with planes in shared
/// memory.
class StagedKernel {
public:
  StagedKernel(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
               std::size_t index, const Readers &readers, const PlaneLoads &loads,
               const StagedSizes &sizes)
      : index(index), program(facts.program), kernel(facts, index), plan(plan.kernels[index]),
        sizes(sizes), k(module, Kind::Kernel, NameHint("sweep", NameOfKernel{index}), ""),
        body(k, facts, kernel),
        s{k,       body,  facts, this->plan,       this->plan.shapeAs<StagedShape>(),
          readers, loads, sizes, vectorBound(plan)},
        rings(s), windows(s, rings), frozen(s, kernel), news(k, body, program, kernel) {}

  MadeStaged build() {
    k.function().doc = "One step of " + kernel.title + ": each block sweeps `planes` " + s.unit() +
                       "s of its tile along " + axisName(s.along()) + ".";
    k.function().bounds = {plan.block[0] * plan.block[1] * plan.block[2], plan.residentBlocks};
    declareParams();
    takePlace();
    rings.declarePlaces();
    windows.declareInside();
    rings.prepareArrivals();
    rings.defineFetch();
    windows.declare();
    frozen.declareAcross();
    pointToCells();
    rings.joinPace();
    rings.fetchFirst();
    sweep();
    rings.leavePace();
    return {k.id, rings.type()};
  }

private:
  void declareParams() {
    const bool callsReaders = true; // loads whole planes, also beyond faces
    body.declareParams(
        {.usesUniforms = kernelUsesUniforms(s.facts, kernel, s.readers, callsReaders),
         .hasNumbers = true});
    planes = k.param("planes", {Type::Int});
    rings.declareMaps();
    rings.declareShared(index, kernel.title);
  }

  /// Emits variables for the coordinates of the first cell of the block's tile, for those of the
  /// thread's first cell, and for the range of planes that the block sweeps.
  void takePlace() {
    k.together([&] {
      s.tileX = k.constant("kTileX", std::int64_t{plan.block[0]} * plan.cellsPerThread);
      if (s.isSpace())
        s.tileY = k.constant("kTileY", std::int64_t{plan.block[1]} * plan.rowsPerThread());
      s.threads = k.constant("kThreads", std::int64_t{plan.block[0]} * plan.block[1]);
      s.lead = k.constant("kLead", s.staged.lead);
    });
    const auto place = [&](int axis, const Term &tile, const Term &cells, const char *own) {
      std::optional<Term> first, x;
      k.together([&] {
        first = k.define(std::string(axisName(axis)) + "Tile", {Type::Int},
                         k.thread(Builtin::BlockIndex, axis) * tile);
        x = k.define(own, {Type::Int}, *first + k.thread(Builtin::ThreadIndex, axis) * cells);
      });
      return std::pair(first, x);
    };
    std::tie(s.xTile, s.x) = place(0, *s.tileX, sizes.cells, "x");
    if (s.isSpace())
      std::tie(s.yTile, s.y) = place(1, *s.tileY, sizes.rows, "y0");
    const std::string axis = axisName(s.along());
    k.together([&] {
      s.begin = k.define(axis + "Begin", {Type::Int},
                         k.bound(Bound::Begin, s.along()) +
                             k.thread(Builtin::BlockIndex, s.along()) * *planes);
      s.end =
          k.define(axis + "End", {Type::Int},
                   k.call(Primitive::Min, {*s.begin + *planes, k.bound(Bound::End, s.along())}));
    });
  }

  void pointToCells() {
    k.note(std::string("First cell of this thread in the ") + s.unit() +
           " being updated, and whether all its cells are in the grid.");
    for (ir::FieldId field : kernel.stored) {
      const Term first = body.target(field).cell(s.cellInGrid(k.number(0), *s.begin));
      nextHere.emplace(field,
                       k.variable(NameHint("", NameOfView{field, 1}, "_here"),
                                  {Type::Pointer, program.fields[field].storage}, first.address()));
    }
    Term whole = k.extent(0) >= *s.x + sizes.cells;
    if (s.isSpace())
      whole = whole && k.extent(1) >= *s.y + sizes.rows;
    isWhole = k.define("isWhole", {Type::Bool}, whole);
  }

  // --- the loop ---------------------------------------------------------------------------------

  void sweep() {
    const int lead = s.staged.lead;
    // Reading margins takes much code, which each unrolled plane would repeat.
    const int atOnce = !windows.move() || windows.readsMargins() ? 1 : lead >= 4 ? 4 : 2;
    k.forEachAtOnce(
        "count", 0, *s.end - *s.begin + *s.lead, atOnce,
        [&](const Term &count) {
          s.count = count;
          s.plane = k.define(axisName(s.along()), {Type::Int}, *s.begin - *s.lead + count);
          step();
        },
        atOnce > 1 ? "unrolled, so that windows swap names, not registers" : "");
  }

  void step() {
    windows.moveOn();
    windows.loadOwn();
    rings.wait();
    rings.fetchNext();
    windows.loadFeeding();
    k.when(*s.plane < *s.begin, [&] { k.next("the windows are still being filled"); });
    windows.loadOthers();
    update();
    store();
    for (ir::FieldId field : kernel.stored)
      k.change(nextHere.at(field), AssignOp::Add, body.target(field).dot(s.unit()));
  }

  void update() {
    news.declare({sizes.rows, sizes.cells});
    frozen.declareNow();
    s.forEachRow([&](const Term &j) {
      std::optional<Term> y;
      if (s.isSpace())
        y = k.define("y", {Type::Int}, *s.y + j);
      k.forEach("i", 0, sizes.cells, Repeat::Unrolled, [&](const Term &i) {
        frozen.at(j, i);
        const std::vector<Term> cell = s.cell(*s.x + i, y, *s.plane);
        const KernelBody::Access access{
            .read = [&](const ir::Read &read) { return windows.cellOf(read, j, i); },
            .place = nullptr,
            .position = [&](int axis) { return cell[axis]; },
            .reachesBeyond = true};
        news.update({j, i}, access, [&](const ir::Stage &stage) { return frozen.of(stage); });
      });
    });
  }

  void store() {
    const auto storeAll = [&](Primitive how, const Term &j, const std::vector<Term> &more) {
      for (ir::FieldId field : kernel.stored) {
        Term to = nextHere.at(field);
        if (s.isSpace())
          to = to + j * body.target(field).dot("row");
        std::vector<Term> arguments = {to, news.of(field)[j]};
        arguments.insert(arguments.end(), more.begin(), more.end());
        k.run(k.call(how, arguments, s.widths()));
      }
    };
    const auto storeWhole = [&] {
      s.forEachRow([&](const Term &j) {
        storeAll(plan.shapeAs<StagedShape>().streamingStores ? Primitive::StoreStreaming
                                                             : Primitive::Store,
                 j, {});
      });
    };
    const auto storeInGrid = [&] {
      k.note("Cells beyond the grid are not stored.");
      s.forEachRow([&](const Term &j) {
        const Term inRow = *s.x < k.extent(0);
        k.when(s.isSpace() ? *s.y + j < k.extent(1) && inRow : inRow,
               [&] { storeAll(Primitive::StoreRow, j, {k.extent(0) - *s.x}); });
      });
    };
    k.when(*isWhole, storeWhole, storeInGrid);
  }

  const std::size_t index;
  const ir::Program &program;
  const analysis::KernelFacts kernel;
  const plan::KernelPlan &plan;
  const StagedSizes &sizes;
  Builder k;
  KernelBody body;
  StagedState s;
  Rings rings;
  Windows windows;
  FrozenMarks frozen;
  NewCells news;
  std::optional<Term> planes, isWhole;
  std::map<ir::FieldId, Term> nextHere;
};

} // namespace

void lowerStaged(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 Readers &readers) {
  const PlaneLoads loads(module, facts, plan, readers);
  const StagedSizes sizes = stagedSizes(module, plan.kernels.front());
  std::vector<MadeStaged> kernels;
  for (std::size_t index = 0; index < plan.kernels.size(); ++index)
    kernels.push_back(StagedKernel(module, facts, plan, index, readers, loads, sizes).build());
  lowerStep(module, facts, [&](Builder &k, const Term &step, std::size_t kernel) {
    launchStaged(k, step, kernels[kernel], plan.kernels[kernel], sizes);
  });
}

} // namespace stencilc::schedules
