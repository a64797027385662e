/// \file Answers about names and calls.
#include "editor/Answers.h"
#include "analysis/FactsPrinter.h"
#include "sema/Builtins.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::editor {

namespace lsp = llvm::lsp;

namespace {

bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The word around a place of a text.
llvm::StringRef wordAt(const char *place, const char *begin, const char *end) {
  const char *first = place, *last = place;
  while (first != begin && isWordPart(first[-1]))
    --first;
  while (last != end && isWordPart(*last))
    ++last;
  return {first, static_cast<std::size_t>(last - first)};
}

std::string code(llvm::StringRef text) { return ("```stencil\n" + text + "\n```").str(); }

/// "u[t]: star, 5 offsets"
std::string readText(const ir::Program &program, const analysis::Stream &stream,
                     const analysis::StreamFootprint &read) {
  std::string level = "t";
  if (stream.level)
    level += (stream.level > 0 ? "+" : "-") + std::to_string(std::abs(stream.level));
  std::string text = program.fields[stream.field].name + "[" + level + "]";
  if (read.offsets.size() > 1)
    text += llvm::formatv(": {0}, {1} cells", analysis::toString(read.shape), read.offsets.size());
  return text;
}

/// What the update of a field reads; empty if there is none, or an error in the text.
std::string readsOf(const std::optional<analysis::Facts> &facts, llvm::StringRef field) {
  std::string text;
  if (!facts)
    return text;
  for (const auto &[stage, footprint] : facts->footprint.stages)
    if (facts->program.fields[facts->program.stages[stage].target].name == field)
      for (const auto &[stream, read] : footprint.streams)
        text += (text.empty() ? "" : "; ") + readText(facts->program, stream, read);
  return text;
}

std::string costText(const analysis::Facts &facts) {
  return llvm::formatv("{0} bytes and {1} operations an update", facts.cost.bytes(),
                       facts.cost.operations.flops());
}

std::string describe(const Reading &reading, const DeclaredName &name) {
  const std::optional<analysis::Facts> &facts = reading.document.facts();
  if (name.kind == NameKind::Stencil) {
    const llvm::StringRef head = textOf(name.statement).split('{').first.trim();
    std::string text = code(head);
    if (facts)
      text += "\n" + costText(*facts) + "\n\nstability: " + analysis::stabilityText(*facts);
    return text;
  }
  if (name.kind == NameKind::Axis)
    return code("axis " + name.text);
  std::string text = code(textOf(name.statement));
  if (const std::string reads = readsOf(facts, name.text);
      name.kind == NameKind::Field && !reads.empty())
    text += "\nits update reads " + reads;
  return text;
}

/// A call that is open at a place: its function, and how many commas are behind that.
struct OpenCall {
  llvm::StringRef callee;
  int argument = 0;
};
std::optional<OpenCall> openCall(llvm::StringRef before) {
  int depth = 0, commas = 0;
  for (std::size_t at = before.size(); at-- > 0;) {
    const char c = before[at];
    if (c == ';' || c == '\n')
      return std::nullopt;
    if (c == ')' || c == ']' || c == '}')
      ++depth;
    else if (c == ',' && depth == 0)
      ++commas;
    else if ((c == '(' || c == '[' || c == '{') && depth-- == 0) {
      const llvm::StringRef callee =
          wordAt(before.begin() + at, before.begin(), before.begin() + at);
      if (c == '(' && !callee.empty())
        return OpenCall{callee, commas};
      depth = 0;
      commas = 0;
    }
  }
  return std::nullopt;
}

std::string usageOf(const Reading &reading, llvm::StringRef callee) {
  if (const sema::Builtin *builtin = sema::findBuiltin(callee))
    return builtin->usage.contains('(') ? builtin->usage.str()
                                        : (callee + "(" + builtin->usage + ")").str();
  for (const DeclaredName &name : reading.names)
    if (name.kind == NameKind::Function && name.text == callee)
      return textOf(name.statement).split('=').first.drop_front(2).trim().str();
  return "";
}

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

Reading::Reading(llvm::StringRef text, const std::string &name) : document(text, name) {
  if (!document.tree())
    return;
  names = declaredNames(*document.tree());
  places = editor::placesOf(*document.tree(), names);
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

std::optional<lsp::Hover> hover(const Reading &reading, lsp::Position position) {
  const char *place = reading.document.place(position);
  const auto answer = [&](llvm::SMRange range, std::string text) {
    lsp::Hover hover(reading.document.range(range));
    hover.contents.value = std::move(text);
    return hover;
  };
  if (const NameAt found = reading.nameAt(place); found.name)
    return answer(found.range, describe(reading, *found.name));
  const llvm::StringRef all = reading.document.text();
  const llvm::StringRef word = wordAt(place, all.begin(), all.end());
  if (!sema::findBuiltin(word))
    return std::nullopt;
  const llvm::SMRange range(llvm::SMLoc::getFromPointer(word.begin()),
                            llvm::SMLoc::getFromPointer(word.end()));
  return answer(range, code(usageOf(reading, word)));
}

lsp::SignatureHelp signature(const Reading &reading, lsp::Position position) {
  lsp::SignatureHelp help;
  const llvm::StringRef all = reading.document.text();
  const char *place = reading.document.place(position);
  const auto call = openCall(all.take_front(place - all.begin()));
  const std::string usage = call ? usageOf(reading, call->callee) : "";
  if (usage.empty())
    return help;
  lsp::SignatureInformation information;
  information.label = usage;
  const llvm::StringRef arguments =
      llvm::StringRef(usage).split('(').second.take_until([](char c) { return c == ')'; });
  llvm::SmallVector<llvm::StringRef, 4> each;
  arguments.split(each, ", ");
  for (const llvm::StringRef argument : each) {
    const auto begin = static_cast<unsigned>(argument.begin() - usage.c_str());
    lsp::ParameterInformation parameter;
    parameter.labelOffsets = {begin, begin + static_cast<unsigned>(argument.size())};
    information.parameters.push_back(std::move(parameter));
  }
  help.activeParameter = std::min<int>(call->argument, static_cast<int>(each.size()) - 1);
  help.signatures.push_back(std::move(information));
  return help;
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
  for (const ast::Statement &statement : stencil.statements)
    if (const auto *update = std::get_if<ast::UpdateStatement>(&statement.node))
      if (const std::string reads = readsOf(facts, update->target.base.text); !reads.empty())
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
  all.push_back(make(reading.names.front())); // the stencil, which holds the others
  for (const DeclaredName &name : llvm::drop_begin(reading.names))
    if (name.kind != NameKind::Axis && name.kind != NameKind::Argument)
      all.front().children.push_back(make(name));
  return all;
}

} // namespace stencilc::editor
