/// \file The entry of the emitter: converts a program and its plan into source text.
#pragma once

#include "analysis/Facts.h"
#include "plan/interface/Plan.h"
#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <optional>
#include <string>

namespace stencilc::emit {

/// Form of the emitted program.
enum class EmitForm {
  Library, // a library with a C interface
  Program, // the library and a main() function
  Module,  // a module for `stencilc run`, which calls stencilc_module(); not formatted, without
           // headers
};

struct EmitOptions {
  EmitForm form = EmitForm::Library;
  std::string templatesFolder; // folder of templates that replace the built-in ones; empty: none
  std::string headerName;      // name by which the source includes its header: "heat3d.h"
  std::string buildLine;       // compiler command, shown in the first comment; empty: not shown
  std::string name;            // program name; empty: the name in the source
  bool withCxx = false, withFortran = false; // also emit a C++ header or a Fortran module
  /// Callback for each pass over a kernel tree, after the pass. It gets the name of the pass and
  /// the tree as text. May be empty.
  std::function<void(llvm::StringRef pass, const std::string &text)> onKernels = {};
  std::string rowPitch; // C++ expression of the row pitch of fields; empty: chosen by the runtime
};

/// Texts of an emitted program: the source for the target of the plan, and the C header of its
/// interface. The C++ header and the Fortran module are empty unless requested. The form
/// EmitForm::Module has only a source.
struct Emitted {
  std::string source, header, cxxHeader, fortran;
  /// True if the source has kernels that unroll fused time steps. Compilers take seconds to
  /// optimise these.
  bool unrollsSteps = false;
};

/// Emits the program as source text. Returns `nullopt` if a template of the user is wrong, after it
/// has reported a diagnostic to `diags`.
std::optional<Emitted> emitProgram(const analysis::Facts &facts, const plan::Plan &plan,
                                   const EmitOptions &options, Diagnostics &diags);

/// Returns the data for the Mustache templates that print the program, as JSON. Returns `nullopt`
/// if a template of the user is wrong, after it has reported a diagnostic to `diags`.
std::optional<llvm::json::Value> emitContext(const analysis::Facts &facts, const plan::Plan &plan,
                                             const EmitOptions &options, Diagnostics &diags);

} // namespace stencilc::emit
