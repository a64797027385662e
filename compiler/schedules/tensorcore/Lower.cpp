/// \file Lowering of schedule tensorcore.
///
/// The emitted kernel calls a sweep of the runtime library. Its arguments are the factors of the
/// update, and a lambda that updates one cell without tensor cores.
#include "schedules/tensorcore/Lower.h"
#include "kernel/build/KernelBody.h"
#include "kernel/build/Parts.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

class TensorKernel {
public:
  TensorKernel(Module &module, const analysis::Facts &facts, const TensorShape &shape)
      : facts(facts), shape(shape), update(shape.update), kernel(facts, 0),
        field(facts.program.stages[ir::StageId{0}].target),
        readers(module, facesInTile(facts, shape)),
        k(module, Kind::Kernel, "tensorSteps",
          "Computes several time steps on tensor cores. Rows are cut into strips, and each block "
          "sweeps some of these."),
        body(k, facts, kernel) {
    Reach reach;
    for (int axis = 0; axis < 2; ++axis)
      if (!shape.isPeriodic[axis])
        reach.low[axis] = kernel.reach.low[axis], reach.high[axis] = kernel.reach.high[axis];
    reach = kernel.beyondFrozen(reach);
    leaves = !reach.isZero();
    readers.add(field, {.reach = reach});
    if (leaves)
      readers.addPlace(field);
  }

  FunctionId build() {
    k.function().bounds = {shape.warps * 32, 1};
    body.declareParams({.usesUniforms = kernelUsesUniforms(facts, kernel, readers, leaves)});
    const Term shares = k.param("shares", {Type::StripShares});
    const Term weights =
        k.define("weights", instance(k.module, Template::TensorWeights, {update.radius}),
                 k.braced(factors()));
    const Term again = k.define("update", {Type::Auto}, updateOfCell());
    forEachPart(k, shares, k.thread(Builtin::BlockIndex, 0), [&](const Term &part) {
      k.run(k.call(Primitive::SweepByTensorCores,
                   {body.grid(), body.view({field, 0}), body.target(field), placeOf(part), weights,
                    update.start.valid() ? computed(update.start) : Term(0), again},
                   {update.radius, shape.steps, shape.warps, k.truth(shape.again),
                    k.truth(shape.isPeriodic[0]), k.truth(shape.isPeriodic[1])}));
    });
    return k.id;
  }

private:
  /// Returns the boundary conditions that the kernel applies in a tile. Along periodic axes it
  /// applies none. There the tile has cells beyond the ends of the grid, loaded from the opposite
  /// end.
  static analysis::Faces facesInTile(const analysis::Facts &facts, const TensorShape &shape) {
    analysis::Faces faces = facts.faces;
    for (int axis = 0; axis < 2; ++axis)
      if (shape.isPeriodic[axis])
        faces = faces.endless(axis);
    return faces;
  }

  Term placeOf(const Term &part) {
    const Reach kept = kernel.commonFrozen.value_or(Reach{});
    return k.braced({part.dot("column"), part.dot("begin"), part.dot("end"), kept.low[0],
                     kept.high[0], kept.low[1], kept.high[1], k.truth(shape.isQuiet)});
  }

  Term computed(ir::ExprId value) {
    return k.computed(value, [&](const ir::Expr &leaf) -> std::optional<Term> {
      if (const auto *uniform = std::get_if<ir::UniformRef>(&leaf.node))
        return body.uniforms(0)(facts.program, uniform->uniform);
      return {};
    });
  }
  std::vector<Term> factors() {
    std::vector<Term> all;
    for (std::size_t i = 0; i < update.factors.size(); ++i)
      all.push_back(update.factors[i].valid() ? computed(update.factors[i]) : Term(update.ones[i]));
    return all;
  }

  /// Emits and returns the lambda `[&](const auto &u, int x, int y)`, which updates one cell
  /// without tensor cores. It returns the new value of cell (x, y), computed from the old values
  /// u(x, y).
  Term updateOfCell() {
    Var level{NameHint("", NameOfView{field, 0}, "_then"), {Type::Auto}, true, true};
    return k.closure({}, {level, Var{"x", {Type::Int}}, Var{"y", {Type::Int}}},
                     [&](const std::vector<Term> &, const std::vector<Term> &params) {
                       const std::vector<Term> cell = {params[1], params[2]};
                       give(params[0], cell);
                     });
  }
  void give(const Term &level, const std::vector<Term> &cell) {
    const auto own = [&](const std::vector<Term> &at) { return k.call(level, at); };
    if (kernel.commonFrozen)
      k.when(*body.near(cell, *kernel.commonFrozen), [&] { k.give(own(cell)); }, "keep");
    const Term at = k.define(
        KernelBody::accessorName({field, 0}), {Type::Auto},
        body.accessor(cell, [&](const std::vector<Term> &there) { giveRead(own, there); }));
    k.give(body.value(
        facts.dependence.kernels.front().stages.front(),
        {.read = [&](const ir::Read &read) { return k.call(at, {read.offset[0], read.offset[1]}); },
         .place = {},
         .position = [&](int axis) { return cell[axis]; }}));
  }
  template <class Own> void giveRead(const Own &own, const std::vector<Term> &there) {
    if (!leaves) {
      k.give(own(there));
      return;
    }
    const std::vector<Term> place = {k.variable("xThere", {Type::Int}, there[0]),
                                     k.variable("yThere", {Type::Int}, there[1])};
    const auto isBeyond = [&](const Term &value) {
      return readers.isBeyond(k, field, value, body.grid(), body.uniforms(0), place);
    };
    if (readers.facesOf(field).giveValues()) {
      const Term value = k.place("value", {Type::Value, ir::ScalarType::F64});
      k.when(isBeyond(value), [&] { k.give(value); });
    } else {
      k.run(isBeyond(0));
    }
    k.give(own(place));
  }

  const analysis::Facts &facts;
  const TensorShape &shape;
  const DenseUpdate &update;
  const analysis::KernelFacts kernel;
  const ir::FieldId field;
  Readers readers;
  bool leaves = false; // some update reads beyond a face that is not periodic
  Builder k;
  KernelBody body;
};

/// Adds to `module` the host function that launches the GPU kernel `kernel`. The function divides
/// the domain into strips (ranges of x, one tile wide), and gives each block about the same number
/// of rows of strips.
void lowerLaunch(Module &module, const TensorShape &shape, FunctionId kernel) {
  Builder k(module, Kind::Host, "launch",
            "Launches " + std::to_string(shape.steps) + " fused time steps.");
  const Term step = k.stepParam(false);
  k.define("g", {Type::Grid}, step.invoke("grid"));
  const Term columns = k.define("columns", {Type::Int},
                                k.call(Primitive::CeilDiv, {k.extent(0), shape.tile().stored()}));
  const Term swept =
      k.define("swept", {Type::StripColumns},
               k.braced({columns, k.extent(1), shape.tile().extraPairs(), shape.endCost},
                        {Type::Void}, {"columns", "rows", "extra", "cost"}));
  const Term shares = k.define(
      "shares", {Type::StripShares},
      shape.chunks ? k.call(Primitive::ShareStripsInChunks, {swept, shape.chunks})
                   : k.call(Primitive::ShareStrips, {swept, step.invoke("multiprocessors")}));
  k.launch(kernel, {.threads = {shape.warps * 32},
                    .blocks = {shares.invoke("blocks")},
                    .sharedBytes = k.sizeOf(instance(
                        module, Template::TensorRows,
                        {shape.update.radius, shape.steps, shape.warps, k.truth(shape.again)})),
                    .arguments = {shares},
                    .waits = true});
}

} // namespace

void lowerTensorSteps(Module &module, const analysis::Facts &facts, const TensorShape &shape) {
  FunctionId kernel;
  kernel = TensorKernel(module, facts, shape).build();
  lowerLaunch(module, shape, kernel);
}

} // namespace stencilc::schedules
