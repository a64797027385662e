/// \file Linear forms and the canonical order of their terms (defined in Canonical.h).
#pragma once

#include "sema/CanonicalCoefficients.h"
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace stencilc::sema {

/// A sum of terms coefficient * atom plus a constant. Atoms are non-uniform expressions, identified
/// by their ids. Terms are in the order in which their atoms first appeared.
class LinearForm {
public:
  struct Term {
    ir::ExprId atom;
    Polynomial coefficient;
  };
  void add(ir::ExprId atom, const Polynomial &coefficient);
  void addConstant(const Polynomial &value) { constantTerm = constantTerm + value; }
  const Polynomial &constant() const { return constantTerm; }
  /// Returns the terms. Coefficients can have cancelled to zero.
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

  /// Returns whether all planes are within distance 1. Then only the highest plane is a section of
  /// its own.
  bool isNear() const { return low >= -1 && high <= 1; }
};

/// Properties of an atom that decide its place in the order.
struct AtomFacts {
  /// Highest plane read; the smallest integer if nothing is read.
  int plane = std::numeric_limits<int>::min();
  std::optional<ir::Read> read; // set if the atom is a read, converted or not
  bool isProduct = false;       // a product, which enters a sum by one fma
};

/// Terms that share a coefficient: coefficient * (m0 +- m1 +- ...). The coefficient includes the
/// sign of the first member. A single term is a group of one.
struct TermGroup {
  struct Member {
    ir::ExprId atom;
    bool isSubtracted;
  };
  Polynomial coefficient;
  std::vector<Member> members;
};

/// Data that decide the order of terms in one update.
struct TermOrder {
  const PlaneRange &planes;
  const std::map<ir::ExprId, AtomFacts> &facts;
};

/// Returns the terms of `form` in the order in which they enter the sum. `isStarted`: a constant is
/// the first summand.
std::vector<TermGroup> arrangeTerms(const LinearForm &form, bool isStarted, const TermOrder &order);

/// Returns whether a sum of these groups can start without a multiplication.
bool startsFreely(const std::vector<TermGroup> &groups, const TermOrder &order);

} // namespace stencilc::sema
