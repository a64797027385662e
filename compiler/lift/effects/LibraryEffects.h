/// \file The side effects of library functions and classes, whose bodies are not in the file.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

/// Returns true if `callee` belongs to the C or C++ library or another system header. Such a
/// function can change only variables that it gets as arguments.
bool isOfLibrary(const clang::FunctionDecl &callee, const clang::ASTContext &context);

/// Returns true if the library function `callee` has no output: it only computes a value, gives
/// access to an object, swaps values, or reads a clock.
bool isSilent(const clang::FunctionDecl &callee, const clang::ASTContext &context);

/// Returns true if `callee` is `printf` or a similar function, which only reads the arguments for
/// its `...` parameter. Returns false if a string literal in `arguments`, the format, contains
/// `%n`: the function then writes through a pointer.
bool onlyPrints(const clang::FunctionDecl &callee, llvm::ArrayRef<const clang::Expr *> arguments);

/// Returns true if `callee` never returns, such as `exit` or `abort`.
bool endsProgram(const clang::FunctionDecl &callee);

/// Returns true if a library method only gives access to the contents of an object, such as `data`
/// or `begin`.
bool onlyGivesAccess(const clang::CXXMethodDecl &method);

bool isStream(clang::QualType type);

/// Returns true if values of `type` can be called, such as lambdas and function objects.
bool isCallable(clang::QualType type);

/// Returns true if `argument` names a function of a system library, such as `std::endl`.
bool isLibraryFunction(const clang::Expr &argument, const clang::ASTContext &context);

/// Returns true if `argument` is a pointer to a structure of a system header, such as `FILE`.
bool isOfSystem(const clang::Expr &argument, const clang::ASTContext &context);

/// Returns true if a copy of a value of `type` still refers to memory of another object, as an
/// iterator or a view of a container does.
bool leadsToForeignMemory(clang::QualType type);

/// Returns true if an object of `type` owns memory, or contains a pointer or a reference.
bool leadsToMemory(clang::QualType type);

} // namespace stencilc::lift
