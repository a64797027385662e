/// \file Template data of values that the host computes: scalars of a run or a time step, and
/// initial values of older time levels.
#include "emit/ExprPrinter.h"
#include "emit/Spelling.h"
#include "emit/frame/Frame.h"
#include "ir/Printer.h"
#include "kernel/build/Uniforms.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

/// Returns the formula of a uniform (a scalar that the host computes) as a comment, with names of
/// parameters. Returns "" if the scalar is a parameter itself or if the formula needs several
/// lines.
static std::string formula(const FrameState &state, ir::ExprId value) {
  if (const auto *rounded = std::get_if<ir::Convert>(&state.program()[value].node))
    value = rounded->operand;
  if (std::holds_alternative<ir::Param>(state.program()[value].node))
    return "";
  LeafText leaves;
  leaves.isHost = true;
  leaves.place = [&](ir::ExprId id) -> std::optional<std::string> {
    const ir::ExprNode &node = state.program()[id].node;
    if (const auto *param = std::get_if<ir::Param>(&node))
      return state.program().params[param->param].name;
    if (const auto *extent = std::get_if<ir::Extent>(&node))
      return "n" + state.program().axes[extent->axis];
    if (const auto *reduced = std::get_if<ir::Reduced>(&node))
      return state.program().reductions[reduced->reduction].source;
    if (std::holds_alternative<ir::StepNumber>(node) ||
        std::holds_alternative<ir::PreviousValue>(node) ||
        std::holds_alternative<ir::SeriesValue>(node))
      return ir::expressionText(state.program(), id);
    return {};
  };
  Names scope(state.names.around.frame);
  std::set<std::string> functions; // not needed: the formula is only a comment
  ExprPrinter printer(state.program(), {value}, leaves, scope, functions);
  const Printed printed = printer.print(value);
  if (!printed.statements.empty())
    return "";
  return " // " + printed.value;
}

/// Emitted text that closes the namespace `values` after the struct of uniforms (scalars that the
/// host computes), and makes the struct known outside of it. Used if kernels are in several
/// namespaces.
static constexpr const char *kApartEnd = "\n} // namespace values\nusing values::Uniforms;";
static constexpr const char *kStepApartEnd = "\n} // namespace values\nusing values::StepUniforms;";

/// Returns the initialisers of ProgramDescription for time series and for scalars that change
/// in each time step.
static std::string stepMembers(const ir::Program &program, bool hasStepUniforms) {
  Members members;
  if (!program.series.empty())
    members = {{"series", "series"}, {"seriesCount", std::to_string(program.series.size())}};
  if (hasStepUniforms) {
    const kernel::StepsAround around = kernel::stepsAround(program);
    members.insert(members.end(), {{"stepUniformBytes", "sizeof(StepUniforms)"},
                                   {"stepsBefore", std::to_string(around.before)},
                                   {"stepsAfter", std::to_string(around.after)},
                                   {"stepUniforms", "stepUniforms"}});
  }
  return membersText(members);
}

/// Returns the views (pointer and strides) of profiles, fields over some of the axes. The views are
/// the first members of the emitted struct of scalars, and the runtime sets them.
static Array profileViews(const FrameState &state) {
  Array members;
  for (ir::ProfileId id : state.program().profiles.ids()) {
    const ir::ProfileDecl &profile = state.program().profiles[id];
    std::vector<std::string> axes;
    for (int axis = 0; axis < state.rank(); ++axis)
      if (profile.along[axis])
        axes.push_back(state.program().axes[axis]);
    members.push_back(Object{
        {"name", state.names.profiles[id.index] + " = {}"},
        {"type", "stencilc::View<const " + std::string(typeName(profile.field.storage)) + ">"},
        {"comment", " // a profile along " + llvm::join(axes, " and ")},
    });
  }
  return members;
}

/// Returns the tables of sources and receivers. In the struct of scalars these tables come after
/// the profiles (fields over some of the axes). The runtime sets their values.
static Array pointTables(const FrameState &state) {
  Array members;
  for (ir::PointsId id : state.program().points.ids()) {
    const ir::PointsDecl &points = state.program().points[id];
    const bool hasSeries = points.series.valid();
    if (!points.isReceiver())
      members.push_back(
          Object{{"name", state.names.points[id.index] + " = {}"},
                 {"type", hasSeries ? "stencilc::AmountTable" : "stencilc::PointTable"},
                 {"comment", hasSeries ? " // a series for each point of a source, with weights"
                                       : " // weights of the points of a source"}});
  }
  if (state.plan.recordsReceivers(state.program()))
    for (ir::FieldId id : ir::receivedFields(state.program()))
      members.push_back(Object{{"name", state.names.records[id.index] + " = {}"},
                               {"type", "stencilc::RecordTable"},
                               {"comment", " // cells that receivers read"}});
  return members;
}

void addUniforms(const FrameState &state, Object &code) {
  Array members, ofStep;
  for (ir::UniformId id : state.program().uniforms.ids()) {
    const ir::Uniform &uniform = state.program().uniforms[id];
    (uniform.isOfStep ? ofStep : members)
        .push_back(Object{
            {"name", state.names.members[id.index]},
            {"type", typeName(uniform.type)},
            {"comment", formula(state, uniform.value)},
        });
  }
  code["uniformsFunction"] = members.empty() ? "nullptr" : "uniforms";
  Array all = profileViews(state);
  for (llvm::json::Value &table : pointTables(state))
    all.push_back(std::move(table));
  for (llvm::json::Value &member : members)
    all.push_back(std::move(member));
  members = std::move(all);
  const bool isUsed = !members.empty();
  code["stepMembers"] = stepMembers(state.program(), !ofStep.empty());
  code["stepUniforms"] = listOrFalse(std::move(ofStep));
  Array series;
  for (const ir::SeriesDecl &one : state.program().series)
    series.push_back(Object{{"name", quoted(one.name)},
                            {"plainName", one.name},
                            {"file", quoted(one.file)},
                            {"ofPoints", one.isOfPoints ? ", .isOfPoints = true" : ""}});
  code["asksForStep"] = ir::asksForStep(state.program());
  code["series"] = listOrFalse(std::move(series));
  code["uniforms"] = listOrFalse(std::move(members));
  const bool isApart =
      !state.plan.alternatives.empty() || (state.plan.fused && state.plan.fused->isSequential);
  code["uniformsBegin"] = isApart ? kApartBegin : "";
  code["uniformsEnd"] = isApart ? kApartEnd : "";
  code["stepUniformsEnd"] = isApart ? kStepApartEnd : "";
  code["uniformBytes"] = isUsed ? "sizeof(Uniforms)" : "0";
}

void addOlderInits(const FrameState &state, Object &code) {
  Array older;
  for (ir::FieldId id : state.program().fields.ids())
    for (const ir::OlderInit &init : state.program().fields[id].olderInits)
      older.push_back(Object{{"field", id.index},
                             {"age", init.age},
                             {"file", init.file.empty() ? "nullptr" : quoted(init.file)}});
  const bool hasOlder = !older.empty();
  code["olderInits"] = listOrFalse(std::move(older));
  code["olderMembers"] =
      hasOlder ? membersText({{"olderInits", "olderInits"},
                              {"olderInitCount", "sizeof olderInits / sizeof *olderInits"},
                              {"olderValue", "olderValue"}})
               : "";
}

} // namespace stencilc::emit
