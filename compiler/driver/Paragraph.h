/// \file Plain text of at most 100 columns: paragraphs beside a label, and tables.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// Prints `text` beside `label`, both `indent` columns from the left, broken at spaces so that no
/// line exceeds 100 columns; a word longer than that is broken after a comma. Lines after the first
/// stand below the text. An empty label continues the one above.
void printLabelled(llvm::raw_ostream &out, llvm::StringRef label, llvm::StringRef text,
                   int indent = 2);

/// Rows of cells below each other. All columns but the last are as wide as their widest cell, and
/// numbers stand right; the last is broken like `printLabelled` does.
class Table {
public:
  /// `header` names the columns; those in `right` have numbers.
  Table(std::vector<std::string> header, std::vector<bool> right)
      : rows{std::move(header)}, right(std::move(right)) {}
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  void print(llvm::raw_ostream &out, int indent = 2) const;

private:
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> right;
};

/// "1.234", "12.3", "123.4": a rate with four digits; "-" if there is none.
std::string rateText(double glups);

} // namespace stencilc::driver
