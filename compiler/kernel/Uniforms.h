/// \file Uniforms: scalars of a run and scalars of each time step, which the host computes. A
/// launch also gets those of some steps before and after its own, because a boundary value depends
/// on the step of the level that is read.
#pragma once

#include "analysis/Faces.h"
#include "kernel/Build.h"

namespace stencilc::kernel {

/// Which uniforms (scalars that the host computes) are needed: those of a run, those of a time
/// step, or both.
struct UniformNeeds {
  bool ofRun = false, ofStep = false;

  bool any() const { return ofRun || ofStep; }
  UniformNeeds &operator|=(const UniformNeeds &other);
  /// Returns which uniforms (scalars that the host computes) a value of the program needs.
  static UniformNeeds of(const ir::Program &program, ir::ExprId value);
  /// Returns which uniforms (scalars that the host computes) the fixed boundary values need, at
  /// faces that reads within `reach` cross.
  static UniformNeeds ofFaces(const ir::Program &program, const analysis::FieldFaces &faces,
                              const Reach &reach);
};

/// Returns true if boundary values of the field change from time step to time step.
bool facesChange(const ir::Program &program, ir::FieldId field);

/// Numbers of time steps before and after those of a launch whose scalars the launch gets, too.
struct StepsAround {
  int before = 0, after = 0;
};
StepsAround stepsAround(const ir::Program &program);
/// Returns the size of the scalars that change in each time step, for one time step, in bytes.
int bytesOfStep(const ir::Program &program);

/// Uniforms (scalars that the host computes) of one time step, as terms of a function: those of the
/// run and those of the step.
struct UniformTerms {
  std::optional<Term> ofRun, ofStep;

  /// Returns the term of a uniform, a scalar that the host computes.
  Term operator()(const ir::Program &program, ir::UniformId uniform) const;
  /// Returns the value of a profile (a field over some of the axes) at an offset from `cell`, which
  /// is in the grid.
  Term operator()(Builder &k, const ir::ProfileRead &read, const std::vector<Term> &cell) const;
  /// Returns the weight of a source's points at `cell`, which is in the grid.
  Term operator()(Builder &k, const ir::PointWeight &weight, const std::vector<Term> &cell) const;
  /// Adds parameters for the needed uniforms (scalars that the host computes) to the function under
  /// construction.
  static UniformTerms params(Builder &k, const UniformNeeds &needs);
  /// Appends the needed uniforms to `arguments`, in the order of the parameters that params() adds.
  void addTo(std::vector<Term> &arguments, const UniformNeeds &needs) const;
};

/// Uniforms (scalars that the host computes) of several time steps, as terms of a function.
struct StepsUniforms {
  std::optional<Term> ofRun, ofSteps;

  /// Returns the uniforms of a time step. `step` counts from the first one of the launch.
  UniformTerms at(const Term &step) const;
  /// Adds parameters for uniforms to a function that the host calls or launches to compute `steps`
  /// time steps.
  static StepsUniforms params(Builder &k, const UniformNeeds &needs, int steps = 1);
  /// Appends the uniforms to `arguments`, in the order of the parameters that params() adds.
  void addTo(std::vector<Term> &arguments) const;
};

/// Returns the time steps whose scalars a launch of `steps` time steps gets; typeOfSteps() returns
/// the type of that parameter.
HostSteps hostSteps(const ir::Program &program, int steps);
Type typeOfSteps(Module &module, const HostSteps &host);
NameHint nameOfSteps();

} // namespace stencilc::kernel
