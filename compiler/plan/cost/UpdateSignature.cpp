/// \file Hash of the update expressions of a program, by which the registers of kernels are found
/// in the built-in table of measured compilations.
#include "plan/cost/UpdateSignature.h"
#include "ir/Walk.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <map>

namespace stencilc::plan {

namespace {

/// Prints those properties of a program that determine its kernels, as text to be hashed. Names and
/// the values of constants are left out.
class SignatureWriter {
public:
  explicit SignatureWriter(const analysis::Facts &facts)
      : facts(facts), program(facts.program), out(text) {}

  std::string run() {
    out << program.rank() << ' ' << static_cast<int>(program.compute) << '\n';
    for (const ir::FieldId id : program.fields.ids())
      field(id);
    for (const analysis::Kernel &kernel : facts.dependence.kernels) {
      out << "kernel " << kernel.times << '\n';
      for (const ir::StageId id : kernel.stages)
        stage(program.stages[id]);
    }
    out << program.points.size() << ' ' << ir::receivedFields(program).size();
    return std::move(text);
  }

private:
  void field(ir::FieldId id) {
    const ir::FieldDecl &decl = program.fields[id];
    out << static_cast<int>(decl.storage) << ' ' << decl.levels << ' ' << decl.isConstant
        << decl.isLocal;
    for (int axis = 0; axis < program.rank(); ++axis) {
      out << ' ' << decl.shorter[axis] << decl.halves[axis];
      for (const analysis::Face &each : facts.faces[id].faces[axis])
        face(each);
    }
    out << '\n';
  }

  void face(const analysis::Face &face) {
    out << ' ' << face.beyond.index() << face.reach;
    if (const auto map = face.map())
      out << static_cast<int>(*map);
    if (const analysis::Given *given = face.given())
      out << given->isZero << face.variesByPlace();
  }

  void stage(const ir::Stage &stage) {
    out << "stage " << stage.target.index;
    for (int axis = 0; axis < program.rank(); ++axis)
      out << ' ' << stage.frozen.low[axis] << ' ' << stage.frozen.high[axis];
    out << '\n';
    for (const ir::ExprId id : ir::reachableFrom(program, {stage.value})) {
      const auto [known, isNew] = numbers.try_emplace(id, numbers.size());
      if (isNew)
        node(program[id]);
    }
    out << numbers.at(stage.value) << '\n';
  }

  void node(const ir::Expr &expr) {
    out << expr.node.index() << ' ' << static_cast<int>(expr.type);
    if (const auto *read = std::get_if<ir::Read>(&expr.node)) {
      out << ' ' << read->field.index << ' ' << read->level;
      for (int axis = 0; axis < program.rank(); ++axis)
        out << ' ' << read->offset[axis];
    }
    if (const auto *position = std::get_if<ir::Position>(&expr.node))
      out << ' ' << position->axis;
    if (const auto *unary = std::get_if<ir::Unary>(&expr.node))
      out << ' ' << static_cast<int>(unary->op);
    if (const auto *binary = std::get_if<ir::Binary>(&expr.node))
      out << ' ' << static_cast<int>(binary->op);
    ir::forEachOperand(expr.node, [&](ir::ExprId operand) { out << ' ' << numbers.at(operand); });
    out << '\n';
  }

  const analysis::Facts &facts;
  const ir::Program &program;
  std::map<ir::ExprId, std::size_t> numbers; // index of each printed expression
  std::string text;
  llvm::raw_string_ostream out;
};

} // namespace

std::uint64_t updateSignature(const analysis::Facts &facts) {
  return llvm::xxh3_64bits(SignatureWriter(facts).run());
}

} // namespace stencilc::plan
