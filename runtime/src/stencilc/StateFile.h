/// \file The file that a run can be resumed from: a line that says what it is, a flat JSON object
/// of strings, and the cells of all fields behind it.
///
/// The line has the bytes of the object and of the cells, and a checksum of these; the object has
/// its own. So a file that was cut off or has changed since is found before anything is made of it.
#pragma once

#include "stencilc/OutputFile.h"
#include "stencilc/stream/TierState.h"
#include <cstdio>
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Sums words of 4 bytes by their places (Checksum.h), in pieces of any number of bytes; the last
/// word is filled up with zeros.
class CellSum {
public:
  void add(const unsigned char *cells, std::size_t bytes);
  std::uint64_t value() const;

private:
  std::uint64_t sum = 0, place = 0;
  unsigned char begun[4] = {}; // a word of which not all bytes have come
  std::size_t beginning = 0;   // of these
};

/// A state being written: open, add ..., finish. Each returns false after setting error().
class StateWriter {
public:
  const std::string &error() const { return file.error(); }
  /// See OutputFile.
  void leaveToAnother() {
    isAnothers = true;
    file.leaveToAnother();
  }
  /// `cellBytes` will be added.
  bool open(const std::string &path, const TierState &head, std::uint64_t cellBytes);
  bool add(const unsigned char *cells, std::size_t bytes);
  /// All is on disk under its name; the state that had this name before has that of earlierState().
  bool finish();

private:
  OutputFile file;
  CellSum sum;
  bool isAnothers = false;
};

/// The name that the state before the last one has: the same with ".before".
std::string earlierState(const std::string &path);
/// The name that the earlier state has for a moment, while it is replaced.
std::string passingState(const std::string &path);

/// A state being read.
class StateReader {
public:
  const std::string &error() const { return message; }
  const TierState &head() const { return state; }
  /// Opens a state and reads all of it once, against its checksums; behind that take() begins with
  /// the first cell. Without `withCells` the head alone is read.
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
