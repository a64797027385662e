/// \file Search for the names that emitted text uses itself, in text and in templates.
#include "emit/names/OwnNames.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

/// Character that replaces each tag of a template. It joins the texts before and after the tag to
/// one word, and occurs in no other identifier.
static constexpr char kTag = '$';

static bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_' || c == kTag; }

/// Removes a comment, a string or a directive from the front of `rest`. Returns false if `rest`
/// begins with something else.
static bool skipOther(llvm::StringRef &rest, bool isLineStart) {
  if (rest.starts_with("//") || (isLineStart && rest.starts_with("#"))) {
    rest = rest.drop_until([](char c) { return c == '\n'; });
  } else if (rest.starts_with("/*")) {
    const std::size_t end = rest.find("*/", 2);
    rest = end == llvm::StringRef::npos ? llvm::StringRef() : rest.drop_front(end + 2);
  } else if (rest.starts_with("\"") || rest.starts_with("'")) {
    const char quote = rest.front();
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != quote)
      end += rest[end] == '\\' ? 2 : 1;
    rest = rest.drop_front(std::min(end + 1, rest.size()));
  } else {
    return false;
  }
  return true;
}

void addIdentifiers(llvm::StringRef rest, Words &words) {
  bool isLineStart = true, isMember = false;
  while (!rest.empty()) {
    if (skipOther(rest, isLineStart))
      continue;
    if (isWordPart(rest.front())) {
      // The suffix and exponent of a number belong to it; its sign and point need no care.
      const bool isNumber = llvm::isDigit(rest.front());
      const llvm::StringRef word =
          rest.take_while([&](char c) { return isWordPart(c) || (isNumber && c == '\''); });
      rest = rest.drop_front(word.size());
      if (!isNumber && !isMember && !word.contains(kTag))
        words.emplace(word);
      isLineStart = isMember = false;
      continue;
    }
    if (rest.consume_front("...")) // a parameter pack, whose name follows
      continue;
    if (rest.consume_front("->") || rest.consume_front("::") || rest.consume_front(".")) {
      isMember = true;
      continue;
    }
    isLineStart = rest.front() == '\n' || (isLineStart && llvm::isSpace(rest.front()));
    isMember = isMember && llvm::isSpace(rest.front());
    rest = rest.drop_front();
  }
}

void addIdentifiers(const TemplatePieces &pieces, Words &words) {
  std::string text;
  for (const TemplatePiece &piece : pieces)
    text += piece.isTag ? std::string(1, kTag) : piece.text.str();
  addIdentifiers(text, words);
}

void addAffixes(const TemplatePieces &pieces, llvm::StringRef tag, Affixes &affixes) {
  for (std::size_t at = 0; at < pieces.size(); ++at) {
    if (!pieces[at].isTag || pieces[at].text != tag)
      continue;
    llvm::StringRef before, after;
    if (at > 0 && !pieces[at - 1].isTag)
      before = pieces[at - 1].text;
    if (at + 1 < pieces.size() && !pieces[at + 1].isTag)
      after = pieces[at + 1].text;
    std::size_t start = before.size();
    while (start > 0 && isWordPart(before[start - 1]))
      --start;
    affixes.emplace(before.drop_front(start), after.take_while(isWordPart));
  }
}

} // namespace stencilc::emit
