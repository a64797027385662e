/// \file Compilation of C++ text to an x86-64 ELF object by Clang as a library. It reads no files.
#include "jit/Frontend.h"
#include "jit/Request.h"
#include "jit/Result.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Object/ObjectFile.h"
#include <set>

namespace stencilc::jit {

/// Compiles the text of `request` and appends the ELF object to `object`. Returns false after
/// errors. Errors and warnings go to `messages`.
static bool compile(const stencilc_jit_compile_request &request, llvm::raw_ostream &messages,
                    llvm::SmallVectorImpl<char> &object) {
  llvm::LLVMContext context;
  clang::EmitObjAction action(&context);
  return runClang(request, Product::Object, action, messages,
                  std::make_unique<llvm::raw_svector_ostream>(object));
}

/// Compiles the text of `request`, with its precompiled header if it has one. If Clang then prints
/// a message, compiles again without the header. So objects and messages are the same with and
/// without the header. Returns false after errors.
static bool compileEitherWay(stencilc_jit_compile_request request, std::string &messages,
                             llvm::SmallVectorImpl<char> &object) {
  llvm::raw_string_ostream stream(messages);
  if (request.precompiled) {
    if (compile(request, stream, object) && messages.empty())
      return true;
    messages.clear();
    object.clear();
    request.precompiled = nullptr;
  }
  return compile(request, stream, object);
}

/// Returns the names of the symbols that the ELF object `object` uses but does not define, sorted.
static std::vector<std::string> undefinedNames(llvm::StringRef object) {
  std::set<std::string> names;
  auto file = llvm::object::ObjectFile::createELFObjectFile({object, "object"});
  if (!file)
    llvm::consumeError(file.takeError());
  else
    for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
      auto flags = symbol.getFlags();
      auto name = symbol.getName();
      if (flags && name && (*flags & llvm::object::SymbolRef::SF_Undefined) && !name->empty())
        names.insert(name->str());
      llvm::consumeError(flags.takeError());
      llvm::consumeError(name.takeError());
    }
  return {names.begin(), names.end()};
}

} // namespace stencilc::jit

stencilc_jit_object *stencilc_jit_compile(const stencilc_jit_compile_request *request) {
  using namespace stencilc::jit;
  auto result = std::make_unique<Result>();
  if (compileEitherWay(complete(request), result->text, result->made))
    result->names = undefinedNames({result->made.data(), result->made.size()});
  else
    result->made.clear();
  return publish(std::move(result));
}
