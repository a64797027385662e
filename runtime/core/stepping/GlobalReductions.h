/// \file In-step reductions: reductions over the whole grid whose results a later stage of the same
/// time step needs.
#pragma once

#include "runtime/core/instance/Scalars.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "stencilc/Step.h"

namespace stencilc::inline STENCILC_SPACE {

/// Object that computes in-step reductions: reductions over the whole grid whose results the same
/// time step needs. The domain must be in device memory.
class GlobalReductions final : public GlobalReducer {
public:
  GlobalReductions(Device &device, const std::vector<FieldMemory> &fields)
      : device(device), fields(fields) {}

  /// Sets the device memory, of partialBytes() bytes, in which reductions store intermediate
  /// results.
  void workIn(double *memory) { partials = memory; }
  /// Begins a time step of the program `ofProgram`, after `before` other steps. Results of
  /// reductions in this step will be stored in the scalars `ofRun`.
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
