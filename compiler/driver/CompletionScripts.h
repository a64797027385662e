/// \file Scripts by which shells complete the command line, made from the help of all commands.
#pragma once

#include "driver/CommandHelp.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace stencilc::driver {

void printBashCompletion(const std::vector<CommandHelp> &all, llvm::raw_ostream &out);
void printZshCompletion(const std::vector<CommandHelp> &all, llvm::raw_ostream &out);
void printFishCompletion(const std::vector<CommandHelp> &all, llvm::raw_ostream &out);

/// What a value is, where it is not one of some choices.
enum class ValueKind { Nothing, Words, Files, Folders, Free };
ValueKind valueKind(const OptionHelp &option);

/// Endings of the files that a command takes as words, without the dot; none: it takes no files.
std::vector<std::string> wordEndings(const CommandHelp &command);

/// Choices of the words of a command that are no files.
std::vector<std::string> wordChoices(const std::vector<CommandHelp> &all,
                                     const CommandHelp &command);

/// `text` in single quotes, as bash and zsh have them.
std::string inSingleQuotes(llvm::StringRef text);

} // namespace stencilc::driver
