/// \file The identifiers that a text uses of its own accord, whatever the program's things are
/// called.
///
/// Names have to keep away from the templates' own variables, which nobody lists: a program is
/// rendered once with stand-ins for all of its names, and what is left of the text are the words.
/// What the text makes of a stand-in (`zs3z_next`, `readze3z`) shows which names come with another.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <utility>

namespace stencilc::emit {

/// What a stand-in stands for: the stem of a field's variables or the prefix of an interface, the
/// end of the names of functions, anything else.
enum class NameKind : char { Stem = 's', End = 'e', Plain = 'n' };

/// An identifier that no text has of its own.
std::string standIn(NameKind kind, int number);

struct Vocabulary {
  using Words = std::set<std::string, std::less<>>;
  using Affixes = std::set<std::pair<std::string, std::string>>; // before and after a name

  Words words;
  Affixes stems, ends; // what is put around names of these kinds: {"", "_next"}, {"read", ""}

  /// Adds the identifiers of C or C++ text, without those in comments, strings and directives and
  /// those looked up in something else: behind `.`, `->` or `::`.
  void add(llvm::StringRef text);
};

} // namespace stencilc::emit
