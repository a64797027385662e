/// \file Reads integer expressions of the C file as polynomials of loop variables and sizes.
#pragma once

#include "lift/Executor.h"
#include "lift/FileConstants.h"
#include "lift/Neighbours.h"
#include "lift/Objects.h"

namespace stencilc::lift {

/// Reads integer expressions of the C file as polynomials.
class IndexReader {
public:
  IndexReader(SymbolicState &state, FileConstants &constants, Objects &objects, Executor &executor)
      : state(state), constants(constants), objects(objects), executor(executor),
        neighbours(state.step, state.loops) {}

  /// Returns the value of an integer expression as a polynomial; `nullopt` if the lifter cannot
  /// follow it.
  std::optional<Polynomial> readWhole(const clang::Expr *expression);

  /// Returns the value of an integer expression as a polynomial. Reports an expression that cannot
  /// be followed; `use` names its role in the message, such as "index".
  Polynomial whole(const clang::Expr *expression, const char *use);

  /// Returns whether the C integer type `type` can hold `value`, in all iterations of the loops
  /// around it, without wrapping or truncation.
  bool holds(clang::QualType type, const Polynomial &value) const;

  /// Returns the index `condition ? yes : no` as one symbol, if it is a neighbour that wraps around
  /// or stops at a face, as in `i > 0 ? i - 1 : 0`. Returns `nullopt` otherwise.
  std::optional<Polynomial> chosenBy(const clang::Expr *condition, const Polynomial &yes,
                                     const Polynomial &no);

  /// Returns the value of an operand of a comparison; `nullopt` if it cannot be followed or may
  /// wrap around.
  std::optional<Polynomial> readCompared(const clang::Expr &side);

  /// Returns the polynomial symbol for an integer C variable or member whose value is not known. It
  /// counts as a size; `object` is the object of a member.
  Polynomial sizeSymbol(const clang::ValueDecl &declaration,
                        const clang::ValueDecl *object = nullptr);

  /// Returns the polynomial symbols of all sizes, by the C variable or member that each stands for.
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
  /// For each structure member that is a size: the object whose member was used first.
  std::map<const clang::ValueDecl *, const clang::ValueDecl *> owners;
};

} // namespace stencilc::lift
