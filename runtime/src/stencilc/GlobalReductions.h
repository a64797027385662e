/// \file In-step reductions: reductions over the whole grid whose results a later stage of the same
/// time step needs.
#pragma once

#include "stencilc/DeviceRun.h"
#include "stencilc/Scalars.h"
#include "stencilc/Step.h"

namespace stencilc::inline STENCILC_SPACE {

/// The computation of in-step reductions (reductions within a time step) for a domain in device
/// memory.
class GlobalReductions final : public GlobalReducer {
public:
  GlobalReductions(Device &device, const std::vector<FieldMemory> &fields)
      : device(device), fields(fields) {}

  /// Sets the device memory for partial results of reductions, of partialBytes() bytes.
  void workIn(double *memory) { partials = memory; }
  /// Begins the time step that follows `before` others.
  void begin(const ProgramDescription &ofProgram, Scalars &ofRun, std::int64_t before,
             Stream onStream) {
    program = &ofProgram;
    scalars = &ofRun;
    stepsBefore = before;
    stream = onStream;
  }

  Status globalReduction(const DeviceRun &run, const Step &step, int which) override;
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
