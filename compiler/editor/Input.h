/// \file Messages from the editor, without those that are none.
#pragma once

#include "llvm/Support/LSP/Transport.h"
#include <cstdio>
#include <functional>

namespace stencilc::editor {

/// LLVM's transport ends at the first message that is JSON but no message of JSON-RPC, and is
/// silent about one that is no JSON. Here both are refused with an error, and the next one is read.
/// Names of headers may be in small letters, as in HTTP; LLVM's transport takes capitals alone.
class Input : public llvm::lsp::JSONTransportInput {
public:
  using Refuse = std::function<void(llvm::json::Value id, llvm::Error why)>;

  explicit Input(std::FILE *file) : in(file), file(file) {}

  /// Who tells the editor; set before the first message is read.
  void onRefusal(Refuse tell) { refuse = std::move(tell); }

  bool hasError() const override { return file.hasError(); }
  bool isEndOfInput() const override { return file.isEndOfInput(); }
  llvm::LogicalResult readStandardMessage(std::string &text) override;
  llvm::LogicalResult readDelimitedMessage(std::string &text) override {
    return file.readDelimitedMessage(text);
  }

private:
  bool isMessage(llvm::StringRef text);
  bool readLine(std::string &line);
  bool readText(std::string &text);

  std::FILE *in;
  llvm::lsp::JSONTransportInputOverFile file;
  Refuse refuse;
};

} // namespace stencilc::editor
