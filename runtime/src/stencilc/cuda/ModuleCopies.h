/// \file Kernels of one cubin in the contexts of several GPUs. A CUDA module belongs to one
/// context. Programs identify a kernel by its handle in the context in which the cubin was loaded
/// first.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"
#include <string>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Loads a cubin into the current context, and stores it so that other contexts can load it later.
/// It is never unloaded.
Status loadShared(std::string_view cubin, Module &module);
/// Sets `kernel` to the kernel called `name` of a module from loadShared(). It must be called in
/// the context of that module.
Status findShared(Module module, const std::string &name, Function &kernel);
/// Sets `kernel` to the handle of kernel `known` in the current context. If that context has no
/// copy of the module, the copy is loaded. A kernel that does not come from findShared() is
/// returned unchanged.
Status kernelHere(Function known, Function &kernel);

} // namespace stencilc::inline STENCILC_SPACE::cuda
