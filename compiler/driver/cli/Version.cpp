/// \file `stencilc --version`: prints the version. With --json it adds how the tool was built and
/// which compilers, GPUs and folders it finds here.
#include "driver/Driver.h"
#include "driver/build/CacheFolder.h"
#include "driver/build/Toolchain.h"
#include "driver/machines/Machine.h"
#include "driver/machines/ToolchainChecks.h"
#include "runtime/core/device/Parallel.h"
#include "runtime/core/device/Processor.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/JSON.h"

namespace stencilc::driver {

namespace json = llvm::json;

/// Returns `text` as a JSON string, or JSON null if `text` is empty.
static json::Value orNull(const std::string &text) {
  return text.empty() ? json::Value(nullptr) : json::Value(text);
}

static json::Value program(const std::string &path, BuildKind kind) {
  if (path.empty())
    return nullptr;
  return json::Object{{"path", path}, {"version", orNull(ownCompilerText(kind))}};
}

static json::Object everything(const Options &options) {
  const CudaDriverState driver = cudaDriverState();
  json::Array gpus;
  for (const std::string &name : driver.devices)
    gpus.push_back(name);
  std::string why;
  json::Object object{
      {"version", STENCILC_VERSION},
      {"llvm", LLVM_VERSION_STRING},
      {"build_type", STENCILC_BUILD_TYPE},
      {"host_compiler", program(findHostCompiler(), BuildKind::Cpu)},
      {"nvcc", program(findNvcc(), BuildKind::Cuda)},
      {"nvrtc", orNull(nvrtcText(why))},
      {"jit_library", orNull(jitLibraryText(why))},
      {"gpu_driver", orNull(driverText(driver))},
      {"gpus", std::move(gpus)},
      {"processor", processorName()},
      {"cores", hostThreads()},
      {"cache_folder", orNull(cacheFolder())},
      {"runtime_folder", orNull(findRuntime(options.build.runtime))},
      {"machine_file", orNull(presentMachineFile())},
  };
  if (const llvm::StringRef commit = STENCILC_COMMIT; !commit.empty())
    object["commit"] = commit;
  return object;
}

int versionCommand(const Options &options) {
  if (options.run.json)
    llvm::outs() << json::Value(everything(options)) << "\n";
  else
    llvm::outs() << "stencilc " STENCILC_VERSION "\n";
  return kFine;
}

} // namespace stencilc::driver
