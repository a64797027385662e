/// \file Linear forms and the canonical order of their terms (stated in Canonical.h).
#pragma once

#include "sema/CanonicalCoefficients.h"
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace stencilc::sema {

/// A sum of coefficient * atom plus a constant. Atoms are non-uniform expressions, told apart by
/// their ids; terms stand in the order in which their atoms first appeared.
class LinearForm {
public:
  struct Term {
    ir::ExprId atom;
    Polynomial coefficient;
  };
  void add(ir::ExprId atom, const Polynomial &coefficient);
  void addConstant(const Polynomial &value) { constantTerm = constantTerm + value; }
  const Polynomial &constant() const { return constantTerm; }
  /// May hold terms whose coefficient cancelled to zero.
  const std::vector<Term> &terms() const { return list; }
  /// Whether no atom is left.
  bool isUniform() const;

private:
  std::vector<Term> list;
  std::map<ir::ExprId, std::size_t> places;
  Polynomial constantTerm;
};

/// Planes along the last axis that an update reads, as displacements.
struct PlaneRange {
  int low = 0, high = 0;

  /// Whether the newest plane waits while all others are one section.
  bool isNear() const { return low >= -1 && high <= 1; }
};

/// What the order asks about an atom.
struct AtomFacts {
  /// Newest plane read; the least integer when nothing is read.
  int plane = std::numeric_limits<int>::min();
  std::optional<ir::Read> read; // for a read, converted or not
  bool isProduct = false;       // enters a sum by one fma
};

/// Terms that share a coefficient: coefficient * (m0 +- m1 +- ...). The sign of the first member
/// is in the coefficient. A single term is a group of one.
struct TermGroup {
  struct Member {
    ir::ExprId atom;
    bool isSubtracted;
  };
  Polynomial coefficient;
  std::vector<Member> members;
};

/// What decides the order of terms in one update.
struct TermOrder {
  const PlaneRange &planes;
  const std::map<ir::ExprId, AtomFacts> &facts;
};

/// The terms of `form` in the order in which they enter the sum. `isStarted`: a constant has
/// started it.
std::vector<TermGroup> arrangeTerms(const LinearForm &form, bool isStarted, const TermOrder &order);

/// Whether a sum can start with these groups without a multiplication.
bool startsFreely(const std::vector<TermGroup> &groups, const TermOrder &order);

} // namespace stencilc::sema
