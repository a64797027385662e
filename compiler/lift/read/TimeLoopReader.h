/// \file Reads the loop over time. Its body is one time step, and its condition gives the number of
/// steps.
#pragma once

#include "lift/read/Readers.h"

namespace stencilc::lift {

/// Reader of the loop over time of a C function. It finds the number of steps and executes one step
/// symbolically.
class TimeLoopReader {
public:
  TimeLoopReader(SymbolicState &state, Readers &readers) : state(state), readers(readers) {}

  void read(const clang::Stmt *loop);

private:
  /// The parts of a C loop over time: its body, its condition, and the variable that it counts.
  struct Repeated {
    const clang::Stmt *body;
    const clang::Expr *condition = nullptr; // null if the loop only counts
    const clang::ValueDecl *counter = nullptr;
  };

  std::optional<Repeated> readRepeated(const clang::Stmt &loop);
  std::optional<Repeated> readCounted(const clang::ForStmt &loop);
  std::optional<Polynomial> startTime(const std::optional<Polynomial> &at);
  std::optional<int> increments(const clang::Stmt &body, const clang::ValueDecl &variable) const;
  void checkBound(const clang::Stmt &loop, const clang::Stmt &body);
  void bindCarried(const clang::Stmt &body, const clang::ValueDecl *counter);
  void bindCarriedWhole(const clang::ValueDecl &variable, const clang::Stmt &body);
  void readBody(const clang::Stmt *body, const clang::Stmt *but);
  void readCondition(const clang::Expr *condition);
  void readCount(const clang::BinaryOperator &comparison, const Polynomial &left,
                 const Polynomial &right);
  void readStop(const clang::IfStmt &stop);
  void checkToggles();

  SymbolicState &state;
  Readers &readers;
  bool hasStart = false;
  std::optional<Polynomial> start; // initial value of the first variable that counts steps
};

} // namespace stencilc::lift
