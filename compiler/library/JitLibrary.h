/// \file The Clang compiler that is used inside this process: the library `libstencilc-jit`, loaded
/// at its first use.
#pragma once

#include "jit/Jit.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::library {

/// A header in memory, which code includes under the name `path`.
struct JitFile {
  std::string path, text;
};

/// C++ code to be compiled, with its headers and options.
struct JitSource {
  std::string name; // file name in messages
  std::string text; // C++20
  std::string cpu;  // processor, in the syntax of --arch: "x86-64-v3"
  std::vector<JitFile> files;
  std::vector<std::string> options; // of `clang -cc1`: "-DN=3"
  int optimisation = 3;
  bool checksBounds = false; // checks array indices (stencilc_jit_compile_request)
};

/// The result of a compilation.
struct JitObject {
  bool isCompiled = false;
  std::string bytes;                  // an ELF object
  std::vector<std::string> undefined; // undefined symbols, sorted
  std::string messages;               // as Clang prints them
};

/// An object file that is loaded into this process. The destructor unloads it.
class JitCode {
public:
  /// Returns the address of the symbol `name`, as the linker knows it, or null if the object does
  /// not define it.
  void *symbol(const std::string &name) const;
  template <typename Function> Function *function(const std::string &name) const {
    return reinterpret_cast<Function *>(symbol(name));
  }

private:
  friend class JitLibrary;
  using Unload = decltype(&stencilc_jit_unload);
  std::unique_ptr<stencilc_jit_code, Unload> code{nullptr, nullptr};
  decltype(&stencilc_jit_symbol) find = nullptr;
};

/// The functions of the JIT library. Several threads may call them at once.
class JitLibrary {
public:
  /// Returns the JIT library, or null if it cannot be loaded; `why` then is the reason as a
  /// sentence. Its file is the value of STENCILC_JIT, or by default the one that is installed with
  /// the tool. If the variable is set and empty, there is no library.
  static const JitLibrary *get(std::string &why);
  /// Returns the path of the JIT library that this tool uses, without loading it. The result is
  /// empty if there is no library, with the reason in `why`.
  static std::string file(std::string &why);
  /// Loads the library `file`. Returns `nullopt` on failure; `why` is the reason.
  static std::optional<JitLibrary> open(const std::string &file, std::string &why);

  /// Compiles `source` to an object file. `precompiled`, which may be empty, is a precompiled
  /// header for the same headers, options and processor. It saves time and changes neither the
  /// object nor the messages.
  JitObject compile(const JitSource &source, llvm::StringRef precompiled = "") const;
  /// Compiles a header, the text of `source`, with all headers that it includes, to a precompiled
  /// header. The bytes of the result can be passed to later compilations.
  JitObject precompile(const JitSource &source) const;
  /// Loads the object file `object` into this process. `find` returns the address of an undefined
  /// symbol, or null if it is unknown. If any symbol is unknown, returns `nullopt`, and `message`
  /// names all unknown symbols.
  std::optional<JitCode> load(llvm::StringRef object,
                              llvm::function_ref<void *(llvm::StringRef)> find,
                              std::string &message) const;
  /// Returns a mangled name as C++ code: "heat_stencil::steps3::wavefront<(stencilc::TileKind)0>".
  /// Returns `nullopt` if it is not a mangled function name.
  std::optional<std::string> functionName(const std::string &mangled) const;

private:
  using Compile = decltype(&stencilc_jit_compile);
  JitObject call(Compile function, const JitSource &source, llvm::StringRef precompiled) const;

  Compile compileText = nullptr, precompileText = nullptr;
  decltype(&stencilc_jit_free_object) freeObject = nullptr;
  decltype(&stencilc_jit_load) loadObject = nullptr;
  decltype(&stencilc_jit_symbol) symbol = nullptr;
  decltype(&stencilc_jit_unload) unload = nullptr;
  decltype(&stencilc_jit_function_name) nameFunction = nullptr;
  decltype(&stencilc_jit_free_text) freeText = nullptr;
};

} // namespace stencilc::library
