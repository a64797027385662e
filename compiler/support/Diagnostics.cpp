/// \file Prints diagnostics through llvm::SourceMgr.
#include "support/Diagnostics.h"

namespace stencilc {

static llvm::SourceMgr::DiagKind toLlvm(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return llvm::SourceMgr::DK_Error;
  case Severity::Warning:
    return llvm::SourceMgr::DK_Warning;
  case Severity::Note:
    return llvm::SourceMgr::DK_Note;
  case Severity::Remark:
    return llvm::SourceMgr::DK_Remark;
  }
  llvm_unreachable("severity without a kind");
}

void Diagnostics::count(Severity severity) {
  errorCount += severity == Severity::Error;
  warningCount += severity == Severity::Warning;
  if (parent)
    parent->count(severity);
}

/// Appends notes that show the `import` statements through which the file of the first message was
/// included.
void Diagnostics::addImports(std::vector<Message> &messages) const {
  llvm::SMLoc place = messages.front().range.Start;
  while (const unsigned buffer = place.isValid() ? sources.FindBufferContainingLoc(place) : 0) {
    place = sources.getParentIncludeLoc(buffer);
    if (place.isValid())
      messages.push_back({diag::ImportedHere.severity,
                          diag::ImportedHere.id,
                          diag::ImportedHere.format,
                          {place, place},
                          {}});
  }
}

void Diagnostics::print(std::vector<Message> messages) {
  addImports(messages);
  if (consumer) {
    for (const Message &message : messages)
      count(message.severity);
    consumer(messages);
    return;
  }
  for (const Message &message : messages) {
    count(message.severity);
    std::string text = message.text;
    if (message.severity != Severity::Note)
      text += " [" + std::string(message.id) + "]";
    if (message.range.isValid()) {
      // PrintMessage would print the imports first.
      sources
          .GetMessage(message.range.Start, toLlvm(message.severity), text, {message.range},
                      message.fixIts)
          .print(nullptr, out, colours);
    } else {
      llvm::SMDiagnostic plain("stencilc", toLlvm(message.severity), text);
      plain.print(nullptr, out, colours);
    }
  }
}

int Diagnostics::lineOf(llvm::SMLoc place) const {
  return place.isValid() ? static_cast<int>(sources.getLineAndColumn(place).first) : 0;
}

/// Returns whether exchanging two adjacent letters of `name` gives `candidate`, as in 'feild' and
/// 'field'. This common typing error counts as one edit.
static bool hasSwappedLetters(llvm::StringRef name, llvm::StringRef candidate) {
  if (name.size() != candidate.size())
    return false;
  std::string swapped = name.str();
  for (std::size_t i = 0; i + 1 < swapped.size(); ++i) {
    if (swapped[i] == candidate[i])
      continue;
    std::swap(swapped[i], swapped[i + 1]);
    return swapped == candidate;
  }
  return false;
}

llvm::StringRef nearestName(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates) {
  llvm::StringRef best;
  unsigned bestDistance = std::max<unsigned>(1, name.size() / 3) + 1;
  for (llvm::StringRef candidate : candidates) {
    unsigned distance = hasSwappedLetters(name, candidate)
                            ? 1
                            : name.edit_distance_insensitive(candidate, true, bestDistance);
    // A candidate at this distance shares no letter with the name.
    if (distance < bestDistance && distance < name.size()) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

} // namespace stencilc
