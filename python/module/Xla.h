/// \file Handlers through which XLA calls programs for JAX.
#pragma once

#include <nanobind/nanobind.h>

namespace stencilc::python {

/// Adds the interface to XLA to `module`.
///
/// The attribute xla_handlers is a dict from platforms ("cpu", "CUDA") to capsules for
/// jax.ffi.register_ffi_target(). The dict is empty if the module was built without the headers of
/// XLA.
///
/// The function set_xla_function(function) sets the Python function that handlers call. The module
/// lacks it if it was built without the headers. `function` returns None, or the text of an error.
/// `function` takes
///
/// - the key of the program,
/// - the addresses of the inputs,
/// - the addresses of the results,
/// - the number of time steps,
/// - the values of the parameters,
/// - the handle of the CUDA stream, 0 on the CPU.
void bindXla(nanobind::module_ &module);

} // namespace stencilc::python
