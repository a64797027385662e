/// \file Reports names that are not declared, with advice on names of other languages.
#include "sema/names/NameAdvice.h"
#include "sema/names/StandardNames.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::sema {

std::vector<SymbolKind> kindsFor(Role role) {
  using Kind = SymbolKind;
  std::vector<Kind> values = {Kind::Axis,    Kind::Size,     Kind::Pi,    Kind::Constant,
                              Kind::Param,   Kind::Field,    Kind::Group, Kind::Table,
                              Kind::Let,     Kind::Report,   Kind::Step,  Kind::Series,
                              Kind::Elapsed, Kind::Timestep, Kind::Region};
  switch (role) {
  case Role::Value:
    return values;
  case Role::Function:
    return {Kind::Builtin, Kind::Function};
  case Role::Neighbourhood:
    return {Kind::Neighbourhood, Kind::Centre};
  case Role::Table:
    return {Kind::Coefficient};
  case Role::NeighbourhoodOrValue: {
    std::vector<Kind> both = values;
    both.push_back(Kind::Neighbourhood);
    return both;
  }
  }
  llvm_unreachable("unknown role");
}

Role roleOfArgument(const Builtin *builtin, std::size_t index, std::size_t count) {
  if (!builtin)
    return Role::NeighbourhoodOrValue; // functions can pass neighbourhoods on
  if (index > 0 || count == 1)         // a single argument: over all cells
    return Role::Value;
  switch (builtin->kind) {
  case BuiltinKind::Sum:
  case BuiltinKind::Count:
    return Role::Neighbourhood;
  case BuiltinKind::Apply:
    return Role::Table;
  case BuiltinKind::Min:
  case BuiltinKind::Max:
    return Role::NeighbourhoodOrValue;
  default:
    return Role::Value;
  }
}

namespace {
struct Advice {
  llvm::StringLiteral names, text; // names separated by blanks
};
} // namespace

static std::string adviceIn(llvm::ArrayRef<Advice> table, llvm::StringRef name) {
  for (const Advice &advice : table)
    if (advice.names.contains((" " + name + " ").str()))
      return advice.text.str();
  return "";
}

std::string adviceOnCall(llvm::StringRef name) {
  static constexpr Advice table[] = {
      {" float double int long float32 float64 real dble single cast trunc half ",
       "; conversions are called 'f32', 'f64', 'f16' and 'bf16', 'precision f32;' sets the type of "
       "all fields, and 'storage f32' that of one"},
      {" fabs fabsf absf labs ", "; it is called 'abs'"},
      {" fmax fmaxf maximum ", "; it is called 'max'"},
      {" fmin fminf minimum ", "; it is called 'min'"},
      {" sqrtf expf logf sinf cosf tanhf floorf ",
       "; functions take the type of their argument: leave out the 'f'"},
      {" pow powf power ", "; a power is written 'a^b'"},
      {" fma fmaf ", "; write 'a * b + c', of which canonical arithmetic makes an fma"},
      {" where ", "; a choice is written 'select(condition, then, otherwise)'"},
      {" roll shift ",
       "; a neighbour is written 'u[x-1]', and 'boundary periodic;' joins the ends"},
      {" laplace lap del2 nabla2 ", "; it is called 'laplacian'"},
      {" grad gradient diff deriv ddx ddy ddz dx dy dz ",
       "; a derivative along an axis is written 'd(u, x)', the second one 'd2(u, x)'"},
      {" div divergence curl rot ",
       "; write the derivatives along each axis, as in 'd(vx, x) + d(vy, y)'"},
      {" rand rnd noise uniform ",
       "; random initial values from 0 to 1 are 'random(seed)' in 'init'"},
      {" print printf println disp plot ",
       "; 'report m = max(u) every 100 steps;' prints a number of all cells"},
      {" mod fmod fmodf remainder modulo ", "; the remainder is 'a - b * floor(a / b)'"},
      {" ceil ceilf ", "; write '-floor(-a)'"},
      {" round rint nint lround nearbyint ", "; write 'floor(a + 0.5)'"},
      {" sign sgn signum ", "; write 'select(a > 0, 1, select(a < 0, -1, 0))'"},
      {" tan ", "; write 'sin(a) / cos(a)'"},
      {" sinh ", "; write '(exp(a) - exp(-a)) / 2'"},
      {" cosh ", "; write '(exp(a) + exp(-a)) / 2'"},
      {" log10 log2 ", "; 'log' is the natural logarithm: divide it by 'log(10)' or 'log(2)'"},
      {" exp2 ", "; write '2^a'"},
      {" cbrt ", "; a root of a positive number is 'a^(1/3)'"},
      {" hypot ", "; write 'sqrt(a^2 + b^2)'"},
      {" asin acos atan atan2 asinh acosh atanh erf erfc gamma ",
       "; there are 'abs', 'sqrt', 'floor', 'exp', 'log', 'sin', 'cos', 'tanh' and powers: compute "
       "it beforehand and read it as a field, or write a series of it"},
      {" not ", "; it is written '!'"},
  };
  return adviceIn(table, name);
}

/// Returns advice on an undeclared name that textbooks use for a number, such as `dx`. Returns an
/// empty string for other names.
static std::string adviceOnValue(llvm::StringRef name) {
  static constexpr Advice table[] = {
      {" dt ", "; declare it: 'timestep dt = 0.001;' where 'time' is asked for, or 'param dt = "
               "0.001;'"},
      {" h dx dy dz hx hy hz ", "; the distance between cells is declared: 'spacing h = 0.1;'"},
      {" M_PI ", "; it is called 'pi'"},
  };
  return adviceIn(table, name);
}

std::string adviceOnMember(const Symbols &symbols, llvm::StringRef name) {
  const llvm::StringRef group = name.rtrim("0123456789");
  const auto found = symbols.find(group);
  if (group == name || !found || symbols[*found].kind != SymbolKind::Group)
    return "";
  return ("; a member of group '" + group + "' is written '" + group + "[" +
          name.drop_front(group.size()) + "]'")
      .str();
}

/// Returns text for a message that lists all fields: "there are the fields 'T' and 'u'". Returns an
/// empty string if there are none or too many.
static std::string fieldsOf(const Symbols &symbols) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> names;
  for (SymbolId id : symbols.ids())
    if (const Symbol &symbol = symbols[id];
        symbol.member < 0 && (symbol.kind == SymbolKind::Field || symbol.kind == SymbolKind::Group))
      names.push_back("'" + symbol.name + "'");
  if (names.empty() || names.size() > kMost)
    return "";
  if (names.size() == 1)
    return "there is the field " + names.front();
  const std::string last = names.back();
  names.pop_back();
  return "there are the fields " + llvm::join(names, ", ") + " and " + last;
}

/// Returns advice to import the file of the standard library that declares `name`, or an empty
/// string if there is none.
static std::string adviceOnImport(llvm::StringRef name, Role role) {
  if (role == Role::Value || role == Role::Table)
    return "";
  const llvm::StringRef file = fileOfStandardName(name, role == Role::Function);
  return file.empty()
             ? ""
             : ("; it is in the library: write 'import \"std/" + file + "\";' before the stencil")
                   .str();
}

void reportUndeclared(const Symbols &symbols, const ast::Identifier &name, Role role,
                      llvm::StringRef nearest, Diagnostics &diags) {
  std::string advice = role == Role::Function ? adviceOnCall(name.text)
                       : role == Role::Value || role == Role::NeighbourhoodOrValue
                           ? adviceOnValue(name.text)
                           : "";
  if (advice.empty())
    advice = adviceOnMember(symbols, name.text);
  if (advice.empty())
    advice = adviceOnImport(name.text, role);
  if (!advice.empty()) {
    diags.report(name.range, diag::UndeclaredName, name.text, advice);
    return;
  }
  auto report = diags.report(name.range, diag::UndeclaredName, name.text, didYouMean(nearest));
  if (nearest.empty()) {
    const std::string fields = role == Role::Value ? fieldsOf(symbols) : "";
    if (!fields.empty())
      report.note({}, diag::Hint, fields);
    return;
  }
  report.fixIt(name.range, nearest);
  const auto found = symbols.find(nearest);
  if (found && symbols[*found].declared.isValid())
    report.note(symbols[*found].declared, diag::DeclaredHere, nearest);
}

void reportIteration(const ast::Identifier &name, Diagnostics &diags) {
  diags.report(name.range, diag::IterationAsValue, name.text)
      .note({}, diag::Hint,
            "to compute with it, count in a field of the step: 'local n;', 'n[t+1/2] = 0;' before "
            "the 'repeat' and 'n[" +
                name.text + "+1] = n[" + name.text + "] + 1;' in it");
}

bool isFunction(const Symbols &symbols, const ast::Identifier &callee) {
  const auto found = symbols.findCallee(callee.text);
  return found && (symbols[*found].kind == SymbolKind::Function ||
                   symbols[*found].kind == SymbolKind::Builtin);
}

void reportCall(const ast::Identifier &callee, llvm::StringRef what, Diagnostics &diags) {
  diags.report(callee.range, diag::NotAFunction, callee.text, what)
      .note({}, diag::Hint, "a function is not a value: pass its result, as in 'sqrt(u)'");
}

void reportNoField(const Symbols &symbols, const ast::Identifier &name, Diagnostics &diags) {
  const llvm::StringRef nearest =
      symbols.nearest(name.text, {SymbolKind::Field, SymbolKind::Group});
  auto report = diags.report(name.range, diag::UndeclaredName, name.text, didYouMean(nearest));
  if (!nearest.empty())
    report.fixIt(name.range, nearest)
        .note(symbols[*symbols.find(nearest)].declared, diag::DeclaredHere, nearest);
  else
    report.note(name.range, diag::Hint,
                "write 'field " + name.text + " { ... }' to declare a field to update");
}

bool isMirrorWord(const ast::Stencil &stencil, const Symbols &symbols,
                  const ast::BoundaryItem &item, ast::ExprId argument) {
  const auto *name = std::get_if<ast::Name>(&stencil.exprs[argument].node);
  return item.kind.text == "mirror" && name &&
         (name->name.text == "cell" || name->name.text == "node" ||
          (item.arguments.size() == 1 && !symbols.find(name->name.text)));
}

} // namespace stencilc::sema
