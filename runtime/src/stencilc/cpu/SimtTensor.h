/// \file Tensor loads of the CPU device that are under way.
#pragma once

#include "stencilc/cpu/CudaNames.h"
#include "stencilc/cpu/Simt.h"

namespace stencilc::inline STENCILC_SPACE::cpu {

/// A tensor load that has not arrived yet.
struct TensorInFlight {
  Mbarrier *barrier;
  void *to;
  TensorMap map; // a copy: the kernel's parameter may be gone when the load arrives
  int at[5];     // the box's first cell; may lie outside the tensor
};

} // namespace stencilc::inline STENCILC_SPACE::cpu
