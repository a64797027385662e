/// \file Checkpoint files: a first line with sizes, a JSON object of strings (the header), the
/// cells of all fields, and a checksum.
///
/// The first line has the sizes of header and cells in bytes. The header has a checksum of its own.
/// Truncated and modified files are thus found before their contents are used.
#pragma once

#include "runtime/files/OutputFile.h"
#include "runtime/files/TierState.h"
#include <cstdio>
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Checksum of cells: the sum of 4-byte words, each combined with its position (Checksum.h). Cells
/// are added in parts of any number of bytes, and the last word is padded with zeros.
class CellSum {
public:
  void add(const unsigned char *cells, std::size_t bytes);
  std::uint64_t value() const;

private:
  std::uint64_t sum = 0, place = 0;
  unsigned char begun[4] = {}; // the bytes of an incomplete word
  std::size_t beginning = 0;   // number of these bytes
};

/// Writer of a checkpoint file. The order of calls is open(), add() ..., finish(). Each returns
/// false after setting error().
class StateWriter {
public:
  const std::string &error() const { return file.error(); }
  /// Makes this process write nothing, because another process writes the file (see OutputFile).
  void leaveToAnother() {
    isAnothers = true;
    file.leaveToAnother();
  }
  /// Opens the file `path` and writes its header. `cellBytes` is the number of bytes that add()
  /// will get. Returns false after setting error().
  bool open(const std::string &path, const TierState &head, std::uint64_t cellBytes);
  bool add(const unsigned char *cells, std::size_t bytes);
  /// Writes everything to disk and gives the file its final path. A checkpoint that had this path
  /// is kept with the path earlierState(). Returns true on success, false after setting error().
  bool finish();

private:
  OutputFile file;
  CellSum sum;
  bool isAnothers = false;
};

/// Returns the path of the previous checkpoint, which is `path` with ".before".
std::string earlierState(const std::string &path);
/// Returns the path `path` with ".before.tmp". The file of an old checkpoint has this path for a
/// moment, until it becomes the previous checkpoint.
std::string passingState(const std::string &path);

/// Reader of a checkpoint file.
class StateReader {
public:
  const std::string &error() const { return message; }
  const TierState &head() const { return state; }
  /// Opens a checkpoint file, and reads all of it once to verify the checksums. The first call of
  /// take() then returns the first cell. With `withCells` false, reads only the header. Returns
  /// false after setting error().
  bool open(const std::string &path, bool withCells = true);
  bool take(unsigned char *cells, std::size_t bytes);

private:
  struct Close {
    void operator()(std::FILE *f) const { std::fclose(f); }
  };

  bool fail(const std::string &what);
  bool readHead(std::uint64_t &cellBytes, std::uint64_t &wanted);
  bool checkCells(std::uint64_t cellBytes, std::uint64_t wanted);

  std::unique_ptr<std::FILE, Close> file;
  std::string path, message;
  TierState state;
};

} // namespace stencilc::inline STENCILC_SPACE
