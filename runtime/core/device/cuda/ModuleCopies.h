/// \file Kernels of one cubin in the contexts of several GPUs. A CUDA module belongs to one
/// context. Programs identify a kernel by its handle in the context in which the cubin was loaded
/// first.
#pragma once

#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/support/Status.h"
#include <string>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Loads a cubin into the current context, and stores it so that other contexts can load it later.
/// It stays loaded until unloadShared() is called.
Status loadShared(std::string_view cubin, Module &module);
/// Sets `kernel` to the kernel called `name` of a module that loadShared() has loaded. The current
/// context must be that of the module.
Status findShared(Module module, const std::string &name, Function &kernel);
/// Sets `kernel` to the handle, in the current context, of a kernel that findShared() has found in
/// another context. Loads the kernel's module into this context if it is not loaded there yet. A
/// handle that findShared() has not returned is passed on unchanged.
Status kernelHere(Function known, Function &kernel);
/// Unloads, in all contexts, a module that loadShared() has loaded. Precondition: none of its
/// kernels is running. Does nothing for null, or if the CUDA driver has ended already.
void unloadShared(Module module);

} // namespace stencilc::inline STENCILC_SPACE::cuda
