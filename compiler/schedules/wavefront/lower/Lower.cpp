/// \file Helpers shared by all classes that emit a wavefront kernel.
#include "schedules/wavefront/lower/Lower.h"
#include "ir/Walk.h"
#include "kernel/build/Readers.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/lower/Advance.h"
#include "schedules/wavefront/lower/Places.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace kernel;
using analysis::FieldLevel;

const char *Wave::planeName() const {
  return program.rank() == 3 ? "plane" : program.rank() == 2 ? "row" : "tile";
}

bool Wave::skipsFrozen() const {
  return shape.faces.isUniform &&
         std::any_of(program.stages.begin(), program.stages.end(),
                     [](const ir::Stage &stage) { return !stage.frozen.isZero(); });
}

bool Wave::keepsRegistersApart() const {
  return !exchangesPlanes() || !hasRoom() ||
         (shape.plan.steps == 1 && !facts.footprint.readsDiagonals());
}

bool Wave::storesPieces() const {
  if (!isRank3() || shape.plan.isWhole)
    return false;
  for (const auto &[field, store] : shape.faces.frozen.stores)
    if (store.slots) // their cells are stored one by one, by any lane
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

bool Wave::rowsRepeat(ir::FieldId field) const {
  return along == 2 &&
         (repeatedReach(facts, field, 1, Side::Low) || repeatedReach(facts, field, 1, Side::High));
}

UniformNeeds Wave::faceUsesUniforms(ir::FieldId field) const {
  return UniformNeeds::ofFaces(program, readers.facesOf(field), {{1, 1, 1}, {1, 1, 1}});
}

Term Wave::cellsOf(const Term &view, const Term &x, const Term &y, const Term &plane) const {
  return isRank3()     ? view.cell({x, y, plane})
         : rank() == 2 ? view.cell({x, plane})
                       : view.cell({x});
}

/// Returns the field levels (fields at one time level) that the kernel reads from memory: those
/// that its first time steps read, and the newest level of every updated field.
static std::vector<FieldLevel> fieldLevelsOf(const analysis::Facts &facts,
                                             const WavefrontShape &shape) {
  std::set<FieldLevel> fieldLevels;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    for (const auto &[fieldLevel, reads] : footprint.fieldLevels)
      if (fieldLevel.level <= 0) // later time steps read the levels after it
        for (int level = fieldLevel.level;
             level <= std::min(0, fieldLevel.level + shape.plan.steps - 1); ++level)
          fieldLevels.insert({fieldLevel.field, level});
  for (const auto &[field, arrival] : shape.skew->arrival)
    fieldLevels.insert({field, 0});
  return {fieldLevels.begin(), fieldLevels.end()};
}

/// Returns how many time levels of `field` a launch writes: as many as users can read, but at most
/// one for each fused time step.
static int levelsWritten(const ir::Program &program, const WavefrontShape &shape,
                         ir::FieldId field) {
  return std::min(program.fields[field].levels, shape.plan.steps);
}

int Wave::levelsOf(ir::FieldId field) const { return levelsWritten(program, shape, field); }

/// Returns the field levels (fields at one time level) that a launch writes: the newest level of
/// each updated field, and the older ones that users can read.
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
    wave.usesUniforms |= wave.faceUsesUniforms(field);
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
bool Wave::readsByColumns(ir::FieldId field) const {
  return rank() == 2 && !shape.tile.shifts && !shape.skew->arrival.count(field) &&
         !shape.ringOf(field) && facts.footprint.fields.count(field) &&
         !facts.faces[field].giveValues();
}
bool Wave::loadsByColumns(ir::FieldId field) const {
  const analysis::FieldFaces &faces = facts.faces[field];
  return rank() == 2 && !shape.tile.shifts && !shape.loads.onlyTensors && shape.ringOf(field) &&
         faces.at(0, Side::Low).map() && faces.at(0, Side::High).map();
}
Term Wave::isFlush() const {
  return shape.tile.shifts ? hasKind(Known::TilesFlush) : at(state.faces.skipsFrozen);
}

UniformTerms Wave::uniforms(const Term &step) const {
  StepsUniforms terms;
  if (usesUniforms.ofRun)
    terms.ofRun = at(state.arguments.uniforms);
  if (usesUniforms.ofStep)
    terms.ofSteps = at(state.arguments.ofSteps);
  return terms.at(step);
}

Term Wave::faceGives(Builder &k, ir::FieldId field, const Term &value, const UniformTerms &uniforms,
                     const std::vector<Term> &cell) const {
  return readers.isBeyond(k, field, value, at(state.arguments.grid), uniforms, cell,
                          ReaderForm::AnyPlace);
}

Term Wave::standsAlong(Builder &k, ir::FieldId field, int axis, const Term &c) const {
  std::vector<Term> cell;
  k.together([&] {
    for (int other = 0; other < rank(); ++other)
      cell.push_back(k.variable(axisName(other), {Type::Int}, other == axis ? c : Term(0)));
  });
  const Term value = k.array("value", cellOf(field), {});
  k.run(faceGives(k, field, value, uniforms(0), cell));
  return cell[static_cast<std::size_t>(axis)];
}

bool Wave::refixes(ir::FieldId field) const {
  return facesChange(program, field) && schedules::fixesBeyond(facts, shape.plan.steps);
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
  lowerConstants(wave);
  lowerShared(wave);
  lowerState(wave);
  lowerFaces(wave);
  lowerTile(wave);
  lowerRowLoads(wave);
  if (wave.loadsImages())
    lowerImages(wave);
  lowerFetch(wave);
  lowerAdvance(wave);
  if (wave.rank() == 1)
    return lowerLine(wave);
  lowerSweep(wave);
  lowerPlace(wave);
  lowerKernel(wave);
  lowerLaunch(wave);
}

} // namespace stencilc::schedules
