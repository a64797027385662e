/// \file Uniforms: scalars of the run and scalars of each step, as functions get them. The host
/// computes both. A launch also gets the scalars of some steps before and after its own, because a
/// boundary value depends on the step of the level that is read.
#pragma once

#include "analysis/Faces.h"
#include "kernel/Build.h"

namespace stencilc::kernel {

/// Kinds of uniforms that are needed.
struct UniformNeeds {
  bool ofRun = false, ofStep = false;

  bool any() const { return ofRun || ofStep; }
  UniformNeeds &operator|=(const UniformNeeds &other);
  /// Returns the uniforms that a value of the program needs.
  static UniformNeeds of(const ir::Program &program, ir::ExprId value);
  /// Returns the uniforms that fixed boundary values need, for faces within `reach`.
  static UniformNeeds ofFaces(const ir::Program &program, const analysis::FieldFaces &faces,
                              const Reach &reach);
};

/// Returns true if boundary values of a field change from step to step.
bool facesChange(const ir::Program &program, ir::FieldId field);

/// Number of steps, before and after those of a launch, whose scalars the launch gets.
struct StepsAround {
  int before = 0, after = 0;
};
StepsAround stepsAround(const ir::Program &program);
/// Returns the bytes of the scalars of one step.
int bytesOfStep(const ir::Program &program);

/// Uniforms of one step, as a function has them.
struct UniformTerms {
  std::optional<Term> ofRun, ofStep;

  /// Returns the value of a uniform of the program.
  Term operator()(const ir::Program &program, ir::UniformId uniform) const;
  /// Returns the value of a profile at an offset from `cell`, a cell in the grid (Profiles.cpp).
  Term operator()(Builder &k, const ir::ProfileRead &read, const std::vector<Term> &cell) const;
  /// Returns the weight of the points of a source at `cell`, a cell in the grid (Profiles.cpp).
  Term operator()(Builder &k, const ir::PointWeight &weight, const std::vector<Term> &cell) const;
  /// Adds parameters for the needed uniforms to the function being built.
  static UniformTerms params(Builder &k, const UniformNeeds &needs);
  /// Appends the needed uniforms as arguments for such parameters.
  void addTo(std::vector<Term> &arguments, const UniformNeeds &needs) const;
};

/// Uniforms of several steps, as a function has them.
struct StepsUniforms {
  std::optional<Term> ofRun, ofSteps;

  /// Returns the uniforms of the step that is `step` steps after the first one done.
  UniformTerms at(const Term &step) const;
  /// Adds parameters to a function that the host calls or launches to do `steps` steps.
  static StepsUniforms params(Builder &k, const UniformNeeds &needs, int steps = 1);
  /// Appends the uniforms as arguments for another such function.
  void addTo(std::vector<Term> &arguments) const;
};

/// Returns the step scalars that a launch of `steps` steps gets; typeOfSteps() returns their type.
HostSteps hostSteps(const ir::Program &program, int steps);
Type typeOfSteps(Module &module, const HostSteps &host);
Wish nameOfSteps();

} // namespace stencilc::kernel
