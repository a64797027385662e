/// \file `stencilc mpi`: builds the library through which runs of several processes use MPI.
#include "driver/Driver.h"
#include "driver/build/CacheFolder.h"
#include "driver/build/Toolchain.h"
#include "driver/compile/EmbeddedHeaders.h"
#include "driver/files/FileOutput.h"
#include "driver/process/Launches.h"
#include "driver/process/WorkFolder.h"
#include "runtime/parts/ranks/MpiLink.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

namespace stencilc::driver {

namespace {

namespace fs = llvm::sys::fs;

constexpr llvm::StringLiteral kHeaders = "stencilc/mpi/";

/// Writes the source files of the MPI library, which are embedded in this program, into `work`.
/// Returns false after it has reported an error.
bool writeSources(const WorkFolder &work, Diagnostics &diags) {
  if (const std::error_code code = fs::create_directories(work.file(kHeaders.str()))) {
    diags.report(diag::CannotWriteFile, work.file(kHeaders.str()), code.message());
    return false;
  }
  for (const RuntimeHeader &header : embeddedHeaders())
    if (llvm::StringRef(header.name).starts_with(kHeaders) &&
        !writeFileWhole(work.file(header.name), header.text, diags))
      return false;
  return writeFileWhole(work.file("mpi.cpp"), "#include \"stencilc/mpi/Shim.h\"\n", diags);
}

} // namespace

MpiState mpiState() {
  MpiState state;
  state.file = mpiLibraryFile();
  if (state.file.empty())
    return state;
  if (const stencilc_mpi *const functions = openMpiLibrary(state.file, state.problem))
    state.library = functions->library;
  return state;
}

int mpiCommand(const Options &options) {
  llvm::SourceMgr sources;
  Diagnostics diags(sources, llvm::errs(), llvm::errs().has_colors());
  const std::vector<std::string> usual = {"mpicxx", "mpic++"}, given = {options.build.mpiCompiler};
  const std::string compiler = findOfMpi(given[0].empty() ? usual : given, diags);
  const WorkFolder work;
  if (compiler.empty() || !work.isThere(diags) || !writeSources(work, diags))
    return kUserError;
  const std::string made = work.file(kMpiLibraryName);
  const std::vector<std::string> command = {
      compiler,           "-std=c++17",         "-O2", "-fPIC", "-shared",
      "-I" + work.path(), work.file("mpi.cpp"), "-o",  made};
  if (options.run.verbose)
    llvm::errs() << llvm::join(command, " ") << "\n";
  if (!compile(command, {}, work, diags))
    return kUserError;
  std::string why;
  const stencilc_mpi *const functions = openMpiLibrary(made, why);
  if (!functions) {
    diags.report(diag::BuildFailed, llvm::join(command, " "), why);
    return kUserError;
  }
  const std::string place = !options.compile.output.empty() ? options.compile.output
                                                            : cacheFolder() + "/" + kMpiLibraryName;
  auto bytes =
      llvm::MemoryBuffer::getFile(made, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!bytes || !writeFileWhole(place, (*bytes)->getBuffer(), diags))
    return kUserError;
  if (!options.run.quiet)
    llvm::outs() << "wrote " << place << " for " << functions->library << "\n";
  return kFine;
}

} // namespace stencilc::driver
