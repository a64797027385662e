/// \file Reductions over all cells, for reports, rules (stopping conditions) and reductions within
/// a time step. The runtime (stencilc/Reduce.h) reduces the values. It calls a lambda, built here,
/// for the values of several cells of a row.
#include "kernel/build/Checks.h"
#include "ir/Locals.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "kernel/build/IndexMaps.h"
#include "kernel/build/KernelBody.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

namespace stencilc::kernel {

namespace {

std::set<ir::ReductionId> reductionsOf(const ir::Program &program, ir::ExprId value) {
  std::set<ir::ReductionId> found;
  for (ir::ExprId id : ir::reachableFrom(program, {value}))
    if (const auto *reduced = std::get_if<ir::Reduced>(&program[id].node))
      found.insert(reduced->reduction);
  return found;
}

/// Returns the fields and time levels that `reductions` read, each with the reach (largest offsets)
/// of these reads.
template <class Ids>
std::map<analysis::FieldLevel, Reach> readsOf(const analysis::Facts &facts, const Ids &reductions) {
  std::map<analysis::FieldLevel, Reach> reads;
  for (ir::ReductionId id : reductions)
    for (const auto &[fieldLevel, footprint] : facts.footprint.reductions.at(id).fieldLevels)
      reads[fieldLevel].include(footprint.reach);
  return reads;
}

Known kindOf(const ir::Reduction &reduction) {
  switch (reduction.kind) {
  case ir::ReductionKind::Max:
    return Known::ReduceMax;
  case ir::ReductionKind::Min:
    return Known::ReduceMin;
  case ir::ReductionKind::Sum:
    return Known::ReduceSum;
  case ir::ReductionKind::Norm:
    return Known::ReduceNorm;
  }
  llvm_unreachable("all kinds are there");
}

/// Names of the kernel `kernel` and of the host function `check` that launches it. Together they
/// compute `reductions` in one pass over the cells. If the host computes the reductions, there is
/// no kernel. `doc` is the comment for them in emitted code.
struct Wanted {
  std::string kernel, check, doc;
  std::vector<ir::ReductionId> reductions;
};

Wanted wantedEvery(const CheckGroup &group) {
  const std::string number = std::to_string(group.every);
  return {"reduceEvery" + number,
          "checkEvery" + number,
          "Reductions that are due every " + (group.every == 1 ? "step" : number + " steps") +
              ": one pass over the cells.",
          {group.reductions.begin(), group.reductions.end()}};
}

Wanted wantedWithin(const ir::Program &program, std::size_t index) {
  const std::string number = std::to_string(index);
  return {"reduceWithin" + number, "globalReduction" + number,
          "Reductions that a step needs: one pass over the cells.",
          program.globalReductions[index].reductions};
}

/// Data from which the functions of one pass over the cells are built: all reductions of the same
/// period, or one within a time step.
struct CheckSums {
  const analysis::Facts &facts;
  const ir::Program &program;
  const Readers &readers;
  const Wanted group;
  const ReducedBy by;
  std::map<analysis::FieldLevel, Reach> reads;
  Reach margin; // of all reads

  CheckSums(const analysis::Facts &facts, const Readers &readers, Wanted wanted, ReducedBy by)
      : facts(facts), program(facts.program), readers(readers), group(std::move(wanted)), by(by),
        reads(readsOf(facts, group.reductions)) {
    for (const auto &[fieldLevel, reach] : reads)
      margin.include(reach);
  }

  Type viewType(const analysis::FieldLevel &fieldLevel) const {
    return {Type::View, program.fields[fieldLevel.field].storage, true};
  }
  static NameHint nameOf(const analysis::FieldLevel &fieldLevel, const char *after = "") {
    return NameHint("", NameOfView{fieldLevel.field, fieldLevel.level}, after);
  }
  bool hasRows() const { return by == ReducedBy::KernelsOfSomeRows; }
  /// Returns true if each launch reduces a range of cells instead of a range of rows. This is so if
  /// launches reduce a part of the grid and the grid has one axis.
  bool hasCells() const { return hasRows() && program.rank() == 1; }
  /// Returns the number of adjacent cells of a row that a thread loads at once. They fill 16 bytes
  /// of the narrowest field, but are at most 4, because a thread has 4 accumulators. The number is
  /// 1 if each launch reduces a range of cells, which may begin at any address.
  int width() const {
    if (hasCells())
      return 1;
    int most = 2;
    for (const auto &[fieldLevel, reach] : reads)
      most = std::max(most, 16 / ir::bytesOf(program.fields[fieldLevel.field].storage));
    return std::min(most, 4);
  }
  std::vector<Term> kinds(Builder &k) const {
    std::vector<Term> all;
    for (ir::ReductionId id : group.reductions)
      all.push_back(k.known(kindOf(program.reductions[id])));
    return all;
  }
  template <class Leaf> bool valuesHave() const {
    for (ir::ReductionId id : group.reductions)
      if (ir::contains<Leaf>(program, program.reductions[id].value))
        return true;
    return false;
  }
  UniformNeeds usesUniforms() const {
    UniformNeeds needs;
    for (const auto &[fieldLevel, reach] : reads)
      if (!reach.isZero())
        needs |= readers.usesUniforms(fieldLevel.field);
    for (ir::ReductionId id : group.reductions)
      needs |= UniformNeeds::of(program, program.reductions[id].value);
    return needs;
  }
  bool usesGrid() const {
    for (ir::ReductionId id : group.reductions)
      if (!program.reductions[id].leftOut.isZero())
        return true;
    return !margin.isZero() || valuesHave<ir::Extent>() || valuesHave<ir::ProfileRead>();
  }
};

/// Builder of the lambda that computes the values to be reduced, for several adjacent cells of a
/// row.
class CellValues {
public:
  CellValues(Builder &builder, const CheckSums &of) : k(builder), of(of) {}

  std::optional<Term> grid;
  StepsUniforms uniforms;
  std::map<analysis::FieldLevel, Term> views;

  Term closure() {
    std::vector<Var> params;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      params.push_back(Var{axisName(axis), {Type::Int}});
    params.push_back(Var{.hint = "values", .type = {Type::Auto}, .isReference = true});
    return k.closure({Var{"width", {Type::Int}}}, std::move(params),
                     [&](const auto &constants, const auto &given) {
                       width = constants.front();
                       cell.assign(given.begin(), given.begin() + of.program.rank());
                       values = given.back();
                       body();
                     });
  }

private:
  void body() {
    std::vector<analysis::FieldLevel> beyond;
    for (const auto &[fieldLevel, reach] : of.reads)
      reach.isZero() ? load(fieldLevel) : beyond.push_back(fieldLevel);
    if (beyond.empty())
      return computeAll();
    std::vector<NameHint> names;
    for (const analysis::FieldLevel &fieldLevel : beyond)
      names.push_back(KernelBody::accessorName(fieldLevel));
    const Term compute =
        k.define("compute", {Type::Auto},
                 k.closure(names, {Type::Auto}, [&](const std::vector<Term> &given) {
                   for (std::size_t i = 0; i < beyond.size(); ++i)
                     accessors.emplace(beyond[i], given[i]);
                   computeAll();
                 }));
    const auto call = [&](bool isInside) {
      std::vector<Term> arguments;
      for (const analysis::FieldLevel &fieldLevel : beyond)
        arguments.push_back(accessorOf(fieldLevel, isInside));
      k.run(k.call(compute, arguments));
    };
    k.when(k.define("inside", {Type::Bool}, isInside()), [&] { call(true); }, [&] { call(false); });
  }

  /// Emits one load of a field for all cells that a thread reduces at once, which are adjacent in a
  /// row. Used for fields that are read only at the reduced cell itself.
  void load(const analysis::FieldLevel &fieldLevel) {
    const Term &view = views.at(fieldLevel);
    const Term here = k.array(CheckSums::nameOf(fieldLevel, "_here"),
                              {Type::Value, of.program.fields[fieldLevel.field].storage}, {*width});
    k.run(k.call(Primitive::Load, {here, view.cell(cell).address()}, {*width}));
    loaded.emplace(fieldLevel, here);
  }

  Term accessorOf(const analysis::FieldLevel &fieldLevel, bool isInside) {
    return accessor(k, cell, [&](const std::vector<Term> &at) {
      const Term &view = views.at(fieldLevel);
      k.give(isInside ? view.cell(at)
                      : of.readers.read(k, fieldLevel.field, view, *grid,
                                        uniforms.at(fieldLevel.level), at));
    });
  }

  /// Returns an emitted condition for the adjacent cells that a thread reduces at once. The
  /// condition is true if all reads for these cells are inside the grid.
  Term isInside() {
    std::vector<Term> faces;
    for (int axis = 0; axis < of.program.rank(); ++axis)
      for (Side side : {Side::Low, Side::High})
        if (const int reach = of.margin.of(axis, side)) {
          const bool isLast = axis == 0 && side == Side::High;
          faces.push_back(
              k.face(isLast ? cell[axis] + *width - 1 : cell[axis], axis, side, reach, true));
        }
    return *allOf(faces);
  }

  void computeAll() {
    k.forEach("i", 0, *width, Repeat::Plain, [&](const Term &i) {
      std::vector<Term> at = cell;
      at[0] = cell[0] + i;
      int index = 0;
      for (ir::ReductionId id : of.group.reductions) {
        const ir::Reduction &reduction = of.program.reductions[id];
        k.note(of.program.sourceName + ":" + std::to_string(reduction.line) + ": " +
               reduction.source);
        k.assign((*values)[index++][i], valueOf(reduction, i, at));
      }
    });
  }

  Term valueOf(const ir::Reduction &reduction, const Term &i, const std::vector<Term> &at) {
    const Term value =
        k.computed(reduction.value, [&](const ir::Expr &leaf) -> std::optional<Term> {
          if (const auto *read = std::get_if<ir::Read>(&leaf.node))
            return readOf(*read, i);
          if (const auto *position = std::get_if<ir::Position>(&leaf.node))
            return positionOf(k, position->axis, at[position->axis]);
          if (const auto *extent = std::get_if<ir::Extent>(&leaf.node))
            return domainExtent(k, extent->axis);
          if (const auto *uniform = std::get_if<ir::UniformRef>(&leaf.node))
            return uniforms.at(0)(of.program, uniform->uniform);
          if (const auto *profile = std::get_if<ir::ProfileRead>(&leaf.node))
            return uniforms.at(0)(k, *profile, at);
          return {};
        });
    std::vector<Term> faces;
    for (int axis = 0; axis < of.program.rank(); ++axis)
      for (Side side : {Side::Low, Side::High})
        if (const int wide = reduction.leftOut.of(axis, side))
          faces.push_back(k.face(at[axis], axis, side, wide));
    if (faces.empty())
      return value;
    const Term empty = k.call(Primitive::EmptyOf, {}, {k.known(kindOf(reduction))});
    return select(*anyOf(faces), empty, value);
  }

  Term readOf(const ir::Read &read, const Term &i) {
    const analysis::FieldLevel fieldLevel{read.field, read.level};
    if (const auto here = loaded.find(fieldLevel); here != loaded.end())
      return here->second[i];
    std::vector<Term> by(read.offset.d.begin(), read.offset.d.begin() + of.program.rank());
    by[0] = i + by[0];
    return k.call(accessors.at(fieldLevel), by);
  }

  Builder &k;
  const CheckSums &of;
  std::optional<Term> width, values;
  std::vector<Term> cell;
  std::map<analysis::FieldLevel, Term> loaded, accessors;
};

FunctionId reduceKernel(Module &module, const CheckSums &of) {
  Builder k(module, Kind::Kernel, of.group.kernel, of.group.doc);
  k.function().task = Task::Check;
  k.function().bounds.named = Known::ReduceThreads;
  CellValues values(k, of);
  values.grid = k.gridParam();
  std::vector<Term> reduced = {*values.grid};
  if (of.hasCells())
    reduced.push_back(k.param("pieces", {Type::RowPieces}, HostRows{true}));
  else if (of.hasRows())
    reduced.push_back(k.param("rows", {Type::RowRange}, HostRows{}));
  values.uniforms = StepsUniforms::params(k, of.usesUniforms());
  for (const auto &[fieldLevel, reach] : of.reads)
    values.views.emplace(fieldLevel, k.param(CheckSums::nameOf(fieldLevel), of.viewType(fieldLevel),
                                             HostRead{fieldLevel.field, fieldLevel.level}));
  const Term partials = k.param("partials", {Type::Pointer, ir::ScalarType::F64}, HostPartials{});
  std::vector<Term> sizes = of.kinds(k);
  sizes.insert(sizes.begin(), k.number(of.width()));
  reduced.push_back(partials);
  reduced.push_back(values.closure());
  k.run(k.call(Primitive::ReduceSegment, reduced, sizes));
  return k.id;
}

void checkByKernels(Module &module, const CheckSums &of) {
  const FunctionId kernel = reduceKernel(module, of);
  Builder k(module, Kind::Host, of.group.check, "");
  k.function().task = Task::Check;
  k.checkParam();
  k.launchReduction(kernel, of.kinds(k));
}

void checkOnHost(Module &module, const CheckSums &of) {
  Builder k(module, Kind::Host, of.group.check, of.group.doc);
  k.function().task = Task::Check;
  const Term check = k.checkParam();
  CellValues values(k, of);
  if (of.usesGrid() || (module.paddedAxis >= 0 && of.valuesHave<ir::Position>()))
    values.grid = k.define("g", {Type::Grid}, check.invoke("grid"));
  const UniformNeeds needs = of.usesUniforms();
  if (needs.ofRun)
    values.uniforms.ofRun = k.alias(NameHint("", NameOfUniforms{}), {Type::Uniforms},
                                    k.given(HostUniforms{}, {Type::Uniforms}), {}, true);
  if (needs.ofStep) {
    const HostSteps host = hostSteps(of.program, 1);
    const Type type = typeOfSteps(module, host);
    values.uniforms.ofSteps = k.define(nameOfSteps(), type, k.given(host, type));
  }
  for (const auto &[fieldLevel, reach] : of.reads) {
    const Type type = of.viewType(fieldLevel);
    values.views.emplace(fieldLevel,
                         k.define(CheckSums::nameOf(fieldLevel), type,
                                  k.given(HostRead{fieldLevel.field, fieldLevel.level}, type)));
  }
  k.run(check.invoke("reduce", {values.closure()}, of.kinds(k)));
}

} // namespace

std::vector<CheckGroup> checkGroups(const ir::Program &program) {
  std::map<std::int64_t, std::set<ir::ReductionId>> byEvery;
  const auto add = [&](std::int64_t every, ir::ExprId value) {
    // Adds the group even if in-step reductions compute everything.
    std::set<ir::ReductionId> &group = byEvery[every];
    for (ir::ReductionId id : reductionsOf(program, value))
      if (!ir::globalReductionOf(program, id))
        group.insert(id);
  };
  for (const ir::Report &report : program.reports)
    add(report.every, report.value);
  for (const ir::Rule &rule : program.rules)
    add(rule.every, rule.condition);
  std::vector<CheckGroup> groups;
  for (auto &[every, reductions] : byEvery)
    groups.push_back({every, std::move(reductions)});
  return groups;
}

bool needsSingleStep(const analysis::Facts &facts, const CheckGroup &group) {
  for (const auto &[fieldLevel, reach] : readsOf(facts, group.reductions))
    if (facts.dependence.buffers.at(fieldLevel.field) > 1 &&
        fieldLevel.level == 1 - facts.program.fields[fieldLevel.field].levels)
      return true;
  return false;
}

void lowerChecks(Module &module, const analysis::Facts &facts, const Readers &readers,
                 ReducedBy by) {
  const auto lower = [&](Wanted wanted) {
    const CheckSums pass(facts, readers, std::move(wanted), by);
    by == ReducedBy::Host ? checkOnHost(module, pass) : checkByKernels(module, pass);
  };
  for (std::size_t index = 0; index < facts.program.globalReductions.size(); ++index)
    lower(wantedWithin(facts.program, index));
  for (const CheckGroup &group : checkGroups(facts.program))
    if (!group.reductions.empty())
      lower(wantedEvery(group));
}

} // namespace stencilc::kernel
