/// \file Parser of templates. It returns a tree of tags and reports errors that llvm::mustache
/// ignores.
#pragma once

#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace stencilc::emit {

/// Node of a template's tree: a text or a tag. All strings point into the template's buffer.
struct TemplateNode {
  enum class Kind { Text, Variable, Section, Inverted, Partial };
  Kind kind;
  llvm::StringRef text;               // Text: the text itself; otherwise the name in the tag
  llvm::StringRef open, close;        // tags as written; `close` for sections only
  llvm::SMRange range;                // position of the name in the tag
  std::vector<TemplateNode> children; // contents of a section
};

/// Parses a template. Tags are `{{name}}`, `{{#section}}`, `{{^inverted}}`, `{{/close}}`,
/// `{{>Partial}}` and `{{! comment}}`. A name is a dot or identifiers joined by dots. Returns
/// `nullopt` after it has reported a diagnostic.
std::optional<std::vector<TemplateNode>> parseTemplate(llvm::StringRef text, Diagnostics &diags);

} // namespace stencilc::emit
