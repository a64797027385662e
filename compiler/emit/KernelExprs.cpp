/// \file Printer of names, types and expressions of the kernel tree.
#include "emit/KernelExprs.h"
#include "kernel/Walk.h"
#include "kernel/build/Readers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using namespace kernel;

// --- names and types ----------------------------------------------------------------------------

std::string KernelExprs::claim(VarId var) {
  const NameHint &hint = module.vars[var].hint;
  const std::string name = names.resolved(hint);
  const bool isWhole = hint.before.empty() && hint.after.empty(); // `T`, but not `T_row`
  std::string &claimed = variableNames[var];
  if (std::holds_alternative<NameOfValue>(hint.of))
    claimed = scope.claim(name, "Part");
  else if (std::holds_alternative<std::monostate>(hint.of) || isWhole)
    claimed = scope.declare(name);
  else
    claimed = scope.derive(name);
  return claimed;
}

std::string KernelExprs::instanceText(const Instance &instance) {
  static const char *const spellings[] = {
#define TEMPLATE(ID, SPELLING) SPELLING,
#include "kernel/Templates.def"
#undef TEMPLATE
  };
  std::vector<std::string> arguments;
  for (const auto &argument : instance.arguments)
    arguments.push_back(match(
        argument, [&](const Type &type) { return typeText(type); },
        [&](const ExprId &id) { return text(id).text; }));
  const std::string name = match(
      instance.what, [](Template what) { return std::string(spellings[static_cast<int>(what)]); },
      [&](TypeId of) { return moduleNames.types.at(of); });
  return name + "<" + llvm::join(arguments, ", ") + ">";
}

std::string KernelExprs::typeText(const Type &type) {
  static const char *const plain[] = {
#define TYPE(ID, SPELLING) SPELLING,
#include "kernel/Types.def"
#undef TYPE
  };
  const std::string cell = (type.isConst ? "const " : "") + std::string(typeName(type.scalar));
  switch (type.kind) {
  case Type::Value:
    return typeName(type.scalar);
  case Type::View:
    return kView + ("<" + cell + ">");
  case Type::ReadOnlyView:
    return kReadOnlyView + std::string("<") + typeName(type.scalar) + ">";
  case Type::Pointer:
    return cell + " *";
  case Type::Named: {
    const auto name = moduleNames.types.find(type.of);
    return name != moduleNames.types.end()
               ? name->second
               : instanceText(std::get<Instance>(module.types[type.of]));
  }
  case Type::BoundedRow:
    return std::string("stencilc::BoundedRow<") + typeName(type.scalar) + ">";
  default:
    return plain[type.kind];
  }
}

std::string KernelExprs::typed(const Type &type, const std::string &name) {
  const std::string text = typeText(type);
  return text.back() == '*' || name.empty() ? text + name : text + " " + name;
}

std::string KernelExprs::extentsOf(const Var &var) {
  std::string extents;
  for (ExprId extent : var.extents)
    extents += "[" + text(extent).text + "]";
  return extents;
}

std::string KernelExprs::declarator(const Var &var, const std::string &name) {
  const std::string head =
      (var.alignment ? "alignas(" + std::to_string(var.alignment) + ") " : "") +
      (var.space == Space::Shared && !var.isReference ? dialect.shared
       : var.space == Space::Constant                 ? dialect.constant
                                                      : "") +
      (var.isCompileTime ? (isMember ? "static constexpr " : "constexpr ")
       : var.isConst && var.space != Space::Constant ? "const "
                                                     : "");
  const std::string extents = extentsOf(var);
  if (var.isReference)
    return head + typed(var.type, "") +
           (extents.empty() ? " &" + name : " (&" + name + ")" + extents);
  return head + typed(var.type, name) + extents;
}

const char *spelling(Known value) {
  static const char *const all[] = {
#define KNOWN(ID, SPELLING) SPELLING,
#include "kernel/Known.def"
#undef KNOWN
  };
  return all[static_cast<int>(value)];
}

// --- expressions --------------------------------------------------------------------------------

std::string KernelExprs::wrapped(const Text &text, int precedence) {
  return text.precedence >= precedence ? text.text : "(" + text.text + ")";
}

std::string KernelExprs::list(const std::vector<ExprId> &all) {
  std::string text;
  for (ExprId id : all)
    text += (text.empty() ? "" : ", ") + this->text(id).text;
  return text;
}

KernelExprs::Text KernelExprs::face(const Face &face) {
  const bool isLow = face.side == Side::Low;
  const std::string width = std::to_string(face.width);
  const std::string limit =
      isLow ? width // without the grid, which may have no name here
            : text(face.grid).text + ".n" + axisName(face.axis) + (face.width ? " - " + width : "");
  // The condition for several cells names the last one: `x + N <= g.nx`, not `x + N - 1 < g.nx`.
  const auto *last = std::get_if<Binary>(&module.exprs[face.at]);
  if (!isLow && last && last->op == Op::Subtract && module.valueOf(last->rhs) == 1)
    return {wrapped(text(last->lhs), kAdditive) + (face.isInside ? " <= " : " > ") + limit,
            kRelation};
  const char *const op = isLow == face.isInside ? " >= " : " < ";
  return {wrapped(text(face.at), kAdditive) + op + limit, kRelation};
}

/// Returns the lowest precedence at which an operand needs no parentheses, in an operation of
/// `precedence`. `isLeft` is true for the left operand, `isLogic` for the operations && and ||.
static int leastOf(int precedence, bool isLeft, bool isLogic) {
  if (precedence == kBits)
    return kShift;
  if (precedence == kShift)
    return kPrefix;
  return isLeft || isLogic ? precedence : precedence + 1;
}

KernelExprs::Text KernelExprs::binary(const Binary &node) {
  static const struct {
    const char *text;
    int precedence;
  } ops[] = {{" || ", kOr},      {" && ", kAnd},      {" == ", kEquality}, {" != ", kEquality},
             {" < ", kRelation}, {" >= ", kRelation}, {" + ", kAdditive},  {" - ", kAdditive},
             {" * ", kProduct},  {" / ", kProduct},   {" % ", kProduct},   {" << ", kShift},
             {" >> ", kShift},   {" & ", kBits},      {" | ", kBits},      {" ^ ", kBits}};
  const auto &op = ops[static_cast<int>(node.op)];
  if (node.op == Op::Subtract && module.valueOf(node.lhs) == 0)
    return {"-" + wrapped(text(node.rhs), kPrefix + 1), kPrefix};
  const bool isLogic = node.op == Op::Or || node.op == Op::And;
  const auto operand = [&](ExprId id, bool isLeft) {
    const Text inner = text(id);
    // Parentheses prevent compiler warnings, and help readers.
    if ((node.op == Op::Or && inner.precedence == kAnd) || (isLogic && inner.precedence == kBits))
      return "(" + inner.text + ")";
    const auto *left = std::get_if<Binary>(&module.exprs[id]);
    if (isLeft && node.op == Op::BitOr && left && left->op == Op::BitOr)
      return inner.text;
    return wrapped(inner, leastOf(op.precedence, isLeft, isLogic));
  };
  return {operand(node.lhs, true) + op.text + operand(node.rhs, false), op.precedence};
}

KernelExprs::Text KernelExprs::call(const Call &node) {
  const std::string name = match(
      node.what, [](const Primitive &n) { return std::string(info(n).spelling); },
      [&](const FunctionId &n) { return moduleNames.functions.at(n); },
      [&](const VarId &n) { return variableNames.at(n); });
  const std::string sizes = node.sizes.empty() ? "" : "<" + list(node.sizes) + ">";
  const std::string object = node.of.valid() ? wrapped(text(node.of), kPrimary) + "." : "";
  return {object + name + sizes + "(" + list(node.arguments) + ")", kPrimary};
}

KernelExprs::Text KernelExprs::braced(const InitList &node) {
  std::string parts;
  for (std::size_t i = 0; i < node.parts.size(); ++i)
    parts += (i ? ", " : "") +
             (!node.vars.empty()     ? "." + members.at(node.vars[i]) + " = "
              : node.members.empty() ? ""
                                     : "." + names.resolved(node.members[i]) + " = ") +
             text(node.parts[i]).text;
  const std::string type = node.type.kind == Type::Void ? "" : typeText(node.type);
  return {type + "{" + parts + "}", kPrimary};
}

KernelExprs::Text KernelExprs::closure(const Closure &node) {
  const Names outer = scope;
  std::vector<std::string> params, constants;
  for (VarId var : node.constants)
    constants.push_back(typed(module.vars[var].type, claim(var)));
  const std::set<VarId> used = varsIn(module, node.body);
  for (VarId var : node.params)
    params.push_back(declarator(module.vars[var], used.count(var) ? claim(var) : ""));
  const std::vector<std::string> body = lines(node.body);
  scope = outer;
  const std::string head = "[&]" +
                           (constants.empty() ? "" : "<" + llvm::join(constants, ", ") + ">") +
                           "(" + llvm::join(params, ", ") + ") {";
  return {body.size() == 1 ? head + " " + body[0] + " }"
                           : head + "\n" + llvm::join(body, "\n") + "\n}",
          kPrimary};
}

KernelExprs::Text KernelExprs::text(ExprId id) {
  const auto primary = [](std::string text) { return Text{std::move(text), kPrimary}; };
  return match(
      module.exprs[id],
      [&](const Integer &n) {
        if (n.isTruth)
          return primary(n.value ? "true" : "false");
        if (n.isUnsigned)
          return primary(std::to_string(n.value) + "u");
        return Text{std::to_string(n.value), n.value < 0 ? kPrefix : kPrimary};
      },
      [&](const Variable &n) { return primary(variableNames.at(n.var)); },
      [&](const Thread &n) { return primary(dialect.thread(n.what, n.axis)); },
      [&](const Extent &n) { return primary(text(n.grid).text + ".n" + axisName(n.axis)); },
      [&](const Bound &n) {
        static const char *const which[] = {"begin(", "end(", "count("};
        return primary(which[n.which] + std::string(axisName(n.axis)) + ")");
      },
      [&](const Face &n) { return face(n); },
      [&](const Not &n) { return Text{"!" + wrapped(text(n.operand), kPrefix), kPrefix}; },
      [&](const Complement &n) { return Text{"~" + wrapped(text(n.operand), kPrefix), kPrefix}; },
      [&](const Binary &n) { return binary(n); },
      [&](const Select &n) {
        const std::string condition = wrapped(text(n.condition), kSelect + 1);
        const std::string then = wrapped(text(n.then), kSelect + 1);
        return Text{condition + " ? " + then + " : " + text(n.otherwise).text, kSelect};
      },
      [&](const Element &n) {
        return primary(wrapped(text(n.base), kPrimary) + "[" + text(n.index).text + "]");
      },
      [&](const Cell &n) { return primary(text(n.view).text + "(" + list(n.at) + ")"); },
      [&](const Address &n) { return Text{"&" + wrapped(text(n.of), kPrimary), kPrefix}; },
      [&](const UniformValue &n) {
        return primary(text(n.of).text + "." + names.members[n.uniform.index]);
      },
      [&](const ProfileView &n) {
        return primary(text(n.of).text + "." + names.profiles[n.profile.index]);
      },
      [&](const RecordsOf &n) {
        return primary(text(n.of).text + "." + names.records[n.field.index]);
      },
      [&](const PointsTable &n) {
        return primary(text(n.of).text + "." + names.points[n.points.index]);
      },
      [&](const Member &n) {
        return primary(wrapped(text(n.of), kPrimary) + "." + n.name +
                       (n.sizes.empty() ? "" : "<" + list(n.sizes) + ">") +
                       (n.isCall ? "(" + list(n.arguments) + ")" : ""));
      },
      [&](const Self &) { return Text{"*this", kPrefix}; },
      [&](const MemberOf &n) {
        if (std::holds_alternative<Self>(module.exprs[n.of]))
          return primary(members.at(n.member));
        return primary(wrapped(text(n.of), kPrimary) + "." + members.at(n.member));
      },
      [&](const TypeMember &n) {
        return primary(typeText(n.of) + "::" + n.name +
                       (n.isCall ? "(" + list(n.arguments) + ")" : ""));
      },
      [&](const Converted &n) { return primary(typeText(n.type) + "(" + text(n.of).text + ")"); },
      [&](const SizeOf &n) { return primary("sizeof(" + typeText(n.type) + ")"); },
      [&](const KnownValue &n) { return primary(spelling(n.what)); },
      [&](const Call &n) { return call(n); },
      [&](const Computed &n) { return Text{computed(n), kSelect}; },
      [&](const InitList &n) { return braced(n); },
      [&](const Target &n) { return Text{"*" + wrapped(text(n.of), kPrefix), kPrefix}; },
      [&](const HostArgument &n) { return primary(given(n)); },
      [&](const TypeName &n) { return primary(typeText(n.type)); },
      [&](const Closure &n) { return closure(n); });
}

} // namespace stencilc::emit
