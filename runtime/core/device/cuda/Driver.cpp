/// \file Loads the CUDA driver, makes a context current, and converts the driver's errors to
/// messages.
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/support/Text.h"
#include <cstdlib>
#include <dlfcn.h>
#include <type_traits>

namespace stencilc::inline STENCILC_SPACE::cuda {

namespace {

const char *const kLibrary = "libcuda.so.1";

/// Returns the driver's CUDA version as part of a sentence: "of CUDA 11.4", or "of unknown
/// version".
std::string versionOf(const Driver &driver) {
  int version = 0;
  if (!driver.driverGetVersion || driver.driverGetVersion(&version) != Result::Success)
    return "of unknown version";
  return format("of CUDA %d.%d", version / 1000, version % 1000 / 10);
}

struct Opened {
  Driver driver;
  std::string why;
  bool isOpen = false;

  Opened() {
    const char *const given = std::getenv("STENCILC_CUDA_DRIVER");
    if (given && !*given)
      why = "STENCILC_CUDA_DRIVER is empty, which disables the driver";
    else
      isOpen = openDriver(given ? given : kLibrary, driver, why);
  }
};

} // namespace

bool openDriver(const std::string &file, Driver &driver, std::string &why) {
  driver = {};
  why.clear();
  void *const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *const said = dlerror(); // starts with the file name
    why = std::string("there is no NVIDIA driver (") + (said ? said : file.c_str()) + ")";
    return false;
  }
  const char *missing = nullptr;
  const auto find = [&](const char *name, auto &function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (!function && !missing)
      missing = name;
  };
#define STENCILC_CUDA_FUNCTION(name, symbol, parameters) find(#symbol, driver.name);
#include "runtime/core/device/cuda/DriverFunctions.def"
#undef STENCILC_CUDA_FUNCTION
  if (!missing)
    return true;
  why =
      "this driver, " + versionOf(driver) + ", has no " + missing + "; CUDA 12 or newer is needed";
  dlclose(library);
  driver = {};
  return false;
}

const Driver *driver(std::string &why) {
  static const Opened opened;
  why = opened.why;
  return opened.isOpen ? &opened.driver : nullptr;
}

Status check(const Driver &driver, Result result, std::string_view what) {
  if (result == Result::Success)
    return {};
  const char *meaning = nullptr, *name = nullptr;
  driver.getErrorString(result, &meaning);
  driver.getErrorName(result, &name);
  const std::string number = format("driver error %u", static_cast<unsigned>(result));
  const std::string text = std::string(what) +
                           " failed: " + (meaning ? meaning : "an unknown error") + " (" +
                           (name ? std::string(name) : number) + ")";
  return result == Result::OutOfMemory ? Status::outOfMemory(text) : Status::device(text);
}

Status enter(const Driver *&driver) {
  const char *const finding = "finding a CUDA device";
  std::string why;
  driver = cuda::driver(why);
  if (!driver)
    return Status::device(std::string(finding) + " failed: " + why);
  static const Result started = driver->init(0);
  Context current = nullptr;
  Status status = check(*driver, started, finding);
  if (status)
    status = check(*driver, driver->contextGetCurrent(&current), finding);
  if (!status || current)
    return status;
  // Once for each thread without a context. It is never released and lives as long as the process,
  // like the context of CUDA's runtime.
  DeviceNumber device = 0;
  Context primary = nullptr;
  status = check(*driver, driver->deviceGet(&device, 0), finding);
  if (status)
    status = check(*driver, driver->primaryContextRetain(&primary, device), "starting CUDA");
  return status ? check(*driver, driver->contextSetCurrent(primary), "starting CUDA") : status;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
