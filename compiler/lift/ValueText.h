/// \file Values as text of the language: precedences, literals with their types, reads with
/// offsets.
#pragma once

#include "lift/Fields.h"
#include <set>

namespace stencilc::lift {

/// Whether the language has a meaning of its own for a name.
bool isWordOfTheLanguage(llvm::StringRef name);

/// Prints the values of a step one after the other; collects the `let`s that they need.
class ValueText {
public:
  ValueText(const Step &step, const Fields &fields, Diagnostics &diags);

  /// Where the values that follow are computed.
  void setSpot(Spot at) { spot = std::move(at); }
  /// The value as an expression that binds at least as strongly as `least`.
  std::string print(const Value &value, int least = 0);
  /// Without the widening that storing does anyway.
  std::string printStored(const Value &value);
  /// The box as a condition: `x >= 1 && x < nx - 1`; empty for the whole grid.
  std::string inside(const Box &box) const;
  /// How the value of a field after its update number `version` is called.
  std::string versionName(int field, int version) const;
  /// A number with the digits of its value, where all numbers are f64.
  static std::string exactNumber(const Node &node);
  std::string index(const std::string &time, const std::vector<std::int64_t> &offset) const;
  const std::string &fieldName(int field) const { return names[field]; }
  /// How far the values printed since the last call read towards the low and the high face.
  std::vector<std::pair<std::int64_t, std::int64_t>> takeReach();
  std::vector<std::string> takeLets() { return std::move(lets); }
  std::string unique(const std::string &name);

  bool computesF32 = false;
  bool isFailed = false;
  bool needsStepNumber = false;
  bool isReport = false; // of the whole grid, where all numbers are f64
  std::vector<int> ages; // of each field, the oldest that was read
  std::map<std::string, std::pair<std::string, Type>> scalars; // C name: name, type
  std::set<std::string> wideScalars; // double parameters beside float arithmetic
  std::set<std::string> ruleScalars; // float parameters that a rule compares, in f64
  // of scalars that are cells of a table: the table and "[0][1]"
  std::map<std::string, std::pair<std::string, std::string>> tableEntries;
  std::set<std::pair<int, int>> versionsRead; // field and version, other than the last
  std::map<int, std::string> reductions;      // printed reductions of the step

private:
  std::string printRead(const Node &node);
  std::string printTemporary(const Node &node, int least);
  /// A polynomial in axes and sizes of the language, whose names are added: their numbers follow
  /// those of the step's symbols.
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
  std::map<std::pair<bool, int>, Printed> printed; // locals, those of reports apart
  std::vector<std::pair<std::int64_t, std::int64_t>> reach;
};

} // namespace stencilc::lift
