/// \file Messages of the compiler as diagnostics of the editor, and corrections that they suggest
/// as quick fixes.
#include "editor/QuickFixes.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::editor {

namespace lsp = llvm::lsp;

static bool overlap(lsp::Range a, lsp::Range b) { return a.start <= b.end && b.start <= a.end; }

static lsp::Diagnostic diagnostic(const lsp::URIForFile &uri, const Document &document,
                                  const std::vector<Diagnostics::Message> &messages) {
  const llvm::SMRange at = document.ownRange(messages.front().range);
  lsp::Diagnostic made;
  made.range = at.isValid() ? document.range(at) : lsp::Range();
  made.severity = messages.front().severity == Severity::Error ? lsp::DiagnosticSeverity::Error
                                                               : lsp::DiagnosticSeverity::Warning;
  made.source = "stencilc";
  made.message = messages.front().text + " [" + messages.front().id + "]";
  made.relatedInformation.emplace();
  if (at.Start != messages.front().range.Start) // the place is in an imported file
    made.relatedInformation->emplace_back(document.location(uri, messages.front().range),
                                          messages.front().text);
  for (const Diagnostics::Message &note : llvm::drop_begin(messages))
    made.relatedInformation->emplace_back(document.location(uri, note.range), note.text);
  return made;
}

static lsp::CodeAction fix(const lsp::URIForFile &uri, const Document &document,
                           const Diagnostics::Message &message, const lsp::Diagnostic &about) {
  lsp::CodeAction action;
  lsp::WorkspaceEdit edit;
  for (const llvm::SMFixIt &each : message.fixIts) {
    edit.changes[uri.uri().str()].push_back(
        {document.range(each.getRange()), each.getText().str()});
    action.title += (action.title.empty() ? "write '" : ", '") + each.getText().str() + "'";
  }
  action.kind = lsp::CodeAction::kQuickFix.str();
  action.isPreferred = true;
  action.diagnostics = {about};
  action.edit = std::move(edit);
  return action;
}

std::vector<lsp::Diagnostic> diagnostics(const lsp::URIForFile &uri, const Document &document) {
  std::vector<lsp::Diagnostic> all;
  for (const auto &messages : document.messages())
    all.push_back(diagnostic(uri, document, messages));
  return all;
}

std::vector<lsp::CodeAction> quickFixes(const lsp::URIForFile &uri, const Document &document,
                                        lsp::Range range) {
  std::vector<lsp::CodeAction> actions;
  for (const auto &messages : document.messages()) {
    const lsp::Diagnostic about = diagnostic(uri, document, messages);
    for (const Diagnostics::Message &message : messages)
      if (!message.fixIts.empty() && document.isOwn(message.fixIts.front().getRange().Start) &&
          overlap(about.range, range))
        actions.push_back(fix(uri, document, message, about));
  }
  return actions;
}

} // namespace stencilc::editor
