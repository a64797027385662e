/// \file A program and a plan become source text: names, context, template, layout.
#pragma once

#include "analysis/Facts.h"
#include "plan/Plan.h"
#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <optional>
#include <string>

namespace stencilc::emit {

/// What the text is to become.
enum class EmitForm {
  Library, // with a C interface
  Program, // the same with a main()
  Module,  // for stencilc run, which looks for stencilc_module(); as short as it can be
};

struct EmitOptions {
  EmitForm form = EmitForm::Library;
  std::string templatesFolder; // templates that take the place of the built-in ones; empty: none
  std::string headerName;      // as the source includes it, "heat3d.h"
  std::string buildLine;       // that builds the text, for people; empty: not told
  std::string name;            // what the program is called; empty: as its source says
  bool withCxx = false, withFortran = false; // the interface for these, too
  /// Told of the kernel tree after each pass over it, as text: "simplify", "...".
  std::function<void(llvm::StringRef pass, const std::string &text)> onKernels = {};
  std::string rowPitch; // of the fields, as an expression; empty: the rule of the runtime
};

/// A translation unit for the plan's target and the plain C header of its interface; a C++ header
/// and a Fortran module over it, if asked for.
struct Emitted {
  std::string source, header, cxxHeader, fortran;
};

/// Nothing if a template given by the user is wrong; the reason is in `diags`.
std::optional<Emitted> emitProgram(const analysis::Facts &facts, const plan::Plan &plan,
                                   const EmitOptions &options, Diagnostics &diags);

/// What the templates see. Nothing as above.
std::optional<llvm::json::Value> emitContext(const analysis::Facts &facts, const plan::Plan &plan,
                                             const EmitOptions &options, Diagnostics &diags);

} // namespace stencilc::emit
