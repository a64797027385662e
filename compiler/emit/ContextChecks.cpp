/// \file The context's part about reports and rules: the pass over the cells that each number of
/// steps needs, and what the host makes of the results.
#include "emit/HostFunction.h"
#include "emit/Spelling.h"
#include "emit/Statements.h"
#include "ir/Names.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

namespace {

/// What is due after the same steps: reductions that share one pass.
struct Group {
  std::int64_t every;
  std::set<ir::ReductionId> reductions;
};

std::set<ir::ReductionId> reductionsOf(const ir::Program &program, ir::ExprId value) {
  std::set<ir::ReductionId> found;
  for (ir::ExprId id : ir::reachableFrom(program, {value}))
    if (const auto *reduced = std::get_if<ir::Reduced>(&program[id].node))
      found.insert(reduced->reduction);
  return found;
}

std::vector<Group> groupsOf(const ir::Program &program) {
  std::map<std::int64_t, std::set<ir::ReductionId>> byEvery;
  for (const ir::Report &report : program.reports)
    byEvery[report.every].merge(reductionsOf(program, report.value));
  for (const ir::Rule &rule : program.rules)
    byEvery[rule.every].merge(reductionsOf(program, rule.condition));
  std::vector<Group> groups;
  for (auto &[every, reductions] : byEvery)
    groups.push_back({every, std::move(reductions)});
  return groups;
}

std::string stepsText(std::int64_t every) {
  return every == 1 ? "step" : std::to_string(every) + " steps";
}

std::string kindText(ir::ReductionKind kind) {
  std::string name = ir::toString(kind);
  name.front() = llvm::toUpper(name.front());
  return "stencilc::Reduce::" + name;
}

/// The pass over the cells of one group.
class GroupContext {
public:
  GroupContext(ContextState &state, const Group &group) : state(state), group(group) {
    for (ir::ReductionId id : group.reductions)
      for (const auto &[stream, footprint] : state.facts.footprint.reductions.at(id).streams) {
        streams[stream].offsets.insert(footprint.offsets.begin(), footprint.offsets.end());
        streams[stream].reach.include(footprint.reach);
        margin.include(footprint.reach);
      }
  }

  Object make() {
    Array values = valueList(), accessors = accessorList();
    std::vector<std::string> kinds, ids;
    for (ir::ReductionId id : group.reductions) {
      kinds.push_back(kindText(state.program().reductions[id].kind));
      ids.push_back(std::to_string(id.index));
    }
    std::string parameters = "int x";
    for (int axis = 1; axis < kMaxAxes; ++axis)
      parameters += axis < state.rank() ? std::string(", int ") + axisName(axis) : ", int";
    return Object{
        {"every", group.every},
        {"steps", stepsText(group.every)},
        {"kinds", llvm::join(kinds, ", ")},
        {"ids", llvm::join(ids, ", ")},
        {"count", group.reductions.size()},
        {"single", needsSingleStep() ? "true" : "false"},
        {"width", width()},
        {"cellParameters", parameters},
        {"streams", streamList()},
        {"loads", loadList()},
        {"accessors", std::move(accessors)},
        {"leavesGrid", !margin.isZero()},
        {"inside", insideText()},
        {"usesUniforms", usesUniforms()},
        {"usesGrid", usesGrid || !margin.isZero()},
        {"values", std::move(values)},
    };
  }

private:
  const ir::FieldDecl &fieldOf(const analysis::Stream &stream) const {
    return state.program().fields[stream.field];
  }
  /// Its cell alone is read, so that several cells come by one access.
  static bool isCentre(const analysis::StreamFootprint &footprint) {
    return footprint.reach.isZero();
  }

  /// Cells of a row per thread: 16 bytes of the narrowest field.
  int width() const {
    for (const auto &[stream, footprint] : streams)
      if (fieldOf(stream).storage == ir::ScalarType::F32)
        return 4;
    return 2;
  }

  /// Whether a level is read that only a step by itself leaves: the oldest, which users no longer
  /// see after it.
  bool needsSingleStep() const {
    for (const auto &[stream, footprint] : streams)
      if (state.facts.dependence.buffers.at(stream.field) > 1 &&
          stream.level == 1 - fieldOf(stream).levels)
        return true;
    return false;
  }

  Array streamList() const {
    Array list;
    for (const auto &[stream, footprint] : streams)
      list.push_back(Object{
          {"name", state.names.view(stream.field, stream.level)},
          {"type", typeName(fieldOf(stream).storage)},
          {"field", stream.field.index},
          {"level", stream.level},
      });
    return list;
  }

  Array loadList() const {
    Array list;
    for (const auto &[stream, footprint] : streams)
      if (isCentre(footprint))
        list.push_back(Object{
            {"name", state.names.view(stream.field, stream.level) + "_here"},
            {"view", state.names.view(stream.field, stream.level)},
            {"type", typeName(fieldOf(stream).storage)},
        });
    return list;
  }

  Array accessorList() {
    Array list;
    for (const auto &[stream, footprint] : streams) {
      if (isCentre(footprint))
        continue;
      list.push_back(accessorContext(state, stream, list.empty()));
    }
    return list;
  }

  /// None of the cells' reads leaves the grid.
  std::string insideText() const {
    Reach others = margin;
    others.low[0] = others.high[0] = 0;
    std::vector<std::string> parts;
    if (margin.low[0])
      parts.push_back("x >= " + std::to_string(margin.low[0]));
    if (margin.high[0])
      parts.push_back("x + width <= " + displaced("g.nx", -margin.high[0]));
    if (const std::string rest = insideCondition(0, state.rank() - 1, others); !rest.empty())
      parts.push_back(rest);
    return llvm::join(parts, " && ");
  }

  bool usesUniforms() const {
    for (const auto &[stream, footprint] : streams)
      if (!isCentre(footprint) && boundaryUsesUniforms(state, stream.field))
        return true;
    for (ir::ReductionId id : group.reductions)
      if (ir::contains<ir::UniformRef>(state.program(), state.program().reductions[id].value))
        return true;
    return false;
  }

  LeafText leaves() {
    LeafText text;
    text.read = [this](const ir::Read &read) {
      const std::string view = state.names.view(read.field, read.level);
      if (isCentre(streams.at({read.field, read.level})))
        return view + "_here[i]";
      std::string at = displaced("i", read.offset[0]);
      for (int axis = 1; axis < state.rank(); ++axis)
        at += ", " + std::to_string(read.offset[axis]);
      return view + "_at(" + at + ")";
    };
    text.position = [](int axis) { return axis == 0 ? std::string("x + i") : axisName(axis); };
    text.extent = [this](int axis) {
      usesGrid = true;
      return std::string("g.n") + axisName(axis);
    };
    text.uniform = [this](ir::UniformId id) {
      return state.names.uniforms + "." + state.names.members[id.index];
    };
    return text;
  }

  Array valueList() {
    const ir::Program &program = state.program();
    std::vector<ir::ExprId> roots;
    for (ir::ReductionId id : group.reductions)
      roots.push_back(program.reductions[id].value);
    Names scope = state.names.checks;
    ExprPrinter printer(program, roots, leaves(), scope, state.functions);
    Array list;
    for (ir::ReductionId id : group.reductions) {
      const ir::Reduction &reduction = program.reductions[id];
      const Printed printed = printer.print(reduction.value);
      Array statements;
      appendStatements(statements, printed.statements);
      Object item{
          {"index", list.size()},
          {"comment", commentLines(inComment(program.sourceName) + ":" +
                                   std::to_string(reduction.line) + ": " + reduction.source)},
          {"kind", kindText(reduction.kind)},
          {"statements", std::move(statements)},
          {"value", printed.value},
          {"kept", false},
      };
      if (!reduction.rim.isZero()) {
        usesGrid = true;
        item["kept"] =
            Object{{"condition", outsideCondition(state.rank(), reduction.rim, "x + i")}};
      }
      list.push_back(std::move(item));
    }
    return list;
  }

  ContextState &state;
  const Group &group;
  std::map<analysis::Stream, analysis::StreamFootprint> streams;
  Reach margin;
  bool usesGrid = false;
};

/// Reports or rules as cases of a function of the host; what they use is noted in the flags.
struct HostCases {
  ContextState &state;
  Array cases = {};
  bool usesParameters = false, usesGrid = false;

  void add(ir::ExprId value, std::int64_t every, const std::string &source,
           const std::string &name) {
    HostFunction host(state, {value});
    const Printed printed = host.printer.print(value);
    Array statements;
    appendStatements(statements, printed.statements);
    usesParameters |= !host.params.empty();
    usesGrid |= host.usesGrid;
    cases.push_back(Object{
        {"index", cases.size()},
        {"name", quoted(name)},
        {"plainName", name},
        {"text", quoted(source)},
        {"plainText", source},
        {"every", every},
        {"steps", stepsText(every)},
        {"needsBlock", !statements.empty() || !host.params.empty()},
        {"parameters", host.parameters()},
        {"statements", std::move(statements)},
        {"value", printed.value},
    });
  }
};

} // namespace

llvm::json::Value checksContext(ContextState &state) {
  const ir::Program &program = state.program();
  if (!program.hasChecks())
    return false;
  Array groups;
  const std::vector<Group> all = groupsOf(program);
  for (const Group &group : all)
    groups.push_back(GroupContext(state, group).make());
  HostCases reports{state}, rules{state};
  for (const ir::Report &report : program.reports)
    reports.add(report.value, report.every, report.source, report.name);
  for (const ir::Rule &rule : program.rules)
    rules.add(rule.condition, rule.every, rule.source, "");
  std::vector<std::string> kinds;
  for (const ir::Reduction &reduction : program.reductions)
    kinds.push_back(kindText(reduction.kind));
  return Object{
      {"groups", std::move(groups)},
      {"checkCount", all.size()},
      {"reductions", llvm::join(kinds, ", ")},
      {"reductionCount", program.reductions.size()},
      {"hasReports", !program.reports.empty()},
      {"reportCount", program.reports.size()},
      {"usesParameters", reports.usesParameters},
      {"usesGrid", reports.usesGrid},
      {"reports", std::move(reports.cases)},
      {"hasRules", !program.rules.empty()},
      {"ruleCount", program.rules.size()},
      {"rulesUseParameters", rules.usesParameters},
      {"rulesUseGrid", rules.usesGrid},
      {"rules", std::move(rules.cases)},
  };
}

} // namespace stencilc::emit
