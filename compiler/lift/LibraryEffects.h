/// \file What functions and classes may write whose bodies the file does not show.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

/// Whether a function belongs to C's or C++'s library or to another header of the system. Such a
/// function knows no variable of the file but those that it is given.
bool isOfLibrary(const clang::FunctionDecl &callee, const clang::ASTContext &context);

/// Whether a function of the library does nothing but compute a value, or read a clock.
bool isSilent(const clang::FunctionDecl &callee, const clang::ASTContext &context);

/// Whether a call of `callee` prints its further arguments and writes none of them.
bool onlyPrints(const clang::FunctionDecl &callee, llvm::ArrayRef<const clang::Expr *> arguments);

/// `exit` and what else does not return.
bool endsProgram(const clang::FunctionDecl &callee);

/// Whether a method of the library gives access to what an object holds and changes nothing.
bool onlyGivesAccess(const clang::CXXMethodDecl &method);

bool isStream(clang::QualType type);

/// Whether a value of this type can be called: lambdas and functors.
bool isCallable(clang::QualType type);

/// Whether an argument names a function of the library, such as std::endl.
bool isLibraryFunction(const clang::Expr &argument, const clang::ASTContext &context);

/// Whether an argument is a pointer to a structure of the system, such as `FILE`.
bool isOfSystem(const clang::Expr &argument, const clang::ASTContext &context);

/// Whether a copy of a value of this type leads to memory that others see: iterators, views.
bool leadsToForeignMemory(clang::QualType type);

/// Whether an object of this type owns memory or leads to some.
bool leadsToMemory(clang::QualType type);

} // namespace stencilc::lift
