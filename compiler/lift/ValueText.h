/// \file Prints values in the stencil language, with precedences, types of literals, and offsets of
/// reads.
#pragma once

#include "lift/Fields.h"
#include <set>

namespace stencilc::lift {

/// Returns whether `name` has a meaning in the stencil language, so that the program must not use
/// it as a name.
bool isWordOfTheLanguage(llvm::StringRef name);

/// Prints values of a step, and collects the `let` statements that they need.
class ValueText {
public:
  ValueText(const Step &step, const Fields &fields, Diagnostics &diags);

  /// Sets cell, loops and program position for the values printed next.
  void setSpot(Spot at) { spot = std::move(at); }
  /// Returns `value` as an expression. It is put in brackets if its operator has a lower precedence
  /// than `least`.
  std::string print(const Value &value, int least = 0);
  /// Returns `value` as an expression, without an outer f32-to-f64 conversion, which storing does
  /// anyway.
  std::string printStored(const Value &value);
  /// Returns the condition that a cell is in `box`: `x >= 1 && x < nx - 1`. Empty for the whole
  /// grid.
  std::string inside(const Box &box) const;
  /// Returns the name of the intermediate value of `field` after its update number `version`, from
  /// 0.
  std::string versionName(int field, int version) const;
  /// Returns a number with exact digits, for text in which all numbers are f64.
  static std::string exactNumber(const Node &node);
  std::string index(const std::string &time, const std::vector<std::int64_t> &offset) const;
  const std::string &fieldName(int field) const { return names[field]; }
  /// Returns the reach of the values printed since the last call, in cells towards the low and high
  /// face of each axis, x first.
  std::vector<std::pair<std::int64_t, std::int64_t>> takeReach();
  std::vector<std::string> takeLets() { return std::move(lets); }
  std::string unique(const std::string &name);

  bool computesF32 = false;
  bool isFailed = false;
  bool needsStepNumber = false;
  /// Print for the stopping rule, where all numbers are f64.
  bool isReport = false;
  /// Oldest time level that was read, for each field.
  std::vector<int> ages;
  /// By C name: name in the program, type.
  std::map<std::string, std::pair<std::string, Type>> scalars;
  std::set<std::string> wideScalars; // f64 parameters in f32 programs
  /// F32 parameters that the stopping rule uses in f64.
  std::set<std::string> ruleScalars;
  // of scalars that are table entries: C name of the table, and indices such as "[0][1]"
  std::map<std::string, std::pair<std::string, std::string>> tableEntries;
  std::set<std::pair<int, int>> versionsRead; // field and update number, other than the last update
  std::map<int, std::string> reductions;      // text of each printed reduction

private:
  std::string printRead(const Node &node);
  std::string printTemporary(const Node &node, int least);
  /// Returns `value` in terms of axes and sizes of the language. The names of these are appended to
  /// `added`; their symbol numbers follow those of the step.
  Polynomial inAxes(Polynomial value, std::vector<std::string> &added) const;
  std::string printPosition(const Node &node, int least);
  std::string printScalar(const Node &node);
  std::string printStep(const Symbol &symbol, llvm::SMLoc place);
  std::string printBinary(const Node &node, int least);
  std::string printNumber(const Node &node);
  std::string condition(const Value &value, int least);
  std::pair<std::string, std::string> pair(const Value &left, const Value &right, int leftLeast,
                                           int rightLeast);
  std::string fail(llvm::SMLoc place, const std::string &what, llvm::StringRef hint);

  const Step &step;
  const Fields &fields;
  Diagnostics &diags;
  Spot spot;
  std::vector<std::string> names;
  std::set<std::string> taken;
  std::vector<std::string> lets;
  struct Printed {
    std::string name;
    std::vector<Polynomial> cell;
    std::vector<std::pair<std::int64_t, std::int64_t>> reach;
  };
  /// By isReport and number: printed local variables.
  std::map<std::pair<bool, int>, Printed> printed;
  std::vector<std::pair<std::int64_t, std::int64_t>> reach;
};

} // namespace stencilc::lift
