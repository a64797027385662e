/// \file The memory layout of a C array, according to its declaration.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <string>

namespace stencilc::lift {

/// Memory layout of a C array: contiguous cells, or rows behind pointers. Both flags are false for
/// another layout.
struct MemoryShape {
  bool isLine = false;  // all cells are contiguous
  bool isRows = false;  // `A[i]` is a pointer or container with contiguous cells
  std::string cells;    // what makes a pointer of it: "", ".data()", ".get()"
  std::string rowCells; // the same for `A[i]`
};

MemoryShape memoryShape(const clang::ValueDecl &declaration, const clang::ASTContext &context);

} // namespace stencilc::lift
