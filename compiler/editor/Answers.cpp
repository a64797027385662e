/// \file Analysis of a text for the editor, and answers that concern the whole text: inlay hints
/// (texts that the editor adds to lines), tokens for highlighting, and the outline.
#include "editor/Answers.h"
#include "editor/FactTexts.h"

namespace stencilc::editor {

namespace lsp = llvm::lsp;

namespace {

lsp::SymbolKind symbolKind(NameKind kind) {
  switch (kind) {
  case NameKind::Stencil:
    return lsp::SymbolKind::Module;
  case NameKind::Field:
    return lsp::SymbolKind::Field;
  case NameKind::Function:
    return lsp::SymbolKind::Function;
  case NameKind::Neighbourhood:
  case NameKind::Coefficient:
    return lsp::SymbolKind::Array;
  case NameKind::Constant:
    return lsp::SymbolKind::Constant;
  default:
    return lsp::SymbolKind::Variable;
  }
}

int semanticKind(NameKind kind) {
  switch (kind) {
  case NameKind::Stencil:
    return 0;
  case NameKind::Field:
    return 1;
  case NameKind::Function:
    return 2;
  case NameKind::Parameter:
  case NameKind::Argument:
    return 3;
  default:
    return 4;
  }
}

} // namespace

Reading::Reading(llvm::StringRef text, const std::string &name, const syntax::ImportFinder &find)
    : find(find), document(text, name, find) {
  if (!document.tree())
    return;
  names = declaredNames(*document.tree());
  places = editor::placesOf(*document.tree(), names);
  llvm::erase_if(places, [&](const NameAt &place) { return !document.isOwn(place.range.Start); });
}

NameAt Reading::nameAt(const char *place) const {
  for (const NameAt &each : places)
    if (each.range.Start.getPointer() <= place && place <= each.range.End.getPointer())
      return each;
  return {};
}

std::vector<llvm::SMRange> Reading::placesOf(const DeclaredName &name) const {
  std::vector<llvm::SMRange> found;
  for (const NameAt &each : places)
    if (each.name == &name)
      found.push_back(each.range);
  return found;
}

std::vector<lsp::InlayHint> inlayHints(const Reading &reading, lsp::Range wanted) {
  std::vector<lsp::InlayHint> hints;
  const std::optional<analysis::Facts> &facts = reading.document.facts();
  if (!facts)
    return hints;
  const auto add = [&](lsp::Position place, std::string label) {
    if (place < wanted.start || wanted.end < place)
      return;
    lsp::InlayHint hint(lsp::InlayHintKind::Type, place);
    hint.label = std::move(label);
    hint.paddingLeft = true;
    hints.push_back(std::move(hint));
  };
  const ast::Stencil &stencil = *reading.document.tree();
  const std::size_t brace = textOf(stencil.range).find('{');
  if (brace != llvm::StringRef::npos)
    add(reading.document.position(
            llvm::SMLoc::getFromPointer(stencil.range.Start.getPointer() + brace + 1)),
        costText(*facts));
  for (const ast::Statement &statement :
       stencil.statements) // updates in loops have no names of their own
    if (const auto *update = std::get_if<ast::UpdateStatement>(&statement.node))
      if (const std::string reads = readsText(*facts, update->target.base.text); !reads.empty())
        add(reading.document.position(statement.range.End), "reads " + reads);
  return hints;
}

llvm::ArrayRef<llvm::StringRef> semanticKinds() {
  static constexpr llvm::StringRef kinds[] = {"namespace", "property", "function", "parameter",
                                              "variable"};
  return kinds;
}

std::vector<int> semanticTokens(const Reading &reading) {
  std::vector<int> data;
  lsp::Position last;
  for (const NameAt &place : reading.places) {
    const lsp::Range range = reading.document.range(place.range);
    const lsp::Position at = range.start;
    data.insert(data.end(),
                {at.line - last.line,
                 at.line == last.line ? at.character - last.character : at.character,
                 range.end.character - at.character, semanticKind(place.name->kind), 0});
    last = at;
  }
  return data;
}

std::vector<lsp::DocumentSymbol> symbols(const Reading &reading) {
  std::vector<lsp::DocumentSymbol> all;
  if (reading.names.empty())
    return all;
  const auto make = [&](const DeclaredName &name) {
    return lsp::DocumentSymbol(name.text, symbolKind(name.kind),
                               reading.document.range(name.statement),
                               reading.document.range(name.declared));
  };
  const bool isStencil = reading.names.front().kind == NameKind::Stencil;
  if (isStencil)
    all.push_back(make(reading.names.front())); // contains all others
  std::vector<lsp::DocumentSymbol> declared;
  for (const DeclaredName &name : reading.names)
    if (name.kind != NameKind::Axis && name.kind != NameKind::Argument &&
        name.kind != NameKind::Stencil && reading.document.isOwn(name.declared.Start))
      declared.push_back(make(name));
  (isStencil ? all.front().children : all) = std::move(declared);
  return all;
}

} // namespace stencilc::editor
