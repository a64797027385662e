/// \file Replacements for functions of glibc 2.35 and 2.36 that statically linked code calls. With
/// them the programs run on glibc 2.34. They are hidden from other libraries of the process.
#if __has_include(<gnu/libc-version.h>)
#include <cstdint>
#include <dlfcn.h>
#include <link.h>
#include <sys/random.h>

#define STAND_IN extern "C" __attribute__((visibility("hidden")))

/// Replaces arc4random() of glibc 2.36: returns a random number. LLVM uses it for the names of
/// temporary files.
STAND_IN std::uint32_t standInForArc4random() __asm__("arc4random");
std::uint32_t standInForArc4random() {
  std::uint32_t value = 0;
  while (getrandom(&value, sizeof value, 0) != sizeof value)
    ;
  return value;
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE
namespace {

/// The address that `look` searches, and the place for its result.
struct Search {
  std::uintptr_t address;
  dl_find_object *found;
};

/// Callback of dl_iterate_phdr(): tests whether the loaded library `info` contains the address that
/// is searched. If so, stores its address range and its table of exception frames. Returns 1 if
/// found, -1 if the library has no such table, 0 to continue.
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
    return isHere ? -1 : 0; // 0: continue with the next library
  search.found->dlfo_eh_frame = reinterpret_cast<void *>(info->dlpi_addr + frames->p_vaddr);
  return 1;
}

} // namespace

/// Replaces _dl_find_object() of glibc 2.35, with which exceptions find their handlers. Returns 0
/// if a loaded library contains `address`, else -1.
STAND_IN int standInForFindObject(void *address, dl_find_object *found) __asm__("_dl_find_object");
int standInForFindObject(void *address, dl_find_object *found) {
  *found = {};
  Search search{reinterpret_cast<std::uintptr_t>(address), found};
  return dl_iterate_phdr(look, &search) == 1 ? 0 : -1;
}
#endif
#endif
