/// \file Builds the CPU function that updates the cells near the ends of a row one by one.
#include "schedules/loops/Edge.h"
#include "kernel/build/KernelBody.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Builder of the CPU function that updates cells of a row near a face, one by one.
class EdgeFunction {
public:
  EdgeFunction(Module &module, const LoopNest &of)
      : of(of), k(module, Kind::Helper, NameHint("edge", NameOfKernel{of.index}),
                  "Updates cells [xBegin, xEnd) of a row near a face. Reads beyond the grid give "
                  "boundary values."),
        body(k, of.facts, of.kernel) {}

  FunctionId build() {
    k.function().isInline = true;
    if (of.hasEnds) {
      k.function().doc +=
          "\nWith kInside, the rows that it reads are in the grid, so that only x is tested.";
      isInside = k.templateConstant("kInside", {Type::Bool});
    }
    body.declareParams({.byReference = true, .usesUniforms = of.usesUniforms});
    const Term begin = k.param("xBegin", {Type::Int}), end = k.param("xEnd", {Type::Int});
    std::vector<Term> cell = {0}; // set in the loop over x
    for (int axis = 1; axis < of.rank(); ++axis)
      cell.push_back(k.param(axisName(axis), {Type::Int}));
    k.forEach("x", begin, end, Repeat::Plain, [&](const Term &x) {
      cell[0] = x;
      update(cell);
    });
    return k.id;
  }

private:
  void update(const std::vector<Term> &cell) {
    if (of.kernel.commonFrozen)
      body.keepFirst(cell, [&] { k.next(); });
    else
      body.declareFrozen(cell);
    KernelBody::Accessors accessors;
    for (const auto &[fieldLevel, footprint] : of.kernel.fieldLevels)
      if (of.kernel.leavesGrid && !footprint.reach.isZero())
        accessors.emplace(fieldLevel, k.define(KernelBody::accessorName(fieldLevel), {Type::Auto},
                                               accessor(fieldLevel, cell)));
    body.updateCell(cell, accessors);
  }

  Term accessor(const analysis::FieldLevel &fieldLevel, const std::vector<Term> &cell) {
    return body.accessor(cell, [&](const std::vector<Term> &at) {
      const auto ask = [&] { k.give(body.readBeyond(of.readers, fieldLevel, at)); };
      if (isInside)
        k.whenConstant(*isInside, [&] { askAlongRow(fieldLevel, at); }, ask);
      else
        ask();
    });
  }
  /// Emits a read of the cell with coordinates `at` (x first), which may lie beyond the ends of its
  /// row. Its row is inside the grid, so that only the boundary condition along x is applied. The
  /// read uses a view (pointer with strides) that begins at the first cell of this row.
  /// `fieldLevel` is the field and its time level.
  void askAlongRow(const analysis::FieldLevel &fieldLevel, std::vector<Term> at) {
    const Term view = body.view(fieldLevel), x = at[0];
    at[0] = 0;
    const Term row = k.braced({view.cell(at).address(), view.dot("row"), view.dot("plane")});
    std::vector<Term> cell(at.size(), 0);
    cell[0] = x;
    k.give(of.readers.read(k, fieldLevel.field, row, body.grid(), body.uniforms(fieldLevel.level),
                           cell));
  }

  const LoopNest &of;
  Builder k;
  KernelBody body;
  std::optional<Term> isInside;
};

} // namespace

FunctionId lowerEdge(Module &module, const LoopNest &kernel) {
  return EdgeFunction(module, kernel).build();
}

} // namespace stencilc::schedules
