/// \file Generates the C function that describes replaced C loops to the run-time library: their
/// fields, sizes and parameters.
#include "lift/write/Marshalling.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::lift {

std::string argumentList(const Marshalling &hand, bool isDeclaration) {
  std::string list;
  for (const Argument &argument : hand.arguments) {
    const bool isPointer = llvm::StringRef(argument.type).ends_with("*");
    list +=
        (list.empty() ? "" : ", ") +
        (isDeclaration ? argument.type + (isPointer ? "" : " ") + argument.name : argument.value);
  }
  return list.empty() && isDeclaration ? "void" : list;
}

static std::string describeField(const HandedField &field) {
  const char *const cell = field.type == Type::F32 ? "float" : "double";
  std::string text = "  field = liftedField(&step, \"" + field.name + "\", sizeof(" + cell + "), " +
                     std::to_string(field.levels) + ", " + (field.isConstant ? "1" : "0") + ");\n";
  if (!field.pitch.empty())
    text += "  liftedPitch(field, " + field.pitch + ");\n";
  for (const std::string &memory : field.memory)
    text += "  liftedMemory(field, " + memory + ");\n";
  for (const std::string &copy : field.copies)
    text += "  liftedCopy(field, " + copy + ");\n";
  for (const std::string &box : field.boxes)
    text += "  liftedBox(field, " + box + ");\n";
  return text;
}

std::string describeStep(const Marshalling &hand) {
  std::string text = "static LiftedStep " + hand.name + "_step(" + argumentList(hand, true) +
                     ") {\n"
                     "  LiftedStep step = liftedStep(\"" +
                     hand.name + "\", " + std::to_string(hand.rank);
  for (int axis = 0; axis < 3; ++axis)
    text += ", " + (axis < hand.rank ? hand.extents[axis] : "1");
  text += ");\n  LiftedField *field;\n";
  for (const HandedField &field : hand.fields)
    text += describeField(field);
  for (const auto &[name, value] : hand.parameters)
    text += "  liftedParameter(&step, \"" + name + "\", " + value + ");\n";
  return text + "  return step;\n}\n";
}

} // namespace stencilc::lift
