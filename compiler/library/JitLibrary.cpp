/// \file The Clang compiler that is used inside this process: the library `libstencilc-jit`, loaded
/// at its first use.
#include "library/JitLibrary.h"
#include "library/OwnTool.h"
#include "llvm/Support/FileSystem.h"
#include <cstdlib>
#include <dlfcn.h>

namespace stencilc::library {

static constexpr const char *kName = "libstencilc-jit.so";

/// Returns the path of the JIT library in a folder near the tool, installed or in a build folder.
/// The result is empty if the library is not there.
static std::string fileBesideTool() {
  for (const std::string folder : {"../lib/", "../lib/stencilc/", STENCILC_JIT_FROM_TOOL "/"})
    if (std::string file = fromTool(folder + kName); llvm::sys::fs::exists(file))
      return file;
  return "";
}

std::string JitLibrary::file(std::string &why) {
  const char *wanted = std::getenv("STENCILC_JIT");
  const std::string file = wanted ? wanted : fileBesideTool();
  if (file.empty())
    why = wanted ? "STENCILC_JIT is empty, which disables the compiler inside stencilc"
                 : std::string(kName) +
                       " was not found next to this tool, in ../lib or in ../lib/stencilc";
  return file;
}

static std::optional<JitLibrary> openOwn(std::string &why) {
  const std::string file = JitLibrary::file(why);
  return file.empty() ? std::nullopt : JitLibrary::open(file, why);
}

const JitLibrary *JitLibrary::get(std::string &why) {
  static std::string reason;
  static const std::optional<JitLibrary> library = openOwn(reason);
  why = reason;
  return library ? &*library : nullptr;
}

/// Sets `function` to the function `name` of the loaded library `file`. Returns false if there is
/// none.
template <typename Function>
static bool resolve(void *file, const char *name, Function *&function) {
  function = reinterpret_cast<Function *>(dlsym(file, name));
  return function != nullptr;
}

std::optional<JitLibrary> JitLibrary::open(const std::string &file, std::string &why) {
  // The library is never closed, because LLVM has global state in the process. Lazy binding makes
  // the start faster.
  void *handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    why = "the compiler inside stencilc cannot be opened: " + std::string(dlerror());
    return std::nullopt;
  }
  decltype(&stencilc_jit_interface_version) version = nullptr;
  const bool isOurs = resolve(handle, "stencilc_jit_interface_version", version);
  if (isOurs && version() != STENCILC_JIT_INTERFACE_VERSION) {
    why = file + " has interface " + std::to_string(version()) + ", this tool needs " +
          std::to_string(STENCILC_JIT_INTERFACE_VERSION) + ": they are of different releases";
    return std::nullopt;
  }
  JitLibrary library;
  if (isOurs && resolve(handle, "stencilc_jit_compile", library.compileText) &&
      resolve(handle, "stencilc_jit_precompile", library.precompileText) &&
      resolve(handle, "stencilc_jit_free_object", library.freeObject) &&
      resolve(handle, "stencilc_jit_load", library.loadObject) &&
      resolve(handle, "stencilc_jit_symbol", library.symbol) &&
      resolve(handle, "stencilc_jit_unload", library.unload) &&
      resolve(handle, "stencilc_jit_function_name", library.nameFunction) &&
      resolve(handle, "stencilc_jit_free_text", library.freeText))
    return library;
  why = file + " is not a " + kName;
  return std::nullopt;
}

JitObject JitLibrary::compile(const JitSource &source, llvm::StringRef precompiled) const {
  return call(compileText, source, precompiled);
}

JitObject JitLibrary::precompile(const JitSource &source) const {
  return call(precompileText, source, "");
}

JitObject JitLibrary::call(Compile function, const JitSource &source,
                           llvm::StringRef precompiled) const {
  std::vector<stencilc_jit_file> files;
  files.reserve(source.files.size());
  for (const JitFile &file : source.files)
    files.push_back({file.path.c_str(), file.text.c_str()});
  std::vector<const char *> options;
  options.reserve(source.options.size());
  for (const std::string &option : source.options)
    options.push_back(option.c_str());
  stencilc_jit_compile_request request = {};
  request.size = sizeof request;
  request.name = source.name.c_str();
  request.text = source.text.c_str();
  request.cpu = source.cpu.c_str();
  request.files = files.data();
  request.file_count = files.size();
  request.options = options.data();
  request.option_count = options.size();
  request.optimisation = source.optimisation;
  request.bounds_checks = source.checksBounds;
  request.precompiled = precompiled.empty() ? nullptr : precompiled.data();
  request.precompiled_size = precompiled.size();
  const std::unique_ptr<stencilc_jit_object, decltype(freeObject)> made(function(&request),
                                                                        freeObject);
  JitObject object;
  object.isCompiled = made->bytes != nullptr;
  if (object.isCompiled)
    object.bytes.assign(reinterpret_cast<const char *>(made->bytes), made->byte_count);
  object.undefined.assign(made->undefined, made->undefined + made->undefined_count);
  object.messages = made->messages;
  return object;
}

std::optional<JitCode> JitLibrary::load(llvm::StringRef object,
                                        llvm::function_ref<void *(llvm::StringRef)> find,
                                        std::string &message) const {
  stencilc_jit_load_request request = {};
  request.size = sizeof request;
  request.bytes = object.data();
  request.byte_count = object.size();
  request.find = [](void *user, const char *name) {
    return (*static_cast<llvm::function_ref<void *(llvm::StringRef)> *>(user))(name);
  };
  request.user = &find;
  char *text = nullptr;
  JitCode code;
  code.code = {loadObject(&request, &text), unload};
  code.find = symbol;
  if (code.code)
    return code;
  message = text;
  freeText(text);
  return std::nullopt;
}

std::optional<std::string> JitLibrary::functionName(const std::string &mangled) const {
  char *text = nameFunction(mangled.c_str());
  if (!text)
    return std::nullopt;
  std::string name = text;
  freeText(text);
  return name;
}

void *JitCode::symbol(const std::string &name) const { return find(code.get(), name.c_str()); }

} // namespace stencilc::library
