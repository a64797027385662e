/// \file Tensor loads of the CPU device (an emulated GPU) that are not complete.
#pragma once

#include "stencilc/cpu/CudaNames.h"
#include "stencilc/cpu/Simt.h"

namespace stencilc::inline STENCILC_SPACE::cpu {

/// A tensor load (copy of a box of cells to shared memory) that has been issued and is not
/// complete.
struct TensorInFlight {
  Mbarrier *barrier;
  void *to;
  TensorMap map; // a copy, because the kernel's parameter may not exist until then
  int at[5];     // first cell of the box; may be outside of the tensor
};

} // namespace stencilc::inline STENCILC_SPACE::cpu
