/// \file Reads messages from the editor. Invalid messages are answered with an error.
#include "editor/Input.h"

namespace stencilc::editor {

namespace lsp = llvm::lsp;
using llvm::json::Value;

/// Reads a line and keeps its first 1024 characters, without the line end. Returns false at the end
/// of the input.
bool Input::readLine(std::string &line) {
  line.clear();
  for (int c = std::fgetc(in); c != '\n'; c = std::fgetc(in)) {
    if (c == EOF)
      return false;
    if (line.size() < 1024)
      line.push_back(static_cast<char>(c));
  }
  return true;
}

/// Reads one message into `text`: headers, a blank line, and as many bytes as the header for the
/// length says. Returns false if no header gives a length, or if the input ends.
bool Input::readText(std::string &text) {
  constexpr std::size_t kMost = std::size_t(1) << 30;
  std::size_t length = 0;
  for (std::string line; readLine(line);) {
    const llvm::StringRef header = llvm::StringRef(line).trim();
    if (header.empty()) {
      if (length == 0 || length > kMost)
        return false;
      text.resize(length);
      return std::fread(text.data(), 1, length, in) == length;
    }
    const auto [name, value] = header.split(':');
    if (name.rtrim().equals_insensitive("content-length") && value.trim().getAsInteger(10, length))
      length = 0;
  }
  return false;
}

llvm::LogicalResult Input::readStandardMessage(std::string &text) {
  while (readText(text))
    if (isMessage(text))
      return llvm::success();
  return llvm::failure();
}

/// Returns true if a JSON object is a valid message of JSON-RPC. A request or a notification has a
/// method. A reply has an id and no method.
static bool isWellFormed(const llvm::json::Object &message) {
  const Value *method = message.get("method"), *id = message.get("id");
  const bool isNumbered = id && (id->getAsInteger() || id->getAsString());
  return message.getString("jsonrpc") == "2.0" &&
         (method ? method->getAsString() && (!id || isNumbered) : isNumbered);
}

bool Input::isMessage(llvm::StringRef text) {
  llvm::Expected<Value> value = llvm::json::parse(text);
  if (!value) {
    refuse(nullptr, llvm::make_error<lsp::LSPError>(llvm::toString(value.takeError()),
                                                    lsp::ErrorCode::ParseError));
    return false;
  }
  const llvm::json::Object *message = value->getAsObject();
  if (message && isWellFormed(*message))
    return true;
  const Value *id = message ? message->get("id") : nullptr;
  refuse(id ? *id : Value(nullptr),
         llvm::make_error<lsp::LSPError>("this is not a message of JSON-RPC 2.0",
                                         lsp::ErrorCode::InvalidRequest));
  return false;
}

} // namespace stencilc::editor
