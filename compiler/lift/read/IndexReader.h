/// \file Reads integer expressions of the C file as polynomials of loop variables and sizes.
#pragma once

#include "lift/memory/FileConstants.h"
#include "lift/memory/Neighbours.h"
#include "lift/memory/Objects.h"
#include "lift/read/Executor.h"

namespace stencilc::lift {

/// Reader of integer expressions of the C file. Results are polynomials of loop variables and sizes
/// (integer variables whose value is unknown).
class IndexReader {
public:
  IndexReader(SymbolicState &state, FileConstants &constants, Objects &objects, Executor &executor)
      : state(state), constants(constants), objects(objects), executor(executor),
        neighbours(state.step, state.loops) {}

  /// Returns the value of an integer expression as a polynomial of loop variables and sizes.
  /// Returns `nullopt` if the lifter cannot follow the expression.
  std::optional<Polynomial> readWhole(const clang::Expr *expression);

  /// Returns the value of an integer expression as a polynomial of loop variables and sizes.
  /// Reports an expression that the lifter cannot follow. `use` names its role in the message, such
  /// as "index".
  Polynomial whole(const clang::Expr *expression, const char *use);

  /// Returns true if the C integer type `type` can hold `value` without wrapping or truncation, in
  /// all iterations of the loops around the current statement.
  bool holds(clang::QualType type, const Polynomial &value) const;

  /// Returns the index `condition ? yes : no` as one symbol. It must be the index of a neighbouring
  /// cell that wraps around or stops at a face, as in `i > 0 ? i - 1 : 0`. Returns `nullopt` for
  /// other choices.
  std::optional<Polynomial> chosenBy(const clang::Expr *condition, const Polynomial &yes,
                                     const Polynomial &no);

  /// Returns the value of an operand of an integer comparison. Returns `nullopt` if the lifter
  /// cannot follow it or if it may wrap around.
  std::optional<Polynomial> readCompared(const clang::Expr &side);

  /// Returns a symbol, as a polynomial, for an integer C variable or member whose value is unknown.
  /// The same variable always gets the same symbol, a size of the step. `object` is the object that
  /// has the member.
  Polynomial sizeSymbol(const clang::ValueDecl &declaration,
                        const clang::ValueDecl *object = nullptr);

  /// Returns the symbols of all sizes, as polynomials. The key is the C variable or member that
  /// holds the size.
  const std::map<const clang::ValueDecl *, Polynomial> &allSizes() const { return sizes; }

private:
  Polynomial extreme(Polynomial value, bool isLeast) const;
  std::optional<Polynomial> held(clang::QualType type, std::optional<Polynomial> value) const {
    return value && holds(type, *value) ? value : std::nullopt;
  }
  std::optional<Polynomial> readName(const clang::Expr *expression);
  std::optional<Polynomial> readPointed(const clang::Expr *pointer);
  std::optional<Polynomial> readSign(const clang::UnaryOperator &operation);
  std::optional<Polynomial> otherLevel(const Polynomial &level);
  bool mayBeNegative(const Polynomial &number) const;
  std::optional<Polynomial> readOperator(const clang::BinaryOperator &operation);
  std::optional<Polynomial> readCall(const clang::CallExpr &call);
  std::optional<Polynomial> readEntry(const clang::Expr *expression);

  SymbolicState &state;
  FileConstants &constants;
  Objects &objects;
  Executor &executor;
  Neighbours neighbours;
  std::optional<bool> keepsPointed; // whether no whole number behind a parameter changes
  std::map<const clang::ValueDecl *, Polynomial> sizes;
  /// C object of each size. The key is the structure member that is the size, the entry the object
  /// whose member was used first. The entry is null if the size is a variable or a member of
  /// `this`.
  std::map<const clang::ValueDecl *, const clang::ValueDecl *> owners;
};

} // namespace stencilc::lift
