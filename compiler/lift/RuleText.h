/// \file The condition that ends the loop over time, as a rule of the language.
#pragma once

#include "lift/ValueText.h"

namespace stencilc::lift {

/// Whether the cells outside of a box are those that would read beyond a face, which a boundary
/// `keep` leaves out: `reach` is how far the box reads, x first.
bool isRimOf(const Box &box, const std::vector<std::pair<std::int64_t, std::int64_t>> &reach);

/// Writes the rule of a step that has one.
class RuleText {
public:
  /// `text` has printed the updates. `isKeep`: cells that would read beyond a face take no part.
  RuleText(const Step &step, const Fields &fields, ValueText &text, bool isKeep, Diagnostics &diags)
      : step(step), fields(fields), text(text), isKeep(isKeep), diags(diags) {}

  /// The lines of the program. Nothing after a report.
  std::optional<std::vector<std::string>> run();

private:
  bool fail(llvm::SMLoc place, const std::string &what, llvm::StringRef hint);
  bool check();
  bool checkNode(const Node &node, bool isRough);
  bool checkReduction(const Reduction &reduction);
  void collect(const Value &value);
  void printReduction(int index);
  void addStart(int index);
  Value firstStart(int index) const;
  bool isNeutral(const Reduction &reduction) const;
  bool vanishesOutside(int index) const;
  std::optional<std::int64_t> interval(const Node &condition, Value &rest) const;
  bool changes(const Value &condition) const;

  const Step &step;
  const Fields &fields;
  ValueText &text;
  const bool isKeep;
  Diagnostics &diags;
  std::set<int> used; // reductions
};

} // namespace stencilc::lift
