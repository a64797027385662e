/// \file The symbols of a stencil: what each name means, where it was declared, which one was
/// meant.
#pragma once

#include "support/Diagnostics.h"
#include "support/Id.h"
#include "syntax/Ast.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::sema {

using SymbolId = Id<struct SymbolTag>;

enum class SymbolKind : std::uint8_t {
  Axis,     // its value is the position of the cell
  Size,     // nx: cells along x
  Time,     // t
  Step,     // the number of the step, which a declaration may hide
  Elapsed,  // time: the steps so far times the time step; the same
  Timestep, // what time goes on by in a step
  Series,   // a number for each step
  Global,   // a number of the whole grid
  Pi,       // the number
  Centre,   // the neighbourhood of the cell itself
  Builtin,  // sum, sqrt ...
  Constant, // const and spacing
  Param,
  Field,
  Group, // of fields
  Table, // of constants
  Neighbourhood,
  Coefficient,
  Function,
  Let,
  Region,
  Report,
  Source,
  Receiver,
};
/// "a field", "a neighbourhood" ...
llvm::StringRef describe(SymbolKind kind);

struct Symbol {
  SymbolKind kind;
  std::string name;
  llvm::SMRange declared;                    // invalid for names of the language
  const ast::Statement *statement = nullptr; // the declaration, except for axes
  int axis = -1;                             // Axis and Size
  bool isUsed = false;                       // mentioned anywhere but as the target of an update
  bool isUpdated = false;                    // Field, Group: target of an update
  int member = -1;                           // Field: its number in a group, `f[3]`
};

/// All names have one meaning in the whole stencil, whatever the order of statements; only the
/// arguments of a function are local to it, and there they hide other names. A let or a report may
/// be called like a function of the language: before '(' such a name is the function. Anything may
/// be called 'step' or 'time', which then mean that, and like a derivative; only a function then
/// takes its place before '(', too.
class Symbols {
public:
  /// Adds `symbol`; on a clash the first meaning stays and the clash is reported.
  void declare(Symbol symbol, Diagnostics &diags);

  /// Adds a member of a group, which no name of the source stands for.
  SymbolId addMember(Symbol member) { return all.add(std::move(member)); }

  /// What `name` stands for as a value, or as the target of an update; nothing if it is not
  /// declared.
  std::optional<SymbolId> find(llvm::StringRef name) const;
  /// Marks a number of the whole grid of that name as used by its value of the step before, which
  /// is there before it is found: nobody waits for it. False for any other name.
  bool useEarlier(llvm::StringRef name);
  /// What a name before '(' stands for.
  std::optional<SymbolId> findCallee(llvm::StringRef name) const;
  Symbol &operator[](SymbolId id) { return all[id]; }
  const Symbol &operator[](SymbolId id) const { return all[id]; }
  std::vector<SymbolId> ids() const { return all.ids(); }

  /// The declared name of one of `kinds` nearest to `name`, or empty.
  llvm::StringRef nearest(llvm::StringRef name, llvm::ArrayRef<SymbolKind> kinds) const;

private:
  Store<SymbolId, Symbol> all;
  std::map<std::string, SymbolId, std::less<>> byName;
  std::map<std::string, SymbolId, std::less<>> hidden; // functions whose name is a value's as well
};

/// Declares the names of the language, the axes with their sizes, and every statement that names
/// something. Reports reserved names, redeclarations and a wrong number of axes.
Symbols declareSymbols(const ast::Stencil &stencil, Diagnostics &diags);

/// The names that a statement declares.
std::vector<ast::Identifier> namesDeclaredBy(const ast::Statement &statement);

/// `u[t+1]`, or `f[3, t+1]` for a member of a group: a field with the index `index`.
std::string spelt(const Symbol &field, llvm::StringRef index);
/// "; did you mean 'x'?", or nothing if `nearest` is empty.
std::string didYouMean(llvm::StringRef nearest);

} // namespace stencilc::sema
