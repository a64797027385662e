/// \file Constructors and destructors of a loaded object.
#pragma once

#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include <mutex>
#include <vector>

namespace stencilc::jit {

/// Constructors and destructors of one object, which for a shared library the dynamic loader would
/// run.
class Initialisers {
public:
  /// Protects `.init_array` and `.fini_array`, to which nothing refers, from being removed. Defines
  /// `__dso_handle` in the object, within the distance that compilers assume.
  llvm::Error prepare(llvm::jitlink::LinkGraph &graph);
  /// Reads both arrays once their addresses are final.
  llvm::Error collect(llvm::jitlink::LinkGraph &graph);
  void run();
  /// Runs the destructors that constructors registered, the last one first, then `.fini_array`.
  void undo();
  /// Replaces `__cxa_atexit` in loaded objects.
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
