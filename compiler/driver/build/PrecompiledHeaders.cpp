/// \file The runtime's headers, parsed by Clang when the tool was built.
///
/// The file begins with a line of text, then a line for each header, and an empty line. The bytes
/// of the headers follow, each at a multiple of kAlignment:
///
///     stencilc precompiled headers 1
///     KEY CHECKSUM OFFSET SIZE
#include "driver/build/PrecompiledHeaders.h"
#include "driver/Driver.h"
#include "driver/build/HostSource.h"
#include "driver/files/FileOutput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>

namespace stencilc::driver {

static constexpr llvm::StringLiteral kFile = "stencilc-headers.pch";
static constexpr llvm::StringLiteral kFirstLine = "stencilc precompiled headers 1\n";
static constexpr llvm::StringLiteral kHeader = "stencilc/runtime.h";
static constexpr std::size_t kAlignment = 64; // bytes; Clang reads words of 8
static constexpr std::size_t kLineSize = 2 * (32 + 1) + 2 * (10 + 1);

/// Returns the checksum of `bytes` as 32 hexadecimal digits.
static std::string checksum(llvm::StringRef bytes) {
  const llvm::XXH128_hash_t sum = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(bytes));
  return llvm::utohexstr(sum.high64, /*LowerCase=*/true, 16) +
         llvm::utohexstr(sum.low64, /*LowerCase=*/true, 16);
}

/// Returns a checksum of everything that a precompiled header depends on: CPU, compiler options and
/// headers. Clang checks its version itself. The option for bounds checks is left out, because it
/// affects only the code that Clang generates later.
static std::string keyOf(const library::JitSource &source) {
  std::string all = source.cpu + '\0' + std::to_string(source.optimisation) + '\0';
  for (const std::string &option : source.options)
    all += option + '\0';
  for (const library::JitFile &file : source.files)
    all += '\0' + file.path + '\0' + file.text;
  return checksum(all);
}

/// Returns true if the first lines of `text`, after comment lines, include the runtime's header.
static bool beginsWithHeader(llvm::StringRef text) {
  while (text.starts_with("//") || text.starts_with("\n")) {
    const auto [line, rest] = text.split('\n');
    if (line.ends_with("\\")) // the next line is part of the comment
      return false;
    text = rest;
  }
  return text.starts_with(("#include <" + kHeader + ">\n").str());
}

/// Returns the line that describes one precompiled header in the file. Numbers have 10 characters,
/// so that all lines have the same length.
static std::string line(llvm::StringRef key, llvm::StringRef bytes, std::size_t offset) {
  const auto number = [](std::size_t value) {
    const std::string digits = std::to_string(value);
    return std::string(10 - digits.size(), ' ') + digits;
  };
  return llvm::join_items(" ", key, checksum(bytes), number(offset), number(bytes.size())) + "\n";
}

/// Returns the content of the file of precompiled headers. `headers` has pairs of a key and the
/// bytes of one precompiled header.
static std::string fileOf(llvm::ArrayRef<std::pair<std::string, std::string>> headers) {
  std::string text = kFirstLine.str(), bytes;
  const std::size_t begin =
      llvm::alignTo(kFirstLine.size() + headers.size() * kLineSize + 1, kAlignment);
  for (const auto &[key, header] : headers) {
    text += line(key, header, begin + bytes.size());
    bytes += header;
    bytes.resize(llvm::alignTo(bytes.size(), kAlignment));
  }
  text += '\n';
  text.resize(begin);
  return text + bytes;
}

int precompileHeaders(int argc, const char *const *argv) {
  std::string why;
  const library::JitLibrary *const library = library::JitLibrary::get(why);
  if (argc != 3 || !library) {
    llvm::errs() << "stencilc " << kPrecompileHeaders << " FILE: " << why << "\n";
    return kOurError;
  }
  std::vector<std::pair<std::string, std::string>> headers;
  for (library::JitSource &source : usualSources()) {
    const std::string key = keyOf(source);
    source.name = kHeader;
    source.text =
        std::find_if(source.files.begin(), source.files.end(), [](const library::JitFile &file) {
          return file.path == kHeader;
        })->text;
    library::JitObject made = library->precompile(source);
    if (!made.isCompiled) {
      llvm::errs() << made.messages;
      return kOurError;
    }
    headers.emplace_back(key, std::move(made.bytes));
  }
  const llvm::SourceMgr sources;
  Diagnostics diags(sources, llvm::errs());
  return writeFileWhole(argv[2], fileOf(headers), diags) ? kFine : kOurError;
}

static std::string ownFile() {
  if (const auto wanted = llvm::sys::Process::GetEnv("STENCILC_PRECOMPILED"))
    return *wanted;
  std::string why;
  llvm::SmallString<128> file = llvm::sys::path::parent_path(library::JitLibrary::file(why));
  llvm::sys::path::append(file, kFile);
  return file.str().str();
}

const PrecompiledHeaders &PrecompiledHeaders::get() {
  static const PrecompiledHeaders headers(ownFile());
  return headers;
}

PrecompiledHeaders::PrecompiledHeaders(const std::string &path) {
  if (auto read = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false))
    file = std::move(*read);
}

llvm::StringRef PrecompiledHeaders::find(const library::JitSource &source) const {
  llvm::StringRef text = file ? file->getBuffer() : "";
  if (!text.consume_front(kFirstLine) || !beginsWithHeader(source.text))
    return "";
  const std::string key = keyOf(source);
  while (!text.empty() && !text.starts_with("\n")) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    llvm::SmallVector<llvm::StringRef, 4> words;
    line.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    std::size_t offset = 0, size = 0;
    if (words.size() != 4 || words[0] != key || words[2].getAsInteger(10, offset) ||
        words[3].getAsInteger(10, size) || offset % kAlignment != 0)
      continue;
    const llvm::StringRef bytes = file->getBuffer().substr(offset, size);
    return bytes.size() == size && checksum(bytes) == words[1] ? bytes : "";
  }
  return "";
}

} // namespace stencilc::driver
