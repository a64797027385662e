/// \file The build ID of a library or program: a hash of its contents, which the linker stores in
/// it.
#include "driver/build/BuildId.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <cstring>
#include <elf.h>

namespace stencilc::driver {

/// Returns a copy of the `Struct` that begins `offset` bytes into `bytes`; all zeros if it does not
/// fit.
template <typename Struct> static Struct structAt(llvm::StringRef bytes, std::uint64_t offset) {
  Struct result = {};
  if (offset <= bytes.size() && bytes.size() - offset >= sizeof result)
    std::memcpy(&result, bytes.data() + offset, sizeof result);
  return result;
}

/// Returns the build ID in the notes of an ELF segment, as hexadecimal digits. The result is empty
/// if there is none.
static std::string buildIdIn(llvm::StringRef notes) {
  constexpr std::uint64_t kAlign = 4;
  constexpr llvm::StringLiteral kOwner("GNU");
  while (notes.size() >= sizeof(Elf64_Nhdr)) {
    const auto header = structAt<Elf64_Nhdr>(notes, 0);
    const llvm::StringRef name = notes.substr(sizeof header, header.n_namesz);
    const std::uint64_t at = sizeof header + llvm::alignTo(header.n_namesz, kAlign);
    const llvm::StringRef value = notes.substr(at, header.n_descsz);
    if (header.n_type == NT_GNU_BUILD_ID && name.rtrim('\0') == kOwner)
      return llvm::toHex(value, /*LowerCase=*/true);
    notes = notes.substr(at + llvm::alignTo(header.n_descsz, kAlign));
  }
  return "";
}

std::string buildIdOf(const std::string &path) {
  // The file is mapped, not read: only pages with the notes, near its beginning, are loaded.
  const auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                                /*RequiresNullTerminator=*/false);
  const llvm::StringRef bytes = file ? (*file)->getBuffer() : "";
  if (!bytes.starts_with(llvm::StringRef(ELFMAG, SELFMAG)))
    return "";
  const auto header = structAt<Elf64_Ehdr>(bytes, 0);
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const auto segment =
        structAt<Elf64_Phdr>(bytes, header.e_phoff + std::uint64_t{i} * header.e_phentsize);
    if (segment.p_type != PT_NOTE)
      continue;
    if (std::string id = buildIdIn(bytes.substr(segment.p_offset, segment.p_filesz)); !id.empty())
      return id;
  }
  return "";
}

} // namespace stencilc::driver
