/// \file Programs built by hand in a few lines, for tests of what comes after sema.
#pragma once

#include "ir/Builder.h"
#include "ir/Program.h"
#include "ir/interpreter/Interpreter.h"
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::test {

using namespace ir;

/// A program and its builder. All fields and constants are of one type unless said otherwise.
struct Draft {
  explicit Draft(int rank, ScalarType type = ScalarType::F64) : type(type) {
    for (const char *axis : {"x", "y", "z"})
      if (program.rank() < rank)
        program.axes.emplace_back(axis);
    program.name = "draft";
    program.sourceName = "draft.stencil";
    program.storage = program.compute = type;
  }
  Draft(const Draft &) = delete;

  FieldId field(const std::string &name, BoundaryKind kind = BoundaryKind::Periodic,
                int levels = 1) {
    FieldDecl decl;
    decl.name = name;
    decl.levels = levels;
    decl.storage = type;
    for (auto &faces : decl.boundary)
      for (Boundary &face : faces)
        face.kind = kind;
    return program.fields.add(decl);
  }
  FieldId fixedField(const std::string &name, double value) {
    const FieldId id = field(name, BoundaryKind::Fixed);
    for (auto &faces : program.fields[id].boundary)
      for (Boundary &face : faces)
        face.value = number(value);
    return id;
  }
  void face(FieldId id, int axis, Side side, BoundaryKind kind, ExprId value = {}) {
    program.fields[id].boundary[axis][static_cast<int>(side)] = {kind, value};
  }
  ParamId param(const std::string &name, double value) {
    return program.params.add({name, value, std::nullopt, 0});
  }
  StageId stage(FieldId target, ExprId value, Reach frozen = {}) {
    return program.stages.add({target, value, frozen, 1, ""});
  }

  ExprId number(double value) { return b.constant(value, type); }
  ExprId read(FieldId id, Offset offset = {}, int level = 0) { return b.read(id, level, offset); }
  ExprId add(ExprId lhs, ExprId rhs) { return b.binary(BinaryOp::Add, lhs, rhs); }
  ExprId sub(ExprId lhs, ExprId rhs) { return b.binary(BinaryOp::Subtract, lhs, rhs); }
  ExprId mul(ExprId lhs, ExprId rhs) { return b.binary(BinaryOp::Multiply, lhs, rhs); }
  /// The parameter as a uniform of the program's type.
  ExprId uniform(ParamId id) { return b.uniform(b.param(id), type); }
  ExprId sum(FieldId id, std::initializer_list<Offset> offsets) {
    ExprId total;
    for (Offset offset : offsets)
      total = total.valid() ? add(total, read(id, offset)) : read(id, offset);
    return total;
  }

  ScalarType type;
  Program program;
  Builder b{program};
};

/// A state with given cells in every level of every field.
inline State stateOf(const Draft &draft, const Extents &extents,
                     std::initializer_list<std::vector<double>> cellsByField) {
  State state;
  auto cells = cellsByField.begin();
  for (const FieldDecl &field : draft.program.fields) {
    state.fields.emplace_back(field.levels, Grid{field.storage, extents, *cells});
    ++cells;
  }
  return state;
}

/// The cells of t after one step from `state`.
inline std::vector<double> stepped(const Draft &draft, const Extents &extents, State state,
                                   FieldId field = FieldId{0}) {
  interpretStep(draft.program, defaultSetup(draft.program, extents), state);
  return state.fields[field.index][0].cells;
}

} // namespace stencilc::test
