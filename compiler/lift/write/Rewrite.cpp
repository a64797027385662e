/// \file Edits the C file with Clang's Rewriter: inserts calls, or replaces the loops by a call.
#include "lift/write/Rewrite.h"
#include "lift/read/TreeWalk.h"
#include "lift/write/LoopTexts.h"
#include "clang/Lex/Lexer.h"
#include "clang/Rewrite/Core/Rewriter.h"

namespace stencilc::lift {

using namespace clang;

namespace {

class Edit {
public:
  Edit(const LiftedStep &lifted, const Marshalling &hand, ASTContext &context,
       const Sources &sources, Diagnostics &diags)
      : origins(lifted.origins), hand(hand), context(context), sources(sources), diags(diags),
        manager(context.getSourceManager()),
        rewriter(context.getSourceManager(), context.getLangOpts()) {}

  std::optional<std::string> replace() {
    if (!isEditable())
      return std::nullopt;
    const std::string call =
        "/* stencilc lift: " + hand.source + " runs as stencil '" + hand.name + "' */\n";
    if (origins.loop) {
      rewriter.ReplaceText(CharSourceRange::getCharRange(origins.loop->getBeginLoc(), end()),
                           indented(call + block(), *origins.loop, false));
    } else {
      const auto *body = cast<CompoundStmt>(origins.function->getBody());
      rewriter.ReplaceText(
          CharSourceRange::getCharRange(body->getBeginLoc().getLocWithOffset(1), body->getEndLoc()),
          "\n" + indented(call + block(), *body, true) + "\n");
    }
    return finish("call");
  }

  std::optional<std::string> watch() {
    if (!isEditable())
      return std::nullopt;
    const std::string before = "liftedBefore(" + hand.name + "_step(" + argumentList(hand, false) +
                               "), " + (hand.steps.empty() ? "-1" : hand.steps) + ");";
    if (!origins.loop)
      return watchBody(before);
    const Expr *condition = conditionOf(origins.loop);
    if (!condition)
      return refuse(origins.loop->getBeginLoc(), "a loop without a condition cannot be observed",
                    "write the condition for another step");
    const SourceRange range = manager.getExpansionRange(condition->getSourceRange()).getAsRange();
    const bool isDone = isa<DoStmt>(origins.loop);
    const std::string count = hand.name + "_count";
    rewriter.InsertTextBefore(range.getBegin(), "(");
    rewriter.InsertText(
        Lexer::getLocForEndOfToken(range.getEnd(), 0, manager, context.getLangOpts()),
        ") && ++" + count);
    rewriter.InsertTextAfter(origins.loop->getBeginLoc(), "{ { " + hand.begin + " " + before + " " +
                                                              count + " = " + (isDone ? "1" : "0") +
                                                              "; }\n");
    rewriter.InsertTextAfter(end(), "\nliftedAfter(" + count + "); }\n");
    return finish("watch");
  }

private:
  std::nullopt_t refuse(SourceLocation at, const std::string &what, llvm::StringRef hint) {
    reportMarshalling(sources, diags, at, what, hint);
    return std::nullopt;
  }

  bool isInFile(SourceLocation at) const { return at.isFileID() && manager.isInMainFile(at); }

  bool isEditable() {
    const Stmt *site = siteOf(origins);
    if (!isInFile(site->getBeginLoc()) || !isInFile(site->getEndLoc())) {
      refuse(site->getBeginLoc(), "the loops are made by a macro", "write them out");
      return false;
    }
    if (end().isInvalid()) {
      refuse(site->getEndLoc(), "the end of the loops is not found",
             "put braces around their body");
      return false;
    }
    const bool isParallel =
        isAround(DynTypedNode::create(*site), context,
                 [](const DynTypedNode &node) { return node.get<OMPExecutableDirective>(); });
    if (isParallel)
      refuse(site->getBeginLoc(), "the loop over time runs in a parallel region",
             "put the pragma before the loops over cells, inside the loop over time");
    return !isParallel;
  }

  /// Returns the position in the C file after the last character of the loops that a stencil
  /// replaces.
  SourceLocation end() const {
    const Stmt *last = siteOf(origins);
    for (;;) {
      if (const auto *loop = dyn_cast<ForStmt>(last))
        last = loop->getBody();
      else if (const auto *loop = dyn_cast<WhileStmt>(last))
        last = loop->getBody();
      else if (const auto *choice = dyn_cast<IfStmt>(last))
        last = choice->getElse() ? choice->getElse() : choice->getThen();
      else if (const auto *directive = dyn_cast<OMPExecutableDirective>(last);
               directive && bodyOf(*directive))
        last = bodyOf(*directive);
      else
        break;
    }
    if (isa<CompoundStmt, NullStmt>(last))
      return Lexer::getLocForEndOfToken(last->getEndLoc(), 0, manager, context.getLangOpts());
    return Lexer::findLocationAfterToken(last->getEndLoc(), tok::semi, manager,
                                         context.getLangOpts(), false);
  }

  /// Returns `text` for insertion at `statement`. All lines after the first are indented to the
  /// column of the statement. If `isInner`, all lines are indented by two more spaces.
  std::string indented(const std::string &text, const Stmt &statement, bool isInner) const {
    const unsigned column = isInner ? 3 : manager.getSpellingColumnNumber(statement.getBeginLoc());
    const std::string margin(column - 1, ' ');
    std::string result = isInner ? margin : "";
    for (char letter : text)
      result += letter == '\n' ? "\n" + margin : std::string(1, letter);
    return result;
  }

  std::string block() const {
    const std::string steps = hand.steps.empty() ? "-1" : hand.steps;
    const std::string arguments = argumentList(hand, false);
    std::string call =
        hand.name + "_call(" + arguments + (arguments.empty() ? "" : ", ") + steps + ")";
    if (!hand.condition.empty())
      call = "(" + hand.condition + ") ? " + call + " : 0";
    std::string inside = hand.begin.empty() ? "" : hand.begin + "\n";
    inside += "const long liftedSteps = " + call + ";\n" +
              (hand.end.empty() ? "(void)liftedSteps;" : hand.end);
    std::string text = "{\n  ";
    for (char letter : inside)
      text += letter == '\n' ? "\n  " : std::string(1, letter);
    return text + "\n}";
  }

  std::optional<std::string> watchBody(const std::string &before) {
    const auto *body = cast<CompoundStmt>(origins.function->getBody());
    rewriter.InsertTextAfter(body->getBeginLoc().getLocWithOffset(1), " " + before + " {\n");
    forAll(body, [&](const Stmt &part) {
      const auto *back = dyn_cast<ReturnStmt>(&part);
      if (!back)
        return;
      rewriter.InsertTextBefore(back->getBeginLoc(), "{ liftedAfter(1); ");
      rewriter.InsertTextAfter(Lexer::findLocationAfterToken(back->getEndLoc(), tok::semi, manager,
                                                             context.getLangOpts(), false),
                               " }");
    });
    rewriter.InsertTextBefore(body->getEndLoc(), "} liftedAfter(1);\n");
    return finish("watch");
  }

  /// Inserts `#include` of the header `header` before the outermost declaration that contains the
  /// loops. Returns the text of the edited C file, or `nullopt` after a diagnostic.
  std::optional<std::string> finish(const std::string &header) {
    const Decl *outermost = origins.function;
    while (!outermost->getDeclContext()->isTranslationUnit())
      outermost = cast<Decl>(outermost->getDeclContext());
    const SourceLocation at = manager.getExpansionLoc(outermost->getBeginLoc());
    const bool isAtStart = manager.getExpansionColumnNumber(at) == 1;
    rewriter.InsertTextBefore(at, std::string(isAtStart ? "" : "\n") + "#include \"" + hand.name +
                                      "_" + header + ".h\"\n");
    const llvm::RewriteBuffer *buffer = rewriter.getRewriteBufferFor(manager.getMainFileID());
    return std::string(buffer->begin(), buffer->end());
  }

  const Origins &origins;
  const Marshalling &hand;
  ASTContext &context;
  const Sources &sources;
  Diagnostics &diags;
  SourceManager &manager;
  Rewriter rewriter;
};

} // namespace

std::optional<std::string> replaceLoops(const LiftedStep &lifted, const Marshalling &hand,
                                        ASTContext &context, const Sources &sources,
                                        Diagnostics &diags) {
  if (!isReplaceable(lifted, context, sources, diags))
    return std::nullopt;
  return Edit(lifted, hand, context, sources, diags).replace();
}

std::optional<std::string> watchLoops(const LiftedStep &lifted, const Marshalling &hand,
                                      ASTContext &context, const Sources &sources,
                                      Diagnostics &diags) {
  return Edit(lifted, hand, context, sources, diags).watch();
}

} // namespace stencilc::lift
