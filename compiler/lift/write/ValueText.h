/// \file Prints symbolic values in the stencil language, with brackets, types of literals, and
/// offsets of reads.
#pragma once

#include "lift/grid/Fields.h"
#include <set>

namespace stencilc::lift {

/// Returns true if `name` has a meaning in the stencil language. The generated .stencil program
/// must then not use it as a name.
bool isWordOfTheLanguage(llvm::StringRef name);

/// Printer of the symbolic values of a step as text of the stencil language. It collects the `let`
/// statements that the text needs.
class ValueText {
public:
  ValueText(const Step &step, const Fields &fields, Diagnostics &diags);

  /// Sets the point of the C program at which the values that are printed next are computed: cell,
  /// loops, and position in program order.
  void setSpot(Spot at) { spot = std::move(at); }
  /// Returns `value` as text, in brackets if its operator has a lower precedence than `least`.
  std::string print(const Value &value, int least = 0);
  /// Returns `value` as text for an assignment. An outer conversion from f32 to f64 is omitted,
  /// because the store converts.
  std::string printStored(const Value &value);
  /// Returns the condition that the current cell is in `box`, such as `x >= 1 && x < nx - 1`.
  /// Returns "" if `box` is the whole grid.
  std::string inside(const Box &box) const;
  /// Returns the name of an intermediate value in a step that updates a field several times. It is
  /// the value of field number `field` after its update number `version`, counted from 0.
  std::string versionName(int field, int version) const;
  /// Returns the number literal `node` with all digits of its value. Used in stopping rules
  /// (`until` conditions), in which all numbers are f64.
  static std::string exactNumber(const Node &node);
  std::string index(const std::string &time, const std::vector<std::int64_t> &offset) const;
  const std::string &fieldName(int field) const { return names[field]; }
  /// Returns the largest offsets of the reads in all values printed after the previous call, in
  /// cells: towards the low and the high face of each axis, x first.
  std::vector<std::pair<std::int64_t, std::int64_t>> takeReach();
  std::vector<std::string> takeLets() { return std::move(lets); }
  std::string unique(const std::string &name);

  bool computesF32 = false;
  bool isFailed = false;
  bool needsStepNumber = false;
  /// True while a stopping rule (`until` condition) is printed, in which all numbers are f64.
  bool isReport = false;
  std::vector<int> ages; // by field: oldest time level read
  /// Name in the .stencil program, and type, of each scalar parameter. The key is the name in C.
  std::map<std::string, std::pair<std::string, Type>> scalars;
  std::set<std::string> wideScalars; // f64 parameters in f32 programs
  /// Parameters of type f32 that a stopping rule (`until` condition) uses as f64.
  std::set<std::string> ruleScalars;
  // of scalars that are table entries: C name of the table, and indices such as "[0][1]"
  std::map<std::string, std::pair<std::string, std::string>> tableEntries;
  std::set<std::pair<int, int>> versionsRead; // field and update number, other than the last update
  std::map<int, std::string> reductions;      // text of each printed reduction

private:
  std::string printRead(const Node &node);
  std::string printTemporary(const Node &node, int least);
  /// Returns `value` with the C loop variables and sizes replaced by axes and sizes of the stencil
  /// language, such as `x` and `nx`. Appends the names of these new symbols to `added`. The new
  /// symbols are numbered in this order, after the symbols of the step.
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
  /// Printed local variables. The key is `isReport` (a stopping rule is printed) and the number of
  /// the variable.
  std::map<std::pair<bool, int>, Printed> printed;
  std::vector<std::pair<std::int64_t, std::int64_t>> reach;
};

} // namespace stencilc::lift
