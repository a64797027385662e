/// \file Functions of the host in emitted code: how their expressions are spelt.
#pragma once

#include "emit/Context.h"
#include "emit/ExprPrinter.h"

namespace stencilc::emit {

/// Statements whose temporaries belong to one function; also notes which arguments it uses.
struct HostFunction {
  HostFunction(ContextState &state, std::vector<ir::ExprId> roots)
      : state(state), scope(state.names.around.frame),
        printer(state.program(), std::move(roots), leaves(), scope, state.functions) {
    for (const std::string &name : state.names.parameters)
      scope.claim(name);
  }
  LeafText leaves() {
    LeafText text;
    text.isHost = true;
    text.param = [this](ir::ParamId id) {
      params.insert(id);
      return state.names.parameters[id.index];
    };
    text.extent = [this](int axis) {
      usesGrid = true;
      return std::string("g.n") + axisName(axis);
    };
    text.position = [this](int axis) {
      positions.insert(axis);
      return axisName(axis);
    };
    text.reduced = [](ir::ReductionId id) { return "reduced[" + std::to_string(id.index) + "]"; };
    text.random = [this](std::uint64_t seed) {
      usesIndex = usesGrid = true;
      for (int axis = 0; axis < state.rank(); ++axis)
        positions.insert(axis);
      return "random01(" + std::to_string(seed) + ", index)";
    };
    return text;
  }
  /// `const double d = parameters[0];` for each parameter used.
  llvm::json::Array parameters() const {
    llvm::json::Array list;
    for (ir::ParamId id : params)
      list.push_back(
          llvm::json::Object{{"name", state.names.parameters[id.index]}, {"index", id.index}});
    return list;
  }

  ContextState &state;
  Names scope;
  std::set<ir::ParamId> params;
  std::set<int> positions;
  bool usesGrid = false, usesIndex = false;
  ExprPrinter printer;
};

} // namespace stencilc::emit
