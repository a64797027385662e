/// \file Answers the editor's requests for the hover text of a name and the signature of a call.
#include "analysis/FactsPrinter.h"
#include "editor/Answers.h"
#include "editor/FactTexts.h"
#include "sema/names/Builtins.h"
#include "syntax/Lexer.h"
#include <algorithm>

namespace stencilc::editor {

namespace lsp = llvm::lsp;

namespace {

using PlanOf = llvm::function_ref<std::string()>;

/// Returns the identifier around `place`, a pointer into the text from `begin` to `end`, or "" if
/// there is none.
llvm::StringRef wordAt(const char *place, const char *begin, const char *end) {
  const char *first = place, *last = place;
  while (first != begin && syntax::isWordPart(first[-1]))
    --first;
  while (last != end && syntax::isWordPart(*last))
    ++last;
  return {first, static_cast<std::size_t>(last - first)};
}

std::string code(llvm::StringRef text) { return ("```stencil\n" + text + "\n```").str(); }

std::string paragraph(llvm::StringRef text) { return text.empty() ? "" : ("\n\n" + text).str(); }

/// Returns the hover text for the name of a stencil: the head of its declaration, facts about the
/// program, and the plan.
std::string describeStencil(const Reading &reading, const DeclaredName &name, PlanOf plan) {
  std::string head = code(textOf(name.statement).split('{').first.trim());
  const std::optional<analysis::Facts> &facts = reading.document.facts();
  if (!facts)
    return head;
  return head + "\n" + costText(*facts) + "\n\nstability: " + analysis::stabilityText(*facts) +
         paragraph(plan());
}

std::string describe(const Reading &reading, const DeclaredName &name, PlanOf plan) {
  if (name.kind == NameKind::Stencil)
    return describeStencil(reading, name, plan);
  if (name.kind == NameKind::Axis)
    return code("axis " + name.text);
  std::string declaration = code(textOf(name.statement));
  if (!reading.document.isOwn(name.declared.Start))
    declaration += reading.document.importedText(name.statement);
  const std::optional<analysis::Facts> &facts = reading.document.facts();
  if (!facts || name.kind != NameKind::Field)
    return declaration;
  const std::string reads = readsText(*facts, name.text);
  return reads.empty() ? declaration
                       : declaration + "\nits update reads " + reads + paragraph(plan());
}

/// A function call that contains a position of the text: the function, and the index of the
/// argument at that position.
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
  for (const DeclaredName &name : reading.names)
    if (name.kind == NameKind::Function && name.text == callee)
      return textOf(name.statement).split('=').first.drop_front(2).trim().str();
  if (const sema::Builtin *builtin = sema::findBuiltin(callee))
    return builtin->usage.contains('(') ? builtin->usage.str()
                                        : (callee + "(" + builtin->usage + ")").str();
  return "";
}

} // namespace

std::optional<lsp::Hover> hover(const Reading &reading, lsp::Position position, PlanOf plan) {
  const char *place = reading.document.place(position);
  const auto answer = [&](llvm::SMRange range, std::string text) {
    lsp::Hover hover(reading.document.range(range));
    hover.contents.value = std::move(text);
    return hover;
  };
  if (const NameAt found = reading.nameAt(place); found.name)
    return answer(found.range, describe(reading, *found.name, plan));
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

} // namespace stencilc::editor
