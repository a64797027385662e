/// \file The text of a new program, with a name that the user chose.
#include "driver/new/NewProgram.h"
#include "emit/template/Template.h"
#include "syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace stencilc::driver {

namespace path = llvm::sys::path;
using syntax::Token;
using syntax::TokenKind;

bool isProgramName(llvm::StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) && llvm::all_of(name, syntax::isWordPart) &&
         syntax::wordKind(name) == TokenKind::Identifier;
}

std::string similarName(llvm::StringRef text) {
  text.consume_back(".stencil");
  std::string name;
  for (const char c : text)
    if (syntax::isWordPart(c))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  name = llvm::StringRef(name).rtrim('_').str();
  if (name.empty())
    return "heat";
  return isProgramName(name) ? name : "my_" + name;
}

std::optional<NewProgram> firstProgram(llvm::StringRef name, Diagnostics &diags) {
  const auto templates = emit::TemplateLibrary::open("", diags);
  auto text = templates->render("new/Program.stencil", llvm::json::Object{{"name", name}});
  if (!text)
    return std::nullopt;
  return NewProgram{std::move(*text), {}};
}

std::optional<NewProgram> programFrom(const std::string &from, llvm::StringRef name,
                                      Diagnostics &diags) {
  const auto buffer = llvm::MemoryBuffer::getFile(from, /*IsText=*/true);
  if (!buffer) {
    diags.report(diag::CannotReadFile, from, buffer.getError().message());
    return std::nullopt;
  }
  NewProgram program;
  const llvm::StringRef text = (*buffer)->getBuffer();
  const char *copied = text.begin(); // the end of what `program.text` already has
  const auto replace = [&](const Token &token, const std::string &by) {
    program.text.append(copied, token.text.begin());
    program.text += by;
    copied = token.text.end();
  };
  syntax::Lexer lexer(text, diags);
  Token previous, beforeIt; // the two tokens before `token`
  for (Token token = lexer.next(); !token.is(TokenKind::EndOfFile); token = lexer.next()) {
    if (previous.is(TokenKind::KwStencil)) {
      replace(token, name.str());
    } else if (token.is(TokenKind::String) && previous.is(TokenKind::LeftParen) &&
               beforeIt.text == "file") {
      const llvm::StringRef file = token.text.trim('"');
      llvm::SmallString<128> data(path::parent_path(from));
      path::append(data, file);
      path::remove_dots(data, /*remove_dot_dot=*/true);
      program.files[path::filename(file).str()] = data.str().str();
      replace(token, "\"" + path::filename(file).str() + "\"");
    }
    beforeIt = previous;
    previous = token;
  }
  program.text.append(copied, text.end());
  return program;
}

} // namespace stencilc::driver
