/// \file Messages of the compiler as JSON.
#pragma once

#include "support/Diagnostics.h"
#include "llvm/Support/JSON.h"

namespace stencilc::interface {

/// Returns a message with its notes as a JSON object, in the form that stencilc_messages()
/// describes. `messages` has the message and then its notes. `sources` has the buffers into which
/// their ranges point. A range in a buffer that `sources` does not have becomes null.
llvm::json::Object messageJson(const std::vector<Diagnostics::Message> &messages,
                               const llvm::SourceMgr &sources);

/// Returns `text` as a JSON value. Bytes that are not UTF-8 are replaced.
llvm::json::Value jsonText(llvm::StringRef text);

} // namespace stencilc::interface
