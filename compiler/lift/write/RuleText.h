/// \file Prints the condition of the loop over time as a stopping rule of the language.
#pragma once

#include "lift/write/ValueText.h"

namespace stencilc::lift {

/// Returns true if `box` excludes exactly the cells whose reads would cross a face, as the boundary
/// `keep` does. `reach` has the largest distances of the reads towards the low and high face of
/// each axis, in cells, x first.
bool isRimOf(const Box &box, const std::vector<std::pair<std::int64_t, std::int64_t>> &reach);

/// Printer of the condition of a C loop over time as a stopping rule, `until ... every ...;`.
class RuleText {
public:
  /// Prepares the printer. Precondition: `text` has printed the updates of the step. `isKeep` is
  /// true if the fields have the boundary `keep`: cells whose reads would cross a face are not
  /// updated.
  RuleText(const Step &step, const Fields &fields, ValueText &text, bool isKeep, Diagnostics &diags)
      : step(step), fields(fields), text(text), isKeep(isKeep), diags(diags) {}

  /// Returns the lines of the stencil program for the stopping rule. Reports a diagnostic and
  /// returns `nullopt` if the language cannot express the condition of the loop.
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
