/// \file Prints the kernel tree (emitted functions as data) as C++ or CUDA text.
#include "emit/KernelPrinter.h"
#include "emit/Comments.h"
#include "emit/KernelValues.h"
#include "emit/frame/HostArguments.h"
#include "kernel/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

using namespace kernel;

namespace {

using Lines = std::vector<std::string>;

/// Printer of one function of a kernel module.
class FunctionPrinter : public HostArguments {
public:
  FunctionPrinter(const Module &module, const ProgramNames &names, const ModuleNames &moduleNames,
                  const Dialect &dialect, const MemberNames &members,
                  std::set<std::string> &functions, FunctionId id)
      : HostArguments(module, names, moduleNames, dialect, members, module.functions[id]),
        functions(functions), id(id) {}

  /// Returns the text of statement `id`, which declares a constant outside of all functions.
  std::string constant(StmtId id) {
    declare(std::get<Declare>(module.stmts[id].node), behind(module.stmts[id].note),
            [&](VarId var) { return variableNames.at(var); });
    return llvm::join(std::exchange(current, {}), "\n") + "\n";
  }

  /// Returns the text of a struct, or of an alias for an instance of a template. Adds the names of
  /// the struct's members to `known`. `functionsOf` returns the text of member functions.
  std::string type(TypeId id, MemberNames &known,
                   const std::function<std::string()> &functionsOf = nullptr) {
    const TypeNode &node = module.types[id];
    if (const auto *instance = std::get_if<Instance>(&node))
      return !instance->hint
                 ? ""
                 : "\n" + llvm::join(documented(instance->doc), "\n") + "\nusing " +
                       moduleNames.types.at(id) + " = " + instanceText(*instance) + ";\n";
    const auto &structure = std::get<Struct>(node);
    const Names outer = scope;
    const std::string head = templateHead(structure.constants);
    isMember = true;
    for (StmtId member : structure.members) {
      statement(module.stmts[member]);
      for (const auto &[var, value] : std::get<Declare>(module.stmts[member].node).vars)
        known[var] = variableNames.at(var);
    }
    isMember = false;
    scope = outer;
    const std::string members = llvm::join(std::exchange(current, {}), "\n");
    return "\n" + llvm::join(documented(structure.doc), "\n") + "\n" + head + "struct " +
           moduleNames.types.at(id) + " {\n" + members + "\n" + (functionsOf ? functionsOf() : "") +
           "};\n";
  }

  std::string print() {
    if (function.memberOf.valid())
      claimMembers();
    const std::string head = signature() + " {";
    Lines all = {""};
    llvm::append_range(all, documented(doc()));
    all.push_back(head);
    llvm::append_range(all, lines(function.body));
    all.push_back("}");
    const std::string text = llvm::join(all, "\n") + "\n";
    return function.kind == Kind::Host
               ? "\n" + (dialect.hostBegin + text.substr(1)) + dialect.hostEnd
               : text;
  }

private:
  /// Claims the names of members that a member function uses, so that no local variable gets them.
  void claimMembers() {
    for (VarId constant : std::get<Struct>(module.types[function.memberOf]).constants)
      claim(constant);
    forEachExprBelow(module, function.body, [&](ExprId id) {
      const auto *member = std::get_if<MemberOf>(&module.exprs[id]);
      if (member && std::holds_alternative<Self>(module.exprs[member->of]))
        scope.reserve(members.at(member->member));
    });
  }
  std::string templateHead(const std::vector<VarId> &constants) {
    Lines all;
    for (VarId constant : constants)
      all.push_back(typed(module.vars[constant].type, claim(constant)));
    return all.empty() ? "" : "template <" + llvm::join(all, ", ") + ">\n";
  }

  std::string doc() const {
    auto [text, rest] = llvm::StringRef(function.doc).split("{}");
    std::string all = text.str();
    for (const NameHint &hint : function.docNames) {
      const auto [next, after] = rest.split("{}");
      all += names.resolved(hint) + next.str();
      rest = after;
    }
    return all;
  }

  std::string signature() {
    Lines params;
    const std::string head = templateHead(function.constants);
    const std::set<VarId> used = usedVars();
    for (const Param &param : function.params) {
      const Var &var = module.vars[param.var];
      const std::string name = claim(param.var);
      const bool isNamed = function.kind == Kind::Kernel || used.count(param.var) > 0;
      params.push_back(declarator(var, isNamed ? name : ""));
    }
    const std::string kind = function.kind == Kind::Kernel ? dialect.kernelHead(function.bounds)
                             : function.kind == Kind::Host
                                 ? typeText(function.result)
                                 : dialect.helperHead +
                                       std::string(function.isAlwaysInline     ? dialect.always
                                                   : function.memberOf.valid() ? ""
                                                   : function.isInline         ? "inline "
                                                                               : "") +
                                       typeText(function.result);
    return head + kind + " " + moduleNames.functions.at(id) + "(" + llvm::join(params, ", ") + ")";
  }

  // --- bodies -----------------------------------------------------------------------------------

  Lines lines(const Body &body) override {
    KernelValues mine(module, body);
    const Names outerScope = scope;
    KernelValues *const outerValues = values;
    values = &mine;
    Lines outer = std::move(current);
    current.clear();
    for (StmtId id : body)
      statement(module.stmts[id]);
    Lines done = std::move(current);
    current = std::move(outer);
    values = outerValues;
    scope = outerScope;
    return done;
  }

  /// Returns the text of a value of the program. Adds the declarations of its temporaries first.
  std::string computed(const Computed &value) override {
    const Printed printed =
        values->print(value, {.text = [this](ExprId id) { return text(id).text; },
                              .isHost = dialect.isHost,
                              .scope = scope,
                              .functions = functions});
    for (const Statement &s : printed.statements)
      add(std::string(s.isConstant ? "const " : "") + (s.isDeclaration ? s.type + " " : "") +
          s.name + " = " + s.value + ";");
    return printed.value;
  }

  void add(std::string line) { current.push_back(std::move(line)); }
  static std::string behind(const std::string &note) { return note.empty() ? "" : " // " + note; }

  /// Returns true if a body needs no braces. It is then a single statement without temporaries,
  /// comments and pragmas, and without an `else`, which could belong to another `if`.
  bool isBare(const Body &body, const Lines &lines) const {
    if (body.size() != 1 || lines.empty() || llvm::StringRef(lines[0]).starts_with("#") ||
        llvm::StringRef(lines[0]).ltrim().starts_with("//"))
      return false;
    const StmtNode &node = module.stmts[body[0]].node;
    if (const auto *branch = std::get_if<If>(&node))
      return branch->otherwise.empty() && llvm::StringRef(lines[0]).starts_with("if ");
    return lines.size() == 1 || std::holds_alternative<For>(node);
  }
  /// Adds `head`, such as `if (...)`, and its body, in braces unless the body is a single
  /// statement. If an `else` follows (`hasElse`), a statement of several lines has braces, too.
  void block(const std::string &head, const Body &body, const std::string &note,
             bool hasElse = false) {
    const Lines inner = lines(body);
    const bool bare = note.empty() && isBare(body, inner) && !(hasElse && inner.size() > 1);
    add(head + (bare ? "" : " {" + behind(note)));
    llvm::append_range(current, inner);
    if (!bare)
      add("}");
  }

  /// Adds `else` and its body, as `else if` if the body is a single `if`.
  void otherwise(const Body &body) {
    const Lines inner = lines(body);
    const bool isChain = body.size() == 1 &&
                         std::holds_alternative<If>(module.stmts[body[0]].node) &&
                         llvm::StringRef(inner[0]).starts_with("if ");
    const bool bare = isChain || isBare(body, inner);
    add(bare ? "else" : "else {");
    llvm::append_range(current, inner);
    if (!bare)
      add("}");
  }

  // --- statements -------------------------------------------------------------------------------

  void statement(const Stmt &stmt) {
    const std::string note = behind(stmt.note);
    match(
        stmt.node, [&](const Declare &n) { declare(n, note); },
        [&](const Assign &n) {
          static const char *const how[] = {" = ", " += ", " -= ", " |= ", " &= "};
          const std::string from = text(n.from).text;
          add(text(n.to).text + how[static_cast<int>(n.how)] + from + ";" + note);
        },
        [&](const For &n) { loop(n, note); },
        [&](const While &n) {
          pragma(n.repeat, note);
          block("while (" + text(n.condition).text + ")", n.body, "");
        },
        [&](const If &n) {
          block(std::string("if ") + (n.isCompileTime ? "constexpr (" : "(") +
                    text(n.condition).text + ")",
                n.then, stmt.note, !n.otherwise.empty());
          if (!n.otherwise.empty())
            otherwise(n.otherwise);
        },
        [&](const Switch &n) { choice(n); },
        [&](const Do &n) {
          const std::string call = text(n.call).text;
          add(call + ";" + note);
        },
        [&](const Return &n) {
          const std::string value = n.value.valid() ? " " + text(n.value).text : "";
          add("return" + value + ";" + note);
        },
        [&](const Continue &) { add("continue;" + note); },
        [&](const Break &) { add("break;" + note); },
        [&](const Note &n) {
          for (const std::string &line : brokenComment(inComment(n.text)))
            add("  // " + line); // in column 1 it would align with a directive
        },
        [&](const Launch &n) { launch(n); },
        [&](const HostCall &n) {
          add(moduleNames.functions.at(n.function) + "(" + hostValues(n.function) + ");");
        },
        [&](const KernelScope &n) { inScope(lines(n.body)); });
  }

  void choice(const Switch &n) {
    add("switch (" + text(n.on).text + ") {");
    for (const Case &one : n.cases) {
      const Lines body = lines(one.body);
      const bool isBare = body.size() == 1;
      add("case " + std::to_string(one.value) + (isBare ? ":" : ": {") + behind(one.note));
      llvm::append_range(current, body);
      if (!isBare)
        add("}");
    }
    add("}");
  }

  void inScope(const Lines &body) {
    if (body.size() == 1)
      return add(body[0]);
    add("{");
    llvm::append_range(current, body);
    add("}");
  }

  /// Adds the declaration of variables of one type, on one line.
  void declare(const Declare &n, const std::string &note) {
    declare(n, note, [&](VarId var) { return claim(var); });
  }
  template <class NameOf> void declare(const Declare &n, const std::string &note, NameOf nameOf) {
    std::string line;
    for (const auto &[id, value] : n.vars) {
      const Var &var = module.vars[id];
      const std::string start = value.valid() ? " = " + text(value).text : "";
      const std::string name = nameOf(id); // claimed after the value, which cannot use it
      line += (line.empty() ? declarator(var, name) : ", " + name + extentsOf(var)) + start;
    }
    add(line + ";" + note);
  }

  void loop(const For &n, const std::string &note) {
    const std::string begin = text(n.begin).text, end = wrapped(text(n.end), kAdditive);
    const Names outer = scope;
    const std::string var = claim(n.var);
    const std::string next = n.step.valid() ? var + " += " + text(n.step).text : "++" + var;
    pragma(n.repeat, note, n.atOnce);
    block("for (" + typed(module.vars[n.var].type, var) + " = " + begin + "; " + var + " < " + end +
              "; " + next + ")",
          n.body, "");
    scope = outer;
  }
  /// Adds the pragma of the next loop, if any. `atOnce` is the unroll factor for Repeat::Rolled.
  void pragma(Repeat repeat, const std::string &note, int atOnce = 1) {
    if (repeat == Repeat::Simd)
      add("#pragma omp simd" + note);
    if (repeat == Repeat::Unrolled)
      add(dialect.unrolled + note);
    if (repeat == Repeat::Rolled)
      add(dialect.unrolledBy + std::to_string(atOnce) + note);
  }

  void launch(const Launch &n) {
    const std::string name = moduleNames.functions.at(n.kernel);
    if (!n.kinds.empty())
      return add(hostName() + ".launch<" + list(n.kinds) + ">(\"" + name + "\", " + name + ", " +
                 hostValues(n.kernel) + ");");
    LaunchText launch{.title = n.title.empty() ? name : n.title,
                      .kernel = n.versions.empty() ? name : "",
                      .step = hostName(),
                      .block = n.waits ? "" : scope.declare("block"),
                      .grid = n.waits ? "" : scope.declare("blocks"),
                      .arguments = hostValues(n.kernel, n.arguments),
                      .sharedBytes = text(n.sharedBytes).text,
                      .waits = n.waits,
                      .isDependent = n.isDependent,
                      .inPairs = n.inPairs,
                      .isCooperative = n.isCooperative};
    for (const Version &version : n.versions) {
      const bool isLast = &version == &n.versions.back();
      launch.kernel += (isLast ? "" : wrapped(text(version.when), kSelect + 1) + " ? ") + name +
                       "<" + list(version.constants) + ">" + (isLast ? "" : " : ");
    }
    for (ExprId count : n.threads)
      launch.threads.push_back(text(count).text);
    for (ExprId count : n.blocks)
      launch.blocks.push_back(text(count).text);
    llvm::append_range(current, dialect.launch(launch));
  }

  std::set<std::string> &functions;
  const FunctionId id;
  KernelValues *values = nullptr; // of the current body
  Lines current;
};

/// Printer of a kernel module. It prints a struct where the first of its member functions is.
class ModulePrinter {
public:
  ModulePrinter(const Module &module, const ProgramNames &names, const Dialect &dialect,
                std::set<std::string> &functions)
      : module(module), names(names), moduleNames(names.of(module)), dialect(dialect),
        functions(functions) {}

  KernelText print() {
    KernelText all;
    for (StmtId id : module.constants)
      all.constants += printer(module.order.front()).constant(id);
    std::set<TypeId> later;
    for (FunctionId id : module.order)
      later.insert(module.functions[id].memberOf);
    for (TypeId id : module.types.ids())
      if (!later.count(id))
        all.types += printer(module.order.front()).type(id, members);
    for (FunctionId id : module.order) {
      const TypeId type = module.functions[id].memberOf;
      if (type.valid() && !later.erase(type))
        continue;
      const std::string text = type.valid() ? withFunctions(id, type) : printer(id).print();
      partOf(module.functions[id], all) += text;
      if (module.functions[id].kind != Kind::Host)
        all.inOrder += text;
    }
    return all;
  }

private:
  FunctionPrinter printer(FunctionId id) const {
    return {module, names, moduleNames, dialect, members, functions, id};
  }
  std::string withFunctions(FunctionId first, TypeId type) {
    return printer(first).type(type, members, [&] {
      std::string text;
      for (FunctionId id : module.order)
        if (module.functions[id].memberOf == type)
          text += printer(id).print();
      return text;
    });
  }
  static std::string &partOf(const Function &function, KernelText &all) {
    const bool isReader =
        function.kind == Kind::Helper && std::holds_alternative<NameOfField>(function.hint.of);
    return isReader && !function.memberOf.valid() ? all.readers
           : function.task == Task::Check         ? all.checks
           : function.kind == Kind::Host          ? all.step
                                                  : all.functions;
  }

  const Module &module;
  const ProgramNames &names;
  const ModuleNames moduleNames;
  const Dialect &dialect;
  std::set<std::string> &functions;
  MemberNames members;
};

} // namespace

KernelText printKernels(const Module &module, const ProgramNames &names, const Dialect &dialect,
                        std::set<std::string> &functions) {
  return ModulePrinter(module, names, dialect, functions).print();
}

} // namespace stencilc::emit
