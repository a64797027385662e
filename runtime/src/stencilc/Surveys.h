/// \file Numbers of the whole grid that steps need on their way, found between their launches.
#pragma once

#include "stencilc/DeviceRun.h"
#include "stencilc/Scalars.h"
#include "stencilc/Step.h"

namespace stencilc::inline STENCILC_SPACE {

class Surveys final : public Surveyor {
public:
  Surveys(Device &device, const std::vector<FieldMemory> &fields)
      : device(device), fields(fields) {}

  /// Memory on the device that reductions work in, partialBytes() of it.
  void workIn(double *memory) { partials = memory; }
  /// The step that comes after `before` others is about to be done.
  void begin(const ProgramDescription &ofProgram, Scalars &ofRun, std::int64_t before,
             Stream onStream) {
    program = &ofProgram;
    scalars = &ofRun;
    stepsBefore = before;
    stream = onStream;
  }

  Status survey(const DeviceRun &run, const Step &step, int which) override;
  bool isOver(int repeat) override { return scalars->isOver(repeat, stepsBefore); }

private:
  Device &device;
  const std::vector<FieldMemory> &fields;
  double *partials = nullptr;
  const ProgramDescription *program = nullptr;
  Scalars *scalars = nullptr;
  std::int64_t stepsBefore = 0;
  Stream stream = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE
