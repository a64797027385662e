/// \file Conversion of error codes of the C interface to Python exceptions.
#include "Errors.h"

namespace nb = nanobind;

namespace stencilc::python {

void raise(const char *name, const std::string &text) {
  const nb::object type = nb::module_::import_("stencilc.errors").attr(name);
  PyErr_SetString(type.ptr(), text.c_str());
  throw nb::python_error();
}

void raiseBusy() {
  raise("BusyError", "another thread is using this simulation: a simulation is used by one thread "
                     "at a time; give each thread a simulation of its own");
}

void raiseFor(int code, const std::string &reason) {
  switch (code) {
  case STENCILC_INVALID:
    throw nb::value_error(reason.c_str());
  case STENCILC_NO_MEMORY:
    raise("OutOfMemoryError", reason);
  case STENCILC_FORKED:
    raise("ForkedProcessError", reason);
  default:
    raise("DeviceError", reason);
  }
}

void check(const stencilc_instance *instance, int code) {
  if (code == STENCILC_BUSY)
    raiseBusy();
  if (code != STENCILC_OK)
    raiseFor(code, stencilc_last_error(instance));
}

} // namespace stencilc::python
