/// \file Conversion of error codes of the C interface to Python exceptions. The caller of each
/// function holds the interpreter lock.
#pragma once

#include "Handles.h"
#include <nanobind/nanobind.h>

namespace stencilc::python {

/// Raises the Python exception for `code`, the result of a call with `instance`. Does nothing for
/// STENCILC_OK. The exceptions are those of raiseFor(), and BusyError for STENCILC_BUSY. The text
/// is that of stencilc_last_error().
void check(const stencilc_instance *instance, int code);

/// Raises the Python exception for `code`, the result of a call that has failed. The exception has
/// the text `reason`. Its type is ValueError for STENCILC_INVALID, OutOfMemoryError (a MemoryError)
/// for STENCILC_NO_MEMORY, ForkedProcessError for STENCILC_FORKED, else DeviceError.
[[noreturn]] void raiseFor(int code, const std::string &reason);

/// Raises BusyError with a text that says that another thread is using the simulation.
[[noreturn]] void raiseBusy();

/// Raises the exception with the name `name` of the module stencilc.errors, with the text `text`.
[[noreturn]] void raise(const char *name, const std::string &text);

} // namespace stencilc::python
