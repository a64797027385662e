/// \file Order of work on CUDA streams. The CUDA driver is loaded at run time.
#include "Streams.h"
#include <dlfcn.h>
#include <nanobind/nanobind.h>
#include <stdexcept>
#include <string>

namespace nb = nanobind;

namespace stencilc::python {

namespace {

using Handle = void *; // handle of a CUDA context, stream or event

constexpr int kDeviceOfPointer = 9;         // CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
constexpr unsigned kEventWithoutTiming = 2; // CU_EVENT_DISABLE_TIMING

/// Functions of the CUDA driver. Each returns 0 on success, else an error code. The constructor
/// loads the driver, and raises RuntimeError if the driver or one of the functions is missing.
struct Driver {
  int (*pointerAttribute)(void *, int, unsigned long long);
  int (*retainContext)(Handle *, int);
  int (*releaseContext)(int);
  int (*pushContext)(Handle);
  int (*popContext)(Handle *);
  int (*createEvent)(Handle *, unsigned);
  int (*destroyEvent)(Handle);
  int (*recordEvent)(Handle, Handle);
  int (*waitForEvent)(Handle, Handle, unsigned);
  int (*synchronize)(Handle);

  Driver() {
    void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
      throw std::runtime_error("there is no driver of NVIDIA GPUs (libcuda.so.1)");
    const auto find = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      if (!function)
        throw std::runtime_error(std::string("the driver of the GPU lacks ") + name);
    };
    find(pointerAttribute, "cuPointerGetAttribute");
    find(retainContext, "cuDevicePrimaryCtxRetain");
    find(releaseContext, "cuDevicePrimaryCtxRelease_v2");
    find(pushContext, "cuCtxPushCurrent_v2");
    find(popContext, "cuCtxPopCurrent_v2");
    find(createEvent, "cuEventCreate");
    find(destroyEvent, "cuEventDestroy_v2");
    find(recordEvent, "cuEventRecord");
    find(waitForEvent, "cuStreamWaitEvent");
    find(synchronize, "cuStreamSynchronize");
  }
};

/// Returns the functions of the CUDA driver, which the first call loads.
const Driver &driver() {
  static const Driver loaded;
  return loaded;
}

/// Raises RuntimeError with the text `what` if `code` is an error code of the CUDA driver.
void require(int code, const char *what) {
  if (code)
    throw std::runtime_error(std::string(what) + ": error " + std::to_string(code) +
                             " of the CUDA driver");
}

/// Guard that makes the primary CUDA context of a GPU current in this thread: of the GPU in whose
/// memory `address` is. The context is not asked from the address, because memory of some
/// allocators has no context. The constructor raises RuntimeError on failure.
class CurrentContext {
public:
  explicit CurrentContext(std::uintptr_t address)
      : device(deviceOf(reinterpret_cast<const void *>(address))) {
    Handle context = nullptr;
    require(driver().retainContext(&context, device), "the context of the GPU cannot be used");
    require(driver().pushContext(context), "the context of the GPU cannot be used");
  }
  CurrentContext(const CurrentContext &) = delete;
  CurrentContext &operator=(const CurrentContext &) = delete;
  ~CurrentContext() {
    Handle popped;
    driver().popContext(&popped);
    driver().releaseContext(device);
  }

private:
  int device;
};

Handle handle(std::uintptr_t stream) { return reinterpret_cast<Handle>(stream); }

} // namespace

int deviceOf(const void *address) {
  int device = 0;
  require(driver().pointerAttribute(&device, kDeviceOfPointer,
                                    reinterpret_cast<std::uintptr_t>(address)),
          "the memory is not that of a GPU");
  return device;
}

void orderStreams(std::uintptr_t earlier, std::uintptr_t later, std::uintptr_t address) {
  if (earlier == later)
    return;
  const CurrentContext context(address);
  Handle event = nullptr;
  require(driver().createEvent(&event, kEventWithoutTiming), "no event could be made");
  int code = driver().recordEvent(event, handle(earlier));
  if (!code)
    code = driver().waitForEvent(handle(later), event, 0);
  driver().destroyEvent(event); // the driver frees the event after the recorded work is done
  require(code, "two streams could not be ordered");
}

void waitForStream(std::uintptr_t stream, std::uintptr_t address) {
  const nb::gil_scoped_release unlocked;
  const CurrentContext context(address);
  require(driver().synchronize(handle(stream)), "a stream could not be waited for");
}

} // namespace stencilc::python
