/// \file Completions in the editor: names and keywords that are possible after the text before the
/// cursor.
#include "editor/Answers.h"
#include "sema/names/Builtins.h"
#include "syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::editor {

namespace lsp = llvm::lsp;
using syntax::TokenKind;

namespace {

using Words = llvm::ArrayRef<llvm::StringRef>;

constexpr llvm::StringRef kKinds[] = {"keep", "fixed", "periodic",    "mirror", "copy",
                                      "face", "slope", "extrapolate", "from"};
constexpr llvm::StringRef kShapes[] = {"star", "box", "diamond", "axis", "centre"};
constexpr llvm::StringRef kLoop[] = {"for"};
constexpr llvm::StringRef kItems[] = {"boundary", "init"};
constexpr llvm::StringRef kTimeStatements[] = {"timestep", "series", "global"};
constexpr llvm::StringRef kTimes[] = {"step", "time"};
constexpr llvm::StringRef kTypes[] = {"f32", "f64", "f16",     "bf16",   "u8",
                                      "i16", "i32", "storage", "compute"};
constexpr llvm::StringRef kModes[] = {"canonical", "written"};

/// State at the end of an unfinished program text, found from its tokens: the keyword of the last
/// statement, the last word, and the open braces. They decide which words may follow. A word that
/// is being typed at the end is ignored.
class Before {
public:
  explicit Before(llvm::StringRef text) {
    llvm::SourceMgr none;
    Diagnostics silent(none, [](const auto &) {});
    syntax::Lexer lexer(text, silent);
    for (syntax::Token token = lexer.next(); !token.is(TokenKind::EndOfFile); token = lexer.next())
      if (token.text.end() != text.end() || !llvm::isAlpha(token.text.front()))
        read(token);
  }

  bool startsStatement() const { return isStart; }
  bool isInField() const { return depth > 1 + static_cast<int>(loops.size()); }
  llvm::StringRef lastWord() const { return last; }
  TokenKind statement() const { return keyword; }

private:
  void read(const syntax::Token &token) {
    if (isStart) {
      keyword = token.kind;
      isFor = token.text == "for";
      if (isFor)
        loops.push_back(depth);
    }
    depth += token.is(TokenKind::LeftBrace) - token.is(TokenKind::RightBrace);
    if (token.is(TokenKind::RightBrace) && !loops.empty() && loops.back() == depth)
      loops.pop_back();
    isStart = token.is(TokenKind::Semicolon) || token.is(TokenKind::RightBrace) ||
              (token.is(TokenKind::LeftBrace) &&
               (isFor || keyword == TokenKind::KwStencil || keyword == TokenKind::KwField));
    last = token.text;
  }

  TokenKind keyword = TokenKind::EndOfFile;
  bool isStart = true, isFor = false;
  int depth = 0;
  std::vector<int> loops; // open loops, each with the depth at which it began
  llvm::StringRef last;
};

class Builder {
public:
  explicit Builder(const Reading &reading) : reading(reading) {}

  void words(Words words, lsp::CompletionItemKind kind) {
    for (const llvm::StringRef word : words)
      items.emplace_back(word, kind);
  }
  void names(llvm::function_ref<bool(NameKind)> wanted) {
    for (const DeclaredName &name : reading.names)
      if (wanted(name.kind)) {
        items.emplace_back(name.text, kindOf(name.kind));
        items.back().detail = textOf(name.statement).split('\n').first.str();
      }
  }
  void functions() {
    for (const sema::Builtin &builtin : sema::builtins()) {
      items.emplace_back(builtin.name, lsp::CompletionItemKind::Function);
      items.back().detail = builtin.usage.str();
    }
  }

  std::vector<lsp::CompletionItem> items;

private:
  static lsp::CompletionItemKind kindOf(NameKind kind) {
    return kind == NameKind::Field      ? lsp::CompletionItemKind::Field
           : kind == NameKind::Function ? lsp::CompletionItemKind::Function
           : kind == NameKind::Constant ? lsp::CompletionItemKind::Constant
                                        : lsp::CompletionItemKind::Variable;
  }
  const Reading &reading;
};

} // namespace

std::vector<lsp::CompletionItem> completions(const Reading &reading, lsp::Position position) {
  const llvm::StringRef text = reading.document.text();
  const Before before(text.take_front(reading.document.place(position) - text.begin()));
  Builder builder(reading);
  const auto isField = [](NameKind kind) { return kind == NameKind::Field; };
  const auto isAxis = [](NameKind kind) { return kind == NameKind::Axis; };
  const llvm::StringRef last = before.lastWord();
  if (before.startsStatement() && before.isInField()) {
    builder.words(kItems, lsp::CompletionItemKind::Keyword);
  } else if (before.startsStatement()) {
    builder.words(syntax::statementKeywords(), lsp::CompletionItemKind::Keyword);
    builder.words(kLoop, lsp::CompletionItemKind::Keyword);
    builder.words(kTimeStatements, lsp::CompletionItemKind::Keyword);
    builder.names(isField); // fields to update
  } else if (last == "boundary") {
    builder.words(kKinds, lsp::CompletionItemKind::EnumMember);
  } else if (last == "on" || last == "[") {
    builder.names(isAxis);
  } else if (last == "precision" || last == "storage" || last == "compute") {
    builder.words(kTypes, lsp::CompletionItemKind::Keyword);
  } else if (last == "arithmetic") {
    builder.words(kModes, lsp::CompletionItemKind::Keyword);
  } else if (last == "over" || before.statement() == TokenKind::KwNeighbourhood) {
    builder.words(kShapes, lsp::CompletionItemKind::Value);
    builder.names([](NameKind kind) { return kind == NameKind::Neighbourhood; });
  } else {
    builder.names([](NameKind kind) { return kind != NameKind::Stencil; });
    builder.functions();
    builder.words(kShapes, lsp::CompletionItemKind::Value);
    builder.words(kTimes, lsp::CompletionItemKind::Value);
  }
  return builder.items;
}

} // namespace stencilc::editor
