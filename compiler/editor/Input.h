/// \file Reads messages from the editor. Invalid messages are answered with an error.
#pragma once

#include "llvm/Support/LSP/Transport.h"
#include <cstdio>
#include <functional>

namespace stencilc::editor {

/// Input of messages of the Language Server Protocol. LLVM's own class ignores invalid JSON and
/// ends at JSON that is no message. This class answers both with an error and continues. It also
/// accepts header names in lower case.
class Input : public llvm::lsp::JSONTransportInput {
public:
  using Refuse = std::function<void(llvm::json::Value id, llvm::Error why)>;

  explicit Input(std::FILE *file) : in(file), file(file) {}

  /// Sets the function that tells the editor about refused messages. Must be called before the
  /// first message is read.
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
