/// \file Messages of the compiler as JSON.
#include "interface/MessageJson.h"

namespace stencilc::interface {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static const char *severityText(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  case Severity::Remark:
    return "remark";
  }
  llvm_unreachable("severity without a text");
}

Value jsonText(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

/// Returns a place in a text as JSON. Lines and columns count from 1, and columns are bytes.
static Object placeJson(llvm::SMLoc place, const llvm::SourceMgr &sources, unsigned buffer) {
  const auto [line, column] = sources.getLineAndColumn(place, buffer);
  return Object{{"line", line}, {"column", column}};
}

/// Returns a range in a text as JSON, or null if it is empty or in a text that `sources` does not
/// have.
static Value rangeJson(llvm::SMRange range, const llvm::SourceMgr &sources) {
  const unsigned buffer = range.Start.isValid() ? sources.FindBufferContainingLoc(range.Start) : 0;
  if (!buffer)
    return nullptr;
  const llvm::SMLoc end = range.End.isValid() ? range.End : range.Start;
  return Object{{"file", jsonText(sources.getMemoryBuffer(buffer)->getBufferIdentifier())},
                {"begin", placeJson(range.Start, sources, buffer)},
                {"end", placeJson(end, sources, buffer)}};
}

static Object oneJson(const Diagnostics::Message &message, const llvm::SourceMgr &sources) {
  Array fixIts;
  for (const llvm::SMFixIt &fixIt : message.fixIts)
    fixIts.push_back(Object{{"range", rangeJson(fixIt.getRange(), sources)},
                            {"text", jsonText(fixIt.getText())}});
  return Object{{"severity", severityText(message.severity)},
                {"id", message.id},
                {"text", jsonText(message.text)},
                {"range", rangeJson(message.range, sources)},
                {"fixits", std::move(fixIts)}};
}

Object messageJson(const std::vector<Diagnostics::Message> &messages,
                   const llvm::SourceMgr &sources) {
  Object object = oneJson(messages.front(), sources);
  Array notes;
  for (const Diagnostics::Message &note : llvm::ArrayRef(messages).drop_front())
    notes.push_back(oneJson(note, sources));
  object["notes"] = std::move(notes);
  return object;
}

} // namespace stencilc::interface
