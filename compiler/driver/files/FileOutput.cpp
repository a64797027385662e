/// \file Output files that appear complete or not at all.
#include "driver/files/FileOutput.h"
#include "support/OrdinaryFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

bool writeFileWhole(llvm::StringRef path, llvm::StringRef text, Diagnostics &diags) {
  auto fail = [&](const std::string &why) {
    diags.report(diag::CannotWriteFile, path, why);
    return false;
  };
  if (isPipeOrDevice(path.str())) { // it must not be replaced by a file
    std::error_code code;
    llvm::raw_fd_ostream out(path, code);
    out << text;
    out.close();
    const std::string why = (code ? code : out.error()).message();
    const bool isWritten = !code && !out.has_error();
    out.clear_error();
    return isWritten || fail(why);
  }
  if (auto existing = llvm::MemoryBuffer::getFile(path))
    if ((*existing)->getBuffer() == text)
      return true;
  auto temporary = llvm::sys::fs::TempFile::create(path + ".tmp-%%%%%%", 0666);
  if (!temporary)
    return fail(llvm::toString(temporary.takeError()));
  llvm::raw_fd_ostream out(temporary->FD, /*shouldClose=*/false);
  out << text;
  out.flush();
  if (out.has_error()) {
    std::string why = out.error().message();
    out.clear_error();
    llvm::consumeError(temporary->discard());
    return fail(why);
  }
  if (llvm::Error error = temporary->keep(path))
    return fail(llvm::toString(std::move(error)));
  return true;
}

} // namespace stencilc::driver
