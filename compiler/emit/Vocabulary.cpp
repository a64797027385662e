/// \file The identifiers that a text uses of its own accord.
#include "emit/Vocabulary.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

static constexpr llvm::StringLiteral kOpen = "zq", kClose = "qz";

std::string standIn(NameKind kind, int number) {
  return (kOpen + llvm::Twine(static_cast<char>(kind)) + llvm::Twine(number) + kClose).str();
}

static bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Drops what cannot hold identifiers from the front: a comment, a string or a directive; false if
/// `rest` begins otherwise.
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

/// Notes what is around the stand-in in `word`; false if there is none.
static bool addAffixes(llvm::StringRef word, Vocabulary &vocabulary) {
  const std::size_t open = word.find(kOpen);
  const std::size_t close = open == llvm::StringRef::npos ? open : word.find(kClose, open);
  if (close == llvm::StringRef::npos)
    return false;
  const auto kind = static_cast<NameKind>(word[open + kOpen.size()]);
  const std::pair<std::string, std::string> around(word.take_front(open),
                                                   word.drop_front(close + kClose.size()));
  if (kind == NameKind::Stem)
    vocabulary.stems.insert(around);
  else if (kind == NameKind::End)
    vocabulary.ends.insert(around);
  return true;
}

void Vocabulary::add(llvm::StringRef rest) {
  bool isLineStart = true, isMember = false;
  while (!rest.empty()) {
    if (skipOther(rest, isLineStart))
      continue;
    if (isWordPart(rest.front())) {
      // A number takes its suffix and exponent with it; its signs and points do no harm.
      const bool isNumber = llvm::isDigit(rest.front());
      const llvm::StringRef word =
          rest.take_while([&](char c) { return isWordPart(c) || (isNumber && c == '\''); });
      rest = rest.drop_front(word.size());
      if (!isNumber && !addAffixes(word, *this) && !isMember)
        words.emplace(word);
      isLineStart = isMember = false;
      continue;
    }
    if (rest.consume_front("...")) // of a pack, whose name follows
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

} // namespace stencilc::emit
