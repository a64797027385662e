/// \file Template data of the program as a whole: names, fields and parameters.
#include "emit/Dialect.h"
#include "emit/Spelling.h"
#include "emit/frame/Frame.h"
#include "ir/Locals.h"
#include "ir/Names.h"
#include "plan/cost/Buffers.h"
#include "plan/store/TuningRecord.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::emit {

using ir::ScalarType;
using llvm::json::Array;
using llvm::json::Object;

static std::string scalarName(ScalarType type) {
  return llvm::StringRef(ir::toString(type)).upper();
}

static int bits(const std::array<bool, kMaxAxes> &axes) {
  return axes[0] + 2 * axes[1] + 4 * axes[2];
}

/// Returns a Fortran expression for the number of cells of a field. The field extends along the
/// axes for which `along` is true.
static std::string cellsText(const FrameState &state, const ir::FieldDecl &field,
                             const std::array<bool, kMaxAxes> &along) {
  std::string text;
  bool isGrid = true;
  for (int axis = 0; axis < state.rank(); ++axis) {
    const bool hasFaces = state.program().wider[axis] && !field.shorter[axis];
    isGrid &= along[axis] && !hasFaces;
    if (along[axis])
      text += llvm::formatv("{0}{1}self%n({2}){3}", text.empty() ? "" : " * ", hasFaces ? "(" : "",
                            axis + 1, hasFaces ? " + 1)" : "");
  }
  return isGrid ? "self%cells" : text;
}

/// Returns the entry of a profile (a field over some of the axes) in the table of fields. Profiles
/// follow the fields in this table.
static Object profileItem(const FrameState &state, const ir::ProfileDecl &profile) {
  const ir::FieldDecl &field = profile.field;
  int lacks = 0;
  std::vector<std::string> axes;
  for (int axis = 0; axis < state.rank(); ++axis)
    if (profile.along[axis])
      axes.push_back(state.program().axes[axis]);
    else
      lacks |= 1 << axis;
  return Object{
      {"name", quoted(field.name)},
      {"plainName", field.name},
      {"type", publicName(field.storage)},
      {"scalar", scalarName(field.storage)},
      {"levels", 1},
      {"buffers", 1},
      {"updated", false},
      {"cellsText", cellsText(state, field, profile.along)},
      {"levelsText", ", along " + llvm::join(axes, " and ") + " alone"},
      {"initFile", (field.initFile.empty() ? "" : ", .initFile = " + quoted(field.initFile)) +
                       ", .lacks = " + std::to_string(lacks) +
                       (bits(field.shorter) ? ", .shorter = " + std::to_string(bits(field.shorter))
                                            : std::string())},
  };
}

static Array fieldList(const FrameState &state) {
  Array fields;
  for (ir::FieldId id : ir::storedFields(state.program())) {
    const ir::FieldDecl &field = state.program().fields[id];
    const int buffers = plan::buffersOf(state.facts, state.plan, id);
    fields.push_back(Object{
        {"name", quoted(field.name)},
        {"plainName", field.name},
        {"type", publicName(field.storage)},
        {"scalar", scalarName(field.storage)},
        {"levels", field.levels},
        {"buffers", buffers},
        {"updated", ir::isUpdated(state.program(), id)},
        {"cellsText", cellsText(state, field, {true, true, true})},
        {"levelsText",
         field.levels > 1 ? ", levels 0 to " + std::to_string(1 - field.levels) : std::string()},
        {"initFile",
         (field.initFile.empty() ? "" : ", .initFile = " + quoted(field.initFile)) +
             (bits(field.shorter) ? ", .shorter = " + std::to_string(bits(field.shorter))
                                  : std::string()) +
             halvesText(field)},
    });
  }
  for (const ir::ProfileDecl &profile : state.program().profiles)
    fields.push_back(profileItem(state, profile));
  return fields;
}

/// Returns the table of local fields, which exist only within a time step. Each uses the buffer of
/// another field at some time level.
static Array localList(const FrameState &state) {
  Array locals;
  for (const auto &[id, place] : state.facts.dependence.locals)
    locals.push_back(Object{{"name", state.program().fields[id].name},
                            {"scalar", scalarName(state.program().fields[id].storage)},
                            {"field", place.field.index},
                            {"level", place.level}});
  return locals;
}

/// Returns the initialisers for the layout of rows in memory (row pitch and alignment). Returns ""
/// if the defaults of the runtime apply.
static std::string layoutMembers(const FrameState &state) {
  Members members;
  if (!state.options.rowPitch.empty())
    members.push_back({"rowPitch", state.options.rowPitch});
  if (state.plan.alignedCell > 0)
    members.push_back({"alignedCell", std::to_string(state.plan.alignedCell)});
  return members.empty() ? "" : membersText(members);
}

static Array parameterList(const FrameState &state) {
  const auto number = [](double value) { return printLiteral(value, ScalarType::F64); };
  Array parameters;
  for (const ir::ParamDecl &param : state.program().params)
    parameters.push_back(Object{
        {"name", quoted(param.name)},
        {"plainName", param.name},
        {"value", number(param.value)},
        {"rangeText",
         param.range ? ", from " + number(param.range->first) + " to " + number(param.range->second)
                     : std::string()},
        {"low", param.range ? number(param.range->first) : "0"},
        {"high", param.range ? number(param.range->second) : "0"},
        {"hasRange", param.range ? "true" : "false"},
        {"rangeCount", param.range ? 1 : 0},
    });
  return parameters;
}

/// Adds the description of an out-of-core domain to the template data `code`. If the domain fits in
/// the memory of the device, adds empty lists.
static void addOutOfCore(const FrameState &state, Object &code) {
  const std::optional<plan::OutOfCorePlan> &outOfCore = state.plan.outOfCore;
  code["outOfCore"] = Array();
  code["reaches"] = code["globalReductionReaches"] = false;
  code["outOfCoreMembers"] = outOfCore
                                 ? membersText({{"stream", "&streamed"}}) +
                                       membersText(partMember(state, "engine", "stream_engine"))
                                 : "";
  if (!outOfCore)
    return;
  const int launches = launchesOfAStep(state);
  const auto truth = [](bool value) { return value ? "true" : "false"; };
  code["outOfCore"] = Array{Object{
      {"method", outOfCore->method},
      {"inner", outOfCore->inner},
      {"isSkewed", truth(outOfCore->isSkewed())},
      {"isPipelined", truth(outOfCore->isPipelined())},
      {"isPeriodic", truth(outOfCore->isPeriodic)},
      {"kernels", launches},
      {"reach", outOfCore->reach.most()},
      {"lag", launches == 1 ? outOfCore->reach.most() : outOfCore->reach.lag},
      {"reaches", addReaches(state, code)},
      {"reachAcross", outOfCore->reachAcross},
      {"margin", outOfCore->margin},
      {"depth", outOfCore->depth},
      {"planes", outOfCore->planes},
      {"strips", outOfCore->strips},
      {"resident", outOfCore->resident},
      {"chained", outOfCore->chained},
      {"rate", llvm::formatv("{0:e2}", std::max(1e6, 1e9 * state.plan.glups())).str()},
      {"members", checksText(state) + addGlobalReductionReaches(state, code) +
                      dialectOf(state.plan).outOfCoreMembers},
  }};
}

/// Returns the names of the optional runtime headers that this program needs: those with kernels
/// for out-of-core runs and for receivers.
static Array kernelHeaders(const FrameState &state) {
  const Dialect &dialect = dialectOf(state.plan);
  Array headers;
  if (state.plan.outOfCore && *dialect.outOfCoreHeader)
    headers.push_back(dialect.outOfCoreHeader);
  if (hasReceiverKernels(state))
    headers.push_back(dialect.receiverHeader);
  return headers;
}

Object programContext(const FrameState &state) {
  const ir::Program &program = state.program();
  const ProgramNames &names = state.names;
  std::vector<std::string> axes, extents, minimum, named, hint;
  for (int axis = 0; axis < state.rank(); ++axis) {
    axes.push_back(quoted(program.axes[axis]));
    minimum.push_back(std::to_string(state.facts.footprint.minimumExtents[axis]));
    named.push_back(
        std::to_string(state.facts.footprint.minimumExtents[axis] - program.wider[axis]));
    if (program.sizeHint)
      hint.push_back(std::to_string((*program.sizeHint)[axis]));
  }
  std::string extentValues; // axes that the program lacks get 1
  for (int axis = 0; axis < kMaxAxes; ++axis)
    extentValues += (axis ? ", " : "") +
                    (axis < state.rank() ? "all." + names.extents[axis] : std::string("1"));
  const std::string &title = state.options.name.empty() ? program.name : state.options.name;
  Object code{
      {"name", names.program},
      {"title", title},
      {"space", names.space},
      {"guard", "STENCILC_" + names.program + "_H"},
      {"header", state.options.headerName},
      {"source", inComment(program.sourceName)},
      {"sourceText", quoted(program.sourceName)},
      {"nameText", quoted(title)},
      {"ownHeader", state.options.form == EmitForm::Module
                        ? ""
                        : "#include \"" + state.options.headerName + "\""},
      {"identity", llvm::formatv("{0:x16}", plan::programIdentity(state.program())).str()},
      {"rank", state.rank()},
      {"axes", llvm::join(axes, ", ")},
      {"extents", llvm::join(names.extents, ", ")},
      {"extentsComment", "cells along " + llvm::join(program.axes, ", ")},
      {"extentValues", extentValues},
      {"minimumExtents", llvm::join(minimum, ", ")},
      {"namedMinimum", llvm::join(named, ", ")},
      {"fields", fieldList(state)},
      {"fieldCount", ir::storedFields(program).size()},
      {"namedCount", ir::storedFields(program).size() + program.profiles.size()},
      {"locals", listOrFalse(localList(state))},
      {"parameters", listOrFalse(parameterList(state))},
      {"parameterTable", program.params.empty() ? "nullptr" : "parameters"},
      {"parameterInfo", program.params.empty() ? "nullptr" : "parameterInfo"},
      {"parameterCount", program.params.size()},
      {"bytes", state.facts.cost.bytes()},
      {"flops", state.facts.cost.operations.flops()},
      {"sizeHint", hint.empty() ? "0" : llvm::join(hint, ", ")},
      {"stepsHint", std::to_string(program.stepsHint.value_or(0))},
      {"layoutMembers", layoutMembers(state)},
      {"headers", kernelHeaders(state)},
  };
  code["profileMembers"] =
      program.profiles.empty()
          ? ""
          : membersText({{"profileCount", std::to_string(program.profiles.size())}});
  code["widerMembers"] =
      bits(program.wider) ? membersText({{"wider", std::to_string(bits(program.wider))}}) : "";
  code["localMembers"] =
      state.facts.dependence.locals.empty()
          ? ""
          : membersText({{"locals", "locals"}, {"localCount", "sizeof locals / sizeof *locals"}});
  addOutOfCore(state, code);
  addSlabs(state, code);
  addInfo(state, code);
  return code;
}

} // namespace stencilc::emit
