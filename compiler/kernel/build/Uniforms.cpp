/// \file Uniforms (scalars that the host computes for a run or a time step) as expressions of the
/// kernel tree.
#include "kernel/build/Uniforms.h"
#include "ir/Walk.h"
#include <algorithm>

namespace stencilc::kernel {

UniformNeeds &UniformNeeds::operator|=(const UniformNeeds &other) {
  ofRun |= other.ofRun;
  ofStep |= other.ofStep;
  return *this;
}

UniformNeeds UniformNeeds::of(const ir::Program &program, ir::ExprId value) {
  UniformNeeds needs;
  for (ir::ExprId id : ir::reachableFrom(program, {value})) {
    if (const auto *node = std::get_if<ir::UniformRef>(&program[id].node))
      (program.uniforms[node->uniform].isOfStep ? needs.ofStep : needs.ofRun) = true;
    if (const auto *weight = std::get_if<ir::PointWeight>(&program[id].node))
      needs.ofStep |= weight->step.valid();
    // The uniforms of the run hold the views of profiles and the point tables.
    needs.ofRun |= std::holds_alternative<ir::ProfileRead>(program[id].node) ||
                   std::holds_alternative<ir::PointWeight>(program[id].node);
  }
  return needs;
}

UniformNeeds UniformNeeds::ofFaces(const ir::Program &program, const analysis::FieldFaces &faces,
                                   const Reach &reach) {
  UniformNeeds needs;
  for (int axis = 0; axis < program.rank(); ++axis)
    for (Side side : {Side::Low, Side::High})
      if (const analysis::Given *given = faces.at(axis, side).given();
          given && reach.of(axis, side))
        needs |= of(program, given->value);
  return needs;
}

bool facesChange(const ir::Program &program, ir::FieldId field) {
  const analysis::FieldFaces faces = analysis::facesOf(program, field);
  return UniformNeeds::ofFaces(program, faces, {{1, 1, 1}, {1, 1, 1}}).ofStep;
}

StepsAround stepsAround(const ir::Program &program) {
  StepsAround around;
  for (ir::FieldId field : program.fields.ids())
    if (facesChange(program, field))
      around = {std::max(around.before, program.fields[field].levels - 1), 1};
  return around;
}

int bytesOfStep(const ir::Program &program) {
  int bytes = 0;
  for (const ir::Uniform &uniform : program.uniforms)
    bytes += uniform.isOfStep ? 8 : 0;
  return bytes;
}

Term UniformTerms::operator()(const ir::Program &program, ir::UniformId uniform) const {
  return (program.uniforms[uniform].isOfStep ? *ofStep : *ofRun).uniform(uniform);
}

UniformTerms UniformTerms::params(Builder &k, const UniformNeeds &needs) {
  UniformTerms terms;
  if (needs.ofRun)
    terms.ofRun = k.param(NameHint("", NameOfUniforms{}), {Type::Uniforms}, {}, true);
  if (needs.ofStep)
    terms.ofStep = k.param("ofStep", {Type::StepUniforms}, {}, true);
  return terms;
}

void UniformTerms::addTo(std::vector<Term> &arguments, const UniformNeeds &needs) const {
  if (needs.ofRun)
    arguments.push_back(*ofRun);
  if (needs.ofStep)
    arguments.push_back(*ofStep);
}

UniformTerms StepsUniforms::at(const Term &step) const {
  UniformTerms terms{ofRun, {}};
  if (ofSteps)
    terms.ofStep = (*ofSteps)[step];
  return terms;
}

StepsUniforms StepsUniforms::params(Builder &k, const UniformNeeds &needs, int steps) {
  StepsUniforms terms;
  if (needs.ofRun)
    terms.ofRun = k.param(NameHint("", NameOfUniforms{}), {Type::Uniforms}, HostUniforms{});
  if (needs.ofStep) {
    const HostSteps host = hostSteps(*k.module.program, steps);
    terms.ofSteps = k.param(nameOfSteps(), typeOfSteps(k.module, host), host);
  }
  return terms;
}

void StepsUniforms::addTo(std::vector<Term> &arguments) const {
  if (ofRun)
    arguments.push_back(*ofRun);
  if (ofSteps)
    arguments.push_back(*ofSteps);
}

HostSteps hostSteps(const ir::Program &program, int steps) {
  const StepsAround around = stepsAround(program);
  return {-around.before, around.before + steps + around.after};
}

Type typeOfSteps(Module &module, const HostSteps &host) {
  return instance(module, Template::OfSteps,
                  {Type{Type::StepUniforms}, Term(host.first), Term(host.count)});
}

NameHint nameOfSteps() { return "ofSteps"; }

} // namespace stencilc::kernel
