/// \file Test whether a name can be renamed: the renamed text is analysed and compared.
#include "editor/Answers.h"

namespace stencilc::editor {

/// Returns a copy of the text in which another name replaces the ranges `places`, the occurrences
/// of a name.
static std::string renamed(const Reading &reading, const std::vector<llvm::SMRange> &places,
                           llvm::StringRef other) {
  const char *at = reading.document.text().begin(), *end = reading.document.text().end();
  std::string text;
  for (const llvm::SMRange place : places) {
    text.append(at, place.Start.getPointer());
    text += other;
    at = place.End.getPointer();
  }
  return text.append(at, end);
}

std::string whyNoRename(const Reading &reading, const DeclaredName &name, llvm::StringRef other) {
  if (!reading.document.isOwn(name.declared.Start))
    return "'" + name.text + "' is declared in a file that is imported: rename it there";
  const std::vector<llvm::SMRange> places = reading.placesOf(name);
  const Reading after(renamed(reading, places, other), "it", reading.find);
  const auto errors = [](const Reading &one) {
    std::vector<std::string> texts;
    for (const auto &messages : one.document.messages())
      if (messages.front().severity == Severity::Error)
        texts.push_back(messages.front().text);
    return texts;
  };
  const std::vector<std::string> now = errors(after);
  if (now.size() > errors(reading).size())
    return "'" + other.str() + "' cannot be used: " + now.front();
  const std::size_t index = static_cast<std::size_t>(&name - reading.names.data());
  if (after.names.size() != reading.names.size() ||
      after.placesOf(after.names[index]).size() != places.size())
    return "'" + other.str() + "' would change its meaning in some places; choose another name";
  return "";
}

} // namespace stencilc::editor
