/// \file The text of a new program, with a name that the user chose.
#pragma once

#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>

namespace stencilc::driver {

/// The text of a new program, and the data files that it reads.
struct NewProgram {
  std::string text;
  std::map<std::string, std::string> files; // path of a data file to copy, by its new name
};

/// Returns true if `name` can name a program: letters, digits and '_', no digit first, and no
/// keyword.
bool isProgramName(llvm::StringRef name);
/// Returns a name for a program that is similar to `text`.
std::string similarName(llvm::StringRef text);

/// Returns the first program for beginners, with the name `name`. Returns `nullopt` after a
/// reported error, which only a wrong template causes.
std::optional<NewProgram> firstProgram(llvm::StringRef name, Diagnostics &diags);
/// Returns the program in the file `path` with the name `name`. Its data files are named without
/// folders, because they will lie beside it. Returns `nullopt` after a reported error.
std::optional<NewProgram> programFrom(const std::string &path, llvm::StringRef name,
                                      Diagnostics &diags);

} // namespace stencilc::driver
