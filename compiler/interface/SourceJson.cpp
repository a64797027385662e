/// \file Describes space, time and reads of a program as JSON, from its IR and its footprint.
#include "interface/SourceJson.h"
#include "interface/MessageJson.h"
#include "ir/Fold.h"
#include "ir/Walk.h"
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace stencilc::interface {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

Array spacingJson(const ir::Program &program) {
  Array list;
  for (int axis = 0; axis < program.rank(); ++axis) {
    const std::optional<double> spacing = ir::spacingAlong(program, axis);
    list.push_back(spacing ? Value(*spacing) : Value(nullptr));
  }
  return list;
}

/// Adds to `names` the parameters and sizes (such as nx) in the expression `root`.
static void addNeeds(const ir::Program &program, ir::ExprId root, std::set<std::string> &names) {
  for (const ir::ExprId id : ir::reachableFrom(program, {root})) {
    const ir::ExprNode &node = program[id].node;
    if (const auto *param = std::get_if<ir::Param>(&node))
      names.insert(program.params[param->param].name);
    else if (const auto *extent = std::get_if<ir::Extent>(&node))
      names.insert("n" + program.axes[static_cast<std::size_t>(extent->axis)]);
    else if (const auto *scalar = std::get_if<ir::UniformRef>(&node))
      addNeeds(program, program.uniforms[scalar->uniform].value, names);
  }
}

void addTimestep(const ir::Program &program, Object &object) {
  object["timestep"] = nullptr;
  object["timestep_needs"] = nullptr;
  if (!program.timestep.valid())
    return;
  if (const std::optional<double> value = ir::foldLiteral(program, program.timestep))
    object["timestep"] = *value;
  std::set<std::string> names;
  addNeeds(program, program.timestep, names);
  Array list;
  for (const std::string &name : names)
    list.push_back(jsonText(name));
  object["timestep_needs"] = std::move(list);
}

static Array offsetJson(const ir::Program &program, const Offset &offset) {
  Array list;
  for (int axis = 0; axis < program.rank(); ++axis)
    list.push_back(offset[axis]);
  return list;
}

Array readsJson(const ir::Program &program, const analysis::Footprint &footprint,
                ir::FieldId field) {
  using Offsets = std::set<Offset, MemoryOrder>;
  std::map<analysis::FieldLevel, Offsets> fields;
  std::map<ir::ProfileId, Offsets> profiles;
  for (const ir::StageId id : program.stages.ids()) {
    const ir::Stage &stage = program.stages[id];
    if (stage.target != field)
      continue;
    for (const auto &[key, read] : footprint.stages.at(id).fieldLevels)
      fields[key].insert(read.offsets.begin(), read.offsets.end());
    for (const ir::ExprId value : ir::reachableFrom(program, {stage.value}))
      if (const auto *read = std::get_if<ir::ProfileRead>(&program[value].node))
        profiles[read->profile].insert(read->offset);
  }
  Array list;
  const auto add = [&](const std::string &name, int level, const Offsets &offsets) {
    Array all;
    for (const Offset &offset : offsets)
      all.push_back(offsetJson(program, offset));
    list.push_back(
        Object{{"field", jsonText(name)}, {"level", level}, {"offsets", std::move(all)}});
  };
  for (const auto &[key, offsets] : fields)
    add(program.fields[key.field].name, key.level, offsets);
  for (const auto &[profile, offsets] : profiles)
    add(program.profiles[profile].field.name, 0, offsets);
  return list;
}

Array halfCellsJson(const ir::Program &program, const ir::FieldDecl &field) {
  Array halves;
  for (int axis = 0; axis < program.rank(); ++axis)
    halves.push_back(field.halves[static_cast<std::size_t>(axis)]);
  return halves;
}

Array intermediatesJson(const ir::Program &program, const analysis::Footprint &footprint) {
  Array list;
  for (const ir::FieldId id : program.fields.ids())
    if (const ir::FieldDecl &field = program.fields[id]; field.isLocal)
      list.push_back(Object{{"name", jsonText(field.name)},
                            {"half_cells", halfCellsJson(program, field)},
                            {"reads", readsJson(program, footprint, id)}});
  return list;
}

/// Returns the number of points of a range along one axis. Returns `nullopt` if a bound is not
/// constant. The points are those that the runtime computes: first + i * by, up to `last`.
static std::optional<std::int64_t> countAlong(const ir::Program &program,
                                              const ir::PointsAlong &along) {
  if (along.first == along.last)
    return 1;
  const auto first = ir::foldLiteral(program, along.first),
             last = ir::foldLiteral(program, along.last), by = ir::foldLiteral(program, along.by);
  if (!first || !last || !by || !(*first <= *last) || !(*by > 0))
    return std::nullopt;
  constexpr double kMost = 1e15; // counts are exact, and no run has more points
  double number = std::floor((*last - *first) / *by);
  if (!(number < kMost))
    return std::nullopt;
  while (number > 0 && *first + number * *by > *last)
    --number;
  while (*first + (number + 1) * *by <= *last)
    ++number;
  return static_cast<std::int64_t>(number) + 1;
}

Value pointCountJson(const ir::Program &program, const ir::PointsDecl &points) {
  if (!points.file.empty())
    return nullptr;
  std::int64_t count = 1;
  for (int axis = 0; axis < program.rank(); ++axis) {
    const auto along = countAlong(program, points.along[static_cast<std::size_t>(axis)]);
    if (!along || *along > INT64_MAX / count)
      return nullptr;
    count *= *along;
  }
  return count;
}

} // namespace stencilc::interface
