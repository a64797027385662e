/// \file Lowering of schedule loops, in which CPU threads share the rows of the grid.
///
/// One vectorised loop updates all cells of a row except a few at both ends. The loop reads rows by
/// pointers or, near a face, by objects that apply the boundary condition to whole rows. The cells
/// at both ends are updated one by one. With three axes a thread sweeps a block of rows along z, so
/// that the planes of the block stay in its cache.
#include "schedules/loops/Lower.h"
#include "kernel/build/KernelBody.h"
#include "schedules/loops/Edge.h"
#include <set>

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Builder of the CPU function that updates rows of the grid by one kernel of the program.
class RowsFunction {
public:
  RowsFunction(Module &module, const LoopNest &of, std::optional<FunctionId> edge, NameHint hint,
               std::string doc)
      : of(of), edge(edge), k(module, Kind::Helper, std::move(hint), std::move(doc)),
        body(k, of.facts, of.kernel) {}

  /// Builds the function that updates all cells, and returns its id. Its loop is distributed over
  /// threads. With three axes, an iteration updates a block of `rowsOfBlock` rows of a plane, or
  /// one row if `rowsOfBlock` is 0. With one axis, an iteration updates a range of cells.
  /// `isRanged` is true if a call may have to update only a range of planes (with one axis, of
  /// cells).
  FunctionId buildStep(int rowsOfBlock, bool isRanged) {
    step = k.stepParam(true);
    body.declareParams({.byReference = true});
    if (of.rank() == 1)
      isRanged ? partOfLine() : line();
    else if (of.rank() == 2)
      rowsOfPlane();
    else if (rowsOfBlock > 0)
      blocksOfRows(rowsOfBlock);
    else
      rowsOfSpace();
    return k.id;
  }
  /// Builds the function that updates rows yBegin to yEnd - 1 of one plane, and returns its id. If
  /// the grid has two axes, the function updates one row.
  FunctionId buildPlane() {
    step = k.stepParam(true);
    body.declareParams({.byReference = true});
    const Term plane = k.param(axisName(of.rank() - 1), {Type::Int});
    if (of.rank() == 2) {
      row({plane});
      return k.id;
    }
    const Term begin = k.param("yBegin", {Type::Int}), end = k.param("yEnd", {Type::Int});
    const Term updateRow = closureOfRow({"y"}, {plane});
    k.forEach("y", begin, end, Repeat::Plain,
              [&](const Term &y) { k.run(k.call(updateRow, {y})); });
    return k.id;
  }

private:
  Term xBegin() { return k.number(of.kernel.margin.low[0]); }
  Term xEnd() { return k.extent(0) - of.kernel.margin.high[0]; }

  /// Emits a local copy of the uniforms (scalars with the same value for all cells) that the update
  /// reads. The compiler then knows that no store to a field changes them.
  void takeUniforms() {
    StepsUniforms terms;
    const char *const why = "a copy: no store below can change it";
    if (of.usesUniforms.ofRun)
      terms.ofRun = k.define(NameHint("", NameOfUniforms{}), {Type::Uniforms},
                             step->invoke("uniforms<Uniforms>"), why);
    if (of.usesUniforms.ofStep) {
      const HostSteps host = hostSteps(of.program(), 1);
      const Type type = typeOfSteps(k.module, host);
      terms.ofSteps = k.define(nameOfSteps(), type, k.given(host, type));
    }
    body.setUniforms(terms);
  }

  void line() {
    takeUniforms();
    const Rows rows = pointers({});
    if (of.kernel.margin.low[0])
      callEdge(0, k.call(Primitive::Min, {xBegin(), k.extent(0)}), {});
    share({xBegin(), xEnd()}, "forRange", {"begin", "end"},
          [&](const std::vector<Term> &part) { cells(rows, part[0], part[1], {}); });
    if (of.kernel.margin.high[0])
      callEdge(k.call(Primitive::Max, {xBegin(), xEnd()}), k.extent(0), {});
  }

  /// Emits the code that updates the cells of a grid with one axis in the range of a launch. The
  /// range may be a part of the grid.
  void partOfLine() {
    takeUniforms();
    const Rows rows = pointers({});
    const Term begin = k.define("begin", {Type::Int}, k.bound(Bound::Begin, 0));
    const Term end = k.define("end", {Type::Int}, k.bound(Bound::End, 0));
    const Term first = k.define("first", {Type::Int}, k.call(Primitive::Max, {begin, xBegin()}));
    const Term last = k.define("last", {Type::Int}, k.call(Primitive::Min, {end, xEnd()}));
    if (of.kernel.margin.low[0])
      callEdge(begin, k.call(Primitive::Min, {end, xBegin()}), {});
    share({first, last}, "forRange", {"partBegin", "partEnd"},
          [&](const std::vector<Term> &part) { cells(rows, part[0], part[1], {}); });
    if (of.kernel.margin.high[0])
      callEdge(k.call(Primitive::Max, {first, last}), end, {});
  }

  void rowsOfPlane() {
    share({k.bound(Bound::Count, 1)}, "forEach", {"row"}, [&](const std::vector<Term> &at) {
      row({k.define("y", {Type::Int}, k.bound(Bound::Begin, 1) + at[0])});
    });
  }

  void rowsOfSpace() {
    share({k.bound(Bound::Count, 2), k.extent(1)}, "forEach", {"plane", "y"},
          [&](const std::vector<Term> &at) {
            const Term z = k.define("z", {Type::Int}, k.bound(Bound::Begin, 2) + at[0]);
            row({at[1], z});
          });
  }

  /// Emits a lambda that updates one row, and returns it. Its parameters have the names
  /// `coordinates`. `others` are the remaining coordinates of the row, which the lambda captures.
  /// Together they are the coordinates along y and z.
  Term closureOfRow(const std::vector<NameHint> &coordinates,
                    const std::vector<Term> &others = {}) {
    const auto body = [&](std::vector<Term> at) {
      at.insert(at.end(), others.begin(), others.end());
      row(at);
    };
    return k.define("updateRow", {Type::Auto}, k.closure(coordinates, {Type::Int}, body));
  }
  void blocksOfRows(int rowsOfBlock) {
    const Term most = k.constant("kRows", rowsOfBlock,
                                 "most rows of a block: their planes fit in a core's cache");
    const Term blocks =
        k.define("blocks", {Type::Int}, k.call(Primitive::CeilDiv, {k.extent(1), most}));
    const Term rows =
        k.define("rows", {Type::Int}, k.call(Primitive::CeilDiv, {k.extent(1), blocks}),
                 "blocks of equal size, for equal work of threads");
    const Term updateRow = closureOfRow({"y", "z"});
    share({blocks, k.bound(Bound::Count, 2)}, "forEach", {"block", "plane"},
          [&](const std::vector<Term> &at) {
            const Term z = k.define("z", {Type::Int}, k.bound(Bound::Begin, 2) + at[1]);
            const Term end = k.call(Primitive::Min, {(at[0] + 1) * rows, k.extent(1)});
            k.forEach("y", at[0] * rows, end, Repeat::Plain,
                      [&](const Term &y) { k.run(k.call(updateRow, {y, z})); });
          });
  }

  /// Emits a call of the runtime function `how` ("forEach" or "forRange"), which distributes the
  /// iterations of a loop over the threads. `counts` are its arguments, such as the number of
  /// iterations. `names` are the names of the loop variables. `each` is called with these
  /// variables, and emits the body of the loop.
  void share(std::vector<Term> counts, const std::string &how, const std::vector<NameHint> &names,
             const std::function<void(const std::vector<Term> &)> &each) {
    counts.push_back(k.closure(names, {Type::Int}, each));
    k.run(step->invoke(how, counts));
  }

  /// Emits the update of the row with coordinates `at` along y and z, including its cells near
  /// faces.
  void row(const std::vector<Term> &at) {
    std::vector<Term> cell = {0};
    cell.insert(cell.end(), at.begin(), at.end());
    const bool allKept = keepRow(cell);
    takeUniforms();
    std::optional<Term> inside;
    if (const auto isInside = body.inside(cell, of.kernel.margin, 1); isInside && !allKept)
      inside = k.define("inside", {Type::Bool}, *isInside);
    if (of.readsRowsBeyond)
      return rowAnywhere(*inside, at);
    if (inside)
      k.when(!*inside, [&] {
        callEdge(0, k.extent(0), at, false);
        k.leave();
      });
    const Rows rows = pointers(at);
    callLow(at, true);
    cells(rows, xBegin(), xEnd(), at);
    callHigh(at, true);
  }

  /// Emits a branch for rows in which all cells are frozen (keep their values). It copies the old
  /// values and returns from the emitted function. `cell` has the coordinates of a cell of the row.
  /// Returns true if all other rows can be updated without tests for faces of y and z. Returns
  /// false if they need tests, or if no branch is emitted.
  bool keepRow(std::vector<Term> cell) {
    if (!of.kernel.commonFrozen)
      return false;
    const auto isUpdated = body.inside(cell, *of.kernel.commonFrozen, 1);
    if (!isUpdated)
      return false;
    k.when(!*isUpdated, [&] {
      k.forEach("x", 0, k.extent(0), Repeat::Simd, [&](const Term &x) {
        cell[0] = x;
        body.keep(cell);
      });
      k.leave();
    });
    return of.kernel.commonFrozen->across(0) == of.kernel.margin.across(0);
  }

  /// Emits a lambda with a loop that updates a row, and two calls of it. The first call is for rows
  /// whose updates read rows inside the grid only. Its arguments are pointers to these rows. The
  /// arguments of the second call are objects that apply the boundary condition to whole rows.
  /// `inside` is the condition for the first call. `at` has the coordinates of the updated row
  /// along y and z.
  void rowAnywhere(const Term &inside, const std::vector<Term> &at) {
    Rows rows;
    pointToWritten(rows, at);
    std::vector<std::pair<analysis::FieldLevel, Offset>> read;
    std::vector<NameHint> names;
    for (const auto &[fieldLevel, footprint] : of.kernel.fieldLevels)
      for (const Offset &offset : rowsOf(footprint)) {
        read.push_back({fieldLevel, offset});
        names.push_back(nameOf(fieldLevel, offset));
      }
    const Term update = k.define("updateCells", {Type::Auto},
                                 k.closure(
                                     names, {Type::Auto},
                                     [&](const std::vector<Term> &given) {
                                       for (std::size_t i = 0; i < read.size(); ++i)
                                         rows.read.emplace(read[i], given[i]);
                                       cells(rows, xBegin(), xEnd(), at);
                                     },
                                     true));
    const auto updateAll = [&](bool isInside) {
      callLow(at, isInside);
      std::vector<Term> arguments;
      for (const auto &[fieldLevel, offset] : read)
        arguments.push_back(isInside || offset == Offset()
                                ? body.view(fieldLevel).cell(place(offset, at)).address()
                                : rowBeyond(fieldLevel, offset, at));
      k.run(k.call(update, arguments));
      callHigh(at, isInside);
    };
    k.when(inside, [&] { updateAll(true); }, [&] { updateAll(false); });
  }
  Term rowBeyond(const analysis::FieldLevel &fieldLevel, Offset offset,
                 const std::vector<Term> &at) {
    std::vector<Term> cell = place(offset, at);
    cell.erase(cell.begin());
    return of.readers.row(k, fieldLevel.field, body.view(fieldLevel), body.grid(),
                          body.uniforms(fieldLevel.level), cell);
  }

  void callLow(const std::vector<Term> &at, bool isInside) {
    if (of.kernel.margin.low[0])
      callEdge(0, k.call(Primitive::Min, {xBegin(), k.extent(0)}), at, isInside);
  }
  void callHigh(const std::vector<Term> &at, bool isInside) {
    if (of.kernel.margin.high[0])
      callEdge(k.call(Primitive::Max, {xBegin(), xEnd()}), k.extent(0), at, isInside);
  }
  void callEdge(const Term &begin, const Term &end, const std::vector<Term> &at,
                bool isInside = false) {
    std::vector<Term> arguments = body.ownArguments(), sizes;
    arguments.push_back(begin);
    arguments.push_back(end);
    arguments.insert(arguments.end(), at.begin(), at.end());
    if (of.hasEnds)
      sizes.push_back(k.truth(isInside));
    k.run(k.call(*edge, arguments, sizes));
  }

  /// Pointers to the rows that an update reads and writes. The key of a read row is a field at one
  /// time level, with the offset of the row from the updated row.
  struct Rows {
    std::map<std::pair<analysis::FieldLevel, Offset>, Term> read;
    std::map<ir::FieldId, Term> written;
  };
  static Offset across(Offset offset) {
    offset[0] = 0;
    return offset;
  }
  static std::set<Offset, MemoryOrder> rowsOf(const analysis::LevelFootprint &footprint) {
    std::set<Offset, MemoryOrder> offsets;
    for (Offset offset : footprint.offsets)
      offsets.insert(across(offset));
    return offsets;
  }
  static NameHint nameOf(const analysis::FieldLevel &fieldLevel, Offset offset) {
    return NameHint("", NameOfView{fieldLevel.field, fieldLevel.level}, rowTail(offset));
  }
  Rows pointers(const std::vector<Term> &at) {
    Rows rows;
    for (const auto &[fieldLevel, footprint] : of.kernel.fieldLevels)
      for (const Offset &offset : rowsOf(footprint))
        rows.read.emplace(
            std::pair(fieldLevel, offset),
            k.variable(nameOf(fieldLevel, offset),
                       {Type::Pointer, of.program().fields[fieldLevel.field].storage, true},
                       body.view(fieldLevel).cell(place(offset, at)).address()));
    pointToWritten(rows, at);
    return rows;
  }
  void pointToWritten(Rows &rows, const std::vector<Term> &at) {
    for (ir::FieldId field : of.kernel.stored) {
      const NameHint hint = of.kernel.stages.size() == 1
                                ? NameHint("next")
                                : NameHint("", NameOfView{field, 0}, "_row");
      const Type type{Type::Pointer, of.program().fields[field].storage};
      rows.written.emplace(
          field, k.variable(hint, type, body.target(field).cell(place(Offset(), at)).address()));
    }
  }
  static std::vector<Term> place(Offset offset, const std::vector<Term> &at) {
    std::vector<Term> cell = {0};
    for (std::size_t i = 0; i < at.size(); ++i)
      cell.push_back(at[i] + offset[static_cast<int>(i) + 1]);
    return cell;
  }

  /// Emits the update of the cells `begin` to `end` - 1 of the row with coordinates `at` along y
  /// and z. `rows` has pointers to the rows that it reads and writes. If the kernel adds values at
  /// points of sources, a second loop without these additions is emitted, for rows without points.
  void cells(const Rows &rows, const Term &begin, const Term &end, const std::vector<Term> &at) {
    const std::optional<Term> points = body.rowHasPoints(at);
    if (!points)
      return vectorLoop(rows, begin, end, at);
    k.when(
        *points, [&] { vectorLoop(rows, begin, end, at); },
        [&] {
          body.setNoPoints(true);
          vectorLoop(rows, begin, end, at);
          body.setNoPoints(false);
        });
  }

  /// Emits the vectorised loop that updates the cells `begin` to `end` - 1 of a row. `rows` has
  /// pointers to the rows that it reads and writes. `at` has the coordinates of the row along y and
  /// z.
  void vectorLoop(const Rows &rows, const Term &begin, const Term &end,
                  const std::vector<Term> &at) {
    k.forEach("x", begin, end, Repeat::Simd, [&](const Term &x) {
      body.update({.read =
                       [&](const ir::Read &read) {
                         const Term &row =
                             rows.read.at({{read.field, read.level}, across(read.offset)});
                         return row[x + read.offset[0]];
                       },
                   .place =
                       [&](ir::StageId stage) {
                         return rows.written.at(of.program().stages[stage].target)[x];
                       },
                   .position = [&](int axis) { return axis == 0 ? x : at[axis - 1]; }});
    });
  }

  const LoopNest &of;
  std::optional<FunctionId> edge;
  Builder k;
  KernelBody body;
  std::optional<Term> step;
};

} // namespace

void addRowReaders(const analysis::Facts &facts, Readers &readers) {
  for (ir::FieldId field : facts.program.fields.ids()) {
    const Reach across = readBeyondFaces(facts, field).across(0);
    if (!across.isZero() && facesAreUniform(facts, field, across))
      readers.add(field, {.reach = across, .form = ReaderForm::Row});
  }
}

static std::optional<FunctionId> edgeOf(Module &module, const LoopNest &kernel) {
  return kernel.hasEdges ? std::optional(lowerEdge(module, kernel)) : std::nullopt;
}

FunctionId lowerPlaneOf(Module &module, const LoopNest &kernel) {
  return RowsFunction(module, kernel, edgeOf(module, kernel),
                      NameHint("update", NameOfKernel{kernel.index}),
                      kernel.rank() == 2 ? "Updates a row of " + kernel.kernel.title + "."
                                         : "Updates rows [yBegin, yEnd) of a plane of " +
                                               kernel.kernel.title + ".")
      .buildPlane();
}

void lowerLoops(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                Readers &readers) {
  addRowReaders(facts, readers);
  std::vector<FunctionId> functions;
  for (std::size_t index = 0; index < plan.kernels.size(); ++index) {
    const LoopNest kernel(facts, index, readers);
    functions.push_back(RowsFunction(module, kernel, edgeOf(module, kernel),
                                     NameHint("step", NameOfKernel{index}),
                                     "One step of " + kernel.kernel.title + ".")
                            .buildStep(plan.kernels[index].block[1], plan.ranged() != nullptr));
  }
  lowerStep(module, facts,
            [&](Builder &k, const Term &, std::size_t kernel) { k.perform(functions[kernel]); });
}

} // namespace stencilc::schedules
