/// \file `stencilc lift FILE --cuda`: writes the C file with its loops replaced by calls, the
/// library that it calls, and a Makefile.
#include "driver/Driver.h"
#include "driver/build/Toolchain.h"
#include "driver/files/FileOutput.h"
#include "driver/lift/LiftParts.h"
#include "driver/process/Process.h"
#include "library/OwnTool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

namespace {

/// The folder that `stencilc lift --cuda` writes: a C file whose loops are replaced by library
/// calls, the library, and a Makefile. With `--target=cpu` the library is for the CPU.
class DropIn {
public:
  DropIn(const LiftArguments &arguments, LiftParts parts, const WorkFolder &work,
         Diagnostics &diags)
      : arguments(arguments), parts(std::move(parts)), work(work), diags(diags),
        isCuda(arguments.target == "cuda") {
    folder = arguments.output.empty() ? this->parts.name : arguments.output;
  }

  int run() {
    if (!emitLibrary() || !writeMakefile() || !isFree())
      return 1;
    if (const std::error_code code = llvm::sys::fs::create_directories(folder)) {
      diags.report(diag::CannotWriteFile, folder, code.message());
      return 1;
    }
    for (const std::string &name : parts.files)
      if (!writeFileWhole(folder + "/" + name, textOf(work.file(name)), diags))
        return 1;
    llvm::errs() << folder << ": " << llvm::join(parts.files, ", ") << "; build with 'make -C "
                 << folder << "'\n";
    return 0;
  }

private:
  static std::string textOf(const std::string &path) {
    const auto file = llvm::MemoryBuffer::getFile(path);
    return file ? (*file)->getBuffer().str() : "";
  }

  std::string source() const { return parts.name + (isCuda ? ".cu" : ".cpp"); }

  /// Emits the .stencil program that was made from C loops as C++ or CUDA source of a library into
  /// the work folder, with a header. Returns false after a reported error.
  bool emitLibrary() {
    std::vector<std::string> command{library::ownTool(),
                                     "-q",
                                     "--target=" + arguments.target,
                                     work.file(parts.name + ".stencil"),
                                     "-o",
                                     work.file(source())};
    command.insert(command.end(), arguments.emitter.begin(), arguments.emitter.end());
    std::string error;
    const int code = execute(command, "", error);
    if (code < 0)
      diags.report(diag::ProgramDied, "stencilc", error);
    parts.files.push_back(source());
    parts.files.push_back(parts.name + ".h");
    return code == 0;
  }

  /// Returns the lines of the Makefile that set the compile command of the library. The options in
  /// it guarantee results with the same bits as those of the interpreter, the reference.
  std::string libraryCommand() const {
    const std::string flags =
        llvm::join(arithmeticFlags(isCuda ? BuildKind::Cuda : BuildKind::Cpu), " ");
    return isCuda ? "NVCC ?= nvcc\nARCH ?= sm_90\nLIBRARY = $(NVCC) -std=c++20 " + flags +
                        " -arch=$(ARCH) -Xcompiler=-ffp-contract=off\n"
                  : "CXX ?= g++\nARCH ?= x86-64-v3\nLIBRARY = $(CXX) -std=c++20 " + flags +
                        " -fopenmp-simd -march=$(ARCH)\n";
  }

  /// Returns the path of the runtime library. If it is not found, returns its file name alone,
  /// which the linker will report as missing.
  static std::string libraryFile() {
    const std::string found = findRuntimeLibrary();
    return found.empty() ? "libstencilc_runtime.a" : found;
  }

  bool writeMakefile() {
    const std::string stem = llvm::sys::path::stem(arguments.file).str();
    const std::string file = llvm::sys::path::filename(arguments.file).str();
    const bool isC = !isCpp(arguments.file);
    const std::string compiler = isC ? "CC" : "CXX";
    const std::string options = isC ? "CFLAGS" : "CXXFLAGS";
    const std::string library = parts.name + ".o";
    std::string text = "# " + file + " with its loops run by " + source() +
                       "; written by stencilc lift.\n"
                       "# RUNTIME holds stencilc/runtime.h, RUNTIME_LIBRARY is linked, HEADERS "
                       "holds what " +
                       file + " includes.\nRUNTIME ?= " + findRuntime("") +
                       "\nRUNTIME_LIBRARY ?= " + libraryFile() +
                       "\nHEADERS ?= " + folderOf(arguments.file) + "\n" + libraryCommand();
    text += options + " ?= -O3\n";
    text += "FLAGS = " + llvm::join(arguments.compilerFlags, " ") + "\n\n";
    const std::string objects = stem + "_main.o " + library;
    if (parts.hasMain) // OpenMP is linked because the C file may use it
      text += stem + ": " + objects + "\n\t$(LIBRARY) " +
              (isCuda ? "-Xcompiler=-fopenmp" : "-fopenmp") +
              " $^ $(RUNTIME_LIBRARY) -o $@ -lm -lpthread -ldl\n\n";
    else
      text += "all: " + objects + "\n\n";
    text += stem + "_main.o: " + file + " " + parts.name + "_call.h " + parts.name + ".h\n\t$(" +
            compiler + ") $(" + options +
            ") -ffp-contract=off $(FLAGS) -iquote $(HEADERS) -I. -I$(RUNTIME) -c $< -o $@\n\n";
    text += library + ": " + source() + " " + parts.name +
            ".h\n\t$(LIBRARY) -I$(RUNTIME) -c $< -o $@\n";
    parts.files.push_back("Makefile");
    return writeFileWhole(work.file("Makefile"), text, diags);
  }

  /// Returns true if the output files may be written: none of them exists with other content. With
  /// --overwrite, only the user's C file is protected in this way. Returns false after it has
  /// reported the first file that would be overwritten.
  bool isFree() {
    for (const std::string &name : parts.files) {
      const std::string path = folder + "/" + name;
      if (arguments.isOverwriting && !llvm::sys::fs::equivalent(path, arguments.file))
        continue;
      if (llvm::sys::fs::exists(path) && textOf(path) != textOf(work.file(name))) {
        diags.report(diag::FileExists, path)
            .note({}, diag::Hint, "name another folder with -o, or give --overwrite");
        return false;
      }
    }
    return true;
  }

  const LiftArguments &arguments;
  LiftParts parts;
  const WorkFolder &work;
  Diagnostics &diags;
  bool isCuda;
  std::string folder;
};

} // namespace

int writeDropIn(const LiftArguments &arguments, Diagnostics &diags) {
  if (arguments.target != "cuda" && arguments.target != "cpu") {
    llvm::errs() << "stencilc lift: error: --target is cuda or cpu, not '" << arguments.target
                 << "'\n";
    return 1;
  }
  const WorkFolder work;
  if (!work.isThere(diags))
    return 1;
  int code = 0;
  auto parts = makeLiftParts(arguments, "call", work, code, diags);
  return parts ? DropIn(arguments, std::move(*parts), work, diags).run() : code;
}

} // namespace stencilc::driver
