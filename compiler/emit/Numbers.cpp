/// \file Text of the struct of constants of updates that a kernel gets as one parameter, because no
/// instruction can contain such a constant.
#include "emit/Numbers.h"
#include "emit/Spelling.h"

namespace stencilc::emit {

std::string numbersText(const NumberNames &names) {
  std::map<int, double> values; // sorted by their names: n0, n1, ...
  for (const auto &[value, name] : names)
    values[std::stoi(name.substr(1))] = value;
  std::string members, parts;
  for (const auto &[number, value] : values) {
    members += "double " + names.at(value) + ";\n";
    parts += (parts.empty() ? "" : ", ") + printLiteral(value, ir::ScalarType::F64);
  }
  return "\n/// Constants of the update, as kernel parameters: instructions read these directly, "
         "while 64-bit\n/// literals take extra instructions.\nstruct Numbers {\n" +
         members + "};\nconstexpr Numbers kNumbers = {" + parts + "};\n";
}

} // namespace stencilc::emit
