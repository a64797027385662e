/// \file The table of the C arrays that a time step uses, with their extents, element types and
/// memory.
#pragma once

#include "lift/read/IndexReader.h"

namespace stencilc::lift {

/// The C arrays that a time step uses, each with its number in `Step::arrays`.
class ArrayTable {
public:
  ArrayTable(SymbolicState &state, FileConstants &constants, IndexReader &indices)
      : state(state), constants(constants), indices(indices) {}

  /// Returns the number in `Step::arrays` of the C array that `name` denotes. Adds the array to the
  /// step at its first use. Returns `nullopt` if `name` is no array, or, after a diagnostic, if its
  /// elements are neither `float` nor `double`.
  std::optional<int> arrayOf(const Name &name);

  /// Returns the numbers of all C arrays found so far, by C name. Names that forget() has removed
  /// are missing.
  const std::map<Name, int> &all() const { return numbers; }

  /// Removes `name` from the table, so that its next use adds a new array to the step. An array
  /// that is declared in a loop body is removed at each of its declarations.
  void forget(const Name &name) { numbers.erase(name); }

  /// Returns the C declaration of array number `array` if the array is a constant table: the C file
  /// gives its elements. Returns null for any other array.
  const clang::VarDecl *tableOf(int array) const;

  /// Returns the extents of the C array, pointer or standard container `type`, outermost first. An
  /// extent is `nullopt` if the type does not tell it, as for a pointer. Sets `element` to the type
  /// of the elements.
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
