/// \file Search for the part of shared memory to which an expression refers, through references and
/// parameters of nested functions. The verifier uses it.
#pragma once

#include "kernel/Kernel.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace stencilc::kernel {

/// A part of shared memory: a member of the struct there, and its first two indices. The verifier
/// distinguishes no smaller parts.
struct Place {
  VarId member;
  bool isOfWarp = false; // each warp has its own copy
  std::string slot = ""; // first index into the member: a plane, a row, or a half
  std::string row = "";  // next index, with variables of functions treated as equal
};

/// Finder of the parts of shared memory to which expressions refer. The verifier uses it while it
/// follows calls of functions. Functions are never recursive.
class SharedPlaces {
public:
  /// `shared` has the members of the struct that lies in shared memory. Keeps references to
  /// `module` and `shared`.
  SharedPlaces(const Module &module, const std::set<VarId> &shared)
      : module(module), shared(shared) {}

  /// Returns the part of shared memory that the expression `id` names or to which it points.
  /// Returns `nullopt` if it refers to other memory.
  std::optional<Place> find(ExprId id);
  /// Sets the parameters `params` of a called function to the `arguments` of the call. The verifier
  /// calls this before it follows the body of the function.
  void bind(const std::vector<VarId> &params, const std::vector<ExprId> &arguments);
  /// Remembers `value` as the value of the declared variable `var`, if the variable is constant, a
  /// reference, a lambda or a name for shared memory. Returns true if it is a reference or pointer
  /// to shared memory, or a lambda.
  bool declare(VarId var, ExprId value);
  /// Returns true if `id` is a variable that may be a reference or pointer to shared memory.
  bool isName(ExprId id) const;
  /// Returns true if `argument` is a part of shared memory that the called function may read or
  /// write through `param`.
  bool isHandedOn(VarId param, ExprId argument);
  const Closure *closureOf(VarId var) const;
  /// Returns true if `to` is a struct member that an earlier access used as an index into shared
  /// memory.
  bool findsBy(ExprId to) const;

private:
  /// Returns the struct member with which expression `id` begins, such as `rows` for `rows[i][j]`,
  /// or an invalid id if it is not in shared memory. Appends the indices to `indices`, the last one
  /// (j) first.
  VarId rootOf(ExprId id, std::vector<ExprId> &indices) const;
  /// Returns a text that is equal for equal expressions. A variable whose value is not known here
  /// appears as its id, such as `v7`. With `isPattern` each such variable appears as `*`.
  std::string textOf(ExprId id, bool isPattern);

  const Module &module;
  const std::set<VarId> &shared;
  std::map<VarId, ExprId> wrappedIndex;
  std::set<VarId> foundBy;
};

} // namespace stencilc::kernel
