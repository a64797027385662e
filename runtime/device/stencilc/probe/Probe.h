/// \file Source of the probe: kernels that each exercise one part of the machine, and their table.
///
/// `stencilc probe` builds a source file that includes this header, in the way it builds programs,
/// and times the kernels (runtime/probe).
#pragma once

#include "stencilc/probe/Arithmetic.h"
#include "stencilc/probe/Costs.h"
#include "stencilc/probe/Memory.h"
#include "stencilc/probe/OnChip.h"

#if STENCILC_HAS_HOST

#define STENCILC_PROBE_TEXT(number) STENCILC_PROBE_WORDS(number)
#define STENCILC_PROBE_WORDS(number) #number

extern "C" const stencilc::ProbeKernels *stencilc_probe() {
  using namespace stencilc::probe;
  static constexpr stencilc::ProbeKernels kernels = {
#if defined(__NVCC__)
      .compiler = "nvcc " STENCILC_PROBE_TEXT(__CUDACC_VER_MAJOR__) "." STENCILC_PROBE_TEXT(
          __CUDACC_VER_MINOR__) "." STENCILC_PROBE_TEXT(__CUDACC_VER_BUILD__),
#else
      .compiler = "",
#endif
      .copyMemory = launchCopyMemory,
      .readMemory = launchReadMemory,
      .writeMemory = launchWriteMemory,
      .readShared = launchReadShared,
      .readL1 = launchReadL1,
      .readL2 = launchReadL2,
      .f32 = arithmeticOf<float>(),
      .f64 = arithmeticOf<double>(),
      .doNothing = launchDoNothing,
      .waitAtBarriers = launchWaitAtBarriers};
  return &kernels;
}
#endif
