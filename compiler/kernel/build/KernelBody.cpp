/// \file Parameters, cell updates and frozen cells (which keep their values) in functions of one
/// kernel.
#include "kernel/build/KernelBody.h"
#include "analysis/StepPieces.h"
#include "ir/Walk.h"
#include "kernel/build/IndexMaps.h"

namespace stencilc::kernel {

KernelBody::KernelBody(Builder &builder, const analysis::Facts &facts,
                       const analysis::KernelFacts &kernel)
    : k(builder), facts(facts), program(facts.program), kernel(kernel) {}

void KernelBody::declareParams(const KernelParams &params) {
  gridTerm = k.gridParam(params.byReference);
  uniformTerms = StepsUniforms::params(k, params.usesUniforms, params.steps);
  if (params.hasNumbers && !numberNames(program, kernel.stages).empty()) {
    numbers = numberNames(program);
    numbersTerm = k.param("numbers", {Type::Numbers}, HostNumbers{});
  }
  isInPlace = params.isInPlace;
  const Type::Kind view = params.isReadOnly ? Type::ReadOnlyView : Type::View;
  for (const auto &[fieldLevel, footprint] : kernel.fieldLevels)
    if (!isInPlace || !kernel.stores(fieldLevel.field))
      reads.emplace(fieldLevel,
                    k.param(NameHint("", NameOfView{fieldLevel.field, fieldLevel.level}),
                            {view, program.fields[fieldLevel.field].storage, true},
                            HostRead{fieldLevel.field, fieldLevel.level}));
  for (ir::FieldId field : kernel.stored)
    writes.emplace(field, k.param(NameHint("", NameOfView{field, isInPlace ? 0 : 1}),
                                  {Type::View, program.fields[field].storage}, HostWrite{field}));
}

const Term &KernelBody::view(const analysis::FieldLevel &fieldLevel) const {
  const bool isWritten = isInPlace && kernel.stores(fieldLevel.field);
  return isWritten ? writes.at(fieldLevel.field) : reads.at(fieldLevel);
}

std::vector<Term> KernelBody::ownArguments() const {
  std::vector<Term> all = {*gridTerm};
  uniformTerms.addTo(all);
  for (const auto &[fieldLevel, term] : reads)
    all.push_back(term);
  for (ir::FieldId field : kernel.stored)
    all.push_back(writes.at(field));
  return all;
}

std::optional<Term> KernelBody::near(const std::vector<Term> &cell, const Reach &margin) const {
  std::vector<Term> faces;
  for (int axis = 0; axis < program.rank(); ++axis)
    for (Side side : {Side::Low, Side::High})
      if (const int width = margin.of(axis, side))
        faces.push_back(k.face(cell[axis], axis, side, width));
  return anyOf(faces);
}

std::optional<Term> KernelBody::inside(const std::vector<Term> &cell, const Reach &margin,
                                       int first) const {
  std::vector<Term> faces;
  for (int axis = first; axis < program.rank(); ++axis)
    for (Side side : {Side::Low, Side::High})
      if (const int width = margin.of(axis, side))
        faces.push_back(k.face(cell[axis], axis, side, width, true));
  return allOf(faces);
}

void KernelBody::keep(const std::vector<Term> &cell) {
  for (ir::StageId id : kernel.stages) {
    const ir::FieldId field = program.stages[id].target;
    k.assign(writes.at(field).cell(cell), view({field, 0}).cell(cell));
  }
}

void KernelBody::keepFirst(const std::vector<Term> &cell, const std::function<void()> &done) {
  const auto copyFrozen = [&] {
    keep(cell);
    done();
  };
  k.when(*near(cell, *kernel.commonFrozen), copyFrozen, "keep");
}

void KernelBody::declareFrozen(const std::vector<Term> &cell) {
  for (ir::StageId id : kernel.stages) {
    const ir::Stage &stage = program.stages[id];
    if (stage.frozen.isZero())
      continue;
    if (kernel.commonFrozen && !frozen.empty()) {
      frozen.insert_or_assign(stage.target, frozen.begin()->second);
      continue;
    }
    const NameHint name = kernel.commonFrozen
                              ? NameHint("frozen")
                              : NameHint("", NameOfView{stage.target, 0}, "_frozen");
    frozen.insert_or_assign(stage.target, k.define(name, {Type::Bool}, *near(cell, stage.frozen)));
  }
}

const Term *KernelBody::frozenOf(ir::FieldId target) const {
  const auto found = frozen.find(target);
  return found == frozen.end() ? nullptr : &found->second;
}

Term KernelBody::ownCell(int axis, const Term &cells) const {
  const Term block = k.thread(Builtin::BlockSize, axis) * cells;
  return k.bound(Bound::Begin, axis) + k.thread(Builtin::BlockIndex, axis) * block +
         k.thread(Builtin::ThreadIndex, axis);
}

std::vector<Term> KernelBody::takeCell() const {
  std::vector<Term> cell, beyond;
  for (int axis = 0; axis < program.rank(); ++axis) {
    cell.push_back(k.define(axisName(axis), {Type::Int}, ownCell(axis)));
    beyond.push_back(cell[axis] >= k.bound(Bound::End, axis));
  }
  k.when(*anyOf(beyond), [&] { k.leave(); });
  return cell;
}

Term KernelBody::readBeyond(const Readers &readers, const analysis::FieldLevel &fieldLevel,
                            const std::vector<Term> &cell) const {
  return readers.read(k, fieldLevel.field, view(fieldLevel), grid(), uniforms(fieldLevel.level),
                      cell);
}

/// Returns the coordinate of the updated cell along `axis`, clamped to the grid. Profiles (fields
/// over some of the axes) have no cells beyond it.
Term KernelBody::placeInside(int axis, const Access &access) const {
  const Term place = access.position(axis);
  return access.reachesBeyond ? wrappedIndexOfAny(k, analysis::IndexMap::Copy, axis, place) : place;
}

Term KernelBody::profileAt(const ir::ProfileRead &read, const Access &access) const {
  std::vector<Term> cell;
  for (int axis = 0; axis < program.rank(); ++axis)
    cell.push_back(program.profiles[read.profile].along[axis] ? placeInside(axis, access) : 0);
  return uniforms(0)(k, read, cell);
}

std::optional<Term> KernelBody::leaf(const ir::Expr &leaf, const Access &access) const {
  if (const auto *read = std::get_if<ir::Read>(&leaf.node))
    return kernel.forwardedFrom(program, *read) ? news.at(read->field) : access.read(*read);
  if (const auto *position = std::get_if<ir::Position>(&leaf.node))
    return positionOf(k, position->axis, access.position(position->axis));
  if (const auto *extent = std::get_if<ir::Extent>(&leaf.node))
    return domainExtent(k, extent->axis);
  if (const auto *uniform = std::get_if<ir::UniformRef>(&leaf.node))
    return uniforms(0)(program, uniform->uniform);
  if (const auto *profile = std::get_if<ir::ProfileRead>(&leaf.node))
    return profileAt(*profile, access);
  if (const auto *weight = std::get_if<ir::PointWeight>(&leaf.node)) {
    if (hasNoPoints)
      return k.number(0);
    std::vector<Term> cell;
    for (int axis = 0; axis < program.rank(); ++axis)
      cell.push_back(positionOf(k, axis, access.position(axis)));
    return uniforms(0)(k, *weight, cell);
  }
  const auto *constant = std::get_if<ir::Constant>(&leaf.node);
  if (numbersTerm && constant && leaf.type == ir::ScalarType::F64)
    if (const auto number = numbers.find(constant->value); number != numbers.end())
      return numbersTerm->dot(number->second);
  return {};
}

std::optional<Term> KernelBody::rowHasPoints(const std::vector<Term> &at) const {
  std::vector<ir::ExprId> values;
  for (ir::StageId id : kernel.stages)
    values.push_back(program.stages[id].value);
  std::vector<Term> rows, row;
  for (const Term &coordinate : at)
    row.push_back(positionOf(k, static_cast<int>(row.size()) + 1, coordinate));
  row.resize(kMaxAxes - 1, k.number(0));
  for (ir::ExprId id : ir::reachableFrom(program, values))
    if (const auto *weight = std::get_if<ir::PointWeight>(&program[id].node))
      rows.push_back(uniforms(0).ofRun->points(weight->points).invoke("has", row));
  return anyOf(rows);
}

void KernelBody::note(ir::StageId id) {
  const ir::Stage &stage = program.stages[id];
  k.note(program.sourceName + ":" + std::to_string(stage.line) + ": " + stage.source);
}

Term KernelBody::value(ir::StageId id, const Access &access) {
  return k.computed(program.stages[id].value,
                    [&](const ir::Expr &node) { return leaf(node, access); });
}

void KernelBody::update(const Access &access) {
  std::vector<std::pair<ir::StageId, Term>> waiting;
  Access::NewValues stored;
  for (ir::StageId id : kernel.stages) {
    const ir::FieldId target = program.stages[id].target;
    note(id);
    Term result = value(id, access);
    if (const Term *isFrozen = frozenOf(target))
      result = select(*isFrozen, access.read({target, 0, Offset()}), result);
    const bool isReceived = isRecorded && ir::receivedFields(program).contains(target);
    if (kernel.stages.size() > 1 || isReceived || access.store) {
      const Type type{Type::Value, program.fields[target].storage};
      result = k.define(NameHint("", NameOfView{target, 0}, "_new"), type, result);
      setNew(target, result);
    }
    if (kernel.stores(target) && access.store)
      stored.emplace_back(target, result);
    else if (kernel.stores(target) && access.storesLast && kernel.stages.size() > 1)
      waiting.emplace_back(id, result);
    else if (kernel.stores(target))
      k.assign(access.place(id), result);
    if (isReceived)
      record(target, result, access);
  }
  for (const auto &[id, result] : waiting)
    k.assign(access.place(id), result);
  if (access.store)
    access.store(stored);
}

/// Emits code that stores the value of a cell in the table for receivers, if a receiver reads the
/// cell. Precondition: the launch computes a single time step.
void KernelBody::record(ir::FieldId field, const Term &value, const Access &access) const {
  std::vector<Term> cell;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    cell.push_back(axis < program.rank() ? access.position(axis) : k.number(0));
  recordCell(k, uniforms(0).ofRun->records(field), cell, 0, value);
}

void recordCell(Builder &k, const Term &records, const std::vector<Term> &cell, const Term &step,
                const Term &value) {
  k.when(records.invoke("has", {cell[1], cell[2]}),
         [&] { k.run(records.invoke("take", {cell[0], cell[1], cell[2], step, value})); });
}

NameHint KernelBody::accessorName(const analysis::FieldLevel &fieldLevel) {
  return NameHint("", NameOfView{fieldLevel.field, fieldLevel.level}, "_at");
}

Term accessor(Builder &k, const std::vector<Term> &cell,
              const std::function<void(const std::vector<Term> &at)> &body) {
  std::vector<NameHint> names;
  for (std::size_t axis = 0; axis < cell.size(); ++axis)
    names.push_back(std::string("d") + axisName(static_cast<int>(axis)));
  return k.closure(names, {Type::Int}, [&](const std::vector<Term> &by) {
    std::vector<Term> at;
    for (std::size_t axis = 0; axis < cell.size(); ++axis)
      at.push_back(cell[axis] + by[axis]);
    body(at);
  });
}

void KernelBody::updateCell(const std::vector<Term> &cell, const Accessors &accessors) {
  const auto read = [&](const ir::Read &read) {
    const analysis::FieldLevel fieldLevel{read.field, read.level};
    const auto by = accessors.find(fieldLevel);
    if (by == accessors.end())
      return view(fieldLevel).cell(displaced(cell, read.offset));
    return k.call(by->second, {read.offset.d.begin(), read.offset.d.begin() + program.rank()});
  };
  update({.read = read,
          .place = [&](ir::StageId id) { return target(program.stages[id].target).cell(cell); },
          .position = [&](int axis) { return cell[axis]; },
          .storesLast = true});
}

/// Emits calls of the runtime function Step::carry at the start of iteration number `iteration` of
/// a `repeat` loop. They select the buffers of fields that this iteration reads and writes. `step`
/// is the emitted object of the time step.
static void carryOver(Builder &k, const Term &step, const ir::Repeat &repeat,
                      const Term &iteration) {
  for (const ir::Carry &carry : repeat.carries)
    k.run(step.invoke("carry",
                      {static_cast<int>(carry.previous.index), static_cast<int>(carry.target.index),
                       static_cast<int>(carry.from.index), carry.level, iteration,
                       k.number(repeat.count)}));
}

namespace {
/// Builder of the host function of a time step from its parts: kernels, reductions within the step,
/// and `repeat` loops.
class StepLowering {
public:
  using HostCall = std::function<void(Builder &k, const Term &step, std::size_t kernel)>;
  StepLowering(Builder &builder, const Term &step, const analysis::Facts &facts,
               const HostCall &perform)
      : k(builder), step(step), facts(facts), perform(perform),
        pieces(analysis::stepPieces(facts.program, facts.dependence)), next(pieces.begin()) {}

  /// Emits the parts of a time step from the current one to the end of the step, or to the end of
  /// the current `repeat` loop.
  void lower() {
    for (; next != pieces.end() && next->act != Act::End; ++next) {
      if (next->act == Act::GlobalReduction)
        k.run(step.invoke("globalReduction", {static_cast<int>(next->number)}));
      else if (next->act == Act::Kernel)
        lowerKernel(next->number);
      else
        lowerIterations(next->number);
    }
  }

private:
  using Act = analysis::StepPiece::Act;

  void lowerKernel(std::size_t kernel) {
    const auto performOne = [&] { perform(k, step, kernel); };
    pieces.size() == 1 ? performOne() : k.ofKernel(kernel, performOne);
  }
  void lowerIterations(std::size_t number) {
    const ir::Repeat &repeat = facts.program.repeats[number];
    k.forEach("iteration", 0, k.number(repeat.count), Repeat::Plain, [&](const Term &iteration) {
      carryOver(k, step, repeat, iteration);
      ++next;
      lower();
      if (repeat.until.valid())
        k.when(step.invoke("isOver", {static_cast<int>(number)}), [&] { k.leaveLoop(); });
    });
    for (const ir::Carry &carry : repeat.carries)
      k.run(step.invoke("endCarry", {static_cast<int>(carry.previous.index),
                                     static_cast<int>(carry.target.index)}));
  }

  Builder &k;
  const Term &step;
  const analysis::Facts &facts;
  const HostCall &perform;
  const std::vector<analysis::StepPiece> pieces;
  std::vector<analysis::StepPiece>::const_iterator next;
};
} // namespace

void lowerStep(
    Module &module, const analysis::Facts &facts,
    const std::function<void(Builder &k, const Term &step, std::size_t kernel)> &perform) {
  Builder k(module, Kind::Host, "step", "One time step.");
  const Term step = k.stepParam(false);
  k.define("g", {Type::Grid}, step.invoke("grid"));
  StepLowering(k, step, facts, perform).lower();
}

Term blocksAlong(Builder &k, int axis, const Term &cells) {
  const Term all = k.bound(Bound::Count, axis);
  const bool isOne = !cells.home() && cells.value() == 1;
  return isOne ? all : k.call(Primitive::CeilDiv, {all, cells});
}

UniformNeeds kernelUsesUniforms(const analysis::Facts &facts, const analysis::KernelFacts &kernel,
                                const Readers &readers, bool callsReaders) {
  UniformNeeds needs;
  for (const auto &[fieldLevel, footprint] : kernel.fieldLevels)
    if (callsReaders)
      needs |= readers.usesUniforms(fieldLevel.field);
  for (ir::StageId id : kernel.stages)
    needs |= UniformNeeds::of(facts.program, facts.program.stages[id].value);
  return needs;
}

std::vector<Term> displaced(const std::vector<Term> &cell, const Offset &offset) {
  std::vector<Term> all;
  for (std::size_t axis = 0; axis < cell.size(); ++axis)
    all.push_back(cell[axis] + offset[static_cast<int>(axis)]);
  return all;
}

} // namespace stencilc::kernel
