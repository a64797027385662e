/// \file Compilation of a header to a precompiled header, which later compilations read faster.
#include "jit/Frontend.h"
#include "jit/Request.h"
#include "jit/Result.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Serialization/ASTWriter.h"

namespace stencilc::jit {

namespace {

/// Clang action that parses a header and writes the precompiled header to a buffer.
class Precompile : public clang::ASTFrontendAction {
public:
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }

  const std::shared_ptr<clang::PCHBuffer> buffer = std::make_shared<clang::PCHBuffer>();

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<clang::PCHGenerator>(
        compiler.getPreprocessor(), compiler.getModuleCache(), /*OutputFile=*/"", /*isysroot=*/"",
        buffer, compiler.getCodeGenOpts(),
        llvm::ArrayRef<std::shared_ptr<clang::ModuleFileExtension>>());
  }
};

} // namespace

} // namespace stencilc::jit

stencilc_jit_object *stencilc_jit_precompile(const stencilc_jit_compile_request *request) {
  using namespace stencilc::jit;
  auto result = std::make_unique<Result>();
  llvm::raw_string_ostream messages(result->text);
  Precompile action;
  if (runClang(complete(request), Product::PrecompiledHeader, action, messages, nullptr) &&
      action.buffer->IsComplete)
    result->made = std::move(action.buffer->Data);
  return publish(std::move(result));
}
