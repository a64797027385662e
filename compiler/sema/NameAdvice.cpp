/// \file Kinds of names by their place, and functions of other languages by name.
#include "sema/NameAdvice.h"

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
    return Role::NeighbourhoodOrValue; // functions may pass neighbourhoods on
  if (index > 0 || count == 1)         // of one alone: over all cells
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

std::string adviceOnCall(llvm::StringRef name) {
  struct Advice {
    llvm::StringLiteral names, text; // names between blanks
  };
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
  };
  for (const Advice &advice : table)
    if (advice.names.contains((" " + name + " ").str()))
      return advice.text.str();
  return "";
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
