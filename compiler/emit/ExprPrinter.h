/// \file IR expressions as C++ text: exactly the nodes of the DAG, in a form people can read.
#pragma once

#include "analysis/ToldQuotients.h"
#include "emit/Names.h"
#include "ir/Program.h"
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace stencilc::emit {

/// How leaves are spelt where the expression stands.
struct LeafText {
  /// Where a leaf is, by id; nothing: a constant is a literal. Positions and extents are integers,
  /// which the printer converts.
  std::function<std::optional<std::string>(ir::ExprId)> place;
  /// Where a value is that has been computed before, by id; empty text if it has not. May be unset.
  std::function<std::string(ir::ExprId)> known = {};
  /// Text of the host or for readers: `a / sqrt(x)` stays that, where kernels call overRoot(a, x)
  /// or overLargeRoot(a, x), and so do quotients by the same, where they call divide(a, b).
  bool isHost = false;
  bool isOfCells = false; // the value of a cell, not one of a function of the host
  /// What quotients and roots tell of rare operands (analysis::toldQuotients); empty: they test.
  std::string rare = {};
};

/// A line before the value: the declaration of a temporary, or one step of a running sum.
struct Statement {
  bool isDeclaration, isConstant;
  std::string type, name, value;
};
struct Printed {
  std::vector<Statement> statements;
  std::string value;
};

/// Prints expressions of one function body. Nodes used more than once, nodes with a name in the
/// source, and parts of long expressions become temporaries; a temporary declared for one `print`
/// is used by the later ones. Long chains of fma become a running sum.
class ExprPrinter {
public:
  /// `roots` are all expressions that will be printed, in order. Names come from `scope`; functions
  /// of the runtime that the text calls are added to `functions`.
  ExprPrinter(const ir::Program &program, const std::vector<ir::ExprId> &roots, LeafText leaves,
              Names &scope, std::set<std::string> &functions);

  Printed print(ir::ExprId root);

private:
  /// Text with its precedence: what binds tighter has the higher number.
  struct Text {
    std::string text;
    int precedence;
    bool isLeaf = false;
    int terms = 0; // of a flat sum of leaves, which is easy to read at any length; else 0
  };

  void countUses(ir::ExprId id);
  std::string knownText(ir::ExprId id) const;
  Text visit(ir::ExprId id);
  Text compose(ir::ExprId id);
  Text composeLeaf(ir::ExprId id);
  Text composeUnary(ir::ExprId id, const ir::Unary &node);
  /// Where kernels call a function of the runtime for it; else nothing.
  std::optional<Text> composeQuotient(ir::ExprId id, const ir::Binary &node);
  /// A quotient that tells of its operands.
  Text composeTold(const ir::Binary &node);
  /// A number of f64 that is whole, as an expression of integers; nothing where an int might not
  /// hold it.
  std::optional<std::string> wholeText(ir::ExprId id) const;
  /// Prints a sum or difference as an expression of integers; nothing for other operators.
  std::optional<std::string> wholeText(const ir::Binary &node) const;
  std::optional<Text> composeWhole(const ir::Binary &node) const;
  Text composeBinary(ir::ExprId id, const ir::Binary &node);
  Text composeFma(ir::ExprId id, const ir::Fma &node);
  Text call(const char *function, std::vector<std::pair<ir::ExprId, Text>> operands);
  /// Moves sums of many terms, and the longest operands until the whole is of readable length, into
  /// temporaries.
  void shorten(std::vector<std::pair<ir::ExprId, Text>> &operands, bool areOfChoice = false);
  Text declare(ir::ExprId id, const Text &value, bool isConstant = true);
  bool isNamed(ir::ExprId id) const;
  /// x, if `id` is sqrt(x) and its text stands only where it is used; else null.
  const ir::ExprId *squareOf(ir::ExprId id) const;
  /// Whether the value might be too small for overLargeRoot.
  bool mayBeTiny(ir::ExprId id) const;

  const ir::Program &program;
  LeafText leaves;
  Names &scope;
  std::set<std::string> &functions;
  std::map<ir::ExprId, int> uses;
  std::map<ir::ExprId, int> quotientsBy; // a denominator
  analysis::ToldQuotients told;
  std::set<ir::ExprId> toldDenominators;
  ir::ExprId printed; // the root
  std::map<ir::ExprId, Text> done;
  std::vector<Statement> statements;
};

} // namespace stencilc::emit
