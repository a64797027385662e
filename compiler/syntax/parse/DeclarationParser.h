/// \file Parses statements of one line: settings, constants, functions, and `report` and `until`.
#pragma once

#include "syntax/parse/ExpressionParser.h"

namespace stencilc::syntax {

/// Parser of one-line statements. The caller has consumed the first word of the statement, which
/// begins at `start`. The parse functions return false after they have reported an error.
class DeclarationParser : protected ExpressionParser {
protected:
  using ExpressionParser::ExpressionParser;
  ~DeclarationParser() = default;

  bool finish(llvm::SMLoc start, ast::StatementNode node, llvm::StringRef where);
  /// Appends a statement that ends with a block `{ ... }`, and so needs no semicolon. Returns true.
  bool finishBlock(llvm::SMLoc start, ast::StatementNode node);
  std::optional<ast::TypeName> parseTypeName();
  std::optional<std::string> parseFileName();
  std::optional<ast::Every> parseEvery(llvm::StringRef where);

  bool parsePrecision(llvm::SMLoc start);
  bool parseArithmetic(llvm::SMLoc start);
  bool parseSpacing(llvm::SMLoc start);
  bool parseConst(llvm::SMLoc start);
  bool parseParam(llvm::SMLoc start);
  bool parseNeighbourhoodStatement(llvm::SMLoc start);
  bool parseCoefficient(llvm::SMLoc start);
  bool parseFunction(llvm::SMLoc start);
  bool parseLet(llvm::SMLoc start);
  bool parseRegion(llvm::SMLoc start);
  bool parseSize(llvm::SMLoc start);
  bool parseSteps(llvm::SMLoc start);
  bool parseReport(llvm::SMLoc start);
  bool parseUntil(llvm::SMLoc start);
  /// Returns whether a `timestep` or `series` statement (keyword and name) begins here.
  bool atTimeStatement();
  bool parseTimeStatement();
  /// Returns whether a `global` statement begins here. `global` is a keyword only before a name.
  bool atGlobal();
  bool parseGlobal();

  std::vector<ast::Statement> *statements = &stencil.statements; // list to append to

private:
  bool parseTable(llvm::SMLoc start, const ast::Identifier &name);
  bool parseTableEntry(ast::CoefficientStatement &table);
  bool parseTimestep(llvm::SMLoc start);
  bool parseSeries(llvm::SMLoc start);
};

} // namespace stencilc::syntax
