/// \file Replaces grid sizes in kernels by values that the host computes.
#include "sema/values/HostSizes.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "sema/canonical/Rebuild.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace stencilc::sema {

using namespace ir;

namespace {

class Sizes {
public:
  explicit Sizes(Program program) : program(std::move(program)) {
    for (Stage &stage : this->program.stages)
      roots.push_back(&stage.value);
    for (Reduction &reduction : this->program.reductions)
      roots.push_back(&reduction.value);
    for (FieldDecl &field : this->program.fields)
      for (auto &faces : field.boundary)
        for (Boundary &face : faces)
          if (face.value.valid())
            roots.push_back(&face.value);
    for (int axis = 0; axis < kMaxAxes; ++axis)
      isMeant[axis] = mayBeCut(axis) && !isAnywhere<Position>(axis) && isAnywhere<Extent>(axis);
  }

  Program run() {
    if (!llvm::is_contained(isMeant, true))
      return std::move(program);
    {
      Builder builder(program);
      for (ExprId *root : roots)
        *root = replaced(builder, *root);
    }
    return compact(std::move(program));
  }

private:
  bool mayBeCut(int axis) const {
    return (axis == program.lastAxis() && llvm::any_of(program.fields,
                                                       [&](const FieldDecl &field) {
                                                         return field.boundary[axis][0].kind ==
                                                                BoundaryKind::Periodic;
                                                       })) ||
           (axis == 1 && program.rank() == 3);
  }
  template <class Node> bool isAnywhere(int axis) const {
    return llvm::any_of(roots, [&](const ExprId *root) {
      return contains<Node>(program, *root, [&](const Node &node) { return node.axis == axis; });
    });
  }

  ExprId replaced(Builder &builder, ExprId root) {
    for (const ExprId id : reachableFrom(program, {root}))
      if (!done.contains(id)) {
        const ExprId result = rebuilt(builder, id);
        done.emplace(id, result);
        if (const auto name = program.exprNames.find(id);
            result != id && name != program.exprNames.end() && !isLeaf(program[result].node))
          program.exprNames.try_emplace(result, name->second);
      }
    return done.at(root);
  }

  ExprId rebuilt(Builder &builder, ExprId id) {
    const ExprNode node = program[id].node; // a copy: building moves the pool
    const ScalarType type = program[id].type;
    if (const auto *extent = std::get_if<Extent>(&node); extent && isMeant[extent->axis])
      return builder.uniform(builder.extent(extent->axis, ScalarType::F64), type,
                             "n" + program.axes[extent->axis]);
    return rebuiltWith(builder, node, type, id, [&](ExprId operand) { return done.at(operand); });
  }

  Program program;
  std::vector<ExprId *> roots; // in the program
  std::array<bool, kMaxAxes> isMeant{};
  std::map<ExprId, ExprId> done;
};

} // namespace

Program takeSizesFromHost(Program program) { return Sizes(std::move(program)).run(); }

} // namespace stencilc::sema
