/// \file Asks the CUDA driver and the processor for their properties, without the CUDA toolkit.
#include "driver/machines/Machine.h"
#include "library/nvrtc/CudaDriverFile.h"
#include "machine/Target.h"
#include "runtime/core/device/Device.h"
#include "runtime/core/device/Parallel.h"
#include "llvm/Support/DynamicLibrary.h"

namespace stencilc::driver {

namespace {

/// Functions of the CUDA driver that the tool calls. They are looked up at run time, and null if
/// the driver lacks them.
struct CudaDriver {
  int (*init)(unsigned) = nullptr;
  int (*deviceCount)(int *) = nullptr;
  int (*device)(int *, int) = nullptr;
  int (*attribute)(int *, int, int) = nullptr;
  int (*name)(char *, int, int) = nullptr;
  int (*memory)(std::size_t *, int) = nullptr;
  int (*version)(int *) = nullptr;
  int (*errorText)(int, const char **) = nullptr;
  bool isThere = false;

  CudaDriver() {
    std::string error;
    const std::string file = library::cudaDriverFile();
    if (file.empty())
      return;
    auto library = llvm::sys::DynamicLibrary::getPermanentLibrary(file.c_str(), &error);
    if (!library.isValid())
      return;
    isThere = true;
    auto find = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
          library.getAddressOfSymbol(name));
    };
    find(init, "cuInit");
    find(deviceCount, "cuDeviceGetCount");
    find(device, "cuDeviceGet");
    find(attribute, "cuDeviceGetAttribute");
    find(name, "cuDeviceGetName");
    find(memory, "cuDeviceTotalMem_v2");
    find(version, "cuDriverGetVersion");
    find(errorText, "cuGetErrorString");
  }
  bool isUsable() const { return init && deviceCount && device && attribute && init(0) == 0; }
};

/// Values of CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR in the driver's enum
/// CUdevice_attribute.
constexpr int kMajor = 75, kMinor = 76;

} // namespace

CudaDriverState cudaDriverState() {
  const CudaDriver driver;
  CudaDriverState state;
  state.isThere = driver.isThere;
  if (driver.version)
    driver.version(&state.version);
  int code = driver.init ? driver.init(0) : 0, count = 0;
  if (code == 0 && driver.isUsable() && driver.name)
    code = driver.deviceCount(&count);
  else if (code == 0 && driver.isThere)
    state.problem = "it lacks functions that are needed";
  if (code != 0) {
    const char *text = nullptr;
    if (!driver.errorText || driver.errorText(code, &text) != 0 || !text)
      text = "unknown error";
    state.problem = format("%s (%d)", text, code);
  }
  for (int i = 0; i < count; ++i) {
    int device = 0;
    char name[256] = "";
    if (driver.device(&device, i) == 0 && driver.name(name, sizeof name, device) == 0)
      state.devices.emplace_back(name);
  }
  return state;
}

int cudaDeviceCount() {
  const CudaDriver driver;
  int devices = 0;
  return driver.isUsable() && driver.deviceCount(&devices) == 0 ? devices : 0;
}

std::string nativeCudaArch() {
  const CudaDriver driver;
  int device = 0, major = 0, minor = 0;
  if (!driver.isUsable() || driver.device(&device, 0) != 0 ||
      driver.attribute(&major, kMajor, device) != 0 ||
      driver.attribute(&minor, kMinor, device) != 0)
    return "";
  return machine::plannedArch("sm_" + std::to_string(10 * major + minor));
}

std::string cudaDeviceName() {
  const CudaDriver driver;
  int device = 0;
  char name[256] = "";
  if (!driver.isUsable() || !driver.name || driver.device(&device, 0) != 0 ||
      driver.name(name, sizeof name, device) != 0)
    return "";
  return name;
}

std::uint64_t cudaDeviceMemory() {
  const CudaDriver driver;
  int device = 0;
  std::size_t bytes = 0;
  if (!driver.isUsable() || !driver.memory || driver.device(&device, 0) != 0 ||
      driver.memory(&bytes, device) != 0)
    return 0;
  return bytes;
}

std::string cpuDeviceName(int threads) {
  device::Info info;
  (void)hostDevice().query(info);
  if (threads <= 0)
    threads = hostThreads();
  return format("%d thread%s of %s", threads, threads == 1 ? "" : "s", info.name.c_str());
}

std::string nativeCpuArch() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "x86-64-v3"
                                                                         : "x86-64-v2";
#else
  return "native";
#endif
}

} // namespace stencilc::driver
