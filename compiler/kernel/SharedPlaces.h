/// \file Finding the place in shared memory that an expression names, through references and
/// parameters of nested functions.
#pragma once

#include "kernel/Kernel.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace stencilc::kernel {

/// A place in a member of shared memory, as precisely as the verifier distinguishes places.
struct Place {
  VarId member;
  bool isOfWarp = false; // each warp has its own copy
  std::string slot = ""; // first index into the member: a plane, a row, or a half
  std::string row = "";  // next index, with variables of functions treated as equal
};

/// Resolves places while the verifier follows nested calls. Recursion does not occur.
class SharedPlaces {
public:
  /// `shared`: members of the struct in shared memory.
  SharedPlaces(const Module &module, const std::set<VarId> &shared)
      : module(module), shared(shared) {}

  /// Returns the place in shared memory that `id` names or points to; nothing if there is none.
  std::optional<Place> find(ExprId id);
  /// Binds parameters to their arguments from now on. declare() binds a variable to its value, and
  /// returns true if the variable is only another name for a place.
  void bind(const std::vector<VarId> &params, const std::vector<ExprId> &arguments);
  bool declare(VarId var, ExprId value);
  /// Returns true if `id` is a variable that may name a place or point to one.
  bool isName(ExprId id) const;
  /// Returns true if an argument is a place that the callee may read or write.
  bool isHandedOn(VarId param, ExprId argument);
  const Closure *closureOf(VarId var) const;
  /// Returns true if `to` is a member on which the place of an access has depended.
  bool findsBy(ExprId to) const;

private:
  /// Returns the member at the root of `id`, and collects the indices on the way, the innermost
  /// first.
  VarId rootOf(ExprId id, std::vector<ExprId> &indices) const;
  /// Returns a text that is equal for equal values. Unbound variables appear by number, or with
  /// `isPattern` all alike.
  std::string textOf(ExprId id, bool isPattern);

  const Module &module;
  const std::set<VarId> &shared;
  std::map<VarId, ExprId> standsFor;
  std::set<VarId> foundBy;
};

} // namespace stencilc::kernel
