/// \file Messages from the editor, without those that are none.
#include "editor/Input.h"

namespace stencilc::editor {

namespace lsp = llvm::lsp;
using llvm::json::Value;

llvm::LogicalResult Input::readStandardMessage(std::string &text) {
  while (llvm::succeeded(file.readStandardMessage(text)))
    if (isMessage(text))
      return llvm::success();
  return llvm::failure();
}

/// A request or a notification has a method, a reply only a number.
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
         llvm::make_error<lsp::LSPError>("this is no message of JSON-RPC 2.0",
                                         lsp::ErrorCode::InvalidRequest));
  return false;
}

} // namespace stencilc::editor
