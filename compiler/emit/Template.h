/// \file Templates: llvm::mustache behind a wrapper that leaves nothing to silence.
///
/// The engine renders a missing name or partial as nothing, accepts unclosed sections, takes
/// `{{1.f, 2.f}}` in CUDA text for a tag, escapes `<`, and prints numbers with six digits. Here
/// each of these is an error with a caret in the template, escaping is off and integers are exact.
#pragma once

#include "emit/TemplatePieces.h"
#include "emit/TemplateSyntax.h"
#include "support/Diagnostics.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stencilc::emit {

/// A template compiled into the program; `name` is its path below templates/ without `.mustache`.
struct EmbeddedTemplate {
  std::string_view name, text;
};
/// All of templates/, sorted by name (generated when building).
const std::vector<EmbeddedTemplate> &embeddedTemplates();

class TemplateLibrary {
public:
  /// The embedded templates; files of the same name in `folder` (if given) take their place, others
  /// found there are added. Nothing if the folder cannot be read. Errors go to `diags`.
  static std::unique_ptr<TemplateLibrary> open(llvm::StringRef folder, Diagnostics &diags);

  bool contains(llvm::StringRef name) const { return templates.count(name) != 0; }

  /// The text of template `name` under `context`: strings, integers, booleans, arrays and objects.
  /// Numbers with a fraction are refused: they lose digits; the expression printer makes text of
  /// them. Nothing if anything is wrong with the template.
  std::optional<std::string> render(llvm::StringRef name, const llvm::json::Value &context);

  /// What template `name` is made of. Nothing as above.
  std::optional<TemplatePieces> pieces(llvm::StringRef name);

  /// Reports every syntax error and missing partial of every template; true if there is none.
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
  std::map<std::string, unsigned, std::less<>> templates; // name to buffer
  std::map<std::string, std::optional<std::vector<TemplateNode>>, std::less<>> trees;
};

/// Partials live in one folder: `{{>Interface}}` is the template "partials/Interface".
std::string partialName(llvm::StringRef tag);

} // namespace stencilc::emit
