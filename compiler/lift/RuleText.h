/// \file Prints the condition of the loop over time as a stopping rule of the language.
#pragma once

#include "lift/ValueText.h"

namespace stencilc::lift {

/// Returns whether `box` excludes exactly the cells that would read beyond a face, so that the
/// boundary `keep` can replace the box. `reach` is the reach of the reads towards both faces of
/// each axis, x first.
bool isRimOf(const Box &box, const std::vector<std::pair<std::int64_t, std::int64_t>> &reach);

/// Prints the stopping rule of a step, if `step.goesOn` is set.
class RuleText {
public:
  /// `text` must have printed the updates. With `isKeep` the fields have the boundary `keep`: cells
  /// that would read beyond a face are skipped.
  RuleText(const Step &step, const Fields &fields, ValueText &text, bool isKeep, Diagnostics &diags)
      : step(step), fields(fields), text(text), isKeep(isKeep), diags(diags) {}

  /// Returns the program lines of the rule. Reports a diagnostic and returns `nullopt` if the
  /// language cannot express it.
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
  std::set<int> used; // numbers of the reductions that the rule uses
};

} // namespace stencilc::lift
