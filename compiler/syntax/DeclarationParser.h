/// \file Parses declarations of one line: settings, constants, functions, reports and rules.
#pragma once

#include "syntax/ExpressionParser.h"

namespace stencilc::syntax {

/// Parser of one-line statements. The functions are called after the first word, which begins at
/// `start`, has been consumed. They return false after they have reported an error.
class DeclarationParser : protected ExpressionParser {
protected:
  using ExpressionParser::ExpressionParser;
  ~DeclarationParser() = default;

  bool finish(llvm::SMLoc start, ast::StatementNode node, llvm::StringRef where);
  /// Appends a statement that ends with a block, so that no semicolon is required.
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
  /// Parse `timestep` and `series`, which are keywords only before a name (ParseTime.cpp).
  bool atTimeStatement();
  bool parseTimeStatement();
  /// Parse `global`, which is a keyword only before a name (ParseCheck.cpp).
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
