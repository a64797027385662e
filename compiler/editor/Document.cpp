/// \file Analysis of the text of a .stencil file, and conversion between pointers into it and
/// editor positions.
#include "editor/Document.h"
#include "analysis/StabilityWarning.h"
#include "sema/Sema.h"
#include "syntax/parse/FirstUpdate.h"
#include "syntax/parse/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace stencilc::editor {

namespace lsp = llvm::lsp;

llvm::StringRef textOf(llvm::SMRange range) {
  const char *begin = range.Start.getPointer();
  return {begin, static_cast<std::size_t>(range.End.getPointer() - begin)};
}

Document::Document(llvm::StringRef all, const std::string &name, const syntax::ImportFinder &find)
    : buffer(sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(all, name),
                                        llvm::SMLoc())),
      lines(text()) {
  Diagnostics diags(sources, [this](const std::vector<Diagnostics::Message> &messages) {
    said.push_back(messages);
  });
  if (syntax::isLibrary(text())) {
    readLibrary(diags);
    return;
  }
  stencil = parse(sources, buffer, diags);
  isWhole = stencil && diags.errors() == 0;
  if (!isWhole)
    return;
  if (find)
    syntax::loadImports(*stencil, sources, find, diags);
  if (diags.errors() > 0)
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

/// Parses a file that has no stencil and only declares names for other files to import. Such a file
/// is not analysed alone, but as a part of each program that imports it.
void Document::readLibrary(Diagnostics &diags) {
  stencil = syntax::usualSurroundings();
  stencil->libraries.push_back(parseLibrary(sources, buffer, *stencil, diags));
  isWhole = diags.errors() == 0;
}

std::string Document::wholeText() const {
  std::string all;
  for (unsigned each = 1; each <= sources.getNumBuffers(); ++each)
    all += sources.getMemoryBuffer(each)->getBuffer().str() + '\0';
  return all;
}

std::string Document::importedText(llvm::SMRange statement) const {
  const unsigned from = sources.FindBufferContainingLoc(statement.Start);
  const llvm::StringRef all = sources.getMemoryBuffer(from)->getBuffer();
  llvm::StringRef before = all.take_front(statement.Start.getPointer() - all.begin()).rtrim(" ");
  std::vector<llvm::StringRef> comment;
  while (before.consume_back("\n")) {
    const llvm::StringRef line = before.take_back(before.size() - (before.rfind('\n') + 1));
    if (!line.starts_with("//"))
      break;
    comment.push_back(line.drop_front(2).trim());
    before = before.drop_back(line.size());
  }
  std::string text;
  for (const llvm::StringRef line : llvm::reverse(comment))
    text += (line + "\n").str();
  for (const ast::Library &library : stencil->libraries)
    if (library.buffer == from)
      text += "\nfrom \"" + library.name + "\"";
  return "\n" + text;
}

bool Document::imports(llvm::StringRef file) const {
  return stencil && llvm::any_of(stencil->libraries, [&](const ast::Library &library) {
           return llvm::sys::fs::equivalent(library.path, file);
         });
}

bool Document::isOwn(llvm::SMLoc place) const {
  return place.isValid() && sources.FindBufferContainingLoc(place) == buffer;
}

lsp::Location Document::location(const lsp::URIForFile &own, llvm::SMRange range) const {
  if (!range.isValid() || isOwn(range.Start))
    return {own, range.isValid() ? this->range(range) : lsp::Range()};
  const llvm::MemoryBuffer *const imported =
      sources.getMemoryBuffer(sources.FindBufferContainingLoc(range.Start));
  llvm::SmallString<128> path(imported->getBufferIdentifier());
  if (llvm::sys::fs::make_absolute(path))
    return {own, this->range(ownRange(range))};
  llvm::Expected<lsp::URIForFile> uri = lsp::URIForFile::fromFile(path);
  if (!uri) {
    llvm::consumeError(uri.takeError());
    return {own, this->range(ownRange(range))};
  }
  const Lines there(imported->getBuffer());
  return {*uri, {there.position(range.Start.getPointer()), there.position(range.End.getPointer())}};
}

llvm::SMRange Document::ownRange(llvm::SMRange range) const {
  llvm::SMLoc place = range.Start;
  if (!place.isValid() || isOwn(place))
    return range;
  while (place.isValid() && !isOwn(place))
    place = sources.getParentIncludeLoc(sources.FindBufferContainingLoc(place));
  for (const ast::Import &import : stencil->imports)
    if (import.range.Start == place)
      return import.range;
  return {place, place};
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
