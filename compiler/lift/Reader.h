/// \file From the loops of a C function to one time step: a walk over Clang's tree that carries out
/// the statements of a step with names in place of numbers.
#pragma once

#include "lift/Nest.h"
#include "lift/Origins.h"
#include "lift/Sources.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SetVector.h"

namespace stencilc::lift {

/// In the order in which they were found: texts are made from it.
using VariableSet = llvm::SetVector<const clang::ValueDecl *>;

/// What a variable stands for while a step is read.
struct Binding {
  enum Kind { None, Whole, Real, Pointer, Object } kind = None;
  Polynomial whole = {};
  Value real = {};
  bool isPlain = false; // `real` is not yet a local of its own
  ArrayRead pointer = {};
  Polynomial offset = {}; // of the pointer, in elements of its innermost array
  const clang::ValueDecl *object = nullptr;
};

/// A variable, or a member of an object; no variable at all is `this`.
struct Name {
  const clang::ValueDecl *object = nullptr, *variable = nullptr;

  Name(const clang::ValueDecl *variable) : variable(variable) {}
  Name(const clang::ValueDecl *object, const clang::ValueDecl *member)
      : object(object), variable(member) {}
  bool operator<(const Name &other) const {
    return std::pair(object, variable) < std::pair(other.object, other.variable);
  }
};
using Bindings = std::map<Name, Binding>;

/// F32 or F64 for a number with a point, also through a reference; Whole for anything else.
Type typeOf(clang::QualType type);

class Reader {
public:
  Reader(clang::ASTContext &context, const Sources &sources, Diagnostics &diags)
      : context(context), sources(sources), diags(diags) {}

  /// Reads the first time loop of `function`, or its whole body as one step. Nothing if something
  /// cannot be lifted, which has been reported.
  std::optional<Step> read(const clang::FunctionDecl &function);

  /// After read(): the declarations that the names of the step stand for.
  Origins origins() const;

  /// Whether the function has a loop that repeats loop nests; whether it has a nest at all.
  bool hasTimeLoop(const clang::FunctionDecl &function);
  bool hasNest(const clang::FunctionDecl &function);

private:
  struct PlacedPointer {
    ArrayRead cell;
    Polynomial offset;

    Binding bound() const { return {.kind = Binding::Pointer, .pointer = cell, .offset = offset}; }
  };

  // ReadFunction.cpp: the loop that repeats, and what stands before it.
  const clang::Stmt *findTimeLoop(const clang::Stmt *statement);
  bool isTimeLoop(const clang::Stmt *statement);
  bool isNestInside(const clang::Stmt *statement, int depth = 0);
  VariableSet indexVariables(const clang::Stmt *statement);
  void walkTo(const clang::Stmt *statement, const clang::Stmt *target);
  void forgetChanged(const clang::Stmt *statement);
  /// The parts of a loop over time.
  struct Repeated {
    const clang::Stmt *body;
    const clang::Expr *condition = nullptr; // but for the number of steps
    const clang::ValueDecl *counter = nullptr;
  };
  std::optional<Repeated> readRepeated(const clang::Stmt &loop);
  std::optional<Repeated> readCounted(const clang::ForStmt &loop);
  void readTimeLoop(const clang::Stmt *loop);
  /// No further step follows where the condition holds after one.
  void stopWhere(const clang::Expr *condition);
  void bindCarried(const clang::Stmt *body, const clang::ValueDecl *counter);
  std::optional<Polynomial> readStart(const clang::ForStmt &loop);
  void noteCounted(const clang::ValueDecl &variable, const clang::Stmt &body);
  void startTime(const std::optional<Polynomial> &at);
  void readCondition(const clang::Expr *condition);
  void checkToggles();
  void findRotation(const Bindings &before);

  // ReadStatements.cpp
  void readStatement(const clang::Stmt *statement);
  void readDeclarations(const clang::DeclStmt &statement);
  void readReturn(const clang::ReturnStmt &statement);
  /// Carries out an expression that is a statement; false if it is none that can be.
  bool carryOut(const clang::Expr &expression);
  bool carryOutCount(const clang::UnaryOperator &operation);
  void checkEffects(const clang::Expr *expression);
  void readDeclaration(const clang::VarDecl &variable);
  Binding wholeBinding(const clang::VarDecl &variable, const clang::Expr &value);
  void bindPointer(const clang::VarDecl &variable, const clang::Expr &value);
  void readFor(const clang::ForStmt &loop);
  void unroll(const clang::ForStmt &loop, const clang::VarDecl &variable, const Loop &bounds);
  std::optional<Loop> readBounds(const clang::ForStmt &loop, const clang::VarDecl *&variable);
  bool countsByOne(const clang::ForStmt &loop);
  std::optional<Polynomial> readEnd(const clang::ForStmt &loop, const clang::VarDecl &variable);
  void readIf(const clang::IfStmt &statement);
  Value choose(const Value &condition, const Value &yes, const Value &no) const;
  void joinValues(const Value &condition, const Bindings &before, const Bindings &whenTrue);
  void joinIndices(const clang::Expr *condition, const Bindings &whenTrue);
  void joinWrites(const Value &condition, const std::vector<Write> &before,
                  const std::vector<Write> &whenTrue);
  void readAssignment(const clang::BinaryOperator &assignment);
  void assignPointer(const clang::BinaryOperator &assignment);
  void assignWhole(const clang::BinaryOperator &assignment, const clang::ValueDecl &variable);
  Value oldValue(const clang::ValueDecl &variable, clang::SourceLocation at);
  Value changedValue(const clang::BinaryOperator &assignment, const Value &old, const Value &value);
  void assignReal(const clang::ValueDecl &variable, Value value, bool isNamed,
                  clang::SourceLocation at);
  void writeCell(const ArrayRead &cell, Value value, clang::SourceLocation at);
  void endNest(const Bindings &before);
  void endScalar(const Name &declaration, Value value, const Value &old);

  // ReadCalls.cpp
  void readCall(const clang::CallExpr &call);
  void readSwap(const clang::Expr *a, const clang::Expr *b);
  /// Binds the parameters of a visible function to the arguments and carries out its body.
  bool enterCall(const clang::FunctionDecl &function, const clang::CallExpr &call);
  Binding bindArgument(const clang::ParmVarDecl &parameter, const clang::Expr &argument);
  void leaveCall(const clang::FunctionDecl &function, llvm::ArrayRef<const clang::Expr *> arguments,
                 Bindings outer);

  // ReadObjects.cpp
  struct Arguments {
    const clang::Expr *object;
    llvm::ArrayRef<const clang::Expr *> values;
  };
  static Arguments argumentsOf(const clang::CallExpr &call);
  std::optional<const clang::ValueDecl *> objectOf(const clang::Expr *expression);
  std::optional<Name> nameOf(const clang::Expr *expression);
  std::optional<Binding> bindObject(clang::QualType type, const clang::Expr *argument);
  bool swapObjects(const clang::Expr *a, const clang::Expr *b);

  // ReadConstants.cpp
  bool isNeverChanged(const clang::VarDecl &variable);
  std::optional<Polynomial> wholeEntry(const clang::Expr *expression);
  std::optional<std::string> argumentValue(const clang::Expr *argument);
  std::map<std::string, std::string> callerValues(const clang::FunctionDecl &function);
  void takeCallerValues(const clang::FunctionDecl &function);

  // ReadCells.cpp
  struct Subscripts;
  bool readCellArray(const clang::VarDecl &variable);
  Value namedElement(const ArrayRead &cell, Value value, clang::SourceLocation at);
  Value roundedByStoring(Value value, clang::SourceLocation at);
  Subscripts readSubscripts();
  bool isComponentLoop(const clang::ForStmt &loop, const clang::VarDecl &variable,
                       std::int64_t turns);

  // ReadExpressions.cpp
  Value readReal(const clang::Expr *expression);
  std::optional<Value> readPosition(const clang::Expr *expression);
  std::optional<Value> readSign(const clang::UnaryOperator &operation);
  std::optional<Value> readScalar(const clang::Expr *expression);
  Value readOperator(const clang::BinaryOperator &operation);
  Value readCast(const clang::CastExpr &cast);
  Value readCallValue(const clang::CallExpr &call);
  Value readLibraryCall(const clang::CallExpr &call, llvm::StringRef name);
  Value readVariable(const clang::ValueDecl &variable, clang::SourceLocation at);
  Value readUnbound(const clang::ValueDecl &variable, clang::SourceLocation at);
  Value readLiteral(const clang::FloatingLiteral &literal);
  std::optional<Value> tableEntry(const ArrayRead &cell);
  Value readCell(const ArrayRead &cell, clang::SourceLocation at);
  Value widened(Value value, Type type);
  Value rounded(Value value, Type type, clang::SourceLocation at);
  std::optional<Value> known(const clang::Expr *expression);

  // ReadIndices.cpp
  std::optional<Polynomial> readWhole(const clang::Expr *expression);
  std::optional<Polynomial> readWholeName(const clang::Expr *expression);
  std::optional<Polynomial> readWholeSign(const clang::UnaryOperator &operation);
  std::optional<Polynomial> readWholeOperator(const clang::BinaryOperator &operation);
  std::optional<Polynomial> readWholeCall(const clang::CallExpr &call);
  Polynomial whole(const clang::Expr *expression, const char *use);
  std::optional<Polynomial> remainder(const Polynomial &of, std::int64_t by);
  Polynomial sizeSymbol(const clang::ValueDecl &declaration,
                        const clang::ValueDecl *object = nullptr);
  Polynomial::Symbol addSymbol(Symbol symbol);
  bool usesLoops(const Polynomial &polynomial) const;

  // ReadPointers.cpp
  std::optional<PlacedPointer> readPointer(const clang::Expr *expression);
  std::optional<PlacedPointer> readPointerCast(const clang::CastExpr &cast);
  std::optional<PlacedPointer> pointerCalled(const Name &name);
  std::optional<PlacedPointer> readSubscript(const clang::Expr *base, const clang::Expr *index);
  std::optional<PlacedPointer> readAddress(const clang::UnaryOperator &operation);
  std::optional<PlacedPointer> readMovedPointer(const clang::BinaryOperator &operation);
  std::optional<PlacedPointer> readPointerCall(const clang::CallExpr &call);
  std::optional<ArrayRead> readElement(const clang::Expr *expression);
  std::optional<PlacedPointer> root(const clang::ValueDecl &declaration,
                                    const clang::ValueDecl *object = nullptr);
  void findMemory(Array &array, const clang::ValueDecl &declaration,
                  const clang::ValueDecl *object);
  std::vector<std::optional<Polynomial>> extentsOf(clang::QualType type, clang::QualType &element);
  /// Takes the outermost extent off the type of an array; false if it is none.
  bool takeExtent(clang::QualType &type, std::vector<std::optional<Polynomial>> &extents);

  // ReadNeighbours.cpp
  const Loop *loopIn(const Polynomial &polynomial) const;
  Polynomial neighbour(Symbol::Rim rim, const Polynomial &target, std::optional<Polynomial> extent);
  std::optional<Polynomial> wrapped(const Polynomial &of, const Polynomial &extent);
  std::optional<Polynomial> chosen(const Polynomial &left, clang::BinaryOperatorKind relation,
                                   const Polynomial &right, const Polynomial &yes,
                                   const Polynomial &no);
  /// The cells with `i < bound`, or the others: those for which a condition is true.
  struct Turn {
    Polynomial bound;
    bool isTrueBelow;
  };
  static std::optional<Turn> turnOf(const Loop &loop, const Polynomial &bound,
                                    clang::BinaryOperatorKind relation);
  std::optional<Polynomial> nextCell(Polynomial bound, const Polynomial &here, std::int64_t ahead,
                                     const Polynomial &above);
  std::optional<Polynomial> previousCell(Polynomial bound, const Polynomial &here,
                                         std::int64_t back, const Polynomial &below);
  std::optional<std::pair<Polynomial, Polynomial>> rangeOfIndex(const Polynomial &of) const;
  std::optional<bool> decided(const Polynomial &left, clang::BinaryOperatorKind relation,
                              const Polynomial &right) const;
  std::optional<Polynomial> chosenBy(const clang::Expr *condition, const Polynomial &yes,
                                     const Polynomial &no);

  Value make(Node node) const { return std::make_shared<const Node>(std::move(node)); }
  Value number(std::string text, Type type) const;
  Value nothing() const { return number("0", Type::Whole); }
  void note(std::string text);
  /// Reports the first thing that cannot be lifted; all that follows is carried on with nothing.
  void fail(clang::SourceLocation at, const diag::Kind<std::string> &kind, const std::string &what,
            llvm::StringRef hint);

  clang::ASTContext &context;
  const Sources &sources;
  Diagnostics &diags;
  Step step;
  Bindings bindings;
  Origins origin; // as far as the walk tells it
  std::map<Name, int> arrays;
  std::map<const clang::ValueDecl *, const clang::ValueDecl *>
      owners; // of members that are objects
  std::map<const clang::ValueDecl *, const clang::ValueDecl *> sizedBy; // members that are sizes
  VariableSet changed; // variables of the file that are more than read
  bool hasChanged = false;
  const clang::Stmt *stepBody = nullptr;        // all that is repeated
  std::map<int, const clang::VarDecl *> tables; // arrays of constants
  std::map<const clang::ValueDecl *, Polynomial> sizes;
  std::vector<Loop> loops;      // around the statement that is read
  std::vector<Write> pending;   // of the nest that is read
  std::vector<Write> roundings; // of the nest that is read
  VariableSet nestNames;        // that choose its cells
  std::vector<bool> isReadElsewhere;
  std::vector<Loop> nestLoops; // the deepest loops of the nest that is read
  int nest = 0, writes = 0, calls = 0;
  std::size_t loopsAtCall = 0;
  int choices = 0, choicesAtCall = 0; // `if`s around the statement that is read
  Polynomial::Symbol time = -1;
  VariableSet used;                              // of them, with the value of the step before
  std::vector<const clang::ValueDecl *> toggles; // that choose one of two buffers
  bool isInStep = false, isFailed = false, hasTime = false;
  const clang::Expr *returned = nullptr; // by the visible function that was entered last
};

} // namespace stencilc::lift
