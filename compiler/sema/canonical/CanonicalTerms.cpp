/// \file Sums of terms (linear forms), and the order in which canonical arithmetic adds the terms.
/// Canonical.h defines this order.
#include "sema/canonical/CanonicalTerms.h"
#include <algorithm>
#include <tuple>

namespace stencilc::sema {

void LinearForm::add(ir::ExprId atom, const Polynomial &coefficient) {
  const auto [place, isNew] = places.try_emplace(atom, list.size());
  if (isNew)
    list.push_back({atom, coefficient});
  else
    list[place->second].coefficient = list[place->second].coefficient + coefficient;
}

bool LinearForm::isUniform() const {
  return std::all_of(list.begin(), list.end(),
                     [](const Term &term) { return term.coefficient.isZero(); });
}

namespace {

using Term = LinearForm::Term;
using Section = std::vector<Term>;

/// Returns whether a sum can begin with `group`, terms of equal coefficient, without a
/// multiplication. The coefficient must be 1 or -1, and the group must not be a single product.
bool canStart(const TermGroup &group, const std::map<ir::ExprId, AtomFacts> &facts) {
  const bool isLoneProduct =
      group.members.size() == 1 && facts.at(group.members.front().atom).isProduct;
  return !isLoneProduct && group.coefficient.isUnit();
}

class Arrangement {
public:
  Arrangement(const TermOrder &order, bool isStarted)
      : planes(order.planes), facts(order.facts), isStarted(isStarted) {}

  std::vector<TermGroup> operator()(const LinearForm &form) {
    std::vector<Term> terms;
    for (const Term &term : form.terms())
      if (!term.coefficient.isZero())
        terms.push_back(term);
    std::stable_sort(terms.begin(), terms.end(),
                     [&](const Term &a, const Term &b) { return comesBefore(a.atom, b.atom); });
    if (isDifference(terms)) {
      arrangeSection(terms, true);
      return std::move(arranged);
    }
    for (auto first = terms.begin(); first != terms.end();) {
      const auto end = std::find_if(first, terms.end(), [&](const Term &term) {
        return sectionOf(term.atom) != sectionOf(first->atom);
      });
      const bool startsSum = first == terms.begin() && !isStarted;
      arrangeSection({first, end}, startsSum);
      first = end;
    }
    return std::move(arranged);
  }

private:
  const AtomFacts &of(ir::ExprId atom) const { return facts.at(atom); }

  /// Returns whether atom `a` (a term that is not split further) precedes atom `b` in a sum. Atoms
  /// are ordered by plane, then reads before others, then reads by offset, field and level. Other
  /// atoms compare equal, so a stable sort keeps them in order of appearance.
  bool comesBefore(ir::ExprId a, ir::ExprId b) const {
    const AtomFacts &left = of(a), &right = of(b);
    if (left.plane != right.plane)
      return left.plane < right.plane;
    if (!left.read || !right.read)
      return left.read && !right.read;
    if (left.read->offset != right.read->offset)
      return MemoryOrder()(left.read->offset, right.read->offset);
    return std::tie(left.read->field, left.read->level) <
           std::tie(right.read->field, right.read->level);
  }

  /// Returns the section of an update's sum in which `atom`, a term, is added. A section is a set
  /// of planes whose terms are added together. If the update reads only planes within distance 1 of
  /// the updated cell, section 1 is the highest plane and section 0 all others. Otherwise each
  /// plane is a section.
  int sectionOf(ir::ExprId atom) const {
    if (!planes.isNear())
      return of(atom).plane;
    return planes.low < planes.high && of(atom).plane == planes.high;
  }

  /// Returns whether a term can share a multiplication with other terms of the same coefficient. A
  /// product with coefficient 1 or -1 cannot, because one fma of its own is cheaper.
  bool mayShare(const Term &term) const {
    const bool isUnit = term.coefficient.isUnit();
    return !(isUnit && of(term.atom).isProduct);
  }

  /// Returns whether the coefficients of all terms of a sum are equal up to sign, and both signs
  /// occur. The terms of all planes are then summed together, so that the result is exactly zero if
  /// the difference is.
  bool isDifference(const std::vector<Term> &terms) const {
    bool hasOpposite = false;
    for (const Term &term : terms) {
      const bool isSame = term.coefficient == terms.front().coefficient;
      if (!mayShare(term) || (!isSame && !(-term.coefficient == terms.front().coefficient)))
        return false;
      hasOpposite |= !isSame;
    }
    return hasOpposite && !isStarted && !terms.front().coefficient.isUnit();
  }

  void arrangeSection(const Section &section, bool startsSum) {
    std::vector<TermGroup> groups;
    for (const Term &term : section) {
      const auto sharing = std::find_if(groups.begin(), groups.end(), [&](const TermGroup &group) {
        return mayShare(term) &&
               (term.coefficient == group.coefficient || -term.coefficient == group.coefficient) &&
               mayShare({group.members.front().atom, group.coefficient});
      });
      if (sharing == groups.end())
        groups.push_back({term.coefficient, {{term.atom, false}}});
      else
        sharing->members.push_back({term.atom, !(term.coefficient == sharing->coefficient)});
    }
    // Groups are in the order of their first members, which a stable sort preserves for equal
    // sizes.
    std::stable_sort(groups.begin(), groups.end(), [](const TermGroup &a, const TermGroup &b) {
      return a.members.size() > b.members.size();
    });
    if (startsSum)
      moveFreeStartForward(groups);
    std::move(groups.begin(), groups.end(), std::back_inserter(arranged));
  }

  /// Moves the group of terms with coefficient 1 or -1 to the front of `groups`, if the sum would
  /// otherwise start with a multiplication. The group that was first is then added by one fma,
  /// which saves an operation. `groups` belong to one section (planes whose terms are added
  /// together), which has at most one such group.
  void moveFreeStartForward(std::vector<TermGroup> &groups) const {
    const auto isFree = [&](const TermGroup &group) { return canStart(group, facts); };
    if (isFree(groups.front()))
      return;
    const auto start = std::find_if(groups.begin(), groups.end(), isFree);
    if (start != groups.end())
      std::rotate(groups.begin(), start, start + 1);
  }

  const PlaneRange &planes;
  const std::map<ir::ExprId, AtomFacts> &facts;
  const bool isStarted; // a constant is the first summand
  std::vector<TermGroup> arranged;
};

} // namespace

std::vector<TermGroup> arrangeTerms(const LinearForm &form, bool isStarted,
                                    const TermOrder &order) {
  return Arrangement(order, isStarted)(form);
}

bool startsFreely(const std::vector<TermGroup> &groups, const TermOrder &order) {
  return !groups.empty() && canStart(groups.front(), order.facts);
}

} // namespace stencilc::sema
