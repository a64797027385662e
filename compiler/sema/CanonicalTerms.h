/// \file Linear forms and the canonical order of their terms (defined in Canonical.h).
#pragma once

#include "sema/CanonicalCoefficients.h"
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace stencilc::sema {

/// A sum of terms `coefficient * atom` plus a constant. Atoms are expressions that differ from cell
/// to cell, identified by their ids. Terms are in the order in which their atoms first appeared.
class LinearForm {
public:
  struct Term {
    ir::ExprId atom;
    Polynomial coefficient;
  };
  void add(ir::ExprId atom, const Polynomial &coefficient);
  void addConstant(const Polynomial &value) { constantTerm = constantTerm + value; }
  const Polynomial &constant() const { return constantTerm; }
  /// Returns the terms. A coefficient may be zero, because terms can cancel.
  const std::vector<Term> &terms() const { return list; }
  /// Returns whether no term with a nonzero coefficient is left.
  bool isUniform() const;

private:
  std::vector<Term> list;
  std::map<ir::ExprId, std::size_t> places;
  Polynomial constantTerm;
};

/// Lowest and highest plane along the last axis that an update reads, as displacements.
struct PlaneRange {
  int low = 0, high = 0;

  /// Returns whether all planes are within distance 1 of the updated cell. In that case, only the
  /// highest plane is summed separately from the others.
  bool isNear() const { return low >= -1 && high <= 1; }
};

/// Properties of an atom (an expression that differs from cell to cell) that decide its position in
/// a sum.
struct AtomFacts {
  /// Highest plane that the atom reads, as a displacement along the last axis. The smallest integer
  /// if it reads nothing.
  int plane = std::numeric_limits<int>::min();
  std::optional<ir::Read> read; // set if the atom is a read, converted or not
  bool isProduct = false;       // a product, which enters a sum by one fma
};

/// Terms of a sum that share a coefficient: coefficient * (m0 +- m1 +- ...). The coefficient
/// includes the sign of the first member. A single term is a group of one.
struct TermGroup {
  struct Member {
    ir::ExprId atom;
    bool isSubtracted;
  };
  Polynomial coefficient;
  std::vector<Member> members;
};

/// Data that decide the order of the terms in the sum of one update.
struct TermOrder {
  const PlaneRange &planes;
  const std::map<ir::ExprId, AtomFacts> &facts;
};

/// Returns the terms of `form`, in groups of equal coefficient, in the order in which they enter
/// the sum. `isStarted`: the sum starts with a constant.
std::vector<TermGroup> arrangeTerms(const LinearForm &form, bool isStarted, const TermOrder &order);

/// Returns whether a sum of these groups of terms can start without a multiplication.
bool startsFreely(const std::vector<TermGroup> &groups, const TermOrder &order);

} // namespace stencilc::sema
