/// \file Reads number tokens: their length and value, and wrong characters directly after them.
#include "support/Beginning.h"
#include "syntax/Foreign.h"
#include "syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>

namespace stencilc::syntax {

/// Largest integer literal, 2^53. Constants are computed in f64, which cannot represent all larger
/// integers.
static constexpr std::uint64_t kMaxInteger = std::uint64_t{1} << 53;

static std::string shortened(llvm::StringRef text) {
  return text.size() <= 40 ? text.str() : beginningOf(text, 37).str() + "...";
}

/// Sets the value of the token `number`. `digits` is its text without suffix. Reports values out of
/// range.
void Lexer::checkNumber(Token &number, llvm::StringRef digits) {
  std::uint64_t integer = 0;
  if (digits.find_first_not_of("0123456789") == llvm::StringRef::npos &&
      (digits.getAsInteger(10, integer) || integer > kMaxInteger)) {
    diags.report(number.range(), diag::NumberRange, shortened(number.text),
                 "the largest integer is 9007199254740992 (2^53); a number with a point or an "
                 "exponent may be larger and is rounded");
    return;
  }
  auto [stopped, error] = std::from_chars(digits.begin(), digits.end(), number.value);
  llvm::StringRef mantissa = digits.take_until([](char c) { return c == 'e' || c == 'E'; });
  bool isZero = mantissa.find_first_of("123456789") == llvm::StringRef::npos;
  if (isZero)
    number.value = 0;
  else if (error != std::errc() || std::isinf(number.value) || number.value == 0)
    diags.report(number.range(), diag::NumberRange, shortened(number.text),
                 "numbers are 5e-324 to 1.8e308 (f64)");
}

/// Returns whether `tail`, the letters directly after a number, is a number suffix of C or Fortran
/// which the stencil language does not have.
static bool isForeignSuffix(llvm::StringRef tail) {
  for (llvm::StringRef suffix : {"L", "l", "LL", "ll", "U", "UL", "ul", "ULL", "lf", "LF", "_dp",
                                 "_sp", "_wp", "_r8", "_r4", "_rp"})
    if (tail == suffix)
      return true;
  return false;
}

/// Reports and skips letters, digits or a second decimal point that follow a number directly.
void Lexer::numberTail(llvm::StringRef number) {
  const char *start = cursor;
  bool secondPoint = rest().size() > 1 && rest()[0] == '.' && llvm::isDigit(rest()[1]);
  cursor +=
      rest().take_while([&](char c) { return isWordPart(c) || (secondPoint && c == '.'); }).size();
  if (cursor == start)
    return;
  Token tail = token(TokenKind::Invalid, start);
  if (secondPoint) {
    diags.report(tail.range(), diag::BadNumber, shortened(tail.text), "a number has one point");
  } else if (tail.text.equals_insensitive("e")) {
    diags.report(tail.range(), diag::BadNumber, tail.text.str(), "the exponent has no digits");
  } else if (number == "0" && (tail.text[0] == 'x' || tail.text[0] == 'X') &&
             tail.text.size() > 1) {
    diags.report(tail.range(), diag::BadNumber, shortened(tail.text), "numbers are decimal");
  } else if (tail.text == "F" || tail.text == "D") {
    diags
        .report(tail.range(), diag::BadNumber, tail.text.str(),
                "the suffixes are 'f' (f32) and 'd' (f64)")
        .fixIt(tail.range(), tail.text.lower());
  } else if (isForeignSuffix(tail.text)) {
    diags.report(tail.range(), diag::BadNumber, tail.text.str(),
                 "a number needs none; the suffixes are 'f' (f32) and 'd' (f64), and a product is "
                 "written '*'");
  } else if (tail.text[0] == 'd' &&
             tail.text.drop_front().find_first_not_of("0123456789") == llvm::StringRef::npos) {
    diags.report(tail.range(), diag::BadNumber, tail.text.str(), "an exponent is written with 'e'")
        .fixIt(tail.range(), "e" + tail.text.drop_front().str());
  } else if (isUnit(tail.text)) {
    diags.report(tail.range(), diag::BadNumber, tail.text.str(),
                 "numbers carry no units, and a product is written '*'");
  } else if (tail.text[0] == 'x' && tail.text.find_first_not_of("0123456789x") == tail.text.npos &&
             llvm::isDigit(tail.text.back())) {
    diags.report(tail.range(), diag::BadNumber, shortened(tail.text),
                 "sizes are separated by commas, 'size 64, 64;', and a product is written '*'");
  } else {
    diags.report(tail.range(), diag::BadNumber, shortened(tail.text), "a product is written '*'")
        .fixIt({tail.begin(), tail.begin()}, " * ");
  }
}

Token Lexer::number() {
  const char *start = cursor;
  auto digits = [this] { cursor += rest().take_while(llvm::isDigit).size(); };
  digits();
  bool isInteger = true;
  if (rest().starts_with(".") && !rest().starts_with("..")) {
    isInteger = false;
    ++cursor;
    digits();
  }
  if (llvm::StringRef tail = rest(); tail.starts_with_insensitive("e")) {
    tail = tail.drop_front();
    if (tail.starts_with("+") || tail.starts_with("-"))
      tail = tail.drop_front();
    if (!tail.empty() && llvm::isDigit(tail[0])) {
      isInteger = false;
      cursor = tail.begin();
      digits();
    }
  }
  llvm::StringRef value = token(TokenKind::Number, start).text;

  llvm::StringRef letters = rest().take_while(isWordPart);
  char suffix = 0;
  if (letters == "f" || letters == "d") {
    suffix = letters[0];
    ++cursor;
  }
  Token number = token(TokenKind::Number, start);
  number.isInteger = isInteger && !suffix;
  number.suffix = suffix;
  checkNumber(number, value);
  numberTail(value);
  return number;
}

} // namespace stencilc::syntax
