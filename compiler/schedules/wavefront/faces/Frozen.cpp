/// \file Finds the faces of the grid at which cells keep their old values. Emits the code that
/// leaves these cells out of stores, if they are in the output already.
#include "schedules/wavefront/faces/Frozen.h"
#include "schedules/wavefront/faces/Faces.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

std::vector<FrozenFace> frozenFaces(const analysis::Facts &facts, const WavefrontShape &shape,
                                    ir::StageId stage) {
  const ir::Program &program = facts.program;
  const ir::Stage &source = program.stages[stage];
  std::vector<FrozenFace> faces;
  if (shape.tile.isUniform) // frozen cells are not stored
    return faces;
  for (int axis = 0; axis < program.rank(); ++axis) {
    if (facts.faces.isPeriodic(axis)) // tiles continue beyond it and never read the face
      continue;
    for (Side side : {Side::Low, Side::High}) {
      const int width = source.frozen.of(axis, side);
      const bool isFixed =
          facts.faces.at(source.target, axis, side).given() && fixesBeyond(facts, shape.plan.steps);
      if (width || isFixed)
        faces.push_back({axis, side, width, repeatedReach(facts, source.target, axis, side) > 0});
    }
  }
  return faces;
}

Reach frozenLayer(const ir::Program &program) {
  Reach frozen;
  for (const ir::Stage &stage : program.stages)
    frozen.include(stage.frozen);
  return frozen;
}

// --- cells that are in memory already -----------------------------------------------------------

/// Returns the expression for a braced list: the widths of the layer `frozen` at the faces of x, y
/// and z on one `side`.
static ExprId widthsAt(Module &module, const Reach &frozen, Side side) {
  InitList node;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    node.parts.push_back(module.integer(frozen.of(axis, side)));
  return module.make(std::move(node));
}

void CellsInMemory::declare() {
  const Reach frozen = frozenLayer(wave.program);
  InitList both{
      {widthsAt(wave.module, frozen, Side::Low), widthsAt(wave.module, frozen, Side::High)}};
  widths =
      moduleConstant(wave.module, "kFrozen", {Type::FrozenWidths},
                     {wave.module, wave.module.make(std::move(both))}, "frozen cells at the faces");
}

void CellsInMemory::choose(Builder &k, const std::optional<Term> &isLeftOut) {
  k.note("Frozen cells are in memory already.");
  chosen = compileTime(k, "frozen", {Type::FrozenWidths},
                       isLeftOut ? select(*isLeftOut, widths, k.braced({}, {Type::FrozenWidths}))
                                 : widths);
}

Term CellsInMemory::cut(Builder &k, const Term &bound, int axis, Side side) const {
  if (side == Side::Low)
    return k.call(Primitive::Max, {bound, chosen.dot("low")[axis]});
  return k.call(Primitive::Min, {bound, k.extent(axis) - chosen.dot("high")[axis]});
}

void CellsInMemory::copy(const HostLaunch &host) const {
  Builder &k = host.k;
  for (const WaveTarget &target : wave.targets) {
    if (target.older != wave.levelsOf(target.field) - 1)
      continue;
    const int number = static_cast<int>(target.field.index);
    k.when(host.step.invoke("takeStaleFrozen", {number}), [&] {
      const Term range = k.braced(
          {k.bound(Bound::Begin, wave.along), k.bound(Bound::End, wave.along)}, {Type::PlaneRange});
      k.launch(copyOf(target.field),
               {.threads = {32, 8, 1},
                .blocks = {1, k.call(Primitive::CeilDiv, {k.extent(1), 8}), host.planes},
                .arguments = {range, widths},
                .versions = {{k.truth(true), {k.typeName(wave.cellOf(target.field))}}},
                .title = "copyFrozen"});
    });
  }
}

/// Declares the kernel `copyFrozen` of the runtime with the parameters for `field`. The kernel
/// copies the frozen cells (which keep their values) of a range of planes to the output. Returns
/// the handle of the kernel.
FunctionId CellsInMemory::copyOf(ir::FieldId field) const {
  Function function{.kind = Kind::Kernel, .hint = "stencilc::copyFrozen", .doc = ""};
  const auto param = [&](NameHint hint, Type type, HostValue host = {}) {
    function.params.push_back({wave.module.vars.add(Var{std::move(hint), type}), host});
  };
  const auto view = [&](bool isConst) {
    return Type{Type::View, wave.program.fields[field].storage, isConst};
  };
  param("g", {Type::Grid}, HostGrid{});
  param("range", {Type::PlaneRange});
  param("from", view(true), HostRead{field, 0});
  param("to", view(false), HostWrite{field});
  param("frozen", {Type::FrozenWidths});
  return wave.module.functions.add(std::move(function));
}

} // namespace stencilc::schedules
