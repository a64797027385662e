/// \file Visits or replaces every array access of a step.
#include "lift/MapCells.h"
#include "lift/grid/Fields.h"

namespace stencilc::lift {

void forAllCells(const Step &step, const std::function<void(const ArrayRead &)> &use) {
  const auto look = [&](const Value &value) {
    forAllNodes(step, value, [&](const Node &node) {
      if (node.kind == Node::Read)
        use(node.read);
    });
  };
  for (const Write &write : step.writes) {
    use(write.cell);
    look(write.value);
  }
  for (const Reduction &reduction : step.reductions)
    look(reduction.value);
}

void mapCells(Step &step,
              const std::function<ArrayRead(const ArrayRead &, llvm::SMLoc place)> &change) {
  std::map<const Node *, Value> done;
  const std::function<Value(const Value &)> rebuild = [&](const Value &value) -> Value {
    if (!value)
      return value;
    if (const auto found = done.find(value.get()); found != done.end())
      return found->second;
    Node node = *value;
    for (Value &operand : node.operands)
      operand = rebuild(operand);
    if (node.kind == Node::Read)
      node.read = change(node.read, node.place);
    return done[value.get()] = std::make_shared<const Node>(std::move(node));
  };
  std::vector<Value> old; // `done` refers to these nodes
  for (Write &write : step.writes) {
    write.cell = change(write.cell, write.place);
    old.push_back(write.value);
    write.value = rebuild(write.value);
  }
  for (Local &local : step.locals) {
    old.push_back(local.value);
    local.value = rebuild(local.value);
  }
  for (Reduction &reduction : step.reductions) {
    old.push_back(reduction.value);
    reduction.value = rebuild(reduction.value);
  }
}

} // namespace stencilc::lift
