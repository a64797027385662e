/// \file The side effects of library functions and classes, whose bodies are not in the file.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

/// Returns whether `callee` belongs to the C or C++ library or another system header. Such a
/// function can change only the variables that it is given.
bool isOfLibrary(const clang::FunctionDecl &callee, const clang::ASTContext &context);

/// Returns whether the library function `callee` has no output: it computes a value, gives access
/// to an object, swaps values, or reads a clock.
bool isSilent(const clang::FunctionDecl &callee, const clang::ASTContext &context);

/// Returns whether `callee` is a function such as `printf`, which only reads its variable
/// arguments. A format with `%n` writes one, and makes the result false.
bool onlyPrints(const clang::FunctionDecl &callee, llvm::ArrayRef<const clang::Expr *> arguments);

/// Returns whether `callee` never returns, such as `exit` or `abort`.
bool endsProgram(const clang::FunctionDecl &callee);

/// Returns whether a library method, such as `data` or `begin`, only gives access to an object's
/// contents.
bool onlyGivesAccess(const clang::CXXMethodDecl &method);

bool isStream(clang::QualType type);

/// Returns whether values of `type` can be called, as lambdas and function objects can.
bool isCallable(clang::QualType type);

/// Returns whether `argument` names a function of the library, such as `std::endl`.
bool isLibraryFunction(const clang::Expr &argument, const clang::ASTContext &context);

/// Returns whether `argument` is a pointer to a structure of a system header, such as `FILE`.
bool isOfSystem(const clang::Expr &argument, const clang::ASTContext &context);

/// Returns whether a copy of a value of `type` still refers to memory of another object, as an
/// iterator or a view does.
bool leadsToForeignMemory(clang::QualType type);

/// Returns whether an object of `type` owns memory or contains a pointer or reference.
bool leadsToMemory(clang::QualType type);

} // namespace stencilc::lift
