/// \file The machine file: the JSON that `stencilc probe` writes (docs/machine.md) as a Machine.
#pragma once

#include "plan/Machine.h"
#include "llvm/Support/Error.h"

namespace stencilc::plan {

/// What is wrong with a machine file, for people, and where in its text.
class MachineFileError : public llvm::ErrorInfo<MachineFileError> {
public:
  static char ID;
  MachineFileError(std::string message, std::optional<std::size_t> place)
      : text(std::move(message)), at(place) {}

  std::string message() const override { return text; }
  /// Offset of the member the message is about, or of the mistake; nothing if it has no place.
  std::optional<std::size_t> place() const { return at; }
  void log(llvm::raw_ostream &out) const override { out << text; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string text;
  std::optional<std::size_t> at;
};

/// Reads a machine file. Members it does not know are passed over. The error is a MachineFileError.
llvm::Expected<Machine> readMachine(llvm::StringRef text);

} // namespace stencilc::plan
