/// \file Handlers through which XLA calls programs for JAX.
#include "Xla.h"
#include <cstdint>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <string>
#include <vector>
#include <xla/ffi/api/ffi.h>

namespace nb = nanobind;
namespace ffi = xla::ffi;

namespace stencilc::python {

namespace {

using Addresses = std::vector<std::uintptr_t>;

/// Returns the Python function that the handlers call. The object is never freed.
nb::object &function() {
  static auto *const kept = new nb::object();
  return *kept;
}

/// Calls the Python function with the arguments that bindXla() describes. Returns an empty string
/// on success, else the text of the error.
std::string callPython(std::int64_t program, const Addresses &inputs, const Addresses &results,
                       std::int64_t steps, ffi::Span<const double> parameters, void *stream) {
  const nb::gil_scoped_acquire lock;
  try {
    const std::vector<double> values(parameters.begin(), parameters.end());
    const nb::object error = function()(program, inputs, results, steps, values,
                                        reinterpret_cast<std::uintptr_t>(stream));
    return error.is_none() ? "" : nb::cast<std::string>(error);
  } catch (const std::exception &error) {
    return error.what();
  }
}

/// Handler for GPUs: computes time steps on arrays of XLA. `stream` is the CUDA stream, null on the
/// CPU. Returns an internal error of XLA with a text on failure.
ffi::Error compute(void *stream, ffi::RemainingArgs inputs, ffi::RemainingRets results,
                   std::int64_t program, std::int64_t steps, ffi::Span<const double> parameters) {
  Addresses from, to;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    from.push_back(reinterpret_cast<std::uintptr_t>(inputs.get<ffi::AnyBuffer>(i)->untyped_data()));
  for (std::size_t i = 0; i < results.size(); ++i)
    to.push_back(
        reinterpret_cast<std::uintptr_t>((*results.get<ffi::AnyBuffer>(i))->untyped_data()));
  const std::string error = callPython(program, from, to, steps, parameters, stream);
  return error.empty() ? ffi::Error::Success() : ffi::Error(ffi::ErrorCode::kInternal, error);
}

/// Handler for the CPU, as compute().
ffi::Error computeOnHost(ffi::RemainingArgs inputs, ffi::RemainingRets results,
                         std::int64_t program, std::int64_t steps,
                         ffi::Span<const double> parameters) {
  return compute(nullptr, inputs, results, program, steps, parameters);
}

XLA_FFI_DEFINE_HANDLER(kOnHost, computeOnHost,
                       ffi::Ffi::Bind()
                           .RemainingArgs()
                           .RemainingRets()
                           .Attr<std::int64_t>("program")
                           .Attr<std::int64_t>("steps")
                           .Attr<ffi::Span<const double>>("parameters"));

XLA_FFI_DEFINE_HANDLER(kOnGpu, compute,
                       ffi::Ffi::Bind()
                           .Ctx<ffi::PlatformStream<void *>>()
                           .RemainingArgs()
                           .RemainingRets()
                           .Attr<std::int64_t>("program")
                           .Attr<std::int64_t>("steps")
                           .Attr<ffi::Span<const double>>("parameters"));

/// Returns a handler as the capsule that jax.ffi.register_ffi_target() takes.
nb::capsule capsuleOf(XLA_FFI_Handler *handler) {
  return nb::capsule(reinterpret_cast<void *>(handler));
}

} // namespace

void bindXla(nb::module_ &module) {
  nb::dict handlers;
  handlers["cpu"] = capsuleOf(kOnHost);
  handlers["CUDA"] = capsuleOf(kOnGpu);
  module.attr("xla_handlers") = handlers;
  module.def("set_xla_function", [](nb::object given) { function() = std::move(given); });
}

} // namespace stencilc::python
