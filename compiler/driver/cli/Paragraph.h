/// \file Prints plain text of at most 100 columns: labelled paragraphs, and tables.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// Prints `text` right of `label`, after `indent` spaces. Lines are broken at spaces, or in long
/// words after commas, at 100 columns. Continuation lines align with the text. An empty label
/// continues the paragraph above.
void printLabelled(llvm::raw_ostream &out, llvm::StringRef label, llvm::StringRef text,
                   int indent = 2);

/// A table of text cells. Each column but the last is as wide as its widest cell. The last column
/// is broken into lines at 100 columns.
class Table {
public:
  /// Makes a table without rows. `header` has the names of the columns. A true value in `right`
  /// aligns that column to the right, for numbers.
  Table(std::vector<std::string> header, std::vector<bool> right)
      : rows{std::move(header)}, right(std::move(right)) {}
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  void print(llvm::raw_ostream &out, int indent = 2) const;

private:
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> right;
};

/// Returns a rate in GLUP/s with about four digits: "1.234", "12.34", "123.4". Returns "-" if it is
/// not positive.
std::string rateText(double glups);

} // namespace stencilc::driver
