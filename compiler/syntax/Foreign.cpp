/// \file Lists words of other languages that users write by mistake, with advice on the right
/// notation.
#include "syntax/Foreign.h"

namespace stencilc::syntax {

namespace {
/// Words of other languages, separated by blanks, with one piece of advice that error messages give
/// on all of them.
struct Advice {
  llvm::StringLiteral words, text;
};
} // namespace

static llvm::StringRef adviceIn(llvm::ArrayRef<Advice> table, llvm::StringRef word) {
  for (const Advice &advice : table)
    if (advice.words.contains((" " + word + " ").str()))
      return advice.text;
  return "";
}

std::string adviceOnStatement(llvm::StringRef word) {
  static constexpr llvm::StringLiteral loop =
      "; an update is for all cells and is repeated in every step: write 'u[t+1] = ...;' and "
      "'steps 100;'; over the members of a group it is written 'for i in 0 .. 8 { ... }'";
  static constexpr llvm::StringLiteral type =
      "; numbers are named without a type: 'const a = 1;', 'param a = 1;' or 'let a = ...;'";
  static constexpr Advice table[] = {
      {" for while do loop foreach ", loop},
      {" if else switch ",
       "; a choice is part of a value: 'u[t+1] = select(condition, then, otherwise);'"},
      {" where elsewhere ",
       "; it comes after a value of an update: 'u[t+1] = 1 where inlet, u + d * lap elsewhere;'"},
      {" double float int long real auto var ", type},
      {" def function func void return ", "; a function is written 'fn name(a, b) = value;'"},
      {" print printf println disp display show write output plot imshow savetxt fprintf ",
       "; 'report m = max(u) every 100 steps;' prints a number of all cells, and the options "
       "'--out u=u.npy' and '--picture u.png' of 'stencilc run' keep and draw a field"},
  };
  return adviceIn(table, word).str();
}

/// Returns `text` with each `@` replaced by `field`, the name of a field.
static std::string ofField(llvm::StringRef text, llvm::StringRef field) {
  std::string written;
  for (const char c : text)
    c == '@' ? written.append(field.begin(), field.end()) : written.append(1, c);
  return written;
}

MemberAdvice adviceOnMember(Owner kind, llvm::StringRef owner, llvm::StringRef member) {
  if (kind == Owner::Prefix)
    return {("names have no prefix: write '" + member + "'").str(), member.str()};
  if (kind == Owner::Axis)
    return {("a face is written after 'on' in a boundary; the first cell along '" + owner +
             "' is that with '" + owner + " == 0', the last one that with '" + owner + " == n" +
             owner + " - 1'")
                .str(),
            ""};
  static constexpr Advice table[] = {
      {" laplace laplacian lap del2 ", "laplacian(@)"},
      {" forward ", "@[t+1]"},
      {" backward ", "@[t-1]"},
      {" dx ", "d(@, x)"},
      {" dy ", "d(@, y)"},
      {" dz ", "d(@, z)"},
      {" dx2 ", "d2(@, x)"},
      {" dy2 ", "d2(@, y)"},
      {" dz2 ", "d2(@, z)"},
      {" max ", "max(@)"},
      {" min ", "min(@)"},
      {" sum ", "sum(@)"},
      {" copy data ", "@"},
  };
  if (const llvm::StringRef ours = adviceIn(table, member); !ours.empty()) {
    const std::string written = ofField(ours, owner);
    return {"write '" + written + "'", written};
  }
  if (member == "dt" || member == "dt2")
    return {ofField("an update gives the new value itself: '@[t+1] = ...'", owner), ""};
  return {ofField("a field has no members: '@' is its value in the cell, '@[x-1]' that of a "
                  "neighbour",
                  owner),
          ""};
}

bool isUnit(llvm::StringRef word) {
  static constexpr llvm::StringLiteral units =
      " m mm cm km um nm s ms us ns kg K Pa kPa MPa GPa Hz kHz MHz GHz mol rad deg eV ";
  return units.contains((" " + word + " ").str());
}

} // namespace stencilc::syntax
