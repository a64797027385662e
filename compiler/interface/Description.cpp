/// \file The description of a loaded program as JSON.
#include "interface/Description.h"
#include "interface/MessageJson.h"
#include "interface/SourceJson.h"
#include <cstdint>

namespace stencilc::interface {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// Returns a text of a description as JSON, or null if it is null.
Value textOrNull(const char *text) { return text ? jsonText(text) : Value(nullptr); }

const char *typeText(Scalar type) {
  constexpr const char *kTexts[] = {"f32", "f64", "f16", "bf16", "u8", "i16", "i32"};
  return kTexts[static_cast<int>(type)];
}

/// Returns the kind of processor that runs the program.
const char *worldText(ExecutionSpace world) {
  switch (world) {
  case ExecutionSpace::Cpu:
    return "cpu";
  case ExecutionSpace::Cuda:
    return "cuda";
  case ExecutionSpace::CpuDevice:
    return "cpu-device";
  }
  llvm_unreachable("execution space without a text");
}

/// Returns one number for each axis as JSON, or null if the first is 0: the source gives none.
Value perAxis(const ProgramDescription &program, const Int64 (&numbers)[3]) {
  if (numbers[0] == 0)
    return nullptr;
  Array list;
  for (int axis = 0; axis < program.rank; ++axis)
    list.push_back(numbers[axis]);
  return list;
}

Object fieldJson(const ProgramDescription &program, const analysis::Facts &facts, int number) {
  const FieldDescription &field = program.fields[number];
  Array axes, halves;
  for (int axis = 0; axis < program.rank; ++axis) {
    if (!(field.lacks >> axis & 1))
      axes.push_back(program.axes[axis]);
    halves.push_back(field.halves[axis]);
  }
  return Object{{"name", field.name},
                {"axes", std::move(axes)},
                {"type", typeText(field.storage)},
                {"cell_bytes", static_cast<std::int64_t>(sizeOf(field.storage))},
                {"levels", field.levels},
                {"buffers", field.buffers},
                {"updated", field.updated},
                {"half_cells", std::move(halves)},
                {"init_file", textOrNull(field.initFile)},
                {"reads", program.isProfile(number)
                              ? Array()
                              : readsJson(facts.program, facts.footprint,
                                          ir::FieldId{static_cast<std::uint32_t>(number)})}};
}

Array fieldsJson(const ProgramDescription &program, const analysis::Facts &facts) {
  Array list;
  for (int i = 0; i < program.namedCount(); ++i)
    list.push_back(fieldJson(program, facts, i));
  return list;
}

Array parametersJson(const ProgramDescription &program) {
  Array list;
  for (int i = 0; i < program.parameterCount; ++i) {
    const ParameterDescription &parameter = program.parameters[i];
    Object object{{"name", parameter.name}, {"default", parameter.value}};
    if (parameter.hasRange) {
      object["low"] = parameter.low;
      object["high"] = parameter.high;
    }
    list.push_back(std::move(object));
  }
  return list;
}

Array seriesJson(const ProgramDescription &program) {
  Array list;
  for (int i = 0; i < program.seriesCount; ++i)
    list.push_back(Object{{"name", program.series[i].name},
                          {"file", textOrNull(program.series[i].file)},
                          {"of_points", program.series[i].isOfPoints}});
  return list;
}

Array pointsJson(const ProgramDescription &program, const ir::Program &source) {
  Array list;
  for (int i = 0; i < program.pointsCount; ++i) {
    const PointsDescription &points = program.points[i];
    Object object{
        {"name", points.name},
        {"kind", points.every ? "receiver" : "source"},
        {"field", program.fields[points.field].name},
        {"file", textOrNull(points.file)},
        {"count",
         pointCountJson(source, source.points[ir::PointsId{static_cast<std::uint32_t>(i)}])}};
    if (points.every) {
      object["every"] = points.every;
      object["level"] = 0;
    }
    list.push_back(std::move(object));
  }
  return list;
}

Array reportsJson(const ProgramDescription &program) {
  Array list;
  for (int i = 0; i < program.reportCount; ++i)
    list.push_back(Object{{"name", program.reports[i].name},
                          {"text", textOrNull(program.reports[i].text)},
                          {"every", program.reports[i].every}});
  return list;
}

Array rulesJson(const ProgramDescription &program) {
  Array list;
  for (int i = 0; i < program.ruleCount; ++i)
    list.push_back(
        Object{{"text", textOrNull(program.rules[i].text)}, {"every", program.rules[i].every}});
  return list;
}

Array savesJson(const ProgramDescription &program) {
  Array list;
  for (int i = 0; i < program.saveCount; ++i)
    list.push_back(Object{{"field", program.fields[program.saves[i].field].name},
                          {"file", textOrNull(program.saves[i].file)},
                          {"every", program.saves[i].every}});
  return list;
}

} // namespace

Value descriptionJson(const ProgramDescription &program, const analysis::Facts &facts) {
  Array axes;
  for (int axis = 0; axis < program.rank; ++axis)
    axes.push_back(program.axes[axis]);
  std::string schedule = program.schedule;
  if (program.scheduleOptions && *program.scheduleOptions)
    schedule += std::string(":") + program.scheduleOptions;
  Object object{{"name", program.name},
                {"source", textOrNull(program.source)},
                {"world", worldText(program.world)},
                {"target", textOrNull(program.target)},
                {"schedule", jsonText(schedule)},
                {"axes", std::move(axes)},
                {"size", perAxis(program, program.sizeHint)},
                {"steps", program.stepsHint ? Value(program.stepsHint) : Value(nullptr)},
                {"minimum_size", perAxis(program, program.minimumExtents)},
                {"spacing", spacingJson(facts.program)},
                {"fields", fieldsJson(program, facts)},
                {"intermediates", intermediatesJson(facts.program, facts.footprint)},
                {"parameters", parametersJson(program)},
                {"series", seriesJson(program)},
                {"points", pointsJson(program, facts.program)},
                {"reports", reportsJson(program)},
                {"rules", rulesJson(program)},
                {"saves", savesJson(program)}};
  addTimestep(facts.program, object);
  return object;
}

} // namespace stencilc::interface
