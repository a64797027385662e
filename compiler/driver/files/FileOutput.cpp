/// \file Output files that appear complete or not at all.
#include "driver/files/FileOutput.h"
#include "library/Guest.h"
#include "support/OrdinaryFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

/// Writes `text` to a new file beside `path` and renames it to `path`. Unlike
/// llvm::sys::fs::TempFile it installs no signal handlers that would remove the new file. Returns
/// the reason of a failure, or an empty string.
static std::string writeAsGuest(llvm::StringRef path, llvm::StringRef text) {
  namespace fs = llvm::sys::fs;
  int file = -1;
  llvm::SmallString<128> name;
  std::error_code code = fs::createUniqueFile(path + ".tmp-%%%%%%", file, name);
  if (code)
    return code.message();
  llvm::raw_fd_ostream out(file, /*shouldClose=*/true);
  out << text;
  out.close();
  code = out.error();
  out.clear_error();
  if (!code)
    code = fs::rename(name, path);
  if (code)
    (void)fs::remove(name);
  return code ? code.message() : "";
}

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
  if (library::isGuest()) {
    const std::string why = writeAsGuest(path, text);
    return why.empty() || fail(why);
  }
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
