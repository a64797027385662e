/// \file C++ text to an x86-64 ELF object, by the Clang inside this library and from memory alone.
#include "jit/Jit.h"
#include "jit/Request.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <iterator>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace stencilc::jit {

/// What a stencilc_jit_object points to.
struct Compiled : stencilc_jit_object {
  llvm::SmallVector<char, 0> object;
  std::vector<std::string> names;
  std::vector<const char *> namePointers;
  std::string text;
};

/// How this library's passes treat loops: what was faster, over all of stencils/, than what they do
/// by themselves. Rows are short, so what stands before and after a loop counts: one vector at a
/// time leaves fewer cells to the end, the end has vectors too, and addresses of rows are taken as
/// the text computed them, not worked out again for each copy of the loop.
static constexpr const char *kPassOptions[] = {"stencilc-jit", "-force-vector-interleave=1",
                                               "-epilogue-vectorization-minimum-VF=4",
                                               "-disable-lsr"};

static void initialiseTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::cl::ParseCommandLineOptions(std::size(kPassOptions), kPassOptions);
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser(); // asm statements
  });
}

/// The words of `clang -cc1`. Errno is left alone and traps are not respected unless options say
/// so, and what is not given a frame or tables has none: cc1 knows no such defaults of the driver.
static std::vector<const char *> arguments(const stencilc_jit_compile_request &request) {
  static constexpr const char *kLevels[] = {"-O0", "-O1", "-O2", "-O3"};
  const int level = std::clamp(request.optimisation, 0, 3);
  std::vector<const char *> words = {
      "-triple", "x86_64-pc-linux-gnu", "-target-cpu", request.cpu ? request.cpu : "x86-64",
      "-emit-obj", "-x", "c++", "-std=c++20", "-fgnuc-version=4.2.1", "-fno-rtti",
      // The text has fixed the arithmetic.
      "-ffp-contract=off", "-fno-rounding-math", "-fopenmp-simd",
      // Calls and data of others may lie farther away than 2 GB.
      "-mrelocation-model", "pic", "-pic-level", "2", "-mframe-pointer=none",
      "-clear-ast-before-backend", "-discard-value-names", "-disable-llvm-verifier",
      "-ferror-limit", "19", kLevels[level]};
  if (level >= 2)
    words.insert(words.end(), {"-vectorize-loops", "-vectorize-slp"});
  if (request.bounds_checks)
    words.push_back("-fsanitize=array-bounds");
  words.insert(words.end(), request.options, request.options + request.option_count);
  words.insert(words.end(), {"-I", "/", request.name});
  return words;
}

/// The text and its headers, and nothing of this machine. Null, after a message, if two texts have
/// one name.
static llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fileSystem(const stencilc_jit_compile_request &request, llvm::raw_ostream &messages) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  (void)files->setCurrentWorkingDirectory("/");
  const auto add = [&](const char *path, const char *text) {
    if (files->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(text, path)))
      return true;
    messages << "error: two different texts are called '" << path << "'\n";
    return false;
  };
  bool isComplete = add(request.name, request.text);
  for (std::size_t i = 0; i < request.file_count; ++i)
    isComplete &= add(request.files[i].path, request.files[i].text);
  return isComplete ? files : nullptr;
}

/// Compiles into `object`; false after messages.
static bool compile(const stencilc_jit_compile_request &request, llvm::raw_ostream &messages,
                    llvm::SmallVectorImpl<char> &object) {
  initialiseTarget();
  const auto files = fileSystem(request, messages);
  if (!files)
    return false;
  clang::DiagnosticOptions options;
  clang::TextDiagnosticPrinter printer(messages, options);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  auto diags = clang::CompilerInstance::createDiagnostics(*files, options, &printer,
                                                          /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, arguments(request), *diags))
    return false;
  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  compiler.setOutputStream(std::make_unique<llvm::raw_svector_ostream>(object));
  llvm::LLVMContext context;
  clang::EmitObjAction action(&context);
  return compiler.ExecuteAction(action);
}

/// The names `object` asks for, sorted.
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
  auto result = std::make_unique<Compiled>();
  llvm::raw_string_ostream messages(result->text);
  const bool isCompiled = compile(complete(request), messages, result->object);
  result->size = sizeof(stencilc_jit_object);
  if (isCompiled) {
    result->bytes = reinterpret_cast<const unsigned char *>(result->object.data());
    result->byte_count = result->object.size();
    result->names = undefinedNames({result->object.data(), result->object.size()});
  }
  for (const std::string &name : result->names)
    result->namePointers.push_back(name.c_str());
  result->undefined = result->namePointers.data();
  result->undefined_count = result->namePointers.size();
  result->messages = result->text.c_str();
  return result.release();
}

void stencilc_jit_free_object(stencilc_jit_object *object) {
  delete static_cast<stencilc::jit::Compiled *>(object);
}
