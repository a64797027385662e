/// \file Messages from the editor, with invalid messages refused.
#pragma once

#include "llvm/Support/LSP/Transport.h"
#include <cstdio>
#include <functional>

namespace stencilc::editor {

/// Input of the protocol. LLVM's transport stops at the first message that is JSON but not
/// JSON-RPC, and ignores invalid JSON silently. This class answers both with an error and reads on.
/// It also accepts header names in lower case, as HTTP does; LLVM's transport is case-sensitive.
class Input : public llvm::lsp::JSONTransportInput {
public:
  using Refuse = std::function<void(llvm::json::Value id, llvm::Error why)>;

  explicit Input(std::FILE *file) : in(file), file(file) {}

  /// Sets the function that reports refused messages to the editor; call it before reading.
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
