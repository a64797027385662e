/// \file Shell scripts that complete the command line of stencilc, made from the help of all
/// commands.
#pragma once

#include "driver/cli/CommandHelp.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace stencilc::driver {

void printBashCompletion(const std::vector<CommandHelp> &all, llvm::raw_ostream &out);
void printZshCompletion(const std::vector<CommandHelp> &all, llvm::raw_ostream &out);
void printFishCompletion(const std::vector<CommandHelp> &all, llvm::raw_ostream &out);

/// The kind of value that an option takes: none, one of some words, a file, a folder, or free text.
enum class ValueKind { Nothing, Words, Files, Folders, Free };
ValueKind valueKind(const OptionHelp &option);

/// Returns the extensions, without dot, of the files that shells offer as arguments of `command`.
/// The result is empty if the command takes no files.
std::vector<std::string> wordEndings(const CommandHelp &command);

/// Returns the words that shells offer as arguments of `command`. For stencilc itself and for `man`
/// they are the names of all commands. For another command they are the values of its first
/// argument.
std::vector<std::string> wordChoices(const std::vector<CommandHelp> &all,
                                     const CommandHelp &command);

/// Returns `text` in single quotes for bash and zsh, with quotes inside escaped.
std::string inSingleQuotes(llvm::StringRef text);

} // namespace stencilc::driver
