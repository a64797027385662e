/// \file The CUDA driver, loaded with `dlopen` at its first use. The same program therefore runs on
/// machines with and without a GPU.
#pragma once

#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/support/Status.h"
#include <string>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Pointers to functions of the CUDA driver. After openDriver() has succeeded, no pointer is null.
struct Driver {
#define STENCILC_CUDA_FUNCTION(name, symbol, parameters) Result(*name) parameters = nullptr;
#include "runtime/core/device/cuda/DriverFunctions.def"
#undef STENCILC_CUDA_FUNCTION
};

/// Loads the driver library `file` and sets the function pointers in `driver`. On failure, returns
/// false and sets `why` to a message for the user. After success, the library stays loaded.
bool openDriver(const std::string &file, Driver &driver, std::string &why);

/// Returns the CUDA driver. The first call loads it from libcuda.so.1, or from the file that the
/// environment variable STENCILC_CUDA_DRIVER names. If there is no driver, or if that variable is
/// empty, returns null and sets `why` to a message for the user. Does not call cuInit.
const Driver *driver(std::string &why);

/// Sets `driver` to the loaded driver, and prepares the calling thread for calls of it. If the
/// thread has a current context, it is used, so that pointers of the caller's own CUDA program are
/// valid. Otherwise the primary context of device 0, which CUDA's runtime uses too, becomes
/// current.
Status enter(const Driver *&driver);

/// Converts the result of a driver call into a Status. `what` describes the call in the error
/// message, such as "allocating 3.0 GiB".
Status check(const Driver &driver, Result result, std::string_view what);

/// Calls a function of the driver in the current context, and returns a failure as a Status. The
/// first argument describes the call in messages, as in call("timing", &Driver::eventSynchronize,
/// event).
template <class... Parameters, class... Arguments>
Status call(std::string_view what, Result (*Driver::*function)(Parameters...),
            Arguments &&...arguments) {
  const Driver *driver = nullptr;
  Status status = enter(driver);
  return status ? check(*driver, (driver->*function)(arguments...), what) : status;
}

/// Calls a function of the driver that releases a resource. Errors are ignored.
template <class... Parameters, class... Arguments>
void giveBack(Result (*Driver::*function)(Parameters...), Arguments &&...arguments) {
  const Driver *driver = nullptr;
  if (enter(driver))
    (driver->*function)(arguments...);
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
