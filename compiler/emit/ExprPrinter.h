/// \file Printer of IR expressions as C++. It computes exactly the operations of the expression
/// graph and keeps the text readable.
#pragma once

#include "analysis/DeferredQuotients.h"
#include "emit/names/Names.h"
#include "ir/Program.h"
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace stencilc::emit {

/// Callbacks and settings that tell how the leaves of an expression (constants, parameters, reads,
/// positions) are printed, and which functions the text calls.
struct LeafText {
  /// Callback that returns the C++ text of a leaf by its id, or `nullopt` for a constant, which is
  /// printed as a literal. For a position or an extent the text is an integer, and the printer adds
  /// a conversion to the type of the leaf.
  std::function<std::optional<std::string>(ir::ExprId)> place;
  /// Callback that returns the text of a value that is computed elsewhere, by its id, or "" if the
  /// printer must compute it. An empty callback counts as "" for all values.
  std::function<std::string(ir::ExprId)> known = {};
  /// True if the text is for the host or for a function that reads a cell. Then `a / sqrt(x)` and
  /// `a / b` are printed as operators. In kernels the printer calls functions of the runtime, such
  /// as overRoot(a, x).
  bool isHost = false;
  bool isOfCells = false; // the value of a cell, not one that a host function computes
  /// Name of the emitted variable that notes whether an operand was special, such as a zero. It is
  /// checked after the loop (analysis/DeferredQuotients.h). If it is empty, each quotient and root
  /// tests its own operands.
  std::string rare = {};
};

/// A line printed before the value of an expression: the declaration of a temporary, or an
/// assignment to a running sum.
struct Statement {
  bool isDeclaration, isConstant;
  std::string type, name, value;
};
struct Printed {
  std::vector<Statement> statements;
  std::string value;
};

/// Printer of the expressions of one function body. Values with several uses, values with a name in
/// the source, and parts of long expressions become temporaries, which later calls of `print`
/// reuse. Long chains of fma become a running sum in a variable.
class ExprPrinter {
public:
  /// Prepares the expressions `roots` for printing. Callers then pass each of them to `print`, in
  /// the same order. Printing claims names of temporaries in `scope`, and adds functions of the
  /// runtime that the text calls to `functions`.
  ExprPrinter(const ir::Program &program, const std::vector<ir::ExprId> &roots, LeafText leaves,
              Names &scope, std::set<std::string> &functions);

  Printed print(ir::ExprId root);

private:
  /// C++ text of an expression and its precedence. An operator that binds tighter has the higher
  /// number.
  struct Text {
    std::string text;
    int precedence;
    bool isLeaf = false;
    int terms = 0; // number of terms of a flat sum of leaves, which stays readable at any length;
                   // otherwise 0
  };

  void countUses(ir::ExprId id);
  std::string knownText(ir::ExprId id) const;
  Text visit(ir::ExprId id);
  Text compose(ir::ExprId id);
  Text composeLeaf(ir::ExprId id);
  Text composeUnary(ir::ExprId id, const ir::Unary &node);
  /// Returns the text of a quotient as a call of the runtime, such as `divide(a, b)`. Returns
  /// `nullopt` if the node is no quotient or is printed with the operator `/`.
  std::optional<Text> composeQuotient(ir::ExprId id, const ir::Binary &node);
  /// Returns the text of a quotient as the call `divide(a, b, rare)`. The call notes in `rare`
  /// whether an operand is special, such as a zero, for a check after the loop.
  Text composeDeferred(const ir::Binary &node);
  /// Returns the text of an int expression whose value equals an f64 expression. Returns `nullopt`
  /// if the f64 value may not be whole or may exceed the range of int.
  std::optional<std::string> wholeText(ir::ExprId id) const;
  /// Returns the text of an int expression whose value equals a sum or difference of f64 values.
  /// Returns `nullopt` for other operators and for values that may exceed the range of int.
  std::optional<std::string> wholeText(const ir::Binary &node) const;
  std::optional<Text> composeWhole(const ir::Binary &node) const;
  Text composeBinary(ir::ExprId id, const ir::Binary &node);
  Text composeFma(ir::ExprId id, const ir::Fma &node);
  Text composeNoise(const ir::Noise &node, ir::ScalarType type);
  Text call(const char *function, std::vector<std::pair<ir::ExprId, Text>> operands);
  /// Moves operands into temporaries: sums of many terms, and then the longest operands until all
  /// together are short enough. With `areOfChoice`, the operands belong to a select. Its long fma
  /// operands then stay in the select, because a select does not evaluate all its operands.
  void shorten(std::vector<std::pair<ir::ExprId, Text>> &operands, bool areOfChoice = false);
  Text declare(ir::ExprId id, const Text &value, bool isConstant = true);
  bool isNamed(ir::ExprId id) const;
  /// Returns the operand `x` if node `id` is sqrt(x) and is printed without a temporary where it is
  /// used. Returns null otherwise.
  const ir::ExprId *squareOf(ir::ExprId id) const;
  /// Returns true if the value may be below 2^-100 (f32) or 2^-960 (f64). The function
  /// overLargeRoot of the runtime does not allow such values.
  bool mayBeTiny(ir::ExprId id) const;

  const ir::Program &program;
  LeafText leaves;
  Names &scope;
  std::set<std::string> &functions;
  std::map<ir::ExprId, int> uses;
  std::map<ir::ExprId, int> quotientsBy; // number of quotients, by denominator
  analysis::DeferredQuotients told;
  std::set<ir::ExprId> deferredDenominators;
  ir::ExprId printed; // the expression that `print` was called for
  std::map<ir::ExprId, Text> done;
  std::vector<Statement> statements;
};

} // namespace stencilc::emit
