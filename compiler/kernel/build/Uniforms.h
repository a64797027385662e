/// \file Uniforms: scalars that the host computes for a run or for each time step. A launch also
/// gets the scalars of some time steps before and after its own. It needs them if an update reads a
/// boundary value at time level t-1 or t+1: this value is computed with the scalars of that time.
#pragma once

#include "analysis/Faces.h"
#include "kernel/build/Build.h"

namespace stencilc::kernel {

/// Kinds of uniforms (scalars that the host computes) that a function needs: those of a run, those
/// of a time step, or both.
struct UniformNeeds {
  bool ofRun = false, ofStep = false;

  bool any() const { return ofRun || ofStep; }
  UniformNeeds &operator|=(const UniformNeeds &other);
  /// Returns which uniforms (scalars that the host computes) the value of an expression needs.
  static UniformNeeds of(const ir::Program &program, ir::ExprId value);
  /// Returns which uniforms (scalars that the host computes) the fixed boundary values in `faces`
  /// need. A face counts only if `reach` (the largest offset of reads on each side) is above 0
  /// there.
  static UniformNeeds ofFaces(const ir::Program &program, const analysis::FieldFaces &faces,
                              const Reach &reach);
};

/// Returns true if a boundary value of the field changes from time step to time step.
bool facesChange(const ir::Program &program, ir::FieldId field);

/// Numbers of additional time steps, before and after those of a launch, whose scalars the launch
/// also gets.
struct StepsAround {
  int before = 0, after = 0;
};
StepsAround stepsAround(const ir::Program &program);
/// Returns the size in bytes of the scalars of one time step that change from step to step.
int bytesOfStep(const ir::Program &program);

/// Uniforms (scalars that the host computes) for one time step, as expressions in a function: a
/// struct for the run, and a struct for the time step.
struct UniformTerms {
  std::optional<Term> ofRun, ofStep;

  /// Returns the expression for the value of `uniform`, a scalar that the host computes.
  Term operator()(const ir::Program &program, ir::UniformId uniform) const;
  /// Returns the value of a profile (a field over some of the axes) at `cell` plus the offset of
  /// `read`. `cell` is in the grid.
  Term operator()(Builder &k, const ir::ProfileRead &read, const std::vector<Term> &cell) const;
  /// Returns the sum of the weights of a source's points at `cell`, which is in the grid.
  Term operator()(Builder &k, const ir::PointWeight &weight, const std::vector<Term> &cell) const;
  /// Adds parameters for the needed uniforms (scalars that the host computes) to the function of
  /// `k`. Returns the parameters.
  static UniformTerms params(Builder &k, const UniformNeeds &needs);
  /// Appends the needed uniforms (scalars that the host computes) to `arguments`, in the order of
  /// the parameters for them.
  void addTo(std::vector<Term> &arguments, const UniformNeeds &needs) const;
};

/// Uniforms (scalars that the host computes) for several time steps, as expressions in a function.
struct StepsUniforms {
  std::optional<Term> ofRun, ofSteps;

  /// Returns the uniforms (scalars of the host) for one time step. `step` is its index in the
  /// launch, from 0.
  UniformTerms at(const Term &step) const;
  /// Adds parameters for uniforms (scalars that the host computes) to a function that computes
  /// `steps` time steps. Returns the parameters.
  static StepsUniforms params(Builder &k, const UniformNeeds &needs, int steps = 1);
  /// Appends the uniforms (scalars that the host computes) to `arguments`, in the order of the
  /// parameters for them.
  void addTo(std::vector<Term> &arguments) const;
};

/// Returns the time steps whose scalars a launch of `steps` time steps gets from the host: the
/// steps of the launch and, if boundary values change with time, some steps before them and one
/// after them.
HostSteps hostSteps(const ir::Program &program, int steps);
/// Returns the type of a kernel's parameter for scalars that the host computes: an array with a
/// struct of scalars for each of the time steps `host`.
Type typeOfSteps(Module &module, const HostSteps &host);
NameHint nameOfSteps();

} // namespace stencilc::kernel
