/// \file Constructors and destructors of global objects in a loaded object file.
#pragma once

#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include <mutex>
#include <vector>

namespace stencilc::jit {

/// Constructors and destructors of global objects in one loaded object file. For a shared library,
/// the dynamic loader would run them.
class Initialisers {
public:
  /// Prepares an object for linking. Keeps the arrays `.init_array` and `.fini_array`, which the
  /// linker would remove because nothing refers to them. Defines `__dso_handle` close to the code.
  llvm::Error prepare(llvm::jitlink::LinkGraph &graph);
  /// Reads the addresses of constructors and destructors. Must be called after the linker has
  /// assigned addresses.
  llvm::Error collect(llvm::jitlink::LinkGraph &graph);
  void run();
  /// Runs first the destructors that constructors have registered, in reverse order, then those in
  /// the array `.fini_array`.
  void undo();
  /// Implements `__cxa_atexit` for loaded objects: registers `destructor`, which is called with
  /// `object` when the loaded object is removed. `handle` is a pointer to a pointer to the
  /// Initialisers. Returns 0.
  static int atExit(void (*destructor)(void *), void *object, void *handle);

private:
  using Function = void (*)();
  struct Destructor {
    void (*run)(void *);
    void *object;
  };

  std::vector<Function> first, last;
  std::vector<Destructor> destructors;
  std::mutex mutex; // function-local statics register on first use, from any thread
};

} // namespace stencilc::jit
