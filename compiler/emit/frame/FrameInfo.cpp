/// \file Template data of NAME_info(), which describes the program to users of its library.
#include "emit/Spelling.h"
#include "emit/frame/Frame.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static Array fieldInfo(const FrameState &state) {
  Array fields;
  for (const ir::FieldDecl &field : state.program().fields)
    if (!field.isLocal)
      fields.push_back(Object{
          {"name", field.name}, {"type", publicName(field.storage)}, {"levels", field.levels}});
  for (const ir::ProfileDecl &profile : state.program().profiles) {
    Array axes;
    for (int axis = 0; axis < state.rank(); ++axis)
      if (profile.along[axis])
        axes.push_back(state.program().axes[axis]);
    fields.push_back(Object{{"name", profile.field.name},
                            {"type", publicName(profile.field.storage)},
                            {"levels", 1},
                            {"axes", std::move(axes)}});
  }
  return fields;
}

static Array parameterInfo(const ir::Program &program) {
  Array parameters;
  for (const ir::ParamDecl &param : program.params) {
    Object item{{"name", param.name}, {"value", param.value}};
    if (param.range)
      item["range"] = Array{param.range->first, param.range->second};
    parameters.push_back(std::move(item));
  }
  return parameters;
}

static Array reportInfo(const ir::Program &program) {
  Array reports;
  for (const ir::Report &report : program.reports)
    reports.push_back(
        Object{{"name", report.name}, {"text", report.source}, {"every", report.every}});
  return reports;
}

/// Returns the description of the program for users of its library, as one line of JSON.
static std::string infoJson(const FrameState &state) {
  const ir::Program &program = state.program();
  Object info{{"name", state.options.name.empty() ? program.name : state.options.name},
              {"source", llvm::json::fixUTF8(program.sourceName)},
              {"target", state.plan.target.name},
              {"schedule", state.plan.schedule},
              {"axes", Array(program.axes)},
              {"fields", fieldInfo(state)},
              {"parameters", parameterInfo(program)},
              {"reports", reportInfo(program)}};
  Array minimum, extents;
  for (int axis = 0; axis < state.rank(); ++axis) {
    minimum.push_back(state.facts.footprint.minimumExtents[axis] - program.wider[axis]);
    if (program.sizeHint)
      extents.push_back((*program.sizeHint)[axis]);
  }
  info["minimumExtents"] = std::move(minimum);
  if (program.sizeHint)
    info["extents"] = std::move(extents);
  if (program.stepsHint)
    info["steps"] = *program.stepsHint;
  return llvm::formatv("{0}", Value(std::move(info))).str();
}

void addInfo(const FrameState &state, Object &code) {
  const ir::Program &program = state.program();
  Array extents;
  for (int axis = 0; axis < state.rank() && program.sizeHint; ++axis)
    extents.push_back(Object{{"extent", state.names.extents[axis]},
                             {"value", std::to_string((*program.sizeHint)[axis])}});
  code["defaultExtents"] = std::move(extents);
  code["reportCount"] = program.reports.size();
  code["reportInfo"] = program.reports.empty() ? "nullptr" : "reportInfo";
  code["infoJson"] = quoted(infoJson(state));
  Array members;
  std::vector<std::string> arguments;
  for (const std::string &name : state.names.extents) {
    members.push_back(Object{{"member", name}});
    arguments.push_back("std::int64_t " + name);
  }
  code["extentMembers"] = std::move(members);
  code["extentArguments"] = llvm::join(arguments, ", ");
  code["axesText"] = llvm::join(program.axes, ", ");
  // Fortran limits names to 63 characters. The interface appends up to eleven characters to this
  // one.
  code["fortranName"] = legalIdentifier(llvm::StringRef(state.names.program).take_front(52));
  code["apiWord"] = llvm::StringRef(state.names.program).upper() + "_API";
}

} // namespace stencilc::emit
