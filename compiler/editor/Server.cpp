/// \file Requests of the Language Server Protocol, each passed to the function that answers it.
#include "editor/Server.h"
#include "editor/Answers.h"
#include "editor/Input.h"
#include "editor/QuickFixes.h"
#include "syntax/Lexer.h"
#include "syntax/format/Formatter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/Path.h"
#include <cstdio>
#include <map>

namespace stencilc::editor {

namespace lsp = llvm::lsp;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// Parameters of protocol requests for which LLVM's library has no types.
struct FormattingParams {
  lsp::TextDocumentIdentifier textDocument;
};
bool fromJSON(const Value &value, FormattingParams &result, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  return map && map.map("textDocument", result.textDocument);
}
struct RenameParams {
  lsp::TextDocumentPositionParams at;
  std::string newName;
};
bool fromJSON(const Value &value, RenameParams &result, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  return lsp::fromJSON(value, result.at, path) && map && map.map("newName", result.newName);
}

bool isName(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text[0]) && llvm::all_of(text, syntax::isWordPart) &&
         syntax::wordKind(text) == syntax::TokenKind::Identifier;
}

class Server {
public:
  Server(lsp::MessageHandler &handler, PlanText planText, ImportFinderFor finderFor)
      : publish(handler.outgoingNotification<lsp::PublishDiagnosticsParams>(
            "textDocument/publishDiagnostics")),
        plans(std::move(planText)), finderFor(std::move(finderFor)) {
    handler.method("initialize", this, &Server::initialize);
    handler.notification("initialized", this, &Server::ignore<lsp::InitializedParams>);
    handler.method("shutdown", this, &Server::shutdown);
    handler.notification("textDocument/didOpen", this, &Server::opened);
    handler.notification("textDocument/didChange", this, &Server::changed);
    handler.notification("textDocument/didClose", this, &Server::closed);
    handler.method("textDocument/hover", this, &Server::hover);
    handler.method("textDocument/definition", this, &Server::definition);
    handler.method("textDocument/references", this, &Server::references);
    handler.method("textDocument/rename", this, &Server::rename);
    handler.method("textDocument/documentSymbol", this, &Server::symbols);
    handler.method("textDocument/completion", this, &Server::completion);
    handler.method("textDocument/signatureHelp", this, &Server::signatureHelp);
    handler.method("textDocument/inlayHint", this, &Server::hints);
    handler.method("textDocument/semanticTokens/full", this, &Server::tokens);
    handler.method("textDocument/codeAction", this, &Server::fixes);
    handler.method("textDocument/formatting", this, &Server::formatting);
  }

  bool isShutDown() const { return hasEnded; }

private:
  // --- session ---

  template <class T> void ignore(const T &) {}

  void initialize(const lsp::InitializeParams &, lsp::Callback<Value> reply) {
    llvm::json::Array kinds;
    for (const llvm::StringRef kind : semanticKinds())
      kinds.push_back(kind);
    Object capabilities{
        {"textDocumentSync", Object{{"openClose", true}, {"change", 2}}}, // incremental changes
        {"hoverProvider", true},
        {"definitionProvider", true},
        {"referencesProvider", true},
        {"renameProvider", true},
        {"documentSymbolProvider", true},
        {"completionProvider", Object{{"triggerCharacters", llvm::json::Array{"["}}}},
        {"signatureHelpProvider", Object{{"triggerCharacters", llvm::json::Array{"(", ","}}}},
        {"inlayHintProvider", true},
        {"semanticTokensProvider",
         Object{{"legend",
                 Object{{"tokenTypes", std::move(kinds)}, {"tokenModifiers", llvm::json::Array()}}},
                {"full", true}}},
        {"codeActionProvider", Object{{"codeActionKinds", llvm::json::Array{"quickfix"}}}},
        {"documentFormattingProvider", true},
    };
    reply(Object{{"capabilities", std::move(capabilities)},
                 {"serverInfo", Object{{"name", "stencilc"}}}});
  }
  void shutdown(const lsp::NoParams &, lsp::Callback<std::nullptr_t> reply) {
    hasEnded = true;
    reply(nullptr);
  }

  // --- documents ---

  void read(const lsp::URIForFile &uri, const std::string &text, std::int64_t version) {
    readOne(uri, text, version);
    for (const auto &[other, importing] : files) // other files may import this one
      if (other != uri.uri())
        if (const Reading *reading = find(importing.uri);
            reading && reading->document.imports(uri.file()))
          readOne(importing.uri, reading->document.text().str(), importing.version);
  }
  /// Returns a function that finds the texts of imported files. If a file is open in the editor,
  /// its text there is used and not the file on disk.
  syntax::ImportFinder openFirst(const lsp::URIForFile &uri) const {
    return [this, find = finderFor(uri.file())](llvm::StringRef name, llvm::StringRef importer) {
      syntax::FoundImport found = find(name, importer);
      for (const auto &[other, open] : files)
        if (found.text && llvm::sys::fs::equivalent(open.uri.file(), found.path))
          if (const Reading *reading = this->find(open.uri))
            found.text = llvm::MemoryBuffer::getMemBufferCopy(reading->document.text(), found.path);
      return found;
    };
  }
  void readOne(const lsp::URIForFile &uri, const std::string &text, std::int64_t version) {
    files.insert_or_assign(uri.uri().str(), Open{uri, version});
    auto &reading = readings[uri.uri()];
    reading = std::make_shared<const Reading>(text, llvm::sys::path::filename(uri.file()).str(),
                                              openFirst(uri));
    if (reading->document.facts())
      plans.wantSoon(reading->document.wholeText(), factsOf(reading));
    lsp::PublishDiagnosticsParams params(uri, version);
    params.diagnostics = diagnostics(uri, reading->document);
    publish(params);
  }
  void opened(const lsp::DidOpenTextDocumentParams &params) {
    read(params.textDocument.uri, params.textDocument.text, params.textDocument.version);
  }
  void changed(const lsp::DidChangeTextDocumentParams &params) {
    const Reading *before = find(params.textDocument.uri);
    if (!before)
      return; // not open
    std::string text = before->document.text().str();
    for (const lsp::TextDocumentContentChangeEvent &change : params.contentChanges)
      apply(change, text);
    read(params.textDocument.uri, text, params.textDocument.version);
  }
  void closed(const lsp::DidCloseTextDocumentParams &params) {
    readings.erase(params.textDocument.uri.uri());
    files.erase(params.textDocument.uri.uri().str());
    publish(lsp::PublishDiagnosticsParams(params.textDocument.uri, 0));
  }

  const Reading *find(const lsp::URIForFile &uri) const {
    const auto found = readings.find(uri.uri());
    return found == readings.end() ? nullptr : found->second.get();
  }
  const Reading *find(const lsp::TextDocumentIdentifier &document) const {
    return find(document.uri);
  }
  /// Returns the results of the analysis of a text. The returned pointer keeps all of `reading`
  /// alive.
  static Plans::SharedFacts factsOf(const std::shared_ptr<const Reading> &reading) {
    return {reading, &*reading->document.facts()};
  }
  /// Returns the plan of an open document as text, or "" if the document has an error.
  std::string planOf(const lsp::URIForFile &uri) {
    const std::shared_ptr<const Reading> &reading = readings[uri.uri()];
    return reading->document.facts() ? plans.of(reading->document.wholeText(), factsOf(reading))
                                     : "";
  }

  // --- requests ---

  void hover(const lsp::TextDocumentPositionParams &params,
             lsp::Callback<std::optional<lsp::Hover>> reply) {
    const Reading *reading = find(params.textDocument);
    const auto plan = [&] { return planOf(params.textDocument.uri); };
    reply(reading ? editor::hover(*reading, params.position, plan) : std::nullopt);
  }

  /// Returns the locations of all occurrences of the name at a position, its declaration first. If
  /// `declarationOnly`, returns only the declaration. The list is empty if there is no name.
  std::vector<lsp::Location> placesAt(const lsp::TextDocumentPositionParams &params,
                                      bool declarationOnly) const {
    std::vector<lsp::Location> places;
    const Reading *reading = find(params.textDocument);
    if (!reading)
      return places;
    const Document &document = reading->document;
    const NameAt found = reading->nameAt(document.place(params.position));
    if (!found.name)
      return places;
    const auto add = [&](llvm::SMRange range) {
      places.push_back(document.location(params.textDocument.uri, range));
    };
    if (declarationOnly || !document.isOwn(found.name->declared.Start))
      add(found.name->declared);
    if (!declarationOnly)
      for (const llvm::SMRange range : reading->placesOf(*found.name))
        add(range);
    return places;
  }
  void definition(const lsp::TextDocumentPositionParams &params,
                  lsp::Callback<std::vector<lsp::Location>> reply) {
    reply(placesAt(params, true));
  }
  void references(const lsp::ReferenceParams &params,
                  lsp::Callback<std::vector<lsp::Location>> reply) {
    std::vector<lsp::Location> places = placesAt(params, false);
    if (!params.context.includeDeclaration)
      llvm::erase_if(places, [&, declared = placesAt(params, true)](const lsp::Location &place) {
        return !declared.empty() && place.range == declared.front().range;
      });
    reply(std::move(places));
  }
  void rename(const RenameParams &params, lsp::Callback<lsp::WorkspaceEdit> reply) {
    const auto refuse = [&](const std::string &why) {
      reply(llvm::make_error<lsp::LSPError>(why, lsp::ErrorCode::InvalidParams));
    };
    const Reading *reading = find(params.at.textDocument);
    const NameAt found =
        reading ? reading->nameAt(reading->document.place(params.at.position)) : NameAt();
    if (!found.name)
      return refuse("there is no name here that this file declares");
    if (!isName(params.newName))
      return refuse("'" + params.newName +
                    "' is not a valid name: use letters, digits and '_', but no word that begins a "
                    "statement");
    if (const std::string why = whyNoRename(*reading, *found.name, params.newName); !why.empty())
      return refuse(why);
    lsp::WorkspaceEdit edit;
    for (const lsp::Location &place : placesAt(params.at, false))
      edit.changes[params.at.textDocument.uri.uri().str()].push_back({place.range, params.newName});
    reply(std::move(edit));
  }
  void symbols(const lsp::DocumentSymbolParams &params,
               lsp::Callback<std::vector<lsp::DocumentSymbol>> reply) {
    const Reading *reading = find(params.textDocument);
    reply(reading ? editor::symbols(*reading) : std::vector<lsp::DocumentSymbol>());
  }
  void completion(const lsp::CompletionParams &params, lsp::Callback<lsp::CompletionList> reply) {
    lsp::CompletionList list;
    if (const Reading *reading = find(params.textDocument))
      list.items = completions(*reading, params.position);
    reply(std::move(list));
  }
  void signatureHelp(const lsp::TextDocumentPositionParams &params,
                     lsp::Callback<lsp::SignatureHelp> reply) {
    const Reading *reading = find(params.textDocument);
    reply(reading ? signature(*reading, params.position) : lsp::SignatureHelp());
  }
  void hints(const lsp::InlayHintsParams &params,
             lsp::Callback<std::vector<lsp::InlayHint>> reply) {
    const Reading *reading = find(params.textDocument);
    reply(reading ? inlayHints(*reading, params.range) : std::vector<lsp::InlayHint>());
  }
  void tokens(const FormattingParams &params, lsp::Callback<Value> reply) {
    const Reading *reading = find(params.textDocument);
    reply(Object{{"data", reading ? semanticTokens(*reading) : std::vector<int>()}});
  }

  void fixes(const lsp::CodeActionParams &params,
             lsp::Callback<std::vector<lsp::CodeAction>> reply) {
    const Reading *reading = find(params.textDocument);
    reply(reading ? quickFixes(params.textDocument.uri, reading->document, params.range)
                  : std::vector<lsp::CodeAction>());
  }

  /// Replies with the edits that format a document. The list is empty if the document has a syntax
  /// error.
  void formatting(const FormattingParams &params, lsp::Callback<std::vector<lsp::TextEdit>> reply) {
    std::vector<lsp::TextEdit> edits;
    const Reading *reading = find(params.textDocument);
    if (reading && reading->document.parses()) {
      std::string fresh = syntax::formatted(reading->document.text());
      if (fresh != reading->document.text())
        edits.push_back({reading->document.wholeRange(), std::move(fresh)});
    }
    reply(std::move(edits));
  }

  struct Open {
    lsp::URIForFile uri;
    std::int64_t version;
  };
  llvm::StringMap<std::shared_ptr<const Reading>> readings; // by URI
  std::map<std::string, Open> files;                        // by URI
  lsp::OutgoingNotification<lsp::PublishDiagnosticsParams> publish;
  Plans plans;
  ImportFinderFor finderFor;
  bool hasEnded = false;
};

} // namespace

int serve(PlanText planText, ImportFinderFor finderFor) {
  lsp::Logger::setLogLevel(lsp::Logger::Level::Error);
  auto input = std::make_unique<Input>(stdin);
  Input &messages = *input;
  lsp::JSONTransport transport(std::move(input), llvm::outs());
  messages.onRefusal(
      [&](const Value &id, llvm::Error why) { transport.reply(id, std::move(why)); });
  lsp::MessageHandler handler(transport);
  Server server(handler, std::move(planText), std::move(finderFor));
  if (llvm::Error error = transport.run(handler)) {
    llvm::logAllUnhandledErrors(std::move(error), llvm::errs(), "stencilc: error: ");
    return 2;
  }
  return server.isShutDown() ? 0 : 1;
}

} // namespace stencilc::editor
