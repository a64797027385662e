/// \file The compiler inside this process: `libstencilc-jit`, opened when it is first asked for.
#pragma once

#include "jit/Jit.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// A header that a text includes as `path`.
struct JitFile {
  std::string path, text;
};

struct JitSource {
  std::string name; // in messages
  std::string text; // C++20
  std::string cpu;  // as --arch has it: "x86-64-v3"
  std::vector<JitFile> files;
  std::vector<std::string> options; // of `clang -cc1`: "-DN=3"
  int optimisation = 3;
  bool checksBounds = false; // see stencilc_jit_compile_request
};

struct JitObject {
  bool isCompiled = false;
  std::string bytes;                  // an ELF object
  std::vector<std::string> undefined; // the names it asks for, sorted
  std::string messages;               // as Clang prints them
};

/// A loaded object; its memory goes with it.
class JitCode {
public:
  /// The address of `name` as the linker sees it; null if the object has none.
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

/// The functions of the library. All may be called from several threads at once.
class JitLibrary {
public:
  /// The library of this tool: the file that STENCILC_JIT names, none if that is empty, else the
  /// one beside the tool. Null if there is none; `why` is a sentence about that.
  static const JitLibrary *get(std::string &why);
  /// The file of that library, which is not opened; empty if there is none.
  static std::string file(std::string &why);
  /// The library in `file`.
  static std::optional<JitLibrary> open(const std::string &file, std::string &why);

  /// Compiles a text. `precompiled` holds bytes of precompile() for the headers, options and
  /// processor of `source`, or nothing; it changes neither the object nor the messages.
  JitObject compile(const JitSource &source, llvm::StringRef precompiled = "") const;
  /// Parses a header, the text of `source`, and what it includes; the bytes are for compile().
  JitObject precompile(const JitSource &source) const;
  /// Loads the bytes of an object; `find` gives the address of each name that it asks for, null if
  /// it knows none. Nothing after a `message` that names all that are missing.
  std::optional<JitCode> load(llvm::StringRef object,
                              llvm::function_ref<void *(llvm::StringRef)> find,
                              std::string &message) const;
  /// A mangled name as C++ writes it: "heat_stencil::steps3::wavefront<(stencilc::TileKind)0>".
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

} // namespace stencilc::driver
