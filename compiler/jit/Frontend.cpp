/// \file A run of Clang on a text and its headers, all in memory. It reads no files.
#include "jit/Frontend.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <algorithm>
#include <iterator>
#include <mutex>
#include <vector>

namespace stencilc::jit {

/// Options of LLVM's loop passes, faster than the defaults over all programs in stencils/. Without
/// interleaving, fewer cells remain after the vector loop. Without loop strength reduction,
/// addresses of rows are computed as in the source text.
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

/// Path of the precompiled header in Clang's in-memory file system.
static constexpr const char *kPrecompiledPath = "/.precompiled";

/// Returns the arguments of `clang -cc1`, which has no defaults from the Clang driver. Code does
/// not set errno, ignores floating-point traps, and has no frame pointers or unwind tables. Options
/// of the request may change this.
static std::vector<const char *> arguments(const stencilc_jit_compile_request &request,
                                           Product product) {
  static constexpr const char *kLevels[] = {"-O0", "-O1", "-O2", "-O3"};
  const int level = std::clamp(request.optimisation, 0, 3);
  std::vector<const char *> words = {
      "-triple", "x86_64-pc-linux-gnu", "-target-cpu", request.cpu ? request.cpu : "x86-64",
      "-std=c++20", "-fgnuc-version=4.2.1", "-fno-rtti",
      // The text determines the arithmetic.
      "-ffp-contract=off", "-fno-rounding-math", "-fopenmp-simd",
      // Code and data of other objects may be more than 2 GB away.
      "-mrelocation-model", "pic", "-pic-level", "2", "-mframe-pointer=none",
      "-clear-ast-before-backend", "-discard-value-names", "-disable-llvm-verifier",
      "-ferror-limit", "19", kLevels[level]};
  if (product == Product::Object)
    words.insert(words.end(), {"-emit-obj", "-x", "c++"});
  else
    words.insert(words.end(), {"-emit-pch", "-x", "c++-header"});
  if (request.precompiled)
    words.insert(words.end(), {"-include-pch", kPrecompiledPath});
  if (level >= 2)
    words.insert(words.end(), {"-vectorize-loops", "-vectorize-slp"});
  if (request.bounds_checks)
    words.push_back("-fsanitize=array-bounds");
  words.insert(words.end(), request.options, request.options + request.option_count);
  words.insert(words.end(), {"-I", "/", request.name});
  return words;
}

/// Returns an in-memory file system that contains only the text of the request and its headers. If
/// two different texts have the same path, writes a message and returns null.
static llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fileSystem(const stencilc_jit_compile_request &request, llvm::raw_ostream &messages) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  (void)files->setCurrentWorkingDirectory("/");
  const auto add = [&](const char *path, llvm::StringRef text, bool endsWithZero = true) {
    if (files->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(text, path, endsWithZero)))
      return true;
    messages << "error: two different texts are called '" << path << "'\n";
    return false;
  };
  bool isComplete = add(request.name, request.text);
  for (std::size_t i = 0; i < request.file_count; ++i)
    isComplete &= add(request.files[i].path, request.files[i].text);
  if (request.precompiled)
    isComplete &= add(kPrecompiledPath, {request.precompiled, request.precompiled_size}, false);
  return isComplete ? files : nullptr;
}

bool runClang(const stencilc_jit_compile_request &request, Product product,
              clang::FrontendAction &action, llvm::raw_ostream &messages,
              std::unique_ptr<llvm::raw_pwrite_stream> output) {
  initialiseTarget();
  const auto files = fileSystem(request, messages);
  if (!files)
    return false;
  clang::DiagnosticOptions options;
  clang::TextDiagnosticPrinter printer(messages, options);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  auto diags = clang::CompilerInstance::createDiagnostics(*files, options, &printer,
                                                          /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, arguments(request, product), *diags))
    return false;
  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  compiler.setOutputStream(std::move(output));
  return compiler.ExecuteAction(action);
}

} // namespace stencilc::jit
