/// \file Writes facts about a program, such as its stencil radius, as texts for the editor.
#pragma once

#include "analysis/Facts.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::editor {

/// Returns a description of the reads of a field's update, such as "u[t]: star, 5 cells; h[t]".
/// Returns "" if no statement updates the field.
std::string readsText(const analysis::Facts &facts, llvm::StringRef field);

/// Returns the cost of an update of one cell, all fields together, such as "16 bytes and 8
/// operations an update".
std::string costText(const analysis::Facts &facts);

} // namespace stencilc::editor
