/// \file The arrays of a step: which declarations are some, their extents, types and memory.
#pragma once

#include "lift/IndexReader.h"

namespace stencilc::lift {

class ArrayTable {
public:
  ArrayTable(SymbolicState &state, FileConstants &constants, IndexReader &indices)
      : state(state), constants(constants), indices(indices) {}

  /// The array of a variable, or of a member of `object`, which is added to the step where it is
  /// new. Nothing if it is none; one of other numbers than `float` and `double` is reported.
  std::optional<int> arrayOf(const Name &name);

  /// The arrays so far; those of variables that end with a cell have left.
  const std::map<Name, int> &all() const { return numbers; }

  /// A variable of the body of a nest is another array each time it is declared.
  void forget(const Name &name) { numbers.erase(name); }

  /// The declaration of an array of constants; null for others.
  const clang::VarDecl *tableOf(int array) const;

  /// The extents of an array or of what a pointer leads to, outermost first, those that the type
  /// tells; its elements are of type `element`.
  std::vector<std::optional<Polynomial>> extentsOf(clang::QualType type, clang::QualType &element);

private:
  bool takeExtent(clang::QualType &type, std::vector<std::optional<Polynomial>> &extents);
  std::string nameFor(const Name &name) const;
  void findMemory(Array &array, const Name &name);
  bool isTable(const clang::ValueDecl &declaration, clang::QualType element);

  SymbolicState &state;
  FileConstants &constants;
  IndexReader &indices;
  std::map<Name, int> numbers;
  std::map<int, const clang::VarDecl *> tables;
};

} // namespace stencilc::lift
