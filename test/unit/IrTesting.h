/// \file Small programs made by hand, for tests of the IR and of the passes over it.
#pragma once

#include "ir/Builder.h"
#include "ir/Printer.h"
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::ir::sketches {

/// A program with periodic fields in canonical arithmetic, and operators to write drafts with.
struct Sketch {
  explicit Sketch(std::vector<std::string> axes, std::vector<std::string> fields = {"T"},
                  ScalarType storage = ScalarType::F64, ScalarType compute = ScalarType::F64)
      : program(empty(std::move(axes), fields, storage, compute)), builder(program) {}

  static Program empty(std::vector<std::string> axes, const std::vector<std::string> &fields,
                       ScalarType storage, ScalarType compute) {
    Program program;
    program.name = "sketch";
    program.axes = std::move(axes);
    program.storage = storage;
    program.compute = compute;
    for (const std::string &name : fields) {
      FieldDecl field;
      field.name = name;
      field.storage = storage;
      for (int axis = 0; axis < program.rank(); ++axis)
        for (Boundary &face : field.boundary[axis])
          face.kind = BoundaryKind::Periodic;
      program.fields.add(field);
    }
    return program;
  }

  /// A uniform as a draft holds it: an f64 tree under the conversion to the compute type.
  ExprId number(double value) { return compute(builder.constant(value, ScalarType::F64)); }
  ExprId param(const std::string &name) {
    for (ParamId id : program.params.ids())
      if (program.params[id].name == name)
        return compute(builder.param(id));
    return compute(builder.param(program.params.add({name, 0.1, std::nullopt, 0})));
  }
  ExprId at(Offset offset, std::uint32_t field = 0, int level = 0) {
    return compute(builder.read(FieldId{field}, level, offset));
  }
  ExprId compute(ExprId value) { return builder.convert(value, program.compute); }

  ExprId add(ExprId a, ExprId b) { return both(BinaryOp::Add, a, b); }
  ExprId sub(ExprId a, ExprId b) { return both(BinaryOp::Subtract, a, b); }
  ExprId mul(ExprId a, ExprId b) { return both(BinaryOp::Multiply, a, b); }
  ExprId div(ExprId a, ExprId b) { return both(BinaryOp::Divide, a, b); }
  ExprId sum(const std::vector<ExprId> &terms) {
    ExprId total = terms.front();
    for (std::size_t i = 1; i < terms.size(); ++i)
      total = add(total, terms[i]);
    return total;
  }
  /// The field at the given displacements, summed in that order.
  ExprId sumAt(const std::vector<Offset> &offsets, std::uint32_t field = 0) {
    std::vector<ExprId> terms;
    for (const Offset &offset : offsets)
      terms.push_back(at(offset, field));
    return sum(terms);
  }

  /// field[t+1] = value.
  void update(ExprId value, std::uint32_t field = 0) {
    const ExprId stored = builder.convert(value, program.fields[FieldId{field}].storage);
    program.stages.add({FieldId{field}, stored, {}, 0, ""});
  }

  Program program;
  Builder builder;

private:
  /// Arithmetic on two uniforms is f64 under one conversion, as sema makes it.
  ExprId both(BinaryOp op, ExprId a, ExprId b) {
    if (builder.isUniform(a) && builder.isUniform(b))
      return compute(builder.binary(op, unrounded(a), unrounded(b)));
    return builder.binary(op, a, b);
  }
  ExprId unrounded(ExprId id) {
    const auto *conversion = std::get_if<Convert>(&program[id].node);
    return conversion ? conversion->operand : id;
  }
};

inline std::string text(const Program &program) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printProgram(program, out);
  return text;
}

/// The uniforms and stages of the printed program, without the declarations.
inline std::string bodyText(const Program &program) {
  std::string body;
  bool inStage = false;
  llvm::StringRef rest = text(program);
  const std::string all = rest.str();
  rest = all;
  while (!rest.empty()) {
    const auto [line, tail] = rest.split('\n');
    inStage |= line.starts_with("stage");
    if (inStage || line.starts_with("uniform"))
      body += line.str() + "\n";
    rest = tail;
  }
  return body;
}

} // namespace stencilc::ir::sketches
