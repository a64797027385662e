/// \file The verifier's checks of expressions: ids, types, and the leaves that a kind of value may
/// contain.
#include "ir/verifier/VerifierExpressions.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <array>

namespace stencilc::ir {

/// Checks that the program has everything to which a leaf refers. Returns the name of the violated
/// check and a description, or two null pointers if the leaf is valid.
static std::pair<const char *, const char *> wrongInLeaf(const Program &program,
                                                         const ExprNode &node) {
  using Wrong = std::pair<const char *, const char *>;
  const auto named = [](bool holds, const char *what) {
    return holds ? Wrong() : Wrong("ids", what);
  };
  const auto along = [&](int axis, const char *what) {
    return axis >= 0 && axis < program.rank() ? Wrong() : Wrong("axes", what);
  };
  const auto none = [](const auto &) { return Wrong(); };
  return match(
      node, [&](const Constant &n) { return none(n); }, [&](const Random &n) { return none(n); },
      [&](const StepNumber &n) { return none(n); }, [&](const Convert &n) { return none(n); },
      [&](const Unary &n) { return none(n); }, [&](const Binary &n) { return none(n); },
      [&](const Fma &n) { return none(n); }, [&](const Select &n) { return none(n); },
      [&](const Noise &n) { return none(n); },
      [&](const Param &n) {
        return named(n.param.index < program.params.size(), "no such parameter");
      },
      [&](const UniformRef &n) {
        return named(n.uniform.index < program.uniforms.size(), "no such uniform");
      },
      [&](const Position &n) {
        return along(n.axis, "position on an axis the program does not have");
      },
      [&](const Extent &n) { return along(n.axis, "extent of an axis the program does not have"); },
      [&](const Reduced &n) {
        return named(n.reduction.index < program.reductions.size(), "no such reduction");
      },
      [&](const PreviousValue &n) {
        return named(n.kept.index < program.kept.size(), "no such number of the step before");
      },
      [&](const ProfileRead &n) {
        return named(n.profile.index < program.profiles.size(), "no such profile");
      },
      [&](const PointWeight &n) {
        return named(n.points.index < program.points.size() &&
                         !program.points[n.points].isReceiver() &&
                         program.points[n.points].series.valid() == n.step.valid() &&
                         (!n.step.valid() || n.step.index < program.uniforms.size()),
                     "no such points of a source, or no step of its series");
      },
      [&](const SeriesValue &n) {
        return named(n.series.index < program.series.size(), "no such series");
      },
      [&](const Read &n) { return named(n.field.index < program.fields.size(), "no such field"); });
}

void checkExpressionIds(const Program &program, const Broken &broken) {
  for (ExprId id : program.exprs.ids()) {
    const auto require = [&](bool holds, const char *check, const char *what) {
      if (!holds)
        broken(check, llvm::formatv("expression {0}: {1}", id.index, what));
    };
    const ExprNode &node = program[id].node;
    forEachOperand(node, [&](ExprId operand) {
      require(operand.index < program.exprs.size(), "ids", "its operand is not in the pool");
      require(operand < id, "order", "its operand does not come before it");
    });
    const auto [check, what] = wrongInLeaf(program, node);
    require(!check, check, what);
    if (const auto *read = std::get_if<Read>(&node))
      for (int axis = program.rank(); axis < kMaxAxes; ++axis)
        require(read->offset[axis] == 0, "axes", "offset along an axis the program does not have");
    if (const auto *read = std::get_if<ProfileRead>(&node); read && !check)
      for (int axis = 0; axis < kMaxAxes; ++axis)
        require(read->offset[axis] == 0 || program.profiles[read->profile].along[axis], "axes",
                "offset along an axis the profile does not have");
  }
}

/// Checks the types of the operands and of the result of a node. Returns a description of the
/// violated rule, or null.
static const char *brokenTyping(const Program &program, const Expr &expr) {
  const auto typeOf = [&](ExprId id) { return program[id].type; };
  const ScalarType type = expr.type;
  const bool isBool = type == ScalarType::Bool;
  const auto must = [](bool holds, const char *rule) { return holds ? nullptr : rule; };
  return match(
      expr.node, [](const Constant &) -> const char * { return nullptr; },
      [&](const Param &) { return must(type == ScalarType::F64, "a parameter is f64"); },
      [&](const UniformRef &n) {
        return must(type == program.uniforms[n.uniform].type, "it has the type of its uniform");
      },
      [&](const Position &) { return must(isComputed(type), "a position is f32 or f64"); },
      [&](const Extent &) { return must(isComputed(type), "an extent is f32 or f64"); },
      [&](const Read &n) {
        return must(type == program.fields[n.field].storage, "a read has the field's storage type");
      },
      [&](const ProfileRead &n) {
        return must(type == program.profiles[n.profile].field.storage,
                    "a read has the profile's storage type");
      },
      [&](const PointWeight &) { return must(type == ScalarType::F64, "a weight is f64"); },
      [&](const Random &) { return must(type == ScalarType::F64, "random is f64"); },
      [&](const Reduced &) { return must(type == ScalarType::F64, "a reduction is f64"); },
      [&](const PreviousValue &) {
        return must(type == ScalarType::F64, "what a step left is f64");
      },
      [&](const StepNumber &) { return must(type == ScalarType::F64, "the step is f64"); },
      [&](const SeriesValue &) { return must(type == ScalarType::F64, "a series is f64"); },
      [&](const Convert &n) {
        const ScalarType from = typeOf(n.operand);
        return must(!isBool && from != ScalarType::Bool && from != type &&
                        (isComputed(type) || isComputed(from)),
                    "a conversion leads from one number type to another, f32 or f64 among them");
      },
      [&](const Unary &n) {
        return must(typeOf(n.operand) == type && (n.op == UnaryOp::Not ? isBool : isComputed(type)),
                    "operand and result are of one type, bool for Not and f32 or f64 otherwise");
      },
      [&](const Binary &n) -> const char * {
        const ScalarType operands = typeOf(n.lhs);
        if (operands != typeOf(n.rhs))
          return "both operands are of one type";
        if (n.op == BinaryOp::And || n.op == BinaryOp::Or)
          return must(isBool && operands == ScalarType::Bool, "And and Or are on bool");
        if (!isComputed(operands))
          return "the operands are f32 or f64";
        return must(isComparison(n.op) ? isBool : type == operands,
                    "a comparison gives bool, arithmetic the type of its operands");
      },
      [&](const Fma &n) {
        return must(isComputed(type) && typeOf(n.a) == type && typeOf(n.b) == type &&
                        typeOf(n.c) == type,
                    "operands and result are all f32 or all f64");
      },
      [&](const Select &n) {
        return must(typeOf(n.condition) == ScalarType::Bool && typeOf(n.then) == type &&
                        typeOf(n.otherwise) == type,
                    "the condition is bool and both values have the type of the result");
      },
      [&](const Noise &n) {
        const auto isF64 = [&](ExprId id) { return typeOf(id) == ScalarType::F64; };
        return must(isComputed(type) &&
                        std::ranges::all_of(std::array{n.x, n.y, n.z, n.step}, isF64),
                    "noise is f32 or f64, and its cell and step are f64");
      });
}

void checkExpressionTypes(const Program &program, const Broken &broken) {
  for (ExprId id : program.exprs.ids()) {
    const Expr &expr = program[id];
    if (const char *rule = brokenTyping(program, expr))
      broken("types", llvm::formatv("expression {0}: {1}", id.index, rule));
    const auto *constant = std::get_if<Constant>(&expr.node);
    const bool isNan = constant && constant->value != constant->value;
    if (constant && !isNan && constant->value != roundTo(constant->value, expr.type))
      broken("constant", llvm::formatv("expression {0}: {1} is not a number of type {2}", id.index,
                                       constant->value, toString(expr.type)));
  }
}

/// Checks that an expression may contain `node`. `kind` is the use of the expression, such as a
/// stage. Returns the name of the node if it must not occur, or null.
static const char *intruder(const ExprNode &node, llvm::StringRef kind) {
  const bool inStage = kind == "stage", inUniform = kind == "uniform", inInit = kind == "init";
  const bool inCheck = kind == "check"; // a value of the host, like a uniform
  const bool inPoint = kind == "point"; // a value of the host that is the same in all steps
  const auto admit = [](bool admitted, const char *name) { return admitted ? nullptr : name; };
  const auto always = [](const auto &) -> const char * { return nullptr; };
  return match(
      node, [&](const Constant &n) { return always(n); },
      [&](const Param &) {
        return admit(inUniform || inInit || inCheck || inPoint, "a parameter");
      },
      [&](const UniformRef &) {
        return admit(!inUniform && !inInit && !inCheck && !inPoint, "a uniform");
      },
      [&](const Position &) { return admit(!inUniform && !inCheck && !inPoint, "a position"); },
      [&](const PointWeight &) { return admit(inStage, "the weight of points"); },
      [&](const Extent &n) { return always(n); },
      [&](const Read &) { return admit(inStage, "a field read"); },
      [&](const ProfileRead &) { return admit(inStage, "a profile"); },
      [&](const Random &) { return admit(inInit, "a random number"); },
      [&](const Noise &) { return admit(inStage, "a random number of a step"); },
      [&](const Reduced &) { return admit(inUniform || inCheck, "a reduction"); },
      [&](const PreviousValue &) {
        return admit(inUniform || inCheck, "a number of the step before");
      },
      [&](const StepNumber &) { return admit(inUniform || inCheck, "the step"); },
      [&](const SeriesValue &) { return admit(inUniform || inCheck, "a series"); },
      [&](const Convert &n) { return always(n); }, [&](const Unary &n) { return always(n); },
      [&](const Binary &n) { return always(n); }, [&](const Fma &n) { return always(n); },
      [&](const Select &n) { return always(n); });
}

void checkRoot(const Program &program, const Root &root, const Broken &broken) {
  const std::string kind = root.kind;
  if (program[root.value].type != root.type)
    broken((kind + "-type").c_str(),
           llvm::formatv("{0} is {1}, must be {2}", root.name, toString(program[root.value].type),
                         toString(root.type)));
  for (ExprId id : reachableFrom(program, {root.value})) {
    if (const char *what = intruder(program[id].node, kind))
      broken((kind + "-nodes").c_str(), root.name + " holds " + what);
    if (kind == "uniform" && program[id].type == ScalarType::F32 && id != root.value)
      broken("uniform-f64", root.name + " is computed in f32 below its root");
  }
  if (kind == "uniform" && !isComputed(root.type))
    broken("uniform-f64", root.name + " is " + toString(root.type) + ", must be f64 or f32");
  const bool isRounded = std::holds_alternative<Convert>(program[root.value].node);
  if (kind == "uniform" && root.type == ScalarType::F32 && !isRounded)
    broken("uniform-f64", root.name + " is f32 but not rounded by one conversion");
}

} // namespace stencilc::ir
