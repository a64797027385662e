/// \file Parses statements of one line that declare something: settings, numbers, functions,
/// checks.
#pragma once

#include "syntax/ExpressionParser.h"

namespace stencilc::syntax {

/// Statements of one line; `start` is where their first word, which has been read, begins.
class DeclarationParser : protected ExpressionParser {
protected:
  using ExpressionParser::ExpressionParser;
  ~DeclarationParser() = default;

  bool finish(llvm::SMLoc start, ast::StatementNode node, llvm::StringRef where);
  /// Ends a statement that ends with a block.
  bool finishBlock(llvm::SMLoc start, ast::StatementNode node);
  std::optional<ast::TypeName> parseTypeName();
  std::optional<std::string> parseFileName();

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
  /// Statements whose first words may name other things, too (ParseTime.cpp).
  bool atTimeStatement();
  bool parseTimeStatement();
  /// `global` before a name (ParseCheck.cpp).
  bool atGlobal();
  bool parseGlobal();

  std::vector<ast::Statement> *statements = &stencil.statements; // where the next one belongs

private:
  bool parseTable(llvm::SMLoc start, const ast::Identifier &name);
  bool parseTableEntry(ast::CoefficientStatement &table);
  bool parseTimestep(llvm::SMLoc start);
  bool parseSeries(llvm::SMLoc start);
  std::optional<ast::Every> parseEvery(llvm::StringRef where);
};

} // namespace stencilc::syntax
