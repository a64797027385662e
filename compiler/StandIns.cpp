/// \file Functions of newer C libraries (glibc 2.35, 2.36) that what is linked statically asks for,
/// made of older ones, so that programs run with glibc 2.34. Seen by nobody else in the process.
#if __has_include(<gnu/libc-version.h>)
#include <cstdint>
#include <dlfcn.h>
#include <link.h>
#include <sys/random.h>

#define STAND_IN extern "C" __attribute__((visibility("hidden")))

/// Stands in for glibc 2.36's; LLVM names temporary files by it.
STAND_IN std::uint32_t standInForArc4random() __asm__("arc4random");
std::uint32_t standInForArc4random() {
  std::uint32_t value = 0;
  while (getrandom(&value, sizeof value, 0) != sizeof value)
    ;
  return value;
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE
namespace {

struct Search {
  std::uintptr_t address;
  dl_find_object *found;
};

/// Whether a loaded file holds the address; then says where it lies, and its table of frames.
int look(dl_phdr_info *info, std::size_t, void *data) {
  const Search &search = *static_cast<Search *>(data);
  const ElfW(Phdr) *frames = nullptr;
  bool isHere = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_GNU_EH_FRAME)
      frames = &part;
    if (part.p_type != PT_LOAD || search.address - begin >= part.p_memsz)
      continue;
    isHere = true;
    search.found->dlfo_map_start = reinterpret_cast<void *>(begin);
    search.found->dlfo_map_end = reinterpret_cast<void *>(begin + part.p_memsz);
  }
  if (!isHere || !frames)
    return isHere ? -1 : 0; // else go on
  search.found->dlfo_eh_frame = reinterpret_cast<void *>(info->dlpi_addr + frames->p_vaddr);
  return 1;
}

} // namespace

/// Stands in for glibc 2.35's; how exceptions find their handlers. 0 if found.
STAND_IN int standInForFindObject(void *address, dl_find_object *found) __asm__("_dl_find_object");
int standInForFindObject(void *address, dl_find_object *found) {
  *found = {};
  Search search{reinterpret_cast<std::uintptr_t>(address), found};
  return dl_iterate_phdr(look, &search) == 1 ? 0 : -1;
}
#endif
#endif
