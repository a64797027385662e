/// \file Kernels of a module in the contexts of other GPUs: a module belongs to the context that it
/// was loaded in, and what programs call a kernel is that of the first.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"
#include <string>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Loads a cubin for the current context, and keeps it for others; it stays as long as the process.
Status loadShared(std::string_view cubin, Module &module);
/// A kernel of such a module, in the context that it was loaded in.
Status findShared(Module module, const std::string &name, Function &kernel);
/// A kernel as the current context has it: that of a copy of its module, which is loaded when it is
/// first asked for. One that findShared() has not given stays as it is.
Status kernelHere(Function known, Function &kernel);

} // namespace stencilc::inline STENCILC_SPACE::cuda
