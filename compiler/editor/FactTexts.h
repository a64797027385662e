/// \file What is known of a program, in the words that editors show.
#pragma once

#include "analysis/Facts.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::editor {

/// What the update of a field reads: "u[t]: star, 5 cells; h[t]"; empty if there is none.
std::string readsText(const analysis::Facts &facts, llvm::StringRef field);

/// What an update of all fields takes: "16 bytes and 8 operations an update".
std::string costText(const analysis::Facts &facts);

} // namespace stencilc::editor
