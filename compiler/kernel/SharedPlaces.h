/// \file Where in shared memory an expression points, through the names that it has on its way from
/// function to function.
#pragma once

#include "kernel/Kernel.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace stencilc::kernel {

/// A place in a member of shared memory, as far as it is told apart from others.
struct Place {
  VarId member;
  bool isOfWarp = false; // each warp has its own
  std::string slot = ""; // the first index that is more than a member: of a plane, a row, a half
  std::string row = "";  // the next one, variables of functions all taken for the same
};

/// Resolves places while functions are followed one inside the other, none within itself.
class SharedPlaces {
public:
  /// `shared`: members of the struct that the threads of a block share.
  SharedPlaces(const Module &module, const std::set<VarId> &shared)
      : module(module), shared(shared) {}

  /// What `id` names, if that is a part of shared memory, or points to one.
  std::optional<Place> find(ExprId id);
  /// Notes what parameters, or a variable, stand for from now on; of a variable whether it is but
  /// another name for it.
  void bind(const std::vector<VarId> &params, const std::vector<ExprId> &arguments);
  bool declare(VarId var, ExprId value);
  /// Whether `id` is a variable that may be a name for a place, or point to one.
  bool isName(ExprId id) const;
  /// Whether an argument is a place that the function gets to read or write it.
  bool isHandedOn(VarId param, ExprId argument);
  const Closure *closureOf(VarId var) const;
  /// Whether `to` is a member by which places have been found.
  bool findsBy(ExprId to) const;

private:
  /// Follows `id` to the member at its root, indices collected on the way, the innermost first.
  VarId rootOf(ExprId id, std::vector<ExprId> &indices) const;
  /// An expression in words that are the same for the same value; of variables that stand for
  /// nothing their number, or just that they are some if `isPattern`.
  std::string textOf(ExprId id, bool isPattern);

  const Module &module;
  const std::set<VarId> &shared;
  std::map<VarId, ExprId> standsFor;
  std::set<VarId> foundBy;
};

} // namespace stencilc::kernel
