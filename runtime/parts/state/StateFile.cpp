/// \file Reads and writes checkpoint files, from which a run can continue.
#include "runtime/parts/state/StateFile.h"
#include "runtime/core/support/Text.h"
#include "stencilc/stream/Checksum.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Format of the first line of a checkpoint file: sizes of header and cells in bytes. The checksum
/// follows the cells, because it is known only after they are written.
constexpr const char *kLine = "stencilc state 1 %12llu %18llu\n";
constexpr std::size_t kLineBytes = 49, kSumBytes = 17;

std::string sumText(std::uint64_t sum) {
  return format("%016llx\n", static_cast<unsigned long long>(sum));
}

/// Gives the checkpoint file `path` a second name, that of the previous checkpoint, before a new
/// checkpoint replaces `path`. On file systems without hard links it renames the file, so that
/// `path` is missing until the new checkpoint is complete. Does nothing if the file cannot be read.
void keepEarlier(const std::string &path) {
  // A damaged file must not replace a good one.
  if (StateReader there; !there.open(path, /*withCells=*/false))
    return;
  const std::string earlier = earlierState(path), other = passingState(path);
  unlink(other.c_str());
  if (linkat(AT_FDCWD, path.c_str(), AT_FDCWD, other.c_str(), AT_SYMLINK_FOLLOW) == 0) {
    rename(other.c_str(), earlier.c_str());
    // If a run was killed between this and its next checkpoint, both names already belong to one
    // file. rename() then does nothing.
    unlink(other.c_str());
  } else {
    rename(path.c_str(), earlier.c_str());
  }
}

} // namespace

void CellSum::add(const unsigned char *cells, std::size_t bytes) {
  std::uint32_t word;
  std::size_t at = 0;
  while (at < bytes) {
    if (beginning > 0 || bytes - at < sizeof word) {
      begun[beginning++] = cells[at++];
      if (beginning < sizeof word)
        continue;
      std::memcpy(&word, begun, sizeof word);
      beginning = 0;
    } else {
      std::memcpy(&word, cells + at, sizeof word);
      at += sizeof word;
    }
    sum += checksumTerm(word, place++);
  }
}

std::uint64_t CellSum::value() const {
  std::uint32_t word = 0;
  std::memcpy(&word, begun, beginning);
  return beginning > 0 ? sum + checksumTerm(word, place) : sum;
}

std::string earlierState(const std::string &path) { return path + ".before"; }
std::string passingState(const std::string &path) { return earlierState(path) + ".tmp"; }

bool StateWriter::open(const std::string &path, const TierState &head, std::uint64_t cellBytes) {
  sum = {};
  const std::string text = head.text();
  const std::string line = format(kLine, static_cast<unsigned long long>(text.size()),
                                  static_cast<unsigned long long>(cellBytes));
  return file.open(path, line.size() + text.size() + cellBytes + kSumBytes) &&
         file.write(line.data(), line.size()) && file.write(text.data(), text.size());
}

bool StateWriter::add(const unsigned char *cells, std::size_t bytes) {
  if (!isAnothers)
    sum.add(cells, bytes);
  return file.write(cells, bytes);
}

bool StateWriter::finish() {
  const std::string text = sumText(sum.value()), path = file.path();
  if (!file.write(text.data(), text.size()) || !file.finish())
    return false;
  if (!isAnothers)
    keepEarlier(path);
  return file.commit();
}

bool StateReader::open(const std::string &from, bool withCells) {
  path = from;
  struct stat status = {};
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return fail("is no file");
  file.reset(std::fopen(path.c_str(), "rbe"));
  if (!file)
    return fail(errno == ENOENT ? "there is no such file"
                                : std::string("cannot be opened: ") + std::strerror(errno));
  std::uint64_t cellBytes = 0, wanted = 0;
  return readHead(cellBytes, wanted) && (!withCells || checkCells(cellBytes, wanted));
}

bool StateReader::readHead(std::uint64_t &cellBytes, std::uint64_t &wanted) {
  char line[kLineBytes + 1] = "";
  unsigned long long headBytes = 0, bytes = 0;
  constexpr unsigned long long kMost = 1 << 28;
  const std::size_t got = std::fread(line, 1, kLineBytes, file.get());
  if (got < kLineBytes || std::sscanf(line, kLine, &headBytes, &bytes) != 2 || headBytes > kMost)
    return fail(std::strncmp(line, "stencilc state ", 15) == 0 && got == kLineBytes
                    ? "is a state that this version cannot read"
                    : "is not a state of a run");
  std::string text(headBytes, '\0');
  cellBytes = bytes;
  if (std::fread(text.data(), 1, text.size(), file.get()) != text.size() || !state.parse(text))
    return fail("is damaged");
  const auto cells = static_cast<off_t>(kLineBytes + text.size());
  const auto end = cells + static_cast<off_t>(cellBytes);
  struct stat status = {};
  char sum[kSumBytes + 1] = "";
  if (fstat(fileno(file.get()), &status) != 0 || status.st_size != end + off_t(kSumBytes))
    return fail("is damaged: cells are missing");
  if (fseeko(file.get(), end, SEEK_SET) != 0 ||
      std::fread(sum, 1, kSumBytes, file.get()) != kSumBytes ||
      fseeko(file.get(), cells, SEEK_SET) != 0)
    return fail("cannot be read");
  wanted = std::strtoull(sum, nullptr, 16);
  return true;
}

bool StateReader::checkCells(std::uint64_t cellBytes, std::uint64_t wanted) {
  const off_t begin = ftello(file.get());
  std::vector<unsigned char> buffer(std::size_t{1} << 20);
  CellSum sum;
  for (std::uint64_t left = cellBytes; left > 0;) {
    const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(left, buffer.size()));
    if (!take(buffer.data(), now))
      return false;
    sum.add(buffer.data(), now);
    left -= now;
  }
  if (sum.value() != wanted)
    return fail("is damaged: its cells differ from those that were written");
  return fseeko(file.get(), begin, SEEK_SET) == 0 || fail("cannot be read");
}

bool StateReader::take(unsigned char *cells, std::size_t bytes) {
  return std::fread(cells, 1, bytes, file.get()) == bytes || fail("cannot be read");
}

bool StateReader::fail(const std::string &what) {
  message = "'" + path + "': " + what;
  return false;
}

} // namespace stencilc::inline STENCILC_SPACE
