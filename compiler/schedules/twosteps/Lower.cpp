/// \file Lowering of schedule twosteps, which computes two time steps in one sweep.
///
/// A block sweeps its tile along the last axis. The first time step reads a plane from memory and
/// writes its new cells to ring buffers in shared memory. The second time step reads them there and
/// writes to memory. It runs r planes behind the first, if updates read r planes above the updated
/// one.
#include "schedules/twosteps/Lower.h"
#include "ir/Walk.h"
#include "kernel/build/IndexMaps.h"
#include "kernel/build/MemoryReads.h"
#include "schedules/twosteps/Fit.h"
#include "schedules/twosteps/Shape.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

const char *const kDoc = "Computes two time steps. A block sweeps the planes of its tile. Those of "
                         "the first step stay in shared memory until the second has read them.";

/// Builder of the GPU kernel that computes two time steps in one sweep.
class TwoStepKernel {
public:
  TwoStepKernel(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan)
      : facts(facts), kernel(facts, 0), plan(plan), shape(plan.shapeAs<TwoStepShape>()),
        swept(shape.sweptAxis()), readers(module, facts.faces),
        k(module, Kind::Kernel, "twoSteps", kDoc), first(k, facts, kernel),
        fromMemory(kernel, [](const MemoryReads::Place &) { return true; }),
        constants(kernel, [&](const MemoryReads::Place &read) {
          return !kernel.stores(read.fieldLevel.field);
        }) {}

  struct Made {
    FunctionId kernel;
    Type shared;
  };

  Made build() {
    k.function().bounds = {shape.threads, plan.residentBlocks};
    addReaders();
    first.declareParams(
        {.usesUniforms = kernelUsesUniforms(facts, kernel, readers, true), .steps = 2});
    KernelBody second = first;
    second.setStep(1);
    declareRings();
    takeTile();
    // Loads the cells of a plane for the first step, by the plane's number.
    std::optional<Term> fetch;
    if (plan.prefetch) {
      fromMemory.declare(k, facts.program);
      fetch = k.define("fetch", {Type::Auto},
                       k.closure({"number"}, {Type::Int}, [&](const std::vector<Term> &number) {
                         forCells(0, [&](const auto &inTile) { fetchFirst(number[0], inTile); });
                       }));
      k.run(k.call(*fetch, {0}));
    }
    k.forEach("newest", 0, *planes, Repeat::Plain, [&](const Term &newest) {
      k.note("First time step: reads global memory and writes shared memory.");
      forCells(0, [&](const auto &inTile) { doFirst(newest, inTile); });
      k.run(k.call(Primitive::Barrier, {}));
      if (fetch)
        k.when(
            newest + 1 < *planes, [&] { k.run(k.call(*fetch, {newest + 1})); },
            "in flight during the second step");
      k.note("Second time step, of a plane whose neighbours are now in shared memory.");
      const auto doAll = [&] {
        forCells(1, [&](const auto &inTile) { doSecond(second, newest, inTile); });
      };
      if (const int extra = shape.extraPlanes())
        k.when(newest >= extra, doAll);
      else
        doAll();
      k.run(k.call(Primitive::Barrier, {}));
    });
    return {k.id, sharedType};
  }

private:
  void addReaders() {
    std::map<ir::FieldId, Reach> fields;
    for (ir::FieldId field : kernel.stored)
      fields[field];
    for (const auto &[fieldLevel, footprint] : kernel.fieldLevels)
      fields[fieldLevel.field].include(footprint.reach);
    for (const auto &[field, reach] : fields)
      readers.add(field, {.reach = reach, .beginning = "readFirst"});
    for (const PlaneRing &ring : shape.rings)
      if (isGivenBeyond(ring.field, fields[ring.field])) {
        readers.addPlace(ring.field);
        given.push_back(ring.field);
      }
  }

  /// Returns true if the second time step reads cells of `field` beyond a face that have a fixed
  /// boundary value. `reach` has the largest offsets of the reads on each side.
  bool isGivenBeyond(ir::FieldId field, const Reach &reach) const {
    for (int axis = 0; axis < shape.rank; ++axis)
      for (Side side : {Side::Low, Side::High})
        if (reach.of(axis, side) && facts.faces.at(field, axis, side).given())
          return true;
    return false;
  }

  void declareRings() {
    StructBuilder all(k.module, "Planes",
                      "Shared memory of a block: the newest planes of the first step.");
    for (const PlaneRing &ring : shape.rings) {
      std::vector<Term> extents = {ring.slots};
      for (int axis = swept - 1; axis >= 0; --axis)
        extents.push_back(k.number(shape.extent(axis, 0)));
      const Type cell{Type::Value, facts.program.fields[ring.field].storage};
      members.emplace(ring.field, all.member(NameHint("", NameOfView{ring.field, 0}), cell,
                                             {.extents = extents, .alignment = 16}));
    }
    sharedType = all.type();
    shared = k.sharedMemory("shared", sharedType);
  }

  /// Emits variables for the coordinates of the first cell of the block's tile, and for the first
  /// plane and the number of planes that the block sweeps.
  void takeTile() {
    const Term chunks = k.param("chunks", {Type::Int});
    Term block = k.thread(Builtin::BlockIndex, 0);
    for (int axis = 0; axis < swept; ++axis) {
      const Term tiles = k.param(std::string(axisName(axis)) + "Tiles", {Type::Int});
      tile.push_back(k.define(std::string(axisName(axis)) + "Tile", {Type::Int},
                              k.bound(Bound::Begin, axis) + block % tiles * shape.tile[axis]));
      block = k.define(axis + 1 < swept ? "row" : "chunk", {Type::Int}, block / tiles);
    }
    const Term count = k.bound(Bound::Count, swept), begin = k.bound(Bound::Begin, swept);
    const Term from =
        k.define("begin", {Type::Int}, k.call(Primitive::ChunkBegin, {count, block, chunks}));
    const Term to =
        k.define("end", {Type::Int}, k.call(Primitive::ChunkBegin, {count, block + 1, chunks}));
    tile.push_back(k.define(std::string(axisName(swept)) + "First", {Type::Int},
                            begin + from - shape.halo.low[swept]));
    planes = k.define("planes", {Type::Int}, to - from + shape.extraPlanes());
  }

  /// Emits code that distributes the cells of a plane that time step `step` (0 or 1) computes over
  /// the threads of the block. `each` is called once with the indices of a cell in the tile, x
  /// first. It emits the code that runs for each cell.
  void forCells(int step, const std::function<void(const std::vector<Term> &)> &each) {
    const Term thread = k.thread(Builtin::ThreadIndex, 0);
    const auto place = [&](const Term &i) {
      const Term width = k.number(shape.extent(0, step));
      std::vector<Term> inTile;
      if (swept == 1)
        inTile = {i};
      else
        inTile = {k.define("column", {Type::Int}, i % width),
                  k.define("line", {Type::Int}, i / width)};
      each(inTile);
    };
    const int cells = shape.cells(step);
    if (cells == shape.threads)
      place(thread);
    else if (cells < shape.threads)
      k.when(thread < cells, [&] { place(thread); });
    else
      k.forEachBy("i", thread, cells, shape.threads, Repeat::Plain, place);
  }

  /// Returns the grid coordinate along `axis` of a cell that time step `step` (0 or 1) computes.
  /// `inTile` has the indices of the cell in its plane of the tile, x first. `newest` is the plane
  /// that the first time step computes in this step of the sweep, counted from the block's first
  /// plane.
  Term coordinate(int axis, int step, const Term &newest, const std::vector<Term> &inTile) const {
    if (axis == swept)
      return tile[axis] + newest - (step ? shape.halo.high[axis] : 0);
    return tile[axis] + inTile[axis] - (step ? 0 : shape.halo.low[axis]);
  }

  /// Cell that the first time step computes. `cell` has its coordinates, x first. If it lies beyond
  /// a face, they are those of the cell of the grid with the same value. `inside` is the condition
  /// that no read of its update leaves the grid.
  struct FirstCell {
    std::vector<Term> cell;
    Term inside; // no read leaves the grid
  };
  /// Emits a test whether the second time step needs a cell that the first one computes. The code
  /// that `use` emits runs only if it does. `newest` is the plane of the cell, counted from the
  /// block's first plane. `inTile` has its indices in the tile, x first. If `isPlaced`, a cell
  /// beyond a face gets the coordinates of the cell of the grid with the same value. Otherwise it
  /// keeps its coordinates beyond the grid.
  void takeFirst(const Term &newest, const std::vector<Term> &inTile, bool isPlaced,
                 const std::function<void(const FirstCell &)> &use) {
    std::vector<Term> cell, within;
    k.together([&] {
      for (int axis = 0; axis < shape.rank; ++axis)
        cell.push_back(
            k.variable(axisName(axis), {Type::Int}, coordinate(axis, 0, newest, inTile)));
    });
    for (int axis = 0; axis < swept; ++axis) // tiles extend beyond the grid
      within.push_back(cell[axis] < k.bound(Bound::End, axis) + shape.halo.high[axis]);
    k.when(*allOf(within), [&] {
      const Term inside = k.define("inside", {Type::Bool}, *first.inside(cell, kernel.reach));
      if (isPlaced)
        k.when(!inside, [&] { enterGrid(cell); }, "wrapped indices of cells beyond a face");
      use({cell, inside});
    });
  }

  /// Returns true if the new value of a cell depends on its position: on a coordinate, on a profile
  /// (values along one axis), or on frozen cells (which keep their values).
  bool asksForPlace() const {
    std::vector<ir::ExprId> values;
    for (ir::StageId id : kernel.stages) {
      if (!facts.program.stages[id].frozen.isZero())
        return true;
      values.push_back(facts.program.stages[id].value);
    }
    return llvm::any_of(ir::reachableFrom(facts.program, values), [&](ir::ExprId id) {
      const ir::ExprNode &node = facts.program[id].node;
      return std::holds_alternative<ir::Position>(node) ||
             std::holds_alternative<ir::ProfileRead>(node);
    });
  }

  void fetchFirst(const Term &number, const std::vector<Term> &inTile) {
    takeFirst(number, inTile, true,
              [&](const FirstCell &at) { fromMemory.load(k, first, readers, at.cell, at.inside); });
  }

  void doFirst(const Term &newest, const std::vector<Term> &inTile) {
    takeFirst(newest, inTile, !plan.prefetch || asksForPlace(), [&](const FirstCell &at) {
      first.declareFrozen(at.cell);
      if (!plan.prefetch) {
        fromMemory.declare(k, facts.program);
        fromMemory.load(k, first, readers, at.cell, at.inside);
      }
      first.update({.read = [&](const ir::Read &read) { return *fromMemory.find(read); },
                    .place =
                        [&](ir::StageId stage) {
                          return ringCell(facts.program.stages[stage].target, newest, inTile);
                        },
                    .position = [&](int axis) { return at.cell[axis]; },
                    .storesLast = true});
      if (!given.empty())
        k.when(!at.inside, [&] { putGiven(newest, inTile); });
    });
  }

  /// Emits code that replaces the coordinates `cell` of a cell beyond a face by those of the cell
  /// of the grid with the same value. At faces with frozen cells (which keep their values) or fixed
  /// boundary values, any cell of the grid is used instead.
  void enterGrid(const std::vector<Term> &cell) {
    for (int axis = 0; axis < shape.rank; ++axis)
      for (Side side : {Side::Low, Side::High})
        if (shape.halo.of(axis, side))
          k.when(k.face(cell[axis], axis, side, 0), [&] {
            k.assign(cell[axis],
                     wrappedIndexOfAny(
                         k, mapBeyond(facts, axis, side).value_or(analysis::IndexMap::Copy), axis,
                         cell[axis]));
          });
  }

  /// Emits code that gives a cell beyond a face the fixed value of the boundary condition, in the
  /// ring buffers of all fields with such conditions. `newest` is the plane of the cell, counted
  /// from the block's first plane. `inTile` has its indices in the tile, x first.
  void putGiven(const Term &newest, const std::vector<Term> &inTile) {
    for (ir::FieldId field : given) {
      std::vector<Term> at;
      k.together([&] {
        for (int axis = 0; axis < shape.rank; ++axis)
          at.push_back(k.variable(std::string(axisName(axis)) + "Beyond", {Type::Int},
                                  coordinate(axis, 0, newest, inTile)));
      });
      const Term value = k.place(NameHint("", NameOfView{field, 0}, "_given"),
                                 {Type::Value, facts.program.fields[field].storage});
      k.when(readers.isBeyond(k, field, value, first.grid(), first.uniforms(1), at),
             [&] { k.assign(ringCell(field, newest, inTile), value); });
    }
  }

  void doSecond(KernelBody &second, const Term &newest, const std::vector<Term> &inTile) {
    std::vector<Term> cell, within;
    k.together([&] {
      for (int axis = 0; axis < shape.rank; ++axis)
        cell.push_back(k.define(axisName(axis), {Type::Int}, coordinate(axis, 1, newest, inTile)));
    });
    for (int axis = 0; axis < swept; ++axis)
      within.push_back(cell[axis] < k.bound(Bound::End, axis));
    k.when(*allOf(within), [&] {
      second.declareFrozen(cell);
      if (!constants.empty()) {
        constants.declare(k, facts.program);
        constants.load(k, second, readers, cell, *second.inside(cell, kernel.reach));
      }
      second.update({.read = [&](const ir::Read &read) { return readSecond(read, newest, inTile); },
                     .place =
                         [&](ir::StageId stage) {
                           return second.target(facts.program.stages[stage].target).cell(cell);
                         },
                     .position = [&](int axis) { return cell[axis]; },
                     .storesLast = true});
    });
  }

  Term readSecond(const ir::Read &read, const Term &newest, const std::vector<Term> &inTile) const {
    if (const Term *constant = constants.find(read))
      return *constant;
    std::vector<Term> at;
    for (int axis = 0; axis < swept; ++axis)
      at.push_back(inTile[axis] + shape.halo.low[axis] + read.offset[axis]);
    return ringCell(read.field, newest + read.offset[swept] - shape.halo.high[swept], at);
  }

  /// Returns the cell of `field` in its ring buffer, which contains results of the first time step,
  /// as an expression. `number` is the plane of the cell, counted from the first plane of the
  /// block. `inTile` has its indices in the tile, halo included, x first.
  Term ringCell(ir::FieldId field, const Term &number, const std::vector<Term> &inTile) const {
    int slots = 1;
    for (const PlaneRing &ring : shape.rings)
      if (ring.field == field)
        slots = ring.slots;
    Term place = shared->dot(members.at(field))[slots == 1 ? Term(0) : number % slots];
    for (int axis = swept - 1; axis >= 0; --axis)
      place = place[inTile[axis]];
    return place;
  }

  const analysis::Facts &facts;
  const analysis::KernelFacts kernel;
  const plan::KernelPlan &plan;
  const TwoStepShape &shape;
  const int swept;
  Readers readers;
  std::vector<ir::FieldId> given; // fields with fixed boundary values that the second step reads
  Builder k;
  KernelBody first;       // of the first step
  MemoryReads fromMemory; // reads of the first step
  MemoryReads constants;  // reads of constant fields in the second step
  Type sharedType;
  std::map<ir::FieldId, VarId> members;
  std::optional<Term> shared, planes;
  // First cell of the tile; along the swept axis, first plane of the first step.
  std::vector<Term> tile;
};

/// Adds to `module` the host function that launches the kernel `made`. The function computes the
/// number of tiles. If `plan` does not set the number of chunks (ranges of planes, one for each
/// block), it chooses the one with which the launch takes the fewest steps of the sweep.
void lowerLaunch(Module &module, const plan::KernelPlan &plan, const TwoStepKernel::Made &made) {
  const TwoStepShape &shape = plan.shapeAs<TwoStepShape>();
  Builder k(module, Kind::Host, "launch", "Launches 2 fused time steps.");
  const Term step = k.stepParam(false);
  k.define("g", {Type::Grid}, step.invoke("grid"));
  std::vector<Term> arguments;
  Term tiles = 1;
  for (int axis = 0; axis < shape.sweptAxis(); ++axis) {
    arguments.push_back(
        k.define(std::string(axisName(axis)) + "Tiles", {Type::Int},
                 k.call(Primitive::CeilDiv, {k.bound(Bound::Count, axis), shape.tile[axis]})));
    tiles = axis ? tiles * arguments.back() : arguments.back();
  }
  const int extra = shape.extraPlanes();
  const Term all = k.bound(Bound::Count, shape.sweptAxis());
  const Term atOnce = step.invoke("multiprocessors") * k.number(std::max(1, plan.residentBlocks));
  const Term chunks =
      k.define("chunks", {Type::Int},
               shape.chunks ? k.call(Primitive::Min, {shape.chunks, all})
                            : k.call(Primitive::ChooseChunks,
                                     {tiles, 0, atOnce, all, extra, 2 * extra + 1}));
  arguments.insert(arguments.begin(), chunks);
  k.launch(made.kernel, {.threads = {shape.threads},
                         .blocks = {tiles * chunks},
                         .sharedBytes = k.sizeOf(made.shared),
                         .arguments = arguments,
                         .waits = true});
}

} // namespace

void lowerTwoSteps(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan) {
  const TwoStepKernel::Made made = TwoStepKernel(module, facts, plan).build();
  lowerLaunch(module, plan, made);
}

} // namespace stencilc::schedules
