/// \file Templates: a wrapper around llvm::mustache that reports every error.
///
/// The engine prints nothing for a missing name or partial, accepts unclosed sections, and reads
/// `{{1.f, 2.f}}` in CUDA text as a tag. This wrapper reports each of these at its position in the
/// template. It also turns HTML escapes off and prints integers exactly, where the engine prints
/// six digits.
#pragma once

#include "emit/template/TemplatePieces.h"
#include "emit/template/TemplateSyntax.h"
#include "support/Diagnostics.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stencilc::emit {

/// A Mustache template that is compiled into stencilc. `name` is its path below templates/, without
/// `.mustache`.
struct EmbeddedTemplate {
  std::string_view name, text;
};
/// Returns all files of templates/, sorted by name. The build generates this list.
const std::vector<EmbeddedTemplate> &embeddedTemplates();

class TemplateLibrary {
public:
  /// Opens the templates compiled into stencilc. If `folder` is not empty, its files are added and
  /// replace templates of the same name. Returns null if the folder cannot be read, after it has
  /// reported a diagnostic.
  static std::unique_ptr<TemplateLibrary> open(llvm::StringRef folder, Diagnostics &diags);

  bool contains(llvm::StringRef name) const { return templates.count(name) != 0; }

  /// Returns the text of template `name` with the data in `context`. Numbers with a fraction are
  /// refused, because the engine would lose digits: `context` must have them as text. Returns
  /// `nullopt` if the template is wrong, after it has reported a diagnostic.
  std::optional<std::string> render(llvm::StringRef name, const llvm::json::Value &context);

  /// Returns the texts and tags of template `name`, in order. Returns `nullopt` if the template is
  /// wrong, after it has reported a diagnostic.
  std::optional<TemplatePieces> pieces(llvm::StringRef name);

  /// Checks every template and reports all syntax errors and missing partials (included templates).
  /// Returns true if there are none.
  bool checkAll();

private:
  explicit TemplateLibrary(Diagnostics &parent) : diags(sources, parent) {}
  const std::vector<TemplateNode> *parsed(llvm::StringRef name);
  bool checkPartials(const std::vector<TemplateNode> &nodes, std::vector<llvm::StringRef> &open);
  const std::vector<TemplateNode> *checked(llvm::StringRef name);
  void addPieces(const std::vector<TemplateNode> &nodes, TemplatePieces &pieces);
  void flatten(const std::vector<TemplateNode> &nodes, std::string &out);

  llvm::SourceMgr sources;
  Diagnostics diags;
  std::map<std::string, unsigned, std::less<>> templates; // buffer in `sources`, by template name
  std::map<std::string, std::optional<std::vector<TemplateNode>>, std::less<>> trees;
};

/// Returns the template name for the tag of a partial (an included template): "partials/Interface"
/// for `{{>Interface}}`.
std::string partialName(llvm::StringRef tag);

} // namespace stencilc::emit
