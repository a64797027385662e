/// \file Loads one cubin in several contexts and finds its kernels there.
#include "runtime/core/device/cuda/ModuleCopies.h"
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/device/cuda/Kernels.h"
#include <map>
#include <mutex>

namespace stencilc::inline STENCILC_SPACE::cuda {

namespace {

struct SharedModule {
  std::string cubin;
  std::map<Context, Module> loaded;
};
struct SharedKernel {
  SharedModule *module;
  Context first; // context in which it was found
  std::string name;
};

struct Shared {
  std::mutex mutex;
  std::map<Module, SharedModule> modules; // key: the first loaded copy
  std::map<Function, SharedKernel> kernels;
};
Shared &shared() {
  static Shared all;
  return all;
}

Status currentContext(Context &context) {
  return call("finding a CUDA device", &Driver::contextGetCurrent, &context);
}

} // namespace

Status loadShared(std::string_view cubin, Module &module) {
  Context context = nullptr;
  SharedModule made{std::string(cubin), {}};
  Status status = loadModule(made.cubin.data(), module);
  if (status)
    status = currentContext(context);
  if (!status)
    return status;
  made.loaded[context] = module;
  const std::lock_guard<std::mutex> lock(shared().mutex);
  shared().modules[module] = std::move(made);
  return {};
}

Status findShared(Module module, const std::string &name, Function &kernel) {
  Context context = nullptr;
  Status status = findKernel(module, name, kernel);
  if (status)
    status = currentContext(context);
  if (!status)
    return status;
  const std::lock_guard<std::mutex> lock(shared().mutex);
  if (const auto known = shared().modules.find(module); known != shared().modules.end())
    shared().kernels[kernel] = {&known->second, context, name};
  return {};
}

Status kernelHere(Function known, Function &kernel) {
  kernel = known;
  const std::lock_guard<std::mutex> lock(shared().mutex);
  const auto found = shared().kernels.find(known);
  if (found == shared().kernels.end())
    return {};
  Context context = nullptr;
  if (Status status = currentContext(context); !status || context == found->second.first)
    return status;
  SharedModule &its = *found->second.module;
  Module &module = its.loaded[context];
  Status status = module ? Status() : loadModule(its.cubin.data(), module);
  return status ? findKernel(module, found->second.name, kernel) : status;
}

void unloadShared(Module module) {
  std::map<Context, Module> loaded;
  {
    const std::lock_guard<std::mutex> lock(shared().mutex);
    const auto known = shared().modules.find(module);
    if (known == shared().modules.end())
      return;
    loaded = std::move(known->second.loaded);
    std::erase_if(shared().kernels,
                  [&](const auto &kernel) { return kernel.second.module == &known->second; });
    shared().modules.erase(known);
  }
  Context before = nullptr;
  const bool isKnown = currentContext(before).ok();
  for (const auto &[context, copy] : loaded)
    if (isKnown && call("unloading kernels", &Driver::contextSetCurrent, context))
      unloadModule(copy);
  if (isKnown)
    giveBack(&Driver::contextSetCurrent, before);
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
