/// \file Lowering of time-skewed loops, which compute several time steps per call.
///
/// Functions are emitted that update one plane in one time step. A function of the runtime calls
/// them in skewed order.
#include "kernel/build/KernelBody.h"
#include "schedules/loops/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Builder of the CPU functions that compute several time steps per call by time skewing (each time
/// step trails the one before by some planes).
class SkewedSteps {
public:
  SkewedSteps(Module &module, const analysis::Facts &facts, const SkewedShape &shape)
      : module(module), facts(facts), shape(shape), readers(module, facts.faces) {
    for (ir::FieldId field : facts.program.fields.ids())
      readers.add(field, {.reach = readBeyondFaces(facts, field)});
    addRowReaders(facts, readers);
    for (int index = 0; index < shape.kernels; ++index)
      kernels.push_back(
          lowerPlaneOf(module, LoopNest(facts, static_cast<std::size_t>(index), readers)));
  }

  void build() {
    const FunctionId advance = lowerAdvance();
    Builder k(module, Kind::Host, "launch",
              "Computes " + std::to_string(shape.steps) + " fused time steps.");
    const Term step = k.stepParam(false);
    k.define("g", {Type::Grid}, step.invoke("grid"));
    const Term order = orderOf(k);
    const Term each = k.closure({"kernel", "step", "plane", "begin", "end"}, {Type::Int},
                                [&](const std::vector<Term> &at) {
                                  std::vector<Term> all = {step.invoke("after", {at[1]})};
                                  if (shape.kernels > 1)
                                    all.push_back(at[0]);
                                  all.push_back(at[2]);
                                  if (rank() == 3) {
                                    all.push_back(at[3]);
                                    all.push_back(at[4]);
                                  }
                                  k.run(k.call(advance, all));
                                });
    k.run(k.call(Primitive::InSkewedOrder, {step, order, each}));
  }

private:
  int rank() const { return facts.program.rank(); }
  std::vector<NameHint> placeNames() const {
    return rank() == 2 ? std::vector<NameHint>{"y"} : std::vector<NameHint>{"z", "yBegin", "yEnd"};
  }

  Term orderOf(Builder &k) {
    std::vector<Term> parts = {shape.steps, shape.kernels, shape.reach, k.extent(rank() - 1)};
    std::vector<NameHint> members = {"steps", "kernels", "reach", "planes"};
    if (rank() == 3) {
      parts.push_back(k.extent(1));
      parts.push_back(shape.rows);
      members.push_back("rows");
      members.push_back("tile");
    }
    if (facts.faces.isPeriodic(rank() - 1)) {
      parts.push_back(k.truth(true));
      members.push_back("lastIsPeriodic");
    }
    if (rank() == 3 && facts.faces.isPeriodic(1)) {
      parts.push_back(k.truth(true));
      members.push_back("rowsArePeriodic");
    }
    for (Term &part : parts)
      if (!part.home())
        part = k.number(part.value());
    return k.braced(parts, {Type::Void}, std::move(members));
  }

  /// Builds the function `advance(s, kernel, z, yBegin, yEnd)`, and returns its id. It updates rows
  /// yBegin to yEnd - 1 of plane z in time step `s`. `kernel` selects the kernel of the program,
  /// and is missing if there is only one. With two axes the function is `advance(s, kernel, y)`,
  /// which updates row y.
  FunctionId lowerAdvance() {
    Builder k(module, Kind::Helper, "advance", "Updates rows of a plane by one kernel of step s.");
    const Term step = k.stepParam(true);
    std::vector<Term> place;
    std::optional<Term> kernel;
    if (shape.kernels > 1)
      kernel = k.param("kernel", {Type::Int});
    for (const NameHint &name : placeNames())
      place.push_back(k.param(name, {Type::Int}));
    k.define("g", {Type::Grid}, step.invoke("grid"));
    std::vector<Builder::Choice> choices;
    for (FunctionId function : kernels)
      choices.push_back({"", [&, function] {
                           k.run(call(k, function, step, place));
                           if (kernel)
                             k.leave();
                         }});
    kernel ? k.choose(*kernel, choices) : choices.front().body();
    return k.id;
  }

  /// Returns a call of the emitted `function` in the time step `step`. `place` has the arguments
  /// for planes and rows, in the order of the parameters. Arguments such as fields are not in
  /// `place`. They are expressions of the host, which the parameters of `function` name.
  Term call(Builder &k, FunctionId function, const Term &step, const std::vector<Term> &place) {
    std::vector<Term> arguments;
    auto next = place.begin();
    for (const Param &param : module.functions[function].params) {
      if (std::holds_alternative<std::monostate>(param.host))
        arguments.push_back(*next++);
      else if (std::holds_alternative<HostStep>(param.host))
        arguments.push_back(step);
      else
        arguments.push_back(k.given(param.host, module.vars[param.var].type));
    }
    return k.call(function, arguments);
  }

  Module &module;
  const analysis::Facts &facts;
  const SkewedShape &shape;
  Readers readers;
  std::vector<FunctionId> kernels; // functions that update rows of a plane, one for each kernel
};

} // namespace

void lowerSkewed(Module &module, const analysis::Facts &facts, const SkewedShape &shape) {
  SkewedSteps(module, facts, shape).build();
}

} // namespace stencilc::schedules
