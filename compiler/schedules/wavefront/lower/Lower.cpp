/// \file Helpers shared by all classes that emit a wavefront kernel.
#include "schedules/wavefront/lower/Lower.h"
#include "ir/Walk.h"
#include "kernel/build/Readers.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/faces/TensorSteps.h"
#include "schedules/wavefront/lower/Advance.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace kernel;
using analysis::FieldLevel;

const char *Wave::planeName() const {
  return program.rank() == 3 ? "plane" : program.rank() == 2 ? "row" : "tile";
}

bool Wave::keepsRegistersApart() const {
  return !exchangesPlanes() || !hasRoom() ||
         (shape.plan.steps == 1 && !facts.footprint.readsDiagonals());
}

bool Wave::storesPieces() const {
  if (!isRank3() || shape.plan.isWhole || methods.storesOfOthers())
    return false;
  return std::all_of(targets.begin(), targets.end(), [&](const WaveTarget &target) {
    return shape.plan.cells * plan::bytesOf(program.fields[target.field].storage) <= 16;
  });
}

Term Wave::storedPlane(const PlaneStore &store) const {
  return at(state.clock.s) - (c.steps - (1 + store.older)) * c.lag - store.out;
}

bool Wave::countsTensors() const {
  const TensorSteps steps = tensorSteps(*this);
  return !shape.plan.isWhole && steps.everywhere &&
         (steps.areAll || shape.sweep.firstArrival - shape.sweep.ghostLow >= steps.first);
}

UniformNeeds Wave::boundaryUses(ir::FieldId field) const {
  return UniformNeeds::ofFaces(program, readers.facesOf(field), {{1, 1, 1}, {1, 1, 1}});
}

Term Wave::cellsOf(const Term &view, const Term &x, const Term &y, const Term &plane) const {
  return isRank3()     ? view.cell({x, y, plane})
         : rank() == 2 ? view.cell({x, plane})
                       : view.cell({x});
}

/// Returns the field levels (fields at one time level) that the kernel reads from global memory.
/// A fused time step reads levels from memory until the kernel itself has computed them: step n
/// (from 0) reads level t-k of the program from memory as level t-k+n, as long as that is at most
/// 0. The newest level of every updated field is always among them.
static std::vector<FieldLevel> fieldLevelsOf(const analysis::Facts &facts,
                                             const WavefrontShape &shape) {
  std::set<FieldLevel> fieldLevels;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[fieldLevel, reads] : footprint.fieldLevels)
      if (fieldLevel.level <= 0) // each later time step reads the next level
        for (int level = fieldLevel.level;
             level <= std::min(0, fieldLevel.level + shape.plan.steps - 1); ++level)
          fieldLevels.insert({fieldLevel.field, level});
  for (const auto &[field, arrival] : shape.skew->arrival)
    fieldLevels.insert({field, 0});
  return {fieldLevels.begin(), fieldLevels.end()};
}

/// Returns the number of time levels of `field` that a launch writes to global memory. This is the
/// number of levels that users can read, but at most the number of fused time steps.
static int levelsWritten(const ir::Program &program, const WavefrontShape &shape,
                         ir::FieldId field) {
  return std::min(program.fields[field].levels, shape.plan.steps);
}

int Wave::levelsOf(ir::FieldId field) const { return levelsWritten(program, shape, field); }

/// Returns the field levels (fields at one time level) that a launch writes to global memory. They
/// are the newest level of each updated field, and the older ones that users can read. Local
/// fields, which exist only within a time step, are omitted.
static std::vector<WaveTarget> targetsOf(const ir::Program &program, const WavefrontShape &shape) {
  std::vector<WaveTarget> targets;
  for (const auto &[field, arrival] : shape.skew->arrival)
    for (int older = 0; older < levelsWritten(program, shape, field); ++older)
      if (!program.fields[field].isLocal)
        targets.push_back({field, older});
  return targets;
}

Wave makeWave(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
              const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  Wave wave{.module = module,
            .facts = facts,
            .plan = plan,
            .shape = shape,
            .program = program,
            .along = sweptAxis(program),
            .readers = {module, plan.facesInMemory(facts).allGoRound()},
            .numbers = numberNames(program),
            .fieldLevels = fieldLevelsOf(facts, shape),
            .targets = targetsOf(program, shape)};
  for (const ir::Stage &stage : program.stages)
    wave.usesUniforms |= UniformNeeds::of(program, stage.value);
  for (ir::FieldId field : program.fields.ids())
    wave.usesUniforms |= wave.boundaryUses(field);
  wave.usesUniforms.ofRun |= plan.recordsReceivers(program);
  return wave;
}

Term compileTime(Builder &k, NameHint hint, Type type, const Term &value) {
  const Term made = k.define(std::move(hint), type, value);
  k.module.vars[std::get<Variable>(k.module.exprs[made.in(k.module)]).var].isCompileTime = true;
  return made;
}

Term Wave::at(VarId member) const { return Term(module, module.make(Self{})).dot(member); }
Term Wave::inBlock(VarId member) const { return at(state.arguments.shared).dot(member); }
Term Wave::inRegisters(VarId member) const {
  return keepsRegistersApart() ? at(state.registers.reference).dot(member) : at(member);
}
Term Wave::ringOf(ir::FieldId field) const {
  const Term ring = inBlock(state.shared.ring.at(field));
  return isRank3() ? ring : ring[at(state.thread.team)];
}
Term Wave::hasKind(Known known) const {
  return *kind == Term(module, module.make(KnownValue{known}));
}
Term Wave::isFlush() const {
  return shape.tile.shifts ? hasKind(Known::TilesFlush) : at(state.tile.isFlush);
}

UniformTerms Wave::uniforms(const Term &step) const {
  StepsUniforms terms;
  if (usesUniforms.ofRun)
    terms.ofRun = at(state.arguments.uniforms);
  if (usesUniforms.ofStep)
    terms.ofSteps = at(state.arguments.ofSteps);
  return terms.at(step);
}

Term Wave::boundaryGives(Builder &k, ir::FieldId field, const Term &value,
                         const UniformTerms &uniforms, const std::vector<Term> &cell) const {
  return readers.isBeyond(k, field, value, at(state.arguments.grid), uniforms, cell,
                          ReaderForm::AnyPlace);
}

void joinSweep(Builder &k, const Wave &wave) {
  k.function().memberOf = wave.state.sweep;
  k.function().isAlwaysInline = true;
  k.gridIs(wave.at(wave.state.arguments.grid));
}

WaveFunction::WaveFunction(const Wave &wave, NameHint hint, std::string doc, Type result)
    : k(wave.module, Kind::Helper, std::move(hint), std::move(doc)) {
  joinSweep(k, wave);
  k.function().result = result;
}

void lowerFusedSteps(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                     const WavefrontShape &shape) {
  Wave wave = makeWave(module, facts, plan, shape);
  wave.methods = FaceMethods(wave);
  const auto lowerBefore = [&](FunctionsBefore next) {
    for (const auto &method : wave.methods)
      method->lowerFunctions(next);
  };
  lowerConstants(wave);
  lowerShared(wave);
  lowerState(wave);
  for (ir::FieldId field : wave.program.fields.ids())
    wave.readers.add(field, {.reach = {{1, 1, 1}, {1, 1, 1}}, .form = ReaderForm::AnyPlace});
  lowerBefore(FunctionsBefore::Tile);
  lowerTile(wave);
  lowerRowLoads(wave);
  lowerBefore(FunctionsBefore::Fetch);
  lowerFetch(wave);
  lowerAdvance(wave);
  if (wave.rank() == 1)
    return lowerLine(wave);
  lowerSweep(wave);
  lowerBefore(FunctionsBefore::Place);
  lowerPlace(wave);
  lowerKernel(wave);
  lowerLaunch(wave);
}

} // namespace stencilc::schedules
