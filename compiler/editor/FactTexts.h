/// \file Facts about a program as texts for the editor.
#pragma once

#include "analysis/Facts.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::editor {

/// Returns what the update of a field reads, such as "u[t]: star, 5 cells; h[t]", or "" if there is
/// no update.
std::string readsText(const analysis::Facts &facts, llvm::StringRef field);

/// Returns the cost of the updates of all fields, such as "16 bytes and 8 operations an update".
std::string costText(const analysis::Facts &facts);

} // namespace stencilc::editor
