/// \file Reading a text, and where its places are for editors.
#include "editor/Document.h"
#include "analysis/StabilityWarning.h"
#include "sema/Sema.h"
#include "syntax/FirstUpdate.h"
#include "syntax/Parser.h"

namespace stencilc::editor {

namespace lsp = llvm::lsp;

llvm::StringRef textOf(llvm::SMRange range) {
  const char *begin = range.Start.getPointer();
  return {begin, static_cast<std::size_t>(range.End.getPointer() - begin)};
}

Document::Document(llvm::StringRef all, const std::string &name)
    : buffer(sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(all, name),
                                        llvm::SMLoc())),
      lines(text()) {
  Diagnostics diags(sources, [this](const std::vector<Diagnostics::Message> &messages) {
    said.push_back(messages);
  });
  stencil = parse(sources, buffer, diags);
  isWhole = stencil && diags.errors() == 0;
  if (!isWhole)
    return;
  sema::SemaOptions options;
  options.sourceName = name;
  std::optional<ir::Program> program = sema::analyze(*stencil, options, diags);
  if (!program)
    return;
  known = analysis::gatherFacts(std::move(*program));
  if (known->stability)
    analysis::warnIfUnstable(known->program, *known->stability, ast::firstUpdate(*stencil), diags);
}

lsp::Position Document::position(llvm::SMLoc place) const {
  return lines.position(place.getPointer());
}

lsp::Range Document::range(llvm::SMRange range) const {
  return {position(range.Start), position(range.End)};
}

lsp::Range Document::wholeRange() const { return {lsp::Position(), lines.position(text().end())}; }

const char *Document::place(lsp::Position position) const { return lines.place(position); }

} // namespace stencilc::editor
