/// \file Converts text into comments of emitted code.
#pragma once

#include <string>
#include <vector>

namespace stencilc::emit {

/// Breaks `text` at blanks into lines of about 88 characters, and returns the lines without comment
/// marks. No line ends in a backslash, which would continue the comment.
std::vector<std::string> brokenComment(const std::string &text);
/// Returns the text `doc` as lines that begin with `///`. A paragraph of at most 96 characters
/// stays on one line; longer paragraphs are broken.
std::vector<std::string> documented(const std::string &doc);
/// Returns `text` as valid UTF-8 on one line, so that a file name or a statement fits a `//`
/// comment. Each control character becomes '?'.
std::string inComment(const std::string &text);

} // namespace stencilc::emit
