/// \file Owners of handles of the C interface of libstencilc.
#pragma once

#include <memory>
#include <stencilc.h>
#include <string>

namespace stencilc::python {

/// Deleter of handles of the C interface.
struct Free {
  void operator()(stencilc_compilation *its) const { stencilc_free_compilation(its); }
  void operator()(stencilc_module *its) const { stencilc_free_module(its); }
  void operator()(stencilc_instance *its) const { stencilc_destroy(its); }
  void operator()(char *text) const { stencilc_free_text(text); }
};

/// Owners of a compilation, a loaded program, a simulation, and a text of the C interface.
using Compilation = std::unique_ptr<stencilc_compilation, Free>;
using Module = std::unique_ptr<stencilc_module, Free>;
using Instance = std::unique_ptr<stencilc_instance, Free>;
using Text = std::unique_ptr<char, Free>;

/// Returns a copy of `text`, or an empty string if `text` is null.
inline std::string textOf(const char *text) { return text ? text : ""; }

} // namespace stencilc::python
