/// \file The header of a .npy file: a magic number, a length, and a Python dictionary as text.
#pragma once

#include "stencilc/Description.h"
#include <cstdint>
#include <cstdio>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

struct NpyHeader {
  Scalar scalar = Scalar::F64;
  int rank = 0;
  std::int64_t shape[32] = {}; // C order, slowest first; NumPy allows 32 dimensions
  std::uint64_t cells = 0;
  std::uint64_t dataOffset = 0; // bytes before the first cell

  /// "(344, 403)".
  std::string shapeText() const;
};

/// Cells alone, without a header.
inline bool isRawFile(const std::string &path) {
  return path.size() > 4 && path.compare(path.size() - 4, 4, ".raw") == 0;
}

/// Walks over the dictionary's text. Every reader returns false when something else stands there.
class NpyHeaderText {
public:
  explicit NpyHeaderText(const std::string &text) : text(text) {}

  bool take(char wanted);
  bool atEnd();
  bool readString(std::string &value);
  bool readBool(bool &value);
  bool readExtent(std::int64_t &value);
  /// Items up to `end` with commas between them, of which one may stand behind the last.
  template <class Read> bool readItems(char end, const Read &readItem) {
    while (!take(end)) {
      if (!readItem())
        return false;
      if (!take(','))
        return take(end);
    }
    return true;
  }

private:
  void skipBlanks();

  const std::string &text;
  std::size_t at = 0;
};

/// What is wrong with a type, for people, with the remedy; empty if it is one of `Scalar`.
std::string readNpyType(const std::string &type, Scalar &scalar);

/// Reads the dictionary's text into `header`; the error text, or empty.
std::string parseNpyHeader(const std::string &dictionary, NpyHeader &header);

/// Reads magic number, version, length and dictionary; the error text, or empty.
std::string readNpyHeader(std::FILE *file, NpyHeader &header);

/// Magic number, version 1, and the dictionary padded so that cells begin at a multiple of `unit`.
std::string npyHeaderText(Scalar scalar, int rank, const std::int64_t *shape,
                          std::size_t unit = 64);

} // namespace stencilc::inline STENCILC_SPACE
