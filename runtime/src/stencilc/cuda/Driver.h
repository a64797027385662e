/// \file The CUDA driver, opened when it is first needed, so that one program serves machines with
/// and without a GPU.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"
#include <string>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE::cuda {

/// The driver's functions; none is null once it is opened.
struct Driver {
#define STENCILC_CUDA_FUNCTION(name, symbol, parameters) Result(*name) parameters = nullptr;
#include "stencilc/cuda/DriverFunctions.def"
#undef STENCILC_CUDA_FUNCTION
};

/// Opens `file` and fills `driver`; false with a sentence for people if it cannot. The library
/// stays open.
bool openDriver(const std::string &file, Driver &driver, std::string &why);

/// libcuda.so.1, or the file that STENCILC_CUDA_DRIVER names (empty: as if there were none), opened
/// once in a process; null, and the reason for people, if there is none. cuInit is not called yet.
const Driver *driver(std::string &why);

/// What comes before calls of the driver. The thread's current context is used if there is one, so
/// that a caller's own CUDA program and this one share it, and with it their pointers; else device
/// 0's primary context, that of CUDA's runtime, becomes current.
Status enter(const Driver *&driver);

/// `what` names the call for people: "allocating 3.0 GiB".
Status check(const Driver &driver, Result result, std::string_view what);

/// enter() and check() around a call: call("timing", &Driver::eventSynchronize, event).
template <class... Parameters, class... Arguments>
Status call(std::string_view what, Result (*Driver::*function)(Parameters...),
            Arguments &&...arguments) {
  const Driver *driver = nullptr;
  Status status = enter(driver);
  return status ? check(*driver, (driver->*function)(arguments...), what) : status;
}

/// Calls what gives something back, which cannot be helped if it fails.
template <class... Parameters, class... Arguments>
void giveBack(Result (*Driver::*function)(Parameters...), Arguments &&...arguments) {
  const Driver *driver = nullptr;
  if (enter(driver))
    (driver->*function)(arguments...);
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
