/// \file Builds device functions that load cells near faces without a test in the loop over planes.
#include "schedules/sweep/Places.h"
#include "kernel/build/IndexMaps.h"
#include "schedules/sweep/VectorWidth.h"

namespace stencilc::schedules {

using namespace kernel;

Places::Places(Module &module, const analysis::Facts &facts, const Readers &readers,
               const plan::Plan &plan)
    : module(module), readers(readers), isReadOnly(plan.isReadOnly()),
      vectorBound(schedules::vectorBound(plan)) {
  for (ir::FieldId field : facts.program.fields.ids()) {
    const Reach reach = facts.footprint.reachOf(field);
    for (int axis = 0; axis < facts.program.rank(); ++axis)
      if (reach.low[axis] || reach.high[axis])
        addPlace(field, axis, reach);
    addLoader(field, reach);
  }
}

void Places::addPlace(ir::FieldId field, int axis, const Reach &reach) {
  const ir::Program &program = *module.program;
  const std::string name = axisName(axis);
  Builder k(module, Kind::Helper, NameHint("place", NameOfField{field}, name),
            "Returns the index of the cells that give {} its values at this " + name +
                ", also beyond a face.");
  Function &f = k.function();
  f.docNames = {NameHint("", NameOfView{field, 0})};
  f.result = {Type::Int};
  f.isInline = true;
  k.gridParam(true);
  const Term c = k.param(name, {Type::Int});
  for (Side side : {Side::Low, Side::High}) {
    if (!reach.of(axis, side))
      continue;
    const analysis::Face &face = readers.facesOf(field).at(axis, side);
    const std::string what = std::string(face.text()) + " on " + faceText(program, axis, side);
    const std::string why = face.given() ? ": any valid index, the value is set later" : "";
    k.when(k.face(c, axis, side, 0),
           [&] { k.give(wrappedIndex(k, face.anyMap(), axis, side, c), what + why); });
  }
  k.give(c);
  helpers[field].places[axis] = k.id;
}

void Places::addLoader(ir::FieldId field, const Reach &reach) {
  const ir::Program &program = *module.program;
  const ir::ScalarType storage = program.fields[field].storage;
  std::string cellText = "x";
  for (int axis = 1; axis < program.rank(); ++axis)
    cellText += std::string(", ") + axisName(axis);
  Builder k(module, Kind::Helper, NameHint("load", NameOfField{field}),
            "Loads N cells of {} from (" + cellText + ") on, stored at `from`. Without kWhole " +
                "the last of them\nmay lie beyond the end of the row.");
  Function &f = k.function();
  f.docNames = {NameHint("", NameOfView{field, 0})};
  f.isInline = true;
  const Term n = k.templateConstant("N", {Type::Int});
  const Term whole = k.templateConstant("kWhole", {Type::Bool});
  const Term cells = k.param("cells", {Type::Pointer, storage});
  const Term from = k.param("from", {Type::Pointer, storage, true});
  const Term view =
      k.param(NameHint("", NameOfView{field, 0}), {Type::View, storage, true}, {}, true);
  const Term grid = k.gridParam(true);
  const UniformTerms uniforms = UniformTerms::params(k, readers.usesUniforms(field));
  std::vector<Term> cell;
  for (int axis = 0; axis < program.rank(); ++axis)
    cell.push_back(k.param(axisName(axis), {Type::Int}));
  load(k, cells, from, n);
  k.whenConstant(!whole, [&] {
    k.forEach("i", 1, n, Repeat::Plain, [&](const Term &i) {
      const Term x = cell[0] + i;
      k.when(k.face(x, 0, Side::High, 0) && x < k.extent(0) + reach.high[0], [&] {
        std::vector<Term> at = cell;
        at[0] = x;
        k.assign(cells[i], readers.read(k, field, view, grid, uniforms, at));
      });
    });
  });
  helpers[field].loader = k.id;
}

Term Places::place(Builder &k, ir::FieldId field, int axis, const Term &grid,
                   const Term &coordinate) const {
  return k.call(*helpers.at(field).places[axis], {grid, coordinate});
}

std::vector<Term> Places::widths(const Term &count) const {
  return vectorBound ? std::vector{count, Term(vectorBound)} : std::vector{count};
}

void Places::load(Builder &k, const Term &to, const Term &from, const Term &count) const {
  k.run(k.call(isReadOnly ? Primitive::LoadReadOnly : Primitive::Load, {to, from}, widths(count)));
}

void Places::loadPartial(Builder &k, ir::FieldId field, const std::vector<Term> &sizes,
                         const std::vector<Term> &arguments) const {
  k.run(k.call(*helpers.at(field).loader, arguments, sizes));
}

Term Places::cell(Builder &k, const Term &cell) const {
  return isReadOnly ? k.call(Primitive::ReadOnly, {cell.address()}) : cell;
}

} // namespace stencilc::schedules
