/// \file One pass of a program as emission sees it.
#include "emit/Pass.h"
#include "emit/Spelling.h"
#include "emit/Statements.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

static bool covers(const Reach &outer, const Reach &inner) {
  Reach joined = outer;
  joined.include(inner);
  return joined == outer;
}

PassInfo::PassInfo(const ContextState &state, std::size_t index)
    : index(index), stages(state.facts.dependence.passes[index].stages),
      plan(state.plan.passes[index]), suffix(state.names.passes[index]) {
  const ir::Program &program = state.program();
  std::set<ir::FieldId> written;
  for (ir::StageId id : stages) {
    const ir::Stage &stage = program.stages[id];
    for (const auto &[stream, footprint] : state.facts.footprint.stages.at(id).streams) {
      if (stream.level == 1 && written.count(stream.field))
        continue;
      analysis::StreamFootprint &all = streams[stream];
      all.offsets.insert(footprint.offsets.begin(), footprint.offsets.end());
      all.reach.include(footprint.reach);
      reach.include(footprint.reach);
    }
    if (!stage.rim.isZero())
      streams[{stage.target, 0}].offsets.insert(Offset());
    margin.include(stage.rim);
    written.insert(stage.target);
  }
  margin.include(reach);
  const Reach &rim = program.stages[stages[0]].rim;
  if (!rim.isZero() &&
      llvm::all_of(stages, [&](ir::StageId id) { return program.stages[id].rim == rim; }))
    commonRim = rim;
  leavesGrid = !covers(commonRim.value_or(Reach()), reach);

  for (ir::StageId id : stages) {
    if (id != stages.front())
      title += id == stages.back() ? " and " : ", ";
    title += program.fields[program.stages[id].target].name;
  }
  // One pair of constants serves all passes that agree on the values.
  const plan::PassPlan &first = state.plan.passes[0];
  const bool isShared = llvm::all_of(state.plan.passes, [&](const plan::PassPlan &other) {
    return other.cellsPerThread == first.cellsPerThread &&
           (other.isStaged() || other.planesPerChunk == first.planesPerChunk);
  });
  const std::string end =
      isShared ? "" : state.names.capitals[program.stages[stages[0]].target.index];
  cells = "kCells" + end;
  planes = (program.rank() == 2 ? "kRows" : "kPlanes") + end;
}

bool PassInfo::isForwarded(const ir::Read &read) const {
  return read.level == 1 && !streams.count({read.field, read.level});
}

std::string PassInfo::newName(const ContextState &state, ir::StageId stage) const {
  return stages.size() == 1 ? "next"
                            : state.names.view(state.program().stages[stage].target, 0) + "_new";
}

std::string PassInfo::rowName(const ContextState &state, const analysis::Stream &stream,
                              Offset offset) {
  std::string tail;
  for (int axis = 1; axis < kMaxAxes; ++axis)
    if (offset[axis])
      tail += std::string(axisName(axis)) + (offset[axis] < 0 ? "m" : "p") +
              std::to_string(std::abs(offset[axis]));
  return state.names.view(stream.field, stream.level) + "_" + (tail.empty() ? "c" : tail);
}

static std::string keptName(const ContextState &state, const PassInfo &pass, ir::FieldId target) {
  return pass.commonRim ? "kept" : state.names.view(target, 0) + "_kept";
}

std::vector<PassInfo::KeptCells> PassInfo::keptCells(const ContextState &state) const {
  std::vector<KeptCells> list;
  for (ir::StageId id : stages) {
    const ir::Stage &stage = state.program().stages[id];
    if (stage.rim.isZero() || (commonRim && !list.empty()))
      continue;
    const std::string rimName = commonRim ? "rim" : state.names.view(stage.target, 0) + "_rim";
    list.push_back({keptName(state, *this, stage.target), rimName, stage.rim});
  }
  return list;
}

Array keptContext(const ContextState &state, const PassInfo &pass, const std::string &x) {
  Array list;
  for (const PassInfo::KeptCells &cells : pass.keptCells(state))
    list.push_back(
        Object{{"name", cells.name}, {"condition", outsideCondition(state.rank(), cells.rim, x)}});
  return list;
}

Array stagesContext(ContextState &state, const PassInfo &pass, const CellText &cell) {
  const ir::Program &program = state.program();
  LeafText leaves;
  leaves.isHost = state.plan.target.kind == plan::TargetKind::Cpu;
  leaves.read = [&](const ir::Read &read) {
    if (!pass.isForwarded(read))
      return cell.read(read);
    for (ir::StageId id : pass.stages)
      if (program.stages[id].target == read.field)
        return pass.newName(state, id) + cell.forwardedIndex;
    llvm_unreachable("a forwarded value is written by a stage of the pass");
  };
  leaves.position = [&](int axis) { return axis == 0 ? cell.x : axisName(axis); };
  leaves.extent = [](int axis) { return std::string("g.n") + axisName(axis); };
  leaves.uniform = [&](ir::UniformId id) {
    return state.names.uniforms + "." + state.names.members[id.index];
  };
  if (cell.numbers)
    leaves.constant = [&cell](double value, ir::ScalarType type) {
      return numberText(*cell.numbers, value, type);
    };
  std::vector<ir::ExprId> roots;
  for (ir::StageId id : pass.stages)
    roots.push_back(program.stages[id].value);
  Names scope = state.names.scope;
  ExprPrinter printer(program, roots, leaves, scope, state.functions);

  Array list;
  for (ir::StageId id : pass.stages) {
    const ir::Stage &stage = program.stages[id];
    const Printed printed = printer.print(stage.value);
    Array statements;
    appendStatements(statements, printed.statements);
    Object item{
        {"comment", commentLines(inComment(program.sourceName) + ":" + std::to_string(stage.line) +
                                 ": " + stage.source)},
        {"statements", std::move(statements)},
        {"value", printed.value},
        {"type", typeName(program.fields[stage.target].storage)},
        {"target", state.names.view(stage.target, 1)},
        {"new", pass.newName(state, id)},
        {"row", pass.stages.size() == 1 ? "next" : state.names.view(stage.target, 0) + "_row"},
        {"several", pass.stages.size() > 1},
        {"updated",
         pass.stages.size() == 1 ? "updated" : state.names.view(stage.target, 0) + "_updated"},
        {"kept", false},
    };
    if (cell.choosesKept && !stage.rim.isZero())
      item["kept"] = Object{{"name", keptName(state, pass, stage.target)},
                            {"old", cell.read({stage.target, 0, Offset()})}};
    list.push_back(std::move(item));
  }
  return list;
}

} // namespace stencilc::emit
