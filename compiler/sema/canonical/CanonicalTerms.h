/// \file Sums of terms (linear forms), and the order in which canonical arithmetic adds the terms.
/// Canonical.h defines this order.
#pragma once

#include "sema/canonical/CanonicalCoefficients.h"
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace stencilc::sema {

/// A sum of terms `coefficient * atom` plus a constant. An atom is an expression that differs
/// between cells, identified by its id. Terms are in the order in which their atoms first appeared.
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
  /// Returns whether the form has no atom (expression that differs between cells) with a nonzero
  /// coefficient, so that its value is the same in all cells.
  bool isUniform() const;

private:
  std::vector<Term> list;
  std::map<ir::ExprId, std::size_t> places;
  Polynomial constantTerm;
};

/// Lowest and highest plane along the last axis that an update reads, relative to the plane of the
/// updated cell.
struct PlaneRange {
  int low = 0, high = 0;

  /// Returns whether all planes are within distance 1 of the updated cell. In that case, only the
  /// highest plane is summed separately from the others.
  bool isNear() const { return low >= -1 && high <= 1; }
};

/// Properties of an atom (an expression that differs from cell to cell) that decide its position in
/// a sum.
struct AtomFacts {
  /// Highest plane that the atom (a term of a sum) reads, relative to the updated cell along the
  /// last axis. It is the smallest integer if the atom reads no cell.
  int plane = std::numeric_limits<int>::min();
  std::optional<ir::Read> read; // set if the atom is a read, converted or not
  bool isProduct = false;       // a product, which enters a sum by one fma
};

/// Terms of a sum with one coefficient, coefficient * (m0 +- m1 +- ...). The sign of m0 is part of
/// the coefficient. A single term is a group of one.
struct TermGroup {
  struct Member {
    ir::ExprId atom;
    bool isSubtracted;
  };
  Polynomial coefficient;
  std::vector<Member> members;
};

/// Planes and atoms (terms) of an update, from which the order of the terms in its sum follows.
struct TermOrder {
  const PlaneRange &planes;
  const std::map<ir::ExprId, AtomFacts> &facts;
};

/// Returns the terms of `form`, in groups of equal coefficient, in the order in which they are
/// summed. `isStarted` is true if the sum starts with a constant.
std::vector<TermGroup> arrangeTerms(const LinearForm &form, bool isStarted, const TermOrder &order);

/// Returns whether a sum of `groups` (terms of equal coefficient) can start without a
/// multiplication.
bool startsFreely(const std::vector<TermGroup> &groups, const TermOrder &order);

} // namespace stencilc::sema
