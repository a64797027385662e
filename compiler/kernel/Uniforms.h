/// \file Scalars that functions get: those of the run, and those of the steps that they do. The
/// host computes both; of the latter a launch gets some steps more before and after its own, since
/// what a face fixes is that of the level read.
#pragma once

#include "analysis/Faces.h"
#include "kernel/Build.h"

namespace stencilc::kernel {

/// Which of them are asked for.
struct UniformNeeds {
  bool ofRun = false, ofStep = false;

  bool any() const { return ofRun || ofStep; }
  UniformNeeds &operator|=(const UniformNeeds &other);
  /// By a value of the program.
  static UniformNeeds of(const ir::Program &program, ir::ExprId value);
  /// By what faces of a field within `reach` fix.
  static UniformNeeds ofFaces(const ir::Program &program, const analysis::FieldFaces &faces,
                              const Reach &reach);
};

/// Whether what a face of a field fixes changes from step to step.
bool facesChange(const ir::Program &program, ir::FieldId field);

/// Steps whose scalars a launch gets, before and after those that it does.
struct StepsAround {
  int before = 0, after = 0;
};
StepsAround stepsAround(const ir::Program &program);
/// Bytes of what changes from step to step, of one.
int bytesOfStep(const ir::Program &program);

/// Uniforms that a function has for one step.
struct UniformTerms {
  std::optional<Term> ofRun, ofStep;

  /// What a value of the program names.
  Term operator()(const ir::Program &program, ir::UniformId uniform) const;
  /// What a profile gives at a displacement from `cell`, which is in the grid (Profiles.cpp).
  Term operator()(Builder &k, const ir::ProfileRead &read, const std::vector<Term> &cell) const;
  /// What the points of a source weigh at `cell`, which is in the grid (Profiles.cpp).
  Term operator()(Builder &k, const ir::PointWeight &weight, const std::vector<Term> &cell) const;
  /// Parameters of the function being written, which its caller gives.
  static UniformTerms params(Builder &k, const UniformNeeds &needs);
  /// Uniforms as arguments of a function with such parameters.
  void addTo(std::vector<Term> &arguments, const UniformNeeds &needs) const;
};

/// Uniforms that a function has for several steps.
struct StepsUniforms {
  std::optional<Term> ofRun, ofSteps;

  /// Uniforms of the step that comes so many after the first one done.
  UniformTerms at(const Term &step) const;
  /// Parameters of what the host calls or launches to do `steps` steps.
  static StepsUniforms params(Builder &k, const UniformNeeds &needs, int steps = 1);
  /// As arguments of another such function.
  void addTo(std::vector<Term> &arguments) const;
};

/// What a launch of so many steps gets of them, and its type.
HostSteps hostSteps(const ir::Program &program, int steps);
Type typeOfSteps(Module &module, const HostSteps &host);
Wish nameOfSteps();

} // namespace stencilc::kernel
