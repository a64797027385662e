/// \file Text that becomes a comment of emitted code.
#pragma once

#include <string>
#include <vector>

namespace stencilc::emit {

/// `text` as the lines of a comment, broken at blanks, never after a backslash.
std::vector<std::string> brokenComment(const std::string &text);
/// The lines of a doc comment; one that is broken already, or fits a line, stays as it is.
std::vector<std::string> documented(const std::string &doc);
/// A file's name or a statement as a comment can hold it, on one line and in UTF-8.
std::string inComment(const std::string &text);

} // namespace stencilc::emit
