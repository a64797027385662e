/// \file Executes the statements of a step symbolically, one after the other.
#pragma once

#include "lift/read/AssignmentReader.h"
#include "lift/read/CallReader.h"
#include "lift/read/ChoiceReader.h"
#include "lift/read/LoopReader.h"

namespace stencilc::lift {

/// Reader of the statements of a time step, which executes them symbolically.
class StatementReader {
public:
  StatementReader(SymbolicState &state, AssignmentReader &assignments, CallReader &calls,
                  LoopReader &loops, ChoiceReader &choices)
      : state(state), assignments(assignments), calls(calls), loops(loops), choices(choices) {}

  void read(const clang::Stmt *statement);

private:
  void readBlock(llvm::ArrayRef<const clang::Stmt *> parts);
  bool endsEarly(const clang::Stmt &part) const;
  void readDeclarations(const clang::DeclStmt &statement);
  void readReturn(const clang::ReturnStmt &statement);
  bool readExpression(const clang::Expr &expression);
  void checkEffects(const clang::Expr *expression);

  SymbolicState &state;
  AssignmentReader &assignments;
  CallReader &calls;
  LoopReader &loops;
  ChoiceReader &choices;
};

} // namespace stencilc::lift
