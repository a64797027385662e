/// \file What a declaration of C says about where cells are: in a line, or row by row behind
/// pointers.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <string>

namespace stencilc::lift {

/// How the cells of an array are found in memory.
struct MemoryShape {
  bool isLine = false;  // all cells follow one another
  bool isRows = false;  // the first index chooses a pointer or vector, whose cells do
  std::string cells;    // what makes a pointer of it: "", ".data()", ".get()"
  std::string rowCells; // the same of A[i]
};

MemoryShape memoryShape(const clang::ValueDecl &declaration, const clang::ASTContext &context);

} // namespace stencilc::lift
