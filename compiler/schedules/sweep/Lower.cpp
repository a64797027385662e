/// \file Lowering of the schedule `sweep` if threads keep columns of cells in registers.
///
/// Each thread updates adjacent cells of a row, loaded by one wide access, and keeps all rows that
/// the update reads in registers. When the sweep advances by one plane, rows move on to the
/// registers of the plane before. Only the newest plane of the column, and neighbours within the
/// plane, are loaded from memory.
///
/// The x coordinate of a thread's first cell is a multiple of its number of cells, and rows begin
/// at multiples of 128 bytes. So accesses of a thread to its own cells are aligned. Blocks at the
/// edges run the same code as all others. The launch bounds ask for enough threads to saturate the
/// memory.
#include "schedules/sweep/Lower.h"
#include "kernel/build/NewCells.h"
#include "schedules/sweep/FrozenCells.h"
#include "schedules/sweep/Launch.h"
#include "schedules/sweep/Loads.h"
#include "schedules/sweep/staged/LowerStaged.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Maximum number of buffers with the same cell type for which a thread keeps a pointer to each.
/// With more buffers, it keeps one index that is valid in all of them, to save registers.
constexpr int kFewPointers = 4;

/// Builder of the GPU kernel that sweeps along the last axis, plane by plane, with columns of cells
/// in registers.
class SweepKernel {
public:
  SweepKernel(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
              std::size_t index, const Readers &readers, const Places &places,
              const SweepSizes &sizes)
      : facts(facts), program(facts.program), kernel(facts, index), plan(plan.kernels[index]),
        shape(this->plan.shapeAs<SweepShape>()), sizes(sizes), unit(unitOf(shape)),
        k(module, Kind::Kernel, NameHint("sweep", NameOfKernel{index}), ""), body(k, facts, kernel),
        s{k, body, facts, this->plan, readers, places, shape.along, sizes.cells}, loads(s),
        readers(readers), frozen(k, body, program, kernel, shape.along, sizes.cells),
        news(k, body, program, kernel) {}

  MadeSweep build() {
    const VarId whole = k.module.vars.add(Var{"kWhole", {Type::Bool}, true, false, true});
    s.whole = Term(k.module, k.module.use(whole));
    declareParams();
    takePlace();
    for (const auto &[fieldLevel, rows] : shape.fieldLevels)
      addFieldLevel(fieldLevel, rows);
    if (loads.hasPartialRows())
      k.function().constants.push_back(whole);
    describe();
    declareRows();
    pointToCells();
    if (loads.hasColumnOffsets())
      k.note("Distances in memory from that cell to its neighbours, at wrapped indices beyond a "
             "face.");
    loads.declareColumnOffsets();
    frozen.declareAcross(*s.x, s.y);
    makeAll(prologue);
    makeAll(prologueFixes);
    k.forEach(
        axisName(shape.along), *s.begin, *end, Repeat::Rolled,
        [&](const Term &plane) { step(plane); },
        "more " + unit + "s at once would need 1.5 times the registers and not be faster");
    return {k.id, loads.hasPartialRows()};
  }
  static std::string unitOf(const SweepShape &shape) { return shape.along == 2 ? "plane" : "row"; }

private:
  static void makeAll(const Later &statements) {
    for (const auto &make : statements)
      make();
  }

  void declareParams() {
    const bool callsReaders = true; // loads whole rows, also beyond faces
    body.declareParams({.isReadOnly = false,
                        .usesUniforms = kernelUsesUniforms(facts, kernel, readers, callsReaders),
                        .hasNumbers = true});
    order = k.constantParam("order", {Type::ChunkOrder});
  }

  /// Emits variables for the coordinates of the thread's first cell and for the range of planes
  /// that its block sweeps. Also emits the return of threads whose first cell or block lies beyond
  /// the grid.
  void takePlace() {
    const auto first = [&](int axis) {
      return k.thread(Builtin::BlockIndex, axis) * k.thread(Builtin::BlockSize, axis) +
             k.thread(Builtin::ThreadIndex, axis);
    };
    const int along = shape.along;
    s.x = k.define("x", {Type::Int}, first(0) * sizes.cells);
    if (along == 2)
      s.y = k.define("y", {Type::Int}, first(1));
    const std::string axis = axisName(along);
    k.together([&] {
      const Term chunk = order->invoke("chunk", {k.thread(Builtin::BlockIndex, along)});
      s.begin = k.define(axis + "Begin", {Type::Int},
                         k.bound(Bound::Begin, along) + chunk * sizes.planes);
      end = k.define(axis + "End", {Type::Int},
                     k.call(Primitive::Min, {*s.begin + sizes.planes, k.bound(Bound::End, along)}));
    });
    std::vector<Term> beyond = {*s.x >= k.extent(0)};
    if (along == 2)
      beyond.push_back(*s.y >= k.extent(1));
    beyond.push_back(*s.begin >= k.bound(Bound::End, along));
    k.when(*anyOf(beyond), [&] { k.leave(); });
  }

  // --- rows -------------------------------------------------------------------------------------

  Term size(const SweepRow &row) const { return k.number(row.left) + sizes.cells + row.right; }
  /// Creates a register array of `extent` cells of `fieldLevel` and returns it. `tail` is the
  /// suffix of its name. The function declareRows() emits its declaration, when all rows are known.
  Term array(const analysis::FieldLevel &fieldLevel, const std::string &tail, const Term &extent) {
    const VarId var = k.module.vars.add(
        Var{.hint = NameHint("", NameOfView{fieldLevel.field, fieldLevel.level}, tail),
            .type = {Type::Value, program.fields[fieldLevel.field].storage},
            .extents = {extent.in(k.module)}});
    arrays[fieldLevel].push_back(var);
    return {k.module, k.module.use(var)};
  }

  RowLoad rowLoad(const analysis::FieldLevel &fieldLevel, Offset at, const SweepRow &row) const {
    RowLoad load{.fieldLevel = fieldLevel, .at = at, .array = held.at({fieldLevel, at})};
    load.shift = at[shape.along];
    load.held = load.fresh = row;
    for (const auto &[other, margins] : shape.fieldLevels.at(fieldLevel))
      load.readsRight |= margins.right > 0 && other[shape.along] <= at[shape.along] &&
                         (shape.along == 1 || other[1] == at[1]);
    return load;
  }

  void addFieldLevel(const analysis::FieldLevel &fieldLevel, const SweepRows &rows) {
    std::optional<Offset> newest;
    if (plan.prefetch > 0)
      newest = shape.newestOf(rows);
    for (const auto &[at, row] : rows)
      held.emplace(std::pair(fieldLevel, at), array(fieldLevel, rowTail(at), size(row)));
    std::optional<Term> aheadRow;
    if (newest)
      aheadRow = array(fieldLevel, "_ahead", sizes.cells);
    for (const auto &[at, row] : rows) {
      addFirstMove(fieldLevel, rows, at, row);
      RowLoad now = rowLoad(fieldLevel, at, row);
      if (const SweepRow *partner = shape.partnerOf(rows, at))
        moveOn(now, row, *partner);
      else if (newest == at)
        loadAhead(now, row, *aheadRow);
      loads.add(now, inPlane, fixes);
    }
  }

  /// Adds a load of the row of `fieldLevel` at displacement `at` to `prologue`, the code before the
  /// loop over planes. `row` has its cells left and right of the thread's own. The first step of
  /// the sweep copies the loaded cells to the row one plane lower. Adds nothing if `rows` has no
  /// row one plane lower, or if the kernel keeps no cells from plane to plane.
  void addFirstMove(const analysis::FieldLevel &fieldLevel, const SweepRows &rows, Offset at,
                    const SweepRow &row) {
    Offset older = at;
    --older[shape.along];
    const auto user = rows.find(older);
    if (!shape.keepsColumn || user == rows.end())
      return;
    RowLoad before = rowLoad(fieldLevel, at, row);
    before.isNamed = false;
    before.beforeLoop = true;
    before.shift = at[shape.along] - 1;
    before.fresh = movedMargins(user->second, row);
    loads.add(before, prologue, prologueFixes);
  }

  void moveOn(RowLoad &now, const SweepRow &row, const SweepRow &partner) {
    const SweepRow moved = movedMargins(row, partner);
    now.core = false;
    now.fresh = {row.left - moved.left, row.right - moved.right};
    Offset from = now.at;
    ++from[shape.along];
    copies.push_back([this, now, moved, partner, source = held.at({now.fieldLevel, from})] {
      k.run(k.call(Primitive::Copy,
                   {now.array + now.fresh.left, source + (partner.left - moved.left)},
                   {size(moved)}));
    });
  }

  void loadAhead(RowLoad &now, const SweepRow &row, const Term &aheadRow) {
    now.core = false;
    copies.push_back([this, now, row, aheadRow] {
      k.run(k.call(Primitive::Copy, {now.array + row.left, aheadRow}, {sizes.cells}));
    });
    RowLoad early = rowLoad(now.fieldLevel, now.at, row);
    early.array = aheadRow;
    early.held = early.fresh = {};
    early.isNamed = false;
    early.beforeLoop = true;
    loads.add(early, prologue, prologueFixes);
    ++early.shift;
    early.beforeLoop = false;
    loads.add(early, ahead, aheadFixes);
  }

  // --- head of the kernel -----------------------------------------------------------------------

  void describe() {
    k.function().doc = "One step of " + kernel.title + ": each block sweeps {} " + unit +
                       "s along " + axisName(shape.along) + ".";
    if (loads.hasPartialRows())
      k.function().doc += "\nkWhole: the length of all rows is a multiple of {}.";
    const auto nameOf = [&](const Term &constant) {
      const auto &variable = std::get<Variable>(k.module.exprs[constant.in(k.module)]);
      return k.module.vars[variable.var].hint;
    };
    k.function().docNames = {nameOf(sizes.planes)};
    if (loads.hasPartialRows())
      k.function().docNames.push_back(nameOf(sizes.cells));
    k.function().bounds = {plan.block[0] * plan.block[1] * plan.block[2],
                           plan.residentBlocks > 1 ? plan.residentBlocks : 0};
  }

  void declareRows() {
    k.note("Rows of cells the update reads, each from cell x on" + rowExamples(shape) + ".");
    const bool hasMargins = llvm::any_of(shape.fieldLevels, [](const auto &fieldLevel) {
      return llvm::any_of(fieldLevel.second,
                          [](const auto &row) { return row.second.left || row.second.right; });
    });
    if (hasMargins)
      k.note("Margins hold the cells left and right of these.");
    for (const auto &[fieldLevel, vars] : arrays)
      k.declareAll(vars);
  }

  void pointToCells() {
    k.note("First cell of this thread, in the " + unit + " being updated.");
    std::vector<Term> cell = {*s.x};
    if (s.y)
      cell.push_back(*s.y);
    cell.push_back(*s.begin);
    const auto point = [&](ir::FieldId field, int level, bool isConst, const Term &view) {
      const ir::ScalarType storage = program.fields[field].storage;
      if (!sharesIndex(storage))
        return Here{k.variable(NameHint("", NameOfView{field, level}, "_here"),
                               {Type::Pointer, storage, isConst}, view.cell(cell).address())};
      if (!indices.contains(storage))
        indices.emplace(storage,
                        Index{k.variable("here", {Type::Int64}, view.invoke("index", cell)), view});
      return Here{view.dot("data"), indices.at(storage).cells};
    };
    for (const auto &[fieldLevel, rows] : shape.fieldLevels)
      s.here.emplace(fieldLevel,
                     point(fieldLevel.field, fieldLevel.level, true, body.view(fieldLevel)));
    for (ir::FieldId field : kernel.stored)
      nextHere.emplace(field, point(field, 1, false, body.target(field)));
  }

  /// Returns true if a thread keeps one index for all buffers with cells of `type`. It does so if
  /// there are more than kFewPointers such buffers, because a pointer to each would need more
  /// registers.
  bool sharesIndex(ir::ScalarType type) const {
    const auto isOfType = [&](ir::FieldId field) { return program.fields[field].storage == type; };
    return llvm::count_if(shape.fieldLevels,
                          [&](const auto &each) { return isOfType(each.first.field); }) +
               llvm::count_if(kernel.stored, isOfType) >
           kFewPointers;
  }

  // --- the loop ---------------------------------------------------------------------------------

  void step(const Term &plane) {
    s.plane = plane;
    if (!copies.empty())
      k.note("The sliding window moves on by one " + unit + ".");
    makeAll(copies);
    loads.declarePlaneOffsets();
    if (!ahead.empty())
      k.when(
          plane + 1 < *end,
          [&] {
            makeAll(ahead);
            makeAll(aheadFixes);
          },
          "in flight while this " + unit + " is computed");
    makeAll(inPlane);
    if (!fixes.empty())
      k.note("Replaces cells beyond these faces by their boundary values.");
    makeAll(fixes);
    update(plane);
    advance();
  }

  void update(const Term &plane) {
    news.declare({sizes.cells});
    k.forEach("i", 0, sizes.cells, Repeat::Unrolled, [&](const Term &i) {
      frozen.declareNow(i, s.y, plane);
      const KernelBody::Access access{
          .read = [&](const ir::Read &read) { return cellOf(read, i); },
          .place = nullptr,
          .position =
              [&](int axis) { return axis == 0             ? *s.x + i
                                     : axis == shape.along ? plane
                                                           : *s.y; }};
      news.update({i}, access, [&](const ir::Stage &stage) { return frozen.of(stage); });
    });
    k.note("Cells beyond g.nx are not stored.");
    for (ir::FieldId field : kernel.stored)
      storeRow(field);
  }

  Term cellOf(const ir::Read &read, const Term &i) const {
    Offset at = read.offset;
    at[0] = 0;
    const analysis::FieldLevel fieldLevel{read.field, read.level};
    return held.at(
        {fieldLevel,
         at})[k.number(shape.fieldLevels.at(fieldLevel).at(at).left) + i + read.offset[0]];
  }

  void storeRow(ir::FieldId field) {
    k.run(k.call(shape.streamingStores ? Primitive::StoreRowStreaming : Primitive::StoreRow,
                 {nextHere.at(field).pointer(), news.of(field), k.extent(0) - *s.x},
                 s.places.widths(sizes.cells)));
  }

  void advance() {
    const char *const stride = shape.along == 2 ? "plane" : "row";
    const auto move = [&](const Here &here, const Term &view) {
      if (!here.index)
        k.change(here.first, AssignOp::Add, view.dot(stride));
    };
    for (const auto &[fieldLevel, rows] : shape.fieldLevels)
      move(s.here.at(fieldLevel), body.view(fieldLevel));
    for (ir::FieldId field : kernel.stored)
      move(nextHere.at(field), body.target(field));
    for (const auto &[type, index] : indices)
      k.change(index.cells, AssignOp::Add, index.view.dot(stride));
  }

  const analysis::Facts &facts;
  const ir::Program &program;
  const analysis::KernelFacts kernel;
  const plan::KernelPlan &plan;
  const SweepShape &shape;
  const SweepSizes &sizes;
  const std::string unit;
  mutable Builder k;
  KernelBody body;
  SweepState s;
  Loads loads;
  const Readers &readers;
  std::optional<Term> order, end;
  std::map<analysis::FieldLevel, std::vector<VarId>> arrays;
  std::map<std::pair<analysis::FieldLevel, Offset>, Term> held;
  std::map<ir::FieldId, Here> nextHere;
  /// Index that all buffers with the same cell type share. `cells` is the distance, in cells, from
  /// the first cell of a buffer to the thread's first cell in the plane being updated. `view` is a
  /// view (pointer with strides) of one of these buffers.
  struct Index {
    Term cells, view;
  };
  std::map<ir::ScalarType, Index> indices;
  FrozenCells frozen;
  NewCells news;
  Later prologue, prologueFixes, copies, ahead, aheadFixes, inPlane, fixes;
};

} // namespace

void lowerSweep(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                Readers &readers) {
  if (plan.kernels.front().isStaged()) // all kernels have the same request
    return lowerStaged(module, facts, plan, readers);
  const Places places(module, facts, readers, plan);
  const std::vector<SweepSizes> sizes = sweepSizes(module, facts, plan);
  std::vector<MadeSweep> kernels;
  for (std::size_t index = 0; index < plan.kernels.size(); ++index)
    kernels.push_back(
        SweepKernel(module, facts, plan, index, readers, places, sizes[index]).build());
  lowerStep(module, facts, [&](Builder &k, const Term &step, std::size_t kernel) {
    launchSweep(k, step, kernels[kernel], plan.kernels[kernel], sizes[kernel]);
  });
}

} // namespace stencilc::schedules
