/// \file Stores and finds build products, such as compiled programs, in a cache on disk. Each
/// product is stored under a key of all its inputs and is verified before use. The size of the
/// cache is bounded.
#include "driver/build/BuildCache.h"
#include "driver/build/CacheFolder.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/core/support/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stencilc::driver {

namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr const char *kSums = ".sha256"; // in the format of `sha256sum -c`
constexpr std::uint64_t kLargest = std::uint64_t{2} << 30;

/// Returns the line that `sha256sum` prints for `file`. A cache entry stores it in its file
/// `.sha256`. The result is empty if `file` cannot be read.
std::string sumLine(const std::string &file) {
  auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  if (!text)
    return "";
  const auto sum = llvm::SHA256::hash(llvm::arrayRefFromStringRef((*text)->getBuffer()));
  return llvm::toHex(sum, /*LowerCase=*/true) + "  " + path::filename(file).str() + "\n";
}

/// Opens the cache entry `folder` and locks it against removal. Returns the file descriptor, or -1
/// if the folder is missing, was replaced meanwhile, or could have been changed by another user.
int use(const std::string &folder) {
  const int handle = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (handle < 0)
    return -1;
  while (flock(handle, LOCK_SH) != 0 && errno == EINTR) {
  }
  struct stat mine, named;
  if (fstat(handle, &mine) == 0 && lstat(folder.c_str(), &named) == 0 &&
      mine.st_ino == named.st_ino && mine.st_dev == named.st_dev && isOnlyOurs(mine))
    return handle;
  close(handle);
  return -1;
}

/// Returns the bytes on disk of a file, or of a folder and everything in it.
std::uint64_t bytesOf(const std::string &file) {
  struct stat status;
  if (lstat(file.c_str(), &status) != 0)
    return 0;
  std::uint64_t bytes = 512 * static_cast<std::uint64_t>(status.st_blocks);
  std::error_code code;
  if (S_ISDIR(status.st_mode))
    for (fs::directory_iterator it(file, code, /*follow_symlinks=*/false), end; it != end && !code;
         it.increment(code))
      bytes += bytesOf(it->path());
  return bytes;
}

/// Returns true if `name` can be the name of a cache entry, also one of an older version of the
/// tool. Only entries may be removed, because users may store other files in the cache folder.
bool isEntry(llvm::StringRef name) {
  name.consume_front("main-");
  return name.size() >= 24 && llvm::all_of(name.take_front(24), llvm::isHexDigit);
}

/// Returns the limit of the cache size in bytes, from STENCILC_CACHE_SIZE or 2 GiB. Reports a value
/// that is no size.
std::uint64_t largestSize(Diagnostics &diags) {
  const auto given = llvm::sys::Process::GetEnv("STENCILC_CACHE_SIZE");
  std::uint64_t bytes = kLargest;
  if (given && *given == "0")
    return 0;
  if (given && !given->empty() && !parseBytes(*given, bytes))
    diags.report(diag::BadCacheSize, *given, formatBytes(double(kLargest)));
  return bytes;
}

/// A cache entry that may be removed, with its size on disk and its time of last use.
struct Entry {
  std::string path;
  std::uint64_t bytes;
  timespec used;
};

/// Removes a cache entry unless a process uses it. Returns true if no process used it.
/// Precondition: the caller holds the lock on the cache.
bool removeEntry(const std::string &entry) {
  const int handle = open(entry.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  const bool isFree = handle >= 0 && (flock(handle, LOCK_EX | LOCK_NB) == 0 || errno == ENOLCK);
  if (isFree)
    removeTree(entry.c_str());
  if (handle >= 0)
    close(handle);
  return isFree;
}

/// Removes the least recently used cache entries until all entries together take at most `largest`
/// bytes. Entries in use are not removed. Precondition: the caller holds the lock on the cache.
void shrinkTo(std::uint64_t largest) {
  std::vector<Entry> entries;
  std::uint64_t sum = 0;
  std::error_code code;
  for (fs::directory_iterator it(buildFolder(), code, /*follow_symlinks=*/false), end;
       it != end && !code; it.increment(code)) {
    struct stat status;
    if (!isEntry(path::filename(it->path())) || lstat(it->path().c_str(), &status) != 0)
      continue;
    entries.push_back({it->path(), bytesOf(it->path()), status.st_mtim});
    sum += entries.back().bytes;
  }
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return std::tie(a.used.tv_sec, a.used.tv_nsec, a.path) <
           std::tie(b.used.tv_sec, b.used.tv_nsec, b.path);
  });
  for (const Entry &entry : entries)
    if (sum > largest && removeEntry(entry.path))
      sum -= entry.bytes;
}

} // namespace

bool saysNoSpace(llvm::StringRef text) {
  return text.contains("No space left on device") || text.contains("Disk quota exceeded");
}

/// Returns the product `name` of the entry `key` in the cache folder `cache`. Returns `nullopt` if
/// it is missing or its checksum is wrong.
static std::optional<Built> findIn(const std::string &cache, const std::string &key,
                                   const std::string &name) {
  const std::string folder = cache + "/" + key, file = folder + "/" + name;
  const int handle = use(folder);
  if (handle < 0)
    return std::nullopt;
  Built built{file, std::shared_ptr<const void>(nullptr, [handle](const void *) { close(handle); }),
              ""};
  struct stat status;
  if (lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || !isOnlyOurs(status))
    return std::nullopt;
  auto sums = llvm::MemoryBuffer::getFile(folder + "/" + kSums);
  if (!sums || (*sums)->getBuffer().empty() || (*sums)->getBuffer() != sumLine(file))
    return std::nullopt;
  if (!llvm::StringRef(name).ends_with(".module") && !fs::can_execute(file))
    return std::nullopt;
  futimens(handle, nullptr); // sets the time of last use
  return built;
}

std::optional<Built> findBuilt(const std::string &key, const std::string &name) {
  auto built = findIn(buildFolder(), key, name);
  // Old entries stay usable if the cache folder has become read-only.
  return built || buildFolder() == cacheFolder() ? built : findIn(cacheFolder(), key, name);
}

std::optional<Built> keepBuilt(const WorkFolder &work, const std::string &key,
                               const std::string &name, Diagnostics &diags) {
  const std::string folder = buildFolder() + "/" + key;
  const auto fail = [&](const std::string &why) {
    diags.report(diag::CannotWriteFile, folder, why);
    return std::nullopt;
  };
  const std::uint64_t largest = largestSize(diags);
  {
    const std::string line = sumLine(work.file(name));
    std::error_code code;
    llvm::raw_fd_ostream sums(work.file(kSums), code);
    sums << line;
    sums.close();
    if (code || sums.has_error()) {
      const std::string why = (code ? code : sums.error()).message();
      sums.clear_error();
      return fail(why);
    }
  }
  const CacheLock lock;
  if (auto built = findBuilt(key, name)) // another process was faster
    return built;
  if (lock.isBusy())
    return fail("another process has kept " + std::string(kLockFile) +
                " there locked for 5 s: it is stopped or hangs");
  work.release();
  const int code = rename(work.path().c_str(), folder.c_str()) == 0 ? 0 : errno;
  if (code == EEXIST || code == ENOTEMPTY || code == ENOTDIR) {
    // Processes that use the old entry have opened its files already.
    removeTree(folder.c_str());
    if (rename(work.path().c_str(), folder.c_str()) != 0)
      return fail(std::strerror(errno));
  } else if (code) {
    return fail(code == EXDEV ? "it could not be made on that disk" : std::strerror(code));
  }
  auto built = findBuilt(key, name);
  if (!built)
    return fail("what was written cannot be read again");
  shrinkTo(largest);
  return built;
}

} // namespace stencilc::driver
