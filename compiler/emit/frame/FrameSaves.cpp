/// \file Template data of the fields that a run saves to files. The function that returns the
/// ranges of cells is in the kernel tree (kernel/build/HostFunctions.h).
#include "emit/frame/Frame.h"
#include "ir/Names.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

std::string halvesText(const ir::FieldDecl &field) {
  if (field.halves == decltype(field.halves){})
    return "";
  std::string text;
  for (const int half : field.halves)
    text += (text.empty() ? "" : ", ") + std::to_string(half);
  return ", .halves = {" + text + "}";
}

void addSaves(const FrameState &state, Object &code) {
  const ir::Program &program = state.program();
  Array all;
  for (const ir::SaveDecl &save : program.saves) {
    int ranges = 0, places = 0;
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      ranges |= int(save.along[axis].first.valid()) << axis;
      places |= int(save.isPlace[axis]) << axis;
    }
    const ir::ScalarType as = save.as.value_or(program.fields[save.field].storage);
    all.push_back(Object{{"field", save.field.index},
                         {"file", quoted(save.file)},
                         {"every", save.every},
                         {"ranges", ranges},
                         {"places", places},
                         {"as", as == ir::ScalarType::F32 ? "F32" : "F64"},
                         {"level", save.level}});
  }
  Members members;
  if (!all.empty())
    members = {{"saves", "saves"}, {"saveCount", std::to_string(all.size())}};
  if (!all.empty() || program.timestep.valid())
    members.emplace_back("saveNumber", "saveNumber");
  if (program.timestep.valid())
    members.emplace_back("tellsTime", "true");
  if (!program.spacing.empty()) {
    std::string spacing;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      spacing +=
          (axis ? ", " : "{") +
          ir::numberText(axis < program.rank() ? ir::spacingAlong(program, axis).value_or(1) : 1,
                         ir::ScalarType::F64);
    members.emplace_back("spacing", spacing + "}");
  }
  code["saveMembers"] = membersText(members);
  code["saves"] = listOrFalse(std::move(all));
}

} // namespace stencilc::emit
