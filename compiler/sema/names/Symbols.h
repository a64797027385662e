/// \file The symbol table of a stencil: meaning and declaration of each name.
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

/// Kinds of names, such as fields, parameters and functions.
enum class SymbolKind : std::uint8_t {
  Axis,     // the position of the cell
  Size,     // nx: number of cells along x
  Time,     // t
  Step,     // number of the step; declarations can hide it
  Elapsed,  // `time`, steps done times the time step; declarations can hide it
  Timestep, // the physical time of one step
  Series,   // one number for each step
  Global,   // scalar computed from all cells
  Pi,       // the number pi
  Centre,   // the neighbourhood of the cell itself
  Builtin,  // sum, sqrt ...
  Constant, // const and spacing
  Param,
  Field,
  Group, // group of fields
  Table, // table of constants
  Neighbourhood,
  Coefficient,
  Function,
  Let,
  Region,
  Report,
  Source,
  Receiver,
};
/// Returns the kind of a name with its article, for messages: "a field", "a neighbourhood" ...
llvm::StringRef describe(SymbolKind kind);

/// A name of the stencil or of the language, with its meaning.
struct Symbol {
  SymbolKind kind;
  std::string name;
  llvm::SMRange declared;                    // invalid for names of the language
  const ast::Statement *statement = nullptr; // the declaration; null for axes
  int axis = -1;                             // for Axis and Size
  bool isUsed = false;                       // mentioned other than as the target of an update
  bool isUpdated = false;                    // Field, Group: target of an update
  int member = -1;                           // Field: its number in a group, `f[3]`; -1: no member
};

/// Symbol table. Every name has one meaning in the whole stencil, independent of the order of
/// statements. Local are only arguments of functions, which hide other names, and index variables,
/// which may not. Names of the language that declarations can reuse:
///
/// | name | declarations | meaning before '(' |
/// |---|---|---|
/// | derivatives, `count`, conversions | all | the built-in, unless a function is declared |
/// | other built-in functions | let, report, global | the built-in |
/// | `step`, `time` | all | the declared name |
class Symbols {
public:
  /// Adds `symbol` to the table. If its name is already declared, reports this and keeps the first
  /// symbol.
  void declare(Symbol symbol, Diagnostics &diags);

  /// Adds a member of a group of fields. It has no entry by name, because the source names only the
  /// group.
  SymbolId addMember(Symbol member) { return all.add(std::move(member)); }

  /// Returns the symbol that `name` means outside of calls, as a value or as the target of an
  /// update. Returns nullopt if the name is not declared.
  std::optional<SymbolId> find(llvm::StringRef name) const;
  /// Marks `name`, a global (scalar computed in each time step), as used at t-1, as in `rr[t-1]`,
  /// and returns true. The use creates no dependency between definitions, because the value is that
  /// of the step before. Returns false if `name` is no global.
  bool usePreviousValue(llvm::StringRef name);
  /// Returns the symbol that `name` means in a call, before '('. Returns nullopt if the name is not
  /// declared.
  std::optional<SymbolId> findCallee(llvm::StringRef name) const;
  Symbol &operator[](SymbolId id) { return all[id]; }
  const Symbol &operator[](SymbolId id) const { return all[id]; }
  std::vector<SymbolId> ids() const { return all.ids(); }

  /// Returns the declared name that is most similar to `name`, among symbols of the given `kinds`.
  /// Returns an empty string if there is no similar name.
  llvm::StringRef nearest(llvm::StringRef name, llvm::ArrayRef<SymbolKind> kinds) const;

private:
  Store<SymbolId, Symbol> all;
  std::map<std::string, SymbolId, std::less<>> byName;
  /// Functions whose name has another meaning where no '(' follows.
  std::map<std::string, SymbolId, std::less<>> hidden;
};

/// Builds the symbol table: the names of the language, the axes with their sizes, and every
/// declaration. Reports reserved names, redeclarations and a wrong number of axes.
Symbols declareSymbols(const ast::Stencil &stencil, Diagnostics &diags);

/// Returns the names that a statement declares.
std::vector<ast::Identifier> namesDeclaredBy(const ast::Statement &statement);

/// Returns a read of a field as text for messages: `u[t+1]`, or `f[3, t+1]` for a member of a group
/// of fields. `index` is the index of time and offsets, such as "t+1".
std::string spelt(const Symbol &field, llvm::StringRef index);
/// Returns "; did you mean 'x'?" for the end of a message, or an empty string if `nearest` is
/// empty.
std::string didYouMean(llvm::StringRef nearest);

} // namespace stencilc::sema
