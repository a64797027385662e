/// \file Host functions that compute numbers from parameters, cells and reduction results.
#include "kernel/build/HostFunctions.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "kernel/build/Build.h"
#include "kernel/build/Readers.h"

namespace stencilc::kernel {

namespace {

constexpr Type kNumbers{Type::Pointer, ir::ScalarType::F64, true}; // array of the caller

/// Builder of one host function that computes values of the program from parameters, coordinates or
/// results of reductions.
class HostFunction {
public:
  HostFunction(Module &module, const char *name, Type result, std::string doc)
      : k(module, Kind::Host, name, std::move(doc)), program(*module.program) {
    k.function().result = result;
  }
  void takeParameters() { parameters = k.param("parameters", kNumbers); }
  void takeGrid() { grid = k.gridParam(true); }
  void takeMoment() { moment = k.param("at", {Type::Moment}, {}, true); }
  void takeReduced() { reduced = k.param("reduced", kNumbers); }
  void takeCell() {
    for (int axis = 0; axis < kMaxAxes; ++axis)
      cell.push_back(k.param(axisName(axis), {Type::Int64}));
  }

  /// Declares variables for the parameters of the program that `values` use. Also declares the
  /// index of the cell if they use random numbers.
  void declareLeaves(const std::vector<ir::ExprId> &values) {
    std::set<ir::ParamId> used;
    bool isRandom = false;
    for (ir::ExprId id : ir::reachableFrom(program, values)) {
      if (const auto *param = std::get_if<ir::Param>(&program[id].node))
        used.insert(param->param);
      isRandom |= std::holds_alternative<ir::Random>(program[id].node);
    }
    params.clear();
    for (ir::ParamId id : used)
      params.emplace(id, k.define(NameHint("", NameOfParam{id}), {Type::Value, ir::ScalarType::F64},
                                  (*parameters)[static_cast<int>(id.index)]));
    if (isRandom)
      index = k.define("index", {Type::Int64}, numberOfCell());
  }
  Term value(ir::ExprId id) {
    return k.computed(id, [&](const ir::Expr &leaf) { return place(leaf); });
  }
  /// Emits a `return` of the value `id`, after declarations of the variables that it uses.
  void give(ir::ExprId id) {
    declareLeaves({id});
    const bool isStored =
        !ir::isComputed(program[id].type) && k.function().result.kind == Type::Value;
    k.give(isStored ? k.converted({Type::Value, ir::ScalarType::F64}, value(id)) : value(id));
  }

  Builder k;
  const ir::Program &program;
  std::optional<Term> parameters, grid, moment, reduced;
  std::vector<Term> cell;

private:
  std::optional<Term> place(const ir::Expr &leaf) {
    if (const auto *param = std::get_if<ir::Param>(&leaf.node))
      return params.at(param->param);
    if (const auto *extent = std::get_if<ir::Extent>(&leaf.node))
      return k.extent(extent->axis);
    if (const auto *position = std::get_if<ir::Position>(&leaf.node))
      return cell[position->axis];
    if (const auto *result = std::get_if<ir::Reduced>(&leaf.node)) {
      const int index = static_cast<int>(result->reduction.index);
      return reduced ? (*reduced)[index] : moment->invoke("reduced", {index});
    }
    if (const auto *left = std::get_if<ir::PreviousValue>(&leaf.node)) {
      const int index = static_cast<int>(program.reductions.size() + left->kept.index);
      return reduced ? (*reduced)[index] : moment->invoke("reduced", {index});
    }
    if (std::holds_alternative<ir::StepNumber>(leaf.node))
      return moment->invoke("step");
    if (const auto *value = std::get_if<ir::SeriesValue>(&leaf.node))
      return moment->invoke("series", {k.number(static_cast<std::int64_t>(value->series.index)),
                                       k.number(value->shift)});
    if (const auto *random = std::get_if<ir::Random>(&leaf.node))
      return k.call(Primitive::Random, {k.number(static_cast<std::int64_t>(random->seed)), *index});
    return {};
  }
  Term numberOfCell() {
    Term number = cell[program.lastAxis()];
    for (int axis = program.lastAxis() - 1; axis >= 0; --axis)
      number = cell[axis] + k.extent(axis) * number;
    return number;
  }

  std::map<ir::ParamId, Term> params;
  std::optional<Term> index;
};

/// Adds the function that computes the uniforms (scalars of the host): those of a time step if
/// `isOfStep`, otherwise those of the run. Adds nothing if the program has none.
void lowerUniforms(Module &module, bool isOfStep) {
  const ir::Program &program = *module.program;
  std::vector<ir::UniformId> all;
  for (ir::UniformId id : program.uniforms.ids())
    if (program.uniforms[id].isOfStep == isOfStep)
      all.push_back(id);
  if (all.empty())
    return;
  HostFunction f(module, isOfStep ? "stepUniforms" : "uniforms", {Type::Void}, "");
  f.takeParameters();
  f.takeGrid();
  if (isOfStep)
    f.takeMoment();
  const Term out = f.k.param("out", {Type::Anything});
  std::vector<ir::ExprId> values;
  std::vector<Term> parts;
  std::vector<NameHint> members;
  for (ir::UniformId id : all)
    values.push_back(program.uniforms[id].value);
  f.declareLeaves(values);
  for (ir::UniformId id : all) {
    const ir::Uniform &uniform = program.uniforms[id];
    const Term value = f.value(uniform.value);
    const bool fits = f.program[uniform.value].type == uniform.type;
    parts.push_back(fits ? value : f.k.converted({Type::Value, uniform.type}, value));
    members.push_back(NameHint("", NameOfUniform{id}));
  }
  const Primitive as = isOfStep ? Primitive::AsStepUniforms : Primitive::AsUniforms;
  f.k.assign(f.k.call(as, {out}).target(), f.k.braced(parts, {Type::Void}, std::move(members)));
}

FunctionId lowerInitialValue(Module &module) {
  HostFunction f(module, "initialValue", {Type::Value, ir::ScalarType::F64},
                 "Returns the initial value of a cell on all time levels, rounded to the type that "
                 "is stored.");
  const Term field = f.k.param("field", {Type::Int});
  f.takeParameters();
  f.takeGrid();
  f.takeCell();
  std::vector<Builder::Choice> fields;
  const auto add = [&](const ir::FieldDecl &declared) {
    fields.push_back({declared.name, [&] {
                        declared.init.valid() ? f.give(declared.init) : f.k.give(f.k.number(0));
                      }});
  };
  for (const ir::FieldDecl &declared : f.program.fields)
    if (!declared.isLocal)
      add(declared);
  for (const ir::ProfileDecl &profile : f.program.profiles) // numbered after the fields
    add(profile.field);
  f.k.choose(field, fields);
  f.k.give(f.k.number(0));
  return f.k.id;
}

void lowerOlderValue(Module &module, FunctionId initialValue) {
  HostFunction f(
      module, "olderValue", {Type::Value, ir::ScalarType::F64},
      "Returns the initial value on time level t-age, for fields with other values there.");
  const Term field = f.k.param("field", {Type::Int}), age = f.k.param("age", {Type::Int});
  f.takeParameters();
  f.takeGrid();
  f.takeCell();
  for (ir::FieldId id : f.program.fields.ids())
    for (const ir::OlderInit &older : f.program.fields[id].olderInits)
      f.k.when(
          field == static_cast<int>(id.index) && age == older.age,
          [&] { older.value.valid() ? f.give(older.value) : f.k.give(f.k.number(0)); },
          f.program.fields[id].name + "[t-" + std::to_string(older.age) + "]");
  std::vector<Term> all = {field, *f.parameters, *f.grid};
  all.insert(all.end(), f.cell.begin(), f.cell.end());
  f.k.give(f.k.call(initialValue, all));
}

/// Adds a function that computes one of the values `all` from the results of all reductions. The
/// first parameter of the emitted function is the index of the value.
void lowerOfReduced(Module &module, const char *name, Type result, const char *doc,
                    const char *which, const std::vector<std::pair<std::string, ir::ExprId>> &all) {
  HostFunction f(module, name, result, doc);
  const Term asked = f.k.param(which, {Type::Int});
  f.takeParameters();
  f.takeGrid();
  f.takeMoment();
  f.takeReduced();
  std::vector<Builder::Choice> choices;
  for (const auto &[what, value] : all)
    choices.push_back({what, [&f, value = value] {
                         value.valid() ? f.give(value) : f.k.give(f.k.truth(false));
                       }});
  f.k.choose(asked, choices);
  f.k.give(result.kind == Type::Bool ? f.k.truth(false) : f.k.number(0));
}

/// Adds the function that returns whether a `repeat` loop ends after an iteration. The runtime
/// calls it only for loops with a condition.
void lowerIterationsEnd(Module &module) {
  std::vector<std::pair<std::string, ir::ExprId>> all;
  bool isAny = false;
  for (const ir::Repeat &repeat : module.program->repeats) {
    all.emplace_back("", repeat.until);
    isAny |= repeat.until.valid();
  }
  if (isAny)
    lowerOfReduced(module, "iterationsEnd", {Type::Bool},
                   "Returns true if an iteration was the last one.", "repeat", all);
}

/// Adds the functions for scalars that are carried from one time step to the next: their initial
/// values, and their values after a step.
void lowerCarriedScalar(Module &module) {
  std::vector<std::pair<std::string, ir::ExprId>> values, inits;
  for (const ir::CarriedScalar &kept : module.program->kept) {
    values.emplace_back(kept.name, kept.value);
    inits.emplace_back(kept.name, kept.init);
  }
  if (values.empty())
    return;
  const Type number{Type::Value, ir::ScalarType::F64};
  lowerOfReduced(module, "keptValue", number,
                 "Returns a loop-carried scalar as a step sets it for the next one.", "which",
                 values);
  lowerOfReduced(module, "keptAtFirst", number,
                 "Returns the value of a loop-carried scalar before the first step.", "which",
                 inits);
}

/// Adds the host function `pointPlace`, which returns the numbers that define the points of sources
/// and receivers. There are three numbers for each axis of each set of points: the first
/// coordinate, the last one, and the distance between points. stencilc/Description.h defines the
/// index of each number.
void lowerPointPlace(Module &module) {
  if (module.program->points.empty())
    return;
  HostFunction f(
      module, "pointPlace", {Type::Value, ir::ScalarType::F64},
      "Returns positions of points: along each axis the first, the last, and their distance.");
  const Term asked = f.k.param("which", {Type::Int});
  f.takeParameters();
  f.takeGrid();
  std::vector<Builder::Choice> choices;
  for (const ir::PointsDecl &points : f.program.points)
    for (const ir::PointsAlong &along : points.along)
      for (const ir::ExprId place : {along.first, along.last, along.by})
        choices.push_back(
            {place == along.first && &along == &points.along[0] ? points.name : "",
             [&f, place] { place.valid() ? f.give(place) : f.k.give(f.k.number(0)); }});
  f.k.choose(asked, choices);
  f.k.give(f.k.number(0));
}

/// Adds the function that returns numbers for result files, such as the length of a time step.
/// stencilc/Description.h gives the index of each number.
void lowerSaveNumber(Module &module) {
  const ir::Program &program = *module.program;
  if (program.saves.empty() && !program.timestep.valid())
    return;
  HostFunction f(module, "saveNumber", {Type::Value, ir::ScalarType::F64},
                 "Returns the length of a time step, and the cells to save: along each axis the "
                 "first, the last, and the stride.");
  const Term asked = f.k.param("which", {Type::Int});
  f.takeParameters();
  f.takeGrid();
  std::vector<Builder::Choice> choices;
  const auto add = [&](const std::string &what, ir::ExprId number) {
    choices.push_back(
        {what, [&f, number] { number.valid() ? f.give(number) : f.k.give(f.k.number(0)); }});
  };
  add("the time step", program.timestep);
  for (const ir::SaveDecl &save : program.saves)
    for (const ir::PointsAlong &along : save.along)
      for (const ir::ExprId place : {along.first, along.last, along.by})
        add(place == along.first && &along == &save.along[0] ? program.fields[save.field].name : "",
            place);
  f.k.choose(asked, choices);
  f.k.give(f.k.number(0));
}

bool hasOlderInits(const ir::Program &program) {
  for (const ir::FieldDecl &field : program.fields)
    if (!field.olderInits.empty())
      return true;
  return false;
}

} // namespace

void lowerHostFunctions(Module &module) {
  const ir::Program &program = *module.program;
  std::vector<std::pair<std::string, ir::ExprId>> reports, rules;
  for (const ir::Report &report : program.reports)
    reports.emplace_back(report.name, report.value);
  for (const ir::Rule &rule : program.rules)
    rules.emplace_back("", rule.condition);
  if (!reports.empty())
    lowerOfReduced(module, "reportValue", {Type::Value, ir::ScalarType::F64},
                   "Computes a report from the results of all reductions.", "report", reports);
  if (!rules.empty())
    lowerOfReduced(module, "ruleHolds", {Type::Bool}, "Returns true if a rule ends the run.",
                   "rule", rules);
  lowerIterationsEnd(module);
  lowerCarriedScalar(module);
  lowerPointPlace(module);
  lowerSaveNumber(module);
  lowerUniforms(module, false);
  lowerUniforms(module, true);
  const FunctionId initialValue = lowerInitialValue(module);
  if (hasOlderInits(program))
    lowerOlderValue(module, initialValue);
}

} // namespace stencilc::kernel
