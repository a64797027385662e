/// \file Whole numbers of the C file, as polynomials of loop variables and sizes.
#pragma once

#include "lift/Executor.h"
#include "lift/FileConstants.h"
#include "lift/Neighbours.h"
#include "lift/Objects.h"

namespace stencilc::lift {

class IndexReader {
public:
  IndexReader(SymbolicState &state, FileConstants &constants, Objects &objects, Executor &executor)
      : state(state), constants(constants), objects(objects), executor(executor),
        neighbours(state.step, state.loops) {}

  /// The value of an expression; nothing if it cannot be followed.
  std::optional<Polynomial> readWhole(const clang::Expr *expression);

  /// The value of an expression that is the `use` of an array, "index"; reports one that cannot be
  /// followed.
  Polynomial whole(const clang::Expr *expression, const char *use);

  /// Whether a C number of a type has this value, which it has not where it wraps around or is cut.
  bool holds(clang::QualType type, const Polynomial &value) const;

  /// The number that a condition of C chooses, if the two make a neighbour of the cell.
  std::optional<Polynomial> chosenBy(const clang::Expr *condition, const Polynomial &yes,
                                     const Polynomial &no);

  /// The value of a side of a comparison; nothing if it cannot be followed or may wrap around.
  std::optional<Polynomial> readCompared(const clang::Expr &side);

  /// What stands for a variable or member whose value the file does not tell.
  Polynomial sizeSymbol(const clang::ValueDecl &declaration,
                        const clang::ValueDecl *object = nullptr);

  /// What the sizes of the step are in the file.
  const std::map<const clang::ValueDecl *, Polynomial> &allSizes() const { return sizes; }

private:
  Polynomial extreme(Polynomial value, bool isLeast) const;
  std::optional<Polynomial> held(clang::QualType type, std::optional<Polynomial> value) const {
    return value && holds(type, *value) ? value : std::nullopt;
  }
  std::optional<Polynomial> readName(const clang::Expr *expression);
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
  std::map<const clang::ValueDecl *, Polynomial> sizes;
  std::map<const clang::ValueDecl *, const clang::ValueDecl *> owners; // of members that are sizes
};

} // namespace stencilc::lift
