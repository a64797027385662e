/// \file JSON objects as words of a command line.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::interface {

/// Parses a JSON object. A null or empty text is an empty object. Returns `nullopt` if the text is
/// no JSON object; `why` then is the reason as a sentence, with line and column. `what` names the
/// text, such as "options", and `example` is an object of this kind for the sentence.
std::optional<llvm::json::Object> parseObject(const char *text, llvm::StringRef what,
                                              std::string &why,
                                              llvm::StringRef example = R"({"size": [64, 64]})");

/// Returns the texts of the value of a key, each as an option of the command line takes it. A text
/// or a number is one text, and an array of these is several. An object {"k": 0.1} is "k=0.1". True
/// is "true", and false and null are no text. Returns `nullopt` for values of another form.
std::optional<std::vector<std::string>> textsOf(const llvm::json::Value &value);

/// Returns an error message about the unknown key `name`, with the nearest of `known`.
std::string unknownKey(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> known);

} // namespace stencilc::interface
