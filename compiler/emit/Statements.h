/// \file Printed statements as context items for the partial `Statements`.
#pragma once

#include "emit/ExprPrinter.h"
#include "llvm/Support/JSON.h"

namespace stencilc::emit {

inline void appendStatements(llvm::json::Array &list, const std::vector<Statement> &statements) {
  for (const Statement &statement : statements)
    list.push_back(llvm::json::Object{
        {"isDeclaration", statement.isDeclaration},
        {"isConstant", statement.isConstant},
        {"type", statement.type},
        {"name", statement.name},
        {"value", statement.value},
    });
}

} // namespace stencilc::emit
