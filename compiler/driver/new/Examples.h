/// \file The library of examples: the programs that are installed with the tool.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// A program of the library of examples.
struct Example {
  std::string folder; // its theme, such as "waves"
  std::string name;   // name of its file without ending, such as "wave2d"
  std::string path;   // of its file
};

/// Returns all programs of the library of examples, sorted by folder and name. Files that are only
/// imported are left out. The result is empty if the library is not installed with the tool.
std::vector<Example> allExamples();

/// Returns the example that `text` names: `wave2d`, `waves/wave2d` or `wave2d.stencil`. Returns
/// null if there is none.
const Example *findExample(const std::vector<Example> &examples, llvm::StringRef text);

/// Returns the first sentence of the comment with which `text`, a .stencil file, begins. The result
/// is on one line, and empty if the file begins with no comment.
std::string firstSentence(llvm::StringRef text);

} // namespace stencilc::driver
