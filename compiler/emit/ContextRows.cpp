/// \file The context of the CPU's inner loop: a pointer for each row of cells the update reads.
#include "emit/Pass.h"
#include "emit/Spelling.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;

Object rowsContext(ContextState &state, const PassInfo &pass) {
  Array pointers;
  for (const auto &[stream, footprint] : pass.streams) {
    std::set<Offset, StreamOrder> rows;
    for (Offset offset : footprint.offsets) {
      offset[0] = 0;
      rows.insert(offset);
    }
    std::string at;
    for (Offset row : rows) {
      at = "0";
      for (int axis = 1; axis < state.rank(); ++axis)
        at += ", " + displaced(axisName(axis), row[axis]);
      pointers.push_back(Object{
          {"name", PassInfo::rowName(state, stream, row)},
          {"type", typeName(state.program().fields[stream.field].storage)},
          {"view", state.names.view(stream.field, stream.level)},
          {"at", at},
      });
    }
  }
  CellText cell;
  cell.read = [&](const ir::Read &read) {
    return PassInfo::rowName(state, {read.field, read.level}, read.offset) + "[" +
           displaced("x", read.offset[0]) + "]";
  };
  const std::string inside = insideCondition(1, state.rank() - 1, pass.margin);
  return Object{
      {"pointers", std::move(pointers)},
      {"stages", stagesContext(state, pass, cell)},
      {"low", pass.margin.low[0]},
      {"high", pass.margin.high[0]},
      {"hasLow", pass.margin.low[0] > 0},
      {"hasHigh", pass.margin.high[0] > 0},
      {"end", displaced("g.nx", -pass.margin.high[0])},
      {"inside", inside.empty() ? llvm::json::Value(false)
                                : llvm::json::Value(Object{{"condition", inside}})},
      {"blocked", pass.plan.block[1] > 0},
      {"blockRows", pass.plan.block[1]},
  };
}

} // namespace stencilc::emit
