/// \file Compiling in this process: text and headers in, the bytes of a module out.
#include "driver/InProcess.h"
#include "driver/EmbeddedHeaders.h"
#include "driver/FileOutput.h"
#include "driver/JitLibrary.h"
#include "driver/Machine.h"
#include "driver/ModuleFile.h"
#include "driver/Nvrtc.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/SHA256.h"

namespace stencilc::driver {

/// Leaves all but single steps out of a text that a run may begin with.
static constexpr const char *kSingleSteps = "-DSTENCILC_SINGLE_STEPS";

static std::string sourceName(const BuildRequest &request) {
  return request.name + (request.kind == BuildKind::Cpu ? ".cpp" : ".cu");
}

bool canCompileInProcess(BuildKind kind, const std::string &arch, std::string &why) {
  if (!JitLibrary::get(why))
    return false;
  if (kind != BuildKind::Cuda)
    return true;
  const Nvrtc *const nvrtc = Nvrtc::find(why);
  if (nvrtc && !arch.empty() && !nvrtc->supports(arch))
    why = nvrtc->versionText() + " (" + nvrtc->path() + ") makes no code for " + arch;
  return nvrtc && (arch.empty() || nvrtc->supports(arch));
}

std::string inProcessText(BuildKind kind) {
  std::string why, text = "Clang " LLVM_VERSION_STRING;
  if (kind == BuildKind::Cuda)
    if (const Nvrtc *const nvrtc = Nvrtc::find(why))
      text += " and " + nvrtc->versionText();
  return text;
}

/// The host's code: loops, or what launches kernels. Bits are fixed by the text and by options that
/// the library always sets.
static JitSource hostSource(const BuildRequest &request) {
  JitSource source;
  source.name = sourceName(request);
  source.text = request.text->source;
  source.cpu = request.kind == BuildKind::Cpu ? request.arch : nativeCpuArch();
  for (const RuntimeHeader &header : runtimeHeaders(request.givenRuntime))
    source.files.push_back({header.name, header.text});
  source.options = {"-Wno-unknown-pragmas"};
  if (request.singleSteps)
    source.options.push_back(kSingleSteps);
  switch (request.kind) {
  case BuildKind::Cpu:
    break;
  case BuildKind::Cuda: // launches, and initial values
    source.options.push_back("-DSTENCILC_KERNELS_APART");
    source.optimisation = 2;
    break;
  case BuildKind::CudaOnCpu:
    source.options.push_back("-DSTENCILC_CPU_DEVICE");
    source.optimisation = 1;
    // What lies beyond an array of shared memory or registers is there, on a device as well.
    source.checksBounds = true;
    break;
  }
  return source;
}

std::string inProcessKey(const BuildRequest &request) {
  const JitSource source = hostSource(request);
  llvm::SHA256 hash;
  for (const JitFile &file : source.files) {
    hash.update(file.path);
    hash.update(file.text);
  }
  hash.update(llvm::join(source.options, " "));
  hash.update(source.cpu + " " + request.arch);
  hash.update(inProcessText(request.kind) + " " STENCILC_VERSION);
  return llvm::toHex(hash.final(), true).substr(0, 24);
}

/// What the compilers say goes where what a compiler of its own process would say goes.
static void tell(const BuildRequest &request, const std::string &messages, Diagnostics &diags) {
  if (!request.log.empty())
    writeFileWhole(request.log, messages, diags);
  else if (!messages.empty())
    llvm::errs() << messages;
}

/// The kernels that the host's object launches, as a cubin. Their names there are those the host's
/// compiler gives them: both mangle alike. Names that are not mangled are functions of C, such as
/// exp of initial values.
static std::optional<std::string> compileKernels(const BuildRequest &request,
                                                 const JitSource &source, const JitObject &object,
                                                 Diagnostics &diags) {
  std::string why;
  const JitLibrary &jit = *JitLibrary::get(why);
  NvrtcRequest wanted;
  wanted.name = source.name;
  wanted.text = source.text;
  wanted.arch = request.arch;
  for (const JitFile &file : source.files)
    wanted.files.push_back({file.path, file.text});
  std::vector<std::string> symbols;
  for (const std::string &symbol : object.undefined)
    if (auto name =
            llvm::StringRef(symbol).starts_with("_Z") ? jit.functionName(symbol) : std::nullopt) {
      symbols.push_back(symbol);
      wanted.nameExpressions.push_back(*name);
    }
  if (request.singleSteps)
    wanted.options.push_back(kSingleSteps);
  if (request.tellsOfKernels)
    wanted.options.push_back("--ptxas-options=-v");
  NvrtcResult result;
  const bool isMade = Nvrtc::find(why)->compile(wanted, result);
  // Where it is asked for, also what they say of text that they compile.
  tell(request,
       request.tellsOfKernels ? object.messages + result.log
       : isMade               ? ""
                              : result.log,
       diags);
  for (std::size_t i = 0; isMade && i < symbols.size(); ++i)
    if (result.loweredNames[i] != symbols[i])
      result.why = "kernel " + wanted.nameExpressions[i] + " is called " + result.loweredNames[i] +
                   " on the device and " + symbols[i] + " on the host";
  if (!isMade || !result.why.empty()) {
    diags.report(diag::BuildFailed, "NVRTC on " + source.name, result.why);
    return std::nullopt;
  }
  return std::move(result.cubin);
}

std::optional<std::string> compileInProcess(const BuildRequest &request, Diagnostics &diags) {
  std::string why;
  const JitSource source = hostSource(request);
  const JitObject object = JitLibrary::get(why)->compile(source);
  if (!object.isCompiled) {
    tell(request, object.messages, diags);
    diags.report(diag::BuildFailed, "Clang on " + source.name, "see its messages");
    return std::nullopt;
  }
  if (request.kind != BuildKind::Cuda)
    return moduleBytes(object.bytes, "");
  const auto cubin = compileKernels(request, source, object, diags);
  return cubin ? std::optional(moduleBytes(object.bytes, *cubin)) : std::nullopt;
}

} // namespace stencilc::driver
