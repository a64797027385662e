/// \file The header of a .npy file: a magic number, a length, and a Python dictionary as text.
#pragma once

#include "stencilc/Description.h"
#include <cstdint>
#include <cstdio>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Type and shape of an array in a .npy file.
struct NpyHeader {
  Scalar scalar = Scalar::F64;
  int rank = 0;
  std::int64_t shape[32] = {}; // C order, slowest first; NumPy allows 32 dimensions
  std::uint64_t cells = 0;
  std::uint64_t dataOffset = 0; // bytes before the first cell

  /// Returns the shape as Python writes it, such as "(344, 403)".
  std::string shapeText() const;
};

/// Returns true if `path` names a .raw file, which has cells without a header.
inline bool isRawFile(const std::string &path) {
  return path.size() > 4 && path.compare(path.size() - 4, 4, ".raw") == 0;
}

/// Parser of the dictionary in a .npy header. Each function reads one item at the current position,
/// and returns false if something else is there.
class NpyHeaderText {
public:
  explicit NpyHeaderText(const std::string &text) : text(text) {}

  bool take(char wanted);
  bool atEnd();
  bool readString(std::string &value);
  bool readBool(bool &value);
  bool readExtent(std::int64_t &value);
  /// Reads items separated by commas up to the character `end`, and calls `readItem` to read each
  /// item. A comma after the last item is allowed. Returns false if the text has another form.
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

/// Sets `scalar` to the cell type with the NumPy name `type`, such as "<f4". Returns an empty text.
/// If the type is not supported, returns an error message that says how to convert the array.
std::string readNpyType(const std::string &type, Scalar &scalar);

/// Parses the dictionary of a .npy header and stores type and shape in `header`. Returns an error
/// message, or an empty text on success.
std::string parseNpyHeader(const std::string &dictionary, NpyHeader &header);

/// Reads magic number, version, length and dictionary of a .npy file into `header`. Returns an
/// error message, or an empty text on success.
std::string readNpyHeader(std::FILE *file, NpyHeader &header);

/// Returns the header of a .npy file of version 1: magic number, version, length and dictionary.
/// The header is padded so that the cells begin at a multiple of `unit` bytes.
std::string npyHeaderText(Scalar scalar, int rank, const std::int64_t *shape,
                          std::size_t unit = 64);

} // namespace stencilc::inline STENCILC_SPACE
