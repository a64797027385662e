/// \file Replacement of Xla.cpp in builds without the headers of XLA, where xla_handlers is an
/// empty dict.
#include "Xla.h"

namespace stencilc::python {

void bindXla(nanobind::module_ &module) { module.attr("xla_handlers") = nanobind::dict(); }

} // namespace stencilc::python
