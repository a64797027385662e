/// \file The tags of a template as a tree, with a place for each; what llvm::mustache accepts in
/// silence is an error here.
#pragma once

#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace stencilc::emit {

/// One piece of a template. `text` points into the template's buffer.
struct TemplateNode {
  enum class Kind { Text, Variable, Section, Inverted, Partial };
  Kind kind;
  llvm::StringRef text;               // Text: as it stands; else the name in the tag
  llvm::StringRef open, close;        // the tags as written; close for sections only
  llvm::SMRange range;                // the name in the tag
  std::vector<TemplateNode> children; // of sections
};

/// Reads a template. Allowed are `{{name}}`, `{{#section}}`, `{{^inverted}}`, `{{/close}}`,
/// `{{>Partial}}` and `{{! comment}}`; names are identifiers joined by dots, or a single dot.
std::optional<std::vector<TemplateNode>> parseTemplate(llvm::StringRef text, Diagnostics &diags);

} // namespace stencilc::emit
