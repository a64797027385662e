/// \file Reading a text, and where its places are for editors.
#include "editor/Document.h"
#include "analysis/StabilityWarning.h"
#include "sema/Sema.h"
#include "syntax/Parser.h"

namespace stencilc::editor {

namespace lsp = llvm::lsp;

llvm::StringRef textOf(llvm::SMRange range) {
  const char *begin = range.Start.getPointer();
  return {begin, static_cast<std::size_t>(range.End.getPointer() - begin)};
}

Document::Document(llvm::StringRef text, const std::string &name) {
  const unsigned buffer =
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name), llvm::SMLoc());
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

/// UTF-16 units of UTF-8: one for each character, two for those of four bytes.
static int units(llvm::StringRef bytes) {
  int count = 0;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    count += (value & 0xc0) != 0x80;
    count += value >= 0xf0;
  }
  return count;
}

lsp::Position Document::position(llvm::SMLoc place) const {
  const llvm::StringRef before = text().take_front(place.getPointer() - text().begin());
  const std::size_t line = before.rfind('\n') + 1; // npos + 1 is 0
  return {static_cast<int>(before.count('\n')), units(before.drop_front(line))};
}

lsp::Range Document::range(llvm::SMRange range) const {
  return {position(range.Start), position(range.End)};
}

lsp::Range Document::wholeRange() const {
  return {lsp::Position(), position(llvm::SMLoc::getFromPointer(text().end()))};
}

const char *Document::place(lsp::Position position) const {
  llvm::StringRef rest = text();
  for (int line = 0; line < position.line; ++line) {
    const std::size_t end = rest.find('\n');
    if (end == llvm::StringRef::npos)
      return rest.end();
    rest = rest.drop_front(end + 1);
  }
  const llvm::StringRef line = rest.take_until([](char c) { return c == '\n'; });
  std::size_t at = 0;
  while (at < line.size() && units(line.take_front(at + 1)) <= position.character)
    ++at;
  return line.begin() + at;
}

} // namespace stencilc::editor
