/// \file The recursive-descent parser, private to this floor; one .cpp per group of rules.
///
/// Rules of all functions here: `parseX` returns nothing (an empty optional, an invalid id, false)
/// only after an error was reported, and the caller passes that on without a word. The statement
/// loop then skips to the next statement. What is missing but obvious (`;`, `)`, a misspelt
/// keyword) is reported with a fix-it and taken as if it were there.
#pragma once

#include "syntax/Ast.h"
#include "syntax/Lexer.h"
#include "syntax/Parser.h"
#include <deque>

namespace stencilc::syntax {

/// Whether a word begins what can be imported.
bool isImportable(TokenKind kind);

class Parser {
public:
  Parser(llvm::StringRef text, Diagnostics &diags);
  std::optional<ast::Stencil> parseFile();
  /// Expressions go to the pools of `into`.
  ast::Library parseLibraryFile(ast::Stencil &into);

private:
  // --- tokens (ParserRecovery.cpp) --------------------------------------------------------------
  const Token &ahead(unsigned distance);
  Token advance();
  bool at(TokenKind kind) const { return current.is(kind); }
  bool atWord(llvm::StringRef word) const {
    return at(TokenKind::Identifier) && current.text == word;
  }
  bool consumeIf(TokenKind kind);
  bool consumeWord(llvm::StringRef word);
  /// From `start` to the end of the last token read.
  llvm::SMRange since(llvm::SMLoc start) const { return {start, previousEnd}; }
  llvm::SMRange afterPrevious() const { return {previousEnd, previousEnd}; }

  // --- errors and recovery (ParserRecovery.cpp) -------------------------------------------------
  std::string found(const Token &token) const;
  /// "expected <what> <where><tail>", not printed before the caller has added its fix-it.
  Diagnostics::Report expected(llvm::SMRange range, llvm::StringRef what, llvm::StringRef where,
                               const std::string &tail = "");
  /// Reports what was expected at the current token with ", found ...", unless something was said
  /// about it already.
  void reportExpected(llvm::StringRef what, llvm::StringRef where);
  bool expect(TokenKind kind, llvm::StringRef where);
  /// A closing bracket; a missing one is inserted if the statement ends here.
  bool expectClosing(TokenKind kind, llvm::SMLoc opened, llvm::StringRef where);
  bool expectSemicolon(llvm::StringRef where);
  /// `=` of a declaration; takes `==` for it after a fix-it.
  bool expectEqual(llvm::StringRef where);
  std::optional<ast::Identifier> expectName(llvm::StringRef what);
  std::optional<std::int64_t> expectInteger(llvm::StringRef what);
  std::optional<std::int64_t> expectSignedInteger(llvm::StringRef what);
  /// The word here or, after a fix-it, the one of `words` it was meant to be. Empty: neither.
  llvm::StringRef meantWord(llvm::ArrayRef<llvm::StringRef> words, llvm::StringRef where);
  /// Says what is wrong with a token that cannot go on behind a complete expression, if that is
  /// something known (`=`, `|`, `where` ...).
  bool explainStrayToken();
  void reportUnsupported(llvm::SMRange range, llvm::StringRef what, llvm::StringRef instead);
  /// Skips to behind the next ';' or before the '}' of the block at `braceDepth`, or to a keyword
  /// that begins a line.
  void skipStatement(unsigned braceDepth);

  // --- the file and its statements (Parser.cpp) -------------------------------------------------
  bool skipToStencil();
  void reportNoStencil();
  bool parseHeader();
  void parseBody();
  void parseStatement();
  bool parseUpdate();
  // --- imports and what is imported (ParseImport.cpp)
  bool atImport() { return atWord("import") && ahead(1).is(TokenKind::String); }
  void parseImports(std::vector<ast::Import> &imports);
  bool parseImport(std::vector<ast::Import> &imports);
  bool parseWithout(ast::Import &import);
  bool parseLibraryStatement(ast::Library &library);
  // --- repeats (ParseRepeat.cpp)
  bool parseRepeat();
  bool parseRepeatHeader(ast::RepeatStatement &repeat);
  bool parseRepeatEnd(ast::RepeatStatement &repeat, bool isAtMost);
  std::size_t parseRepeated(const Token &opening);
  bool parseRepeatedStatement();
  // --- regions (ParseRegions.cpp)
  bool parseArms(ast::UpdateStatement &update);
  bool parseElsewhere(ast::UpdateStatement &update, ast::ExprId value);
  bool parseRegion(llvm::SMLoc start);
  bool parseWordStatement();
  bool explainForeignStatement();
  void skipForeignStatement();
  bool parseUnsupportedStatement();
  bool dispatch(TokenKind keyword, llvm::SMLoc start);
  void checkEndOfFile();
  bool finish(llvm::SMLoc start, ast::StatementNode node, llvm::StringRef where);
  /// Ends a statement that ends with a block.
  bool finishBlock(llvm::SMLoc start, ast::StatementNode node);
  bool isField(llvm::StringRef name) const;
  bool isAxis(llvm::StringRef name) const;

  // --- declarations (ParseDeclarations.cpp, ParseField.cpp, ParseCoefficient.cpp, ParseCheck.cpp)
  bool parsePrecision(llvm::SMLoc start);
  bool parseArithmetic(llvm::SMLoc start);
  bool parseSpacing(llvm::SMLoc start);
  bool parseConst(llvm::SMLoc start);
  bool parseTable(llvm::SMLoc start, const ast::Identifier &name);
  /// Statements whose first words may name other things, too (ParseTime.cpp).
  bool atTimeStatement();
  bool parseTimeStatement();
  bool parseTimestep(llvm::SMLoc start);
  /// `global` before a name (ParseCheck.cpp).
  bool atGlobal();
  bool parseGlobal();
  bool parseSeries(llvm::SMLoc start);
  std::optional<std::string> parseFileName();
  bool parseParam(llvm::SMLoc start);
  bool parseNeighbourhoodStatement(llvm::SMLoc start);
  bool parseCoefficient(llvm::SMLoc start);
  bool parseFunction(llvm::SMLoc start);
  bool parseLet(llvm::SMLoc start);
  bool parseSize(llvm::SMLoc start);
  bool parseSteps(llvm::SMLoc start);
  bool parseReport(llvm::SMLoc start);
  bool parseUntil(llvm::SMLoc start);
  std::optional<ast::Every> parseEvery(llvm::StringRef where);

  // --- indices and their ranges (ParseGroup.cpp) ------------------------------------------------
  bool parseFor(llvm::SMLoc start);
  void parseForBody(const Token &opening);
  void checkForBody(std::vector<ast::Statement> &body);
  bool atIndexRange();
  std::optional<ast::IndexRange> parseIndexRange();
  /// Whether an entry of the index list of `base` is a member or a table's entry rather than a
  /// shift.
  bool atMember(llvm::StringRef base);
  std::optional<ast::FieldName> parseFieldName();
  bool parseMembers(ast::FieldName &declared);
  bool parseFieldAxes(ast::FieldName &declared);

  std::optional<ast::TypeName> parseTypeName();
  bool parseTableEntry(ast::CoefficientStatement &table);

  bool parseField(llvm::SMLoc start, bool isLocal = false);
  bool parseFieldOptions(ast::FieldStatement &field);
  bool parseFieldOption(llvm::StringRef option, ast::FieldStatement &field);
  void parseFieldBody(ast::FieldStatement &field, const Token &opening);
  bool parseFieldItem(ast::FieldStatement &field);
  bool parseBoundary(ast::FieldStatement &field, llvm::SMLoc start);
  bool parseInit(ast::FieldStatement &field, const Token &word);
  bool parseFaces(std::vector<ast::Face> &faces);
  std::optional<ast::Face> parseFace();
  bool atFieldItem() const { return atWord("boundary") || atWord("init"); }
  bool parseBoundaryArguments(ast::BoundaryItem &item);

  // --- expressions (ParseExpr.cpp, ParseIndex.cpp) ----------------------------------------------
  ast::ExprId parseExpr();
  ast::ExprId parseBinary(int lowestPrecedence);
  ast::ExprId parseUnary();
  ast::ExprId parsePower();
  ast::ExprId parsePrimary();
  ast::ExprId parseCall(const Token &callee);
  bool parseArguments(ast::Call &call);
  bool parseOrder(ast::Call &call);
  ast::ExprId parseArgument(llvm::StringRef callee, bool isFirst);
  /// An index list; where there are no members, each entry is a shift.
  std::optional<ast::Access> parseAccess(const Token &base, bool mayHaveMembers = true);
  std::optional<ast::Shift> parseShift();
  bool parseShiftAmount(ast::Shift &shift);
  std::optional<ast::Cells> parseCells(llvm::StringRef what);
  bool explainShift(const Token &axis);
  bool explainChoice();
  void explainPosition();
  ast::ExprId addExpr(llvm::SMRange range, ast::ExprNode node,
                      llvm::ArrayRef<ast::ExprId> children = {});

  // --- neighbourhoods (ParseNeighbourhood.cpp) --------------------------------------------------
  ast::NeighbourhoodId parseNeighbourhood();
  ast::NeighbourhoodId parseNeighbourhoodPrimary();
  ast::NeighbourhoodId parseShape();
  /// The shape that the current word names, or nearly; empty after a report.
  llvm::StringRef knownShape();
  std::optional<ast::NeighbourhoodNode> parseAxisLine();
  ast::NeighbourhoodId parseOffsetList();
  std::optional<std::vector<ast::Cells>> parseOffset();
  /// Whether the tokens here begin a neighbourhood rather than an ordinary expression.
  bool startsNeighbourhood();
  ast::NeighbourhoodId addNeighbourhood(llvm::SMRange range, ast::NeighbourhoodNode node,
                                        unsigned height = 0);

  /// Counts one level of recursion; `ok` is false, and an error reported, beyond kMaxNesting.
  struct Nesting {
    explicit Nesting(Parser &parser);
    ~Nesting() { --parser.nesting; }
    Parser &parser;
    bool ok;
  };

  Diagnostics &diags;
  Lexer lexer;
  std::deque<Token> waiting; // tokens behind `current`, read by ahead()
  Token current;
  llvm::SMLoc previousEnd;
  unsigned braceDepth = 0; // blocks open at `current`
  unsigned nesting = 0;
  unsigned firstError;  // errors reported before this file
  bool stopped = false; // too many errors: nothing but EndOfFile follows
  llvm::SMRange bodyOpening;
  std::string iteration; // what the 'repeat' around calls it

  ast::Stencil stencil;
  std::vector<ast::Statement> *statements = &stencil.statements; // where the next one belongs
  std::vector<unsigned> exprHeights, neighbourhoodHeights;       // parallel to the pools
};

} // namespace stencilc::syntax
