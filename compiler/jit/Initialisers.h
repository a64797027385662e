/// \file What an object wants to be run after it is loaded and before it is gone.
#pragma once

#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include <mutex>
#include <vector>

namespace stencilc::jit {

/// Constructors and destructors of one object: the dynamic loader's part of a shared library.
class Initialisers {
public:
  /// Keeps `.init_array` and `.fini_array`, which nothing refers to, from being pruned, and defines
  /// `__dso_handle` inside the object, as nearby as compilers expect it.
  llvm::Error prepare(llvm::jitlink::LinkGraph &graph);
  /// Reads both once their addresses are final.
  llvm::Error collect(llvm::jitlink::LinkGraph &graph);
  void run();
  /// What the constructors registered, the last first, then `.fini_array`.
  void undo();
  /// The `__cxa_atexit` of loaded objects.
  static int atExit(void (*destructor)(void *), void *object, void *handle);

private:
  using Function = void (*)();
  struct Destructor {
    void (*run)(void *);
    void *object;
  };

  std::vector<Function> first, last;
  std::vector<Destructor> destructors;
  std::mutex mutex; // statics inside functions register when they are first met
};

} // namespace stencilc::jit
