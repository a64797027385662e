/// \file Template data of sources and receivers: their tables in the program description. The
/// function that returns their positions is in the kernel tree (kernel/build/HostFunctions.h).
#include "emit/Dialect.h"
#include "emit/Spelling.h"
#include "emit/frame/Frame.h"
#include "ir/Names.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

/// Returns the position of the first cell of the field that the points of a source or receiver use,
/// along the three axes and in cells. The result is text, separated by commas. On a staggered grid
/// a field may begin at half a cell.
static std::string shiftText(const ir::PointsDecl &points) {
  std::string text;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    text += (axis ? ", " : "") +
            ir::numberText(points.shift[static_cast<std::size_t>(axis)], ir::ScalarType::F64);
  return text;
}

bool hasReceiverKernels(const FrameState &state) {
  return *dialectOf(state.plan).receiverFunction && !state.plan.ranged() &&
         !ir::receivedFields(state.program()).empty();
}

/// Returns the name of the runtime's function that reads the values of receivers on the device. The
/// types of the fields are its template arguments.
static std::string receiverFunction(const FrameState &state) {
  std::set<std::string> types;
  for (ir::FieldId id : ir::receivedFields(state.program()))
    types.insert(typeName(state.program().fields[id].storage));
  if (state.plan.recordsReceivers(state.program()))
    types = {typeName(ir::ScalarType::F64)};
  return dialectOf(state.plan).receiverFunction + ("<" + llvm::join(types, ", ") + ">");
}

void addPoints(const FrameState &state, Object &code) {
  const ir::Program &program = state.program();
  Array all, ofFiles, receivers;
  for (const ir::PointsDecl &points : program.points) {
    all.push_back(Object{{"name", quoted(points.name)},
                         {"file", points.file.empty() ? "nullptr" : quoted(points.file)},
                         {"field", points.field.index},
                         {"shift", shiftText(points)},
                         {"sinc", points.sinc},
                         {"series", points.series.valid()
                                        ? ", .series = " + std::to_string(points.series.index)
                                        : std::string()},
                         {"every", points.every}});
    const Object named{{"plainName", points.name}, {"source", points.source}};
    if (!points.file.empty())
      ofFiles.push_back(Object(named));
    if (points.isReceiver())
      receivers.push_back(Object(named));
  }
  Members members;
  if (!all.empty())
    members = {{"points", "points"}, {"pointsCount", std::to_string(all.size())}};
  if (!all.empty()) {
    for (const auto &member : partMember(state, "pointsPart", "points"))
      members.push_back(member);
    members.emplace_back("pointPlace", "pointPlace");
  }
  if (state.plan.recordsReceivers(program))
    members.emplace_back("recordsTraces", "true");
  if (hasReceiverKernels(state))
    members.emplace_back("receive", receiverFunction(state));
  code["pointMembers"] = membersText(members);
  code["points"] = listOrFalse(std::move(all));
  code["pointFiles"] = listOrFalse(std::move(ofFiles));
  code["receivers"] = listOrFalse(std::move(receivers));
}

} // namespace stencilc::emit
