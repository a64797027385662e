/// \file The context's part about passes: arguments, shape, and the stages in the form the schedule
/// needs.
#include "emit/Pass.h"
#include "emit/Spelling.h"
#include "plan/LaunchGrid.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

static Array streamList(const ContextState &state, const PassInfo &pass) {
  Array list;
  for (const auto &[stream, footprint] : pass.streams)
    list.push_back(Object{
        {"name", state.names.view(stream.field, stream.level)},
        {"type", typeName(state.program().fields[stream.field].storage)},
        {"field", stream.field.index},
        {"level", stream.level},
    });
  return list;
}

static Array targetList(const ContextState &state, const PassInfo &pass) {
  Array list;
  for (ir::StageId id : pass.stages) {
    const ir::FieldId field = state.program().stages[id].target;
    list.push_back(Object{
        {"name", state.names.view(field, 1)},
        {"old", state.names.view(field, 0)},
        {"type", typeName(state.program().fields[field].storage)},
        {"field", field.index},
        {"older", false},
    });
  }
  return list;
}

/// Functions that read a displaced cell, for the streams whose reads may leave the grid.
static Array accessorList(ContextState &state, const PassInfo &pass) {
  Array list;
  for (const auto &[stream, footprint] : pass.streams) {
    if (footprint.reach.isZero())
      continue;
    list.push_back(accessorContext(state, stream, list.empty()));
  }
  return list;
}

static bool usesUniforms(const ContextState &state, const PassInfo &pass) {
  for (const auto &[stream, footprint] : pass.streams)
    if ((pass.leavesGrid || pass.plan.bringsAll()) && boundaryUsesUniforms(state, stream.field))
      return true;
  for (ir::StageId id : pass.stages)
    if (ir::contains<ir::UniformRef>(state.program(), state.program().stages[id].value))
      return true;
  return false;
}

static std::string displacement(int rank, Offset offset) {
  std::string text;
  for (int axis = 0; axis < rank; ++axis)
    text += (axis ? ", " : "") + std::to_string(offset[axis]);
  return text;
}

/// The stages for one cell at a time, read through accessors where reads may leave the grid.
static Array cellStages(ContextState &state, const PassInfo &pass) {
  CellText cell;
  cell.choosesKept = !pass.commonRim;
  cell.read = [&](const ir::Read &read) {
    const std::string view = state.names.view(read.field, read.level);
    if (pass.leavesGrid && !pass.streams.at({read.field, read.level}).reach.isZero())
      return view + "_at(" + displacement(state.rank(), read.offset) + ")";
    return view + "(" + state.cellAt(read.offset) + ")";
  };
  return stagesContext(state, pass, cell);
}

/// Blocks of a launch along each axis.
static Array blockList(const ContextState &state, const PassInfo &pass) {
  Array list;
  for (int axis = 0; axis < state.rank(); ++axis) {
    const bool isSwept = axis == pass.plan.sweepAxis;
    std::string cells = isSwept ? pass.planes : std::to_string(pass.plan.block[axis]);
    if (isSwept && pass.plan.isStaged())
      cells = "planes";
    if (axis == 0 && pass.plan.sweepAxis >= 0)
      cells += " * " + pass.cells;
    if (pass.plan.isTile)
      cells = std::to_string(plan::cellsOfBlock(pass.plan, axis));
    if (axis == 1 && !isSwept && pass.plan.isStaged())
      cells += " * kRows";
    const bool isPart = state.plan.streamed && axis == state.rank() - 1;
    list.push_back(
        Object{{"extent", isPart ? "s.planes().count()" : std::string("g.n") + axisName(axis)},
               {"cells", cells},
               {"isOne", cells == "1"},
               {"isSwept", isSwept},
               {"first", axis == 0}});
  }
  return list;
}

static std::string threadsText(const ContextState &state, const plan::PassPlan &plan) {
  std::string text = std::to_string(plan.block[0]);
  for (int axis = 1; axis < state.rank(); ++axis)
    text += ", " + std::to_string(plan.block[axis]);
  return text;
}

/// "256, 4": threads of a block, and blocks per multiprocessor where the plan counts on them.
static std::string launchBounds(const plan::PassPlan &plan) {
  std::string bounds = std::to_string(plan.block[0] * plan.block[1] * plan.block[2]);
  if (plan.residentBlocks > 1)
    bounds += ", " + std::to_string(plan.residentBlocks);
  return bounds;
}

/// Whether the kernel gets constants as parameters: sweeps, whose updates are many a thread.
static bool takesNumbers(const ContextState &state, const PassInfo &pass) {
  return state.plan.target.kind == plan::TargetKind::Cuda && pass.plan.sweepAxis >= 0 &&
         !numberNames(state.program(), pass.stages).empty();
}

static Object passContext(ContextState &state, const PassInfo &pass) {
  const plan::PassPlan &plan = pass.plan;
  const int last = state.rank() - 1;
  Array accessors = pass.leavesGrid ? accessorList(state, pass) : Array();
  Object item{
      {"index", pass.index},
      {"suffix", pass.suffix},
      {"title", pass.title},
      {"usesUniforms", usesUniforms(state, pass)},
      {"hasNumbers", takesNumbers(state, pass)},
      {"streaming", plan.streamingStores ? "Streaming" : ""},
      {"streams", streamList(state, pass)},
      {"targets", targetList(state, pass)},
      {"cells", pass.cells},
      {"planes", pass.planes},
      {"block", threadsText(state, plan)},
      {"blocks", blockList(state, pass)},
      {"threads", plan.block[0] * plan.block[1] * plan.block[2]},
      {"launchBounds", launchBounds(plan)},
      {"sharedBytes", plan.sharedBytes},
      {"several", state.facts.dependence.passes.size() > 1},
      {"hasEdges", !pass.margin.isZero()},
      {"leavesGrid", pass.leavesGrid},
      {"accessors", std::move(accessors)},
      {"inside", insideCondition(0, last, pass.margin)},
      {"keptFirst", false},
      {"kept", pass.commonRim ? Array() : keptContext(state, pass, "x")},
      {"stages", cellStages(state, pass)},
  };
  if (pass.commonRim) {
    item["keptFirst"] = Object{{"condition", outsideCondition(state.rank(), *pass.commonRim)}};
    // What is left of the margin once the kept cells are gone.
    Reach rest = pass.reach;
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      rest.low[axis] = rest.low[axis] > pass.commonRim->low[axis] ? rest.low[axis] : 0;
      rest.high[axis] = rest.high[axis] > pass.commonRim->high[axis] ? rest.high[axis] : 0;
    }
    item["inside"] = insideCondition(0, last, rest);
  }
  item["sweep"] = false;
  item["rows"] = false;
  item["staged"] = false;
  item["tile"] = false;
  item["isColumn"] = !plan.isStaged();
  if (state.plan.target.kind == plan::TargetKind::Cpu)
    item["rows"] = rowsContext(state, pass);
  else if (plan.isStaged())
    item["staged"] = stagingContext(state, pass);
  else if (plan.isTile)
    item["tile"] = tileContext(state, pass);
  else if (plan.sweepAxis >= 0)
    item["sweep"] = sweepContext(state, pass);
  return item;
}

Array constantsContext(ContextState &state) {
  Array list;
  std::set<std::string> known;
  for (std::size_t index = 0; index < state.plan.passes.size(); ++index) {
    const PassInfo pass(state, index);
    if ((pass.plan.sweepAxis < 0 && !pass.plan.isTile) || !known.insert(pass.cells).second)
      continue;
    if (pass.plan.isTile) {
      if (state.rank() == 2) {
        list.push_back(Object{{"name", pass.cells},
                              {"value", pass.plan.cellsPerThread},
                              {"comment", "cells of a row per thread"}});
        list.push_back(Object{
            {"name", "kRows"}, {"value", pass.plan.rowsPerThread}, {"comment", "rows per thread"}});
      }
      continue;
    }
    list.push_back(Object{{"name", pass.cells},
                          {"value", pass.plan.cellsPerThread},
                          {"comment", "cells of a row per thread"}});
    if (pass.plan.isStaged()) {
      if (state.rank() == 3)
        list.push_back(Object{
            {"name", "kRows"}, {"value", pass.plan.rowsPerThread}, {"comment", "rows per thread"}});
      list.push_back(Object{{"name", "kAhead"},
                            {"value", pass.plan.ahead},
                            {"comment", state.rank() == 3 ? "planes on their way to shared memory"
                                                          : "rows on their way to shared memory"}});
      continue;
    }
    list.push_back(Object{
        {"name", pass.planes},
        {"value", pass.plan.planesPerChunk},
        {"comment", state.rank() == 3 ? "planes per block along z" : "rows per block along y"}});
  }
  return list;
}

Array passesContext(ContextState &state) {
  Array passes;
  for (std::size_t index = 0; index < state.facts.dependence.passes.size(); ++index)
    passes.push_back(passContext(state, PassInfo(state, index)));
  return passes;
}

} // namespace stencilc::emit
