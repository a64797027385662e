/// \file Compiles emitted code and its headers inside this process to the bytes of a module (built
/// program).
#include "driver/build/InProcess.h"
#include "driver/build/BuildId.h"
#include "driver/build/HostSource.h"
#include "driver/build/NvccKernels.h"
#include "driver/build/NvrtcProcess.h"
#include "driver/build/PrecompiledHeaders.h"
#include "driver/build/ShortHash.h"
#include "library/FileState.h"
#include "library/ModuleFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"

namespace stencilc::driver {

bool canCompileInProcess(BuildKind kind, const std::string &arch, std::string &why) {
  if (!library::JitLibrary::get(why))
    return false;
  if (kind != BuildKind::Cuda)
    return true;
  const library::Nvrtc *const nvrtc = library::Nvrtc::find(why);
  if (nvrtc && !arch.empty() && !nvrtc->supports(arch))
    why = nvrtc->versionText() + " (" + nvrtc->path() + ") makes no code for " + arch;
  return nvrtc && (arch.empty() || nvrtc->supports(arch));
}

bool mayCompileInProcess(BuildKind kind) {
  std::string why;
  return !library::JitLibrary::file(why).empty() &&
         (kind != BuildKind::Cuda || library::isNvrtcThere(library::nvrtcSearch()));
}

std::string inProcessText(BuildKind kind) {
  std::string why, text = "Clang " LLVM_VERSION_STRING;
  if (kind == BuildKind::Cuda)
    if (const library::Nvrtc *const nvrtc = library::Nvrtc::find(why))
      text += " and " + nvrtc->versionText();
  return text;
}

InProcessBuild::InProcessBuild(const BuildRequest &request)
    : request(request), source(hostSource(request)) {}

std::string InProcessBuild::key() const {
  std::string why;
  const std::string jit =
      library::JitLibrary::file(why); // the loader searches for a name without a folder
  const std::string jitId = buildIdOf(jit);
  std::string how =
      llvm::join_items("\n", llvm::join(source.options, " "), source.cpu, request.arch,
                       STENCILC_VERSION, jitId.empty() ? jit + library::fileState(jit) : jitId);
  if (request.kind == BuildKind::Cuda)
    how += library::nvrtcState(library::nvrtcSearch()) +
           llvm::join(library::nvrtcOptions(request.arch), " ");
  if (mayTakeNvcc())
    how += library::fileState(findNvcc());
  std::vector<llvm::StringRef> parts = {source.text, how};
  for (const library::JitFile &file : source.files)
    parts.insert(parts.end(), {file.path, file.text});
  return shortHash(parts);
}

/// Returns true if nvcc may compile kernels again for which NVRTC needs nearly all registers. The
/// request must be for CUDA and allow nvcc (`mayTakeNvcc`). Does not test whether nvcc is
/// installed.
bool InProcessBuild::mayTakeNvcc() const {
  return request.kind == BuildKind::Cuda && request.mayTakeNvcc;
}

/// Returns the NVRTC request for the kernels of a program. The names of the kernels must still be
/// added.
static library::NvrtcRequest kernelRequest(const BuildRequest &request,
                                           const library::JitSource &source) {
  library::NvrtcRequest wanted;
  wanted.name = source.name;
  wanted.text = source.text;
  wanted.arch = request.arch;
  for (const library::JitFile &file : source.files)
    wanted.files.push_back({file.path, file.text});
  return wanted;
}

/// Adds the kernels that the compiled host code `object` launches to the NVRTC request `wanted`.
/// Returns their mangled symbols. These kernels are the undefined symbols of `object` that are
/// mangled function names. Other undefined symbols are C functions, such as `exp` in initial
/// values.
static std::vector<std::string> askForKernels(library::NvrtcRequest &wanted,
                                              const library::JitLibrary &jit,
                                              const library::JitObject &object) {
  std::vector<std::string> symbols;
  for (const std::string &symbol : object.undefined)
    if (auto name =
            llvm::StringRef(symbol).starts_with("_Z") ? jit.functionName(symbol) : std::nullopt) {
      symbols.push_back(symbol);
      wanted.nameExpressions.push_back(*name);
    }
  return symbols;
}

/// Returns an error text if the symbol of a kernel on the device differs from that on the host. The
/// result is empty if all symbols agree.
static std::string otherName(const library::NvrtcRequest &wanted,
                             const library::NvrtcResult &result,
                             const std::vector<std::string> &symbols) {
  for (std::size_t i = 0; i < symbols.size(); ++i)
    if (result.loweredNames[i] != symbols[i])
      return "kernel " + wanted.nameExpressions[i] + " is called " + result.loweredNames[i] +
             " on the device and " + symbols[i] + " on the host";
  return "";
}

/// Compiles the kernels that the compiled host code launches to a cubin (GPU code). Kernels are
/// found by the host's symbols, because NVRTC and Clang mangle names alike. Returns `nullopt` after
/// a reported error.
std::optional<InProcessBuild::Kernels>
InProcessBuild::compileKernels(const library::JitObject &object, Diagnostics &diags) const {
  std::string why;
  library::NvrtcRequest wanted = kernelRequest(request, source);
  const std::vector<std::string> symbols =
      askForKernels(wanted, *library::JitLibrary::get(why), object);
  if (request.reportsKernels || mayTakeNvcc())
    wanted.options.push_back("--ptxas-options=-v");
  std::optional<NvccBeside> beside;
  if (mayTakeNvcc())
    beside.emplace(request);
  library::NvrtcResult result;
  std::string crash;
  const bool isMade = compileInProcess(*library::Nvrtc::find(why), wanted, result, crash);
  if (!crash.empty()) {
    reportCrash(library::Nvrtc::find(why)->versionText(), crash, diags);
    return std::nullopt;
  }
  std::optional<NvccKernels> others;
  if (isMade && beside && fillsRegisters(readKernelLog(result.log)))
    others = beside->take();
  beside.reset();
  if (others)
    result.log = others->log;
  // Messages of a successful compilation are passed on only if they were asked for.
  const std::string ofKernels = isMade ? "" : result.log;
  tellOutput(request, request.reportsKernels ? object.messages + result.log : ofKernels, diags);
  if (isMade)
    result.why = otherName(wanted, result, symbols);
  if (!result.why.empty()) {
    diags.report(diag::BuildFailed, "NVRTC on " + source.name, result.why);
    return std::nullopt;
  }
  const std::string clang = inProcessText(BuildKind::Cpu) + " and ";
  if (others)
    return Kernels{std::move(others->cubin), clang + others->by};
  return Kernels{std::move(result.cubin), inProcessText(BuildKind::Cuda)};
}

std::optional<InProcessBuild::Module> InProcessBuild::compile(Diagnostics &diags) const {
  std::string why;
  const llvm::StringRef precompiled = PrecompiledHeaders::get().find(source);
  if (request.verbose && !precompiled.empty())
    llvm::errs() << "headers of " << source.name << ": precompiled\n";
  const library::JitObject object = library::JitLibrary::get(why)->compile(source, precompiled);
  if (!object.isCompiled) {
    tellOutput(request, object.messages, diags);
    diags.report(diag::BuildFailed, "Clang on " + source.name, "see its messages");
    return std::nullopt;
  }
  if (request.kind != BuildKind::Cuda)
    return Module{library::moduleBytes(object.bytes, ""), inProcessText(request.kind)};
  const auto kernels = compileKernels(object, diags);
  if (!kernels)
    return std::nullopt;
  return Module{library::moduleBytes(object.bytes, kernels->cubin), kernels->by};
}

} // namespace stencilc::driver
