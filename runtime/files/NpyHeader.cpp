/// \file Parsing and writing of the dictionary in a .npy header.
#include "runtime/files/NpyHeader.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/core/support/Text.h"
#include <cstring>
#include <limits>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

std::string NpyHeader::shapeText() const {
  std::string text = "(";
  for (int i = 0; i < rank; ++i)
    text += format("%lld%s", static_cast<long long>(shape[i]),
                   i + 1 < rank ? ", "
                   : rank == 1  ? ","
                                : "");
  return text + ")";
}

bool NpyHeaderText::take(char wanted) {
  skipBlanks();
  if (at >= text.size() || text[at] != wanted)
    return false;
  ++at;
  return true;
}

bool NpyHeaderText::atEnd() {
  skipBlanks();
  return at == text.size();
}

bool NpyHeaderText::readString(std::string &value) {
  skipBlanks();
  const char quote = at < text.size() ? text[at] : '\0';
  if (quote != '\'' && quote != '"')
    return false;
  const std::size_t end = text.find(quote, at + 1);
  if (end == std::string::npos)
    return false;
  value = text.substr(at + 1, end - at - 1);
  at = end + 1;
  return true;
}

bool NpyHeaderText::readBool(bool &value) {
  skipBlanks();
  value = text.compare(at, 4, "True") == 0;
  if (!value && text.compare(at, 5, "False") != 0)
    return false;
  at += value ? 4 : 5;
  return true;
}

bool NpyHeaderText::readExtent(std::int64_t &value) {
  skipBlanks();
  const std::size_t begin = at;
  for (value = 0; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    const int digit = text[at] - '0';
    if (value > (std::numeric_limits<std::int64_t>::max() - digit) / 10)
      return false;
    value = value * 10 + digit;
  }
  const bool any = at > begin;
  if (any && at < text.size() && text[at] == 'L') // Python 2 wrote long integers with an L
    ++at;
  return any;
}

void NpyHeaderText::skipBlanks() {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t'))
    ++at;
}

std::string readNpyType(const std::string &type, Scalar &scalar) {
  for (const Scalar known :
       {Scalar::F32, Scalar::F64, Scalar::F16, Scalar::BF16, Scalar::U8, Scalar::I16, Scalar::I32})
    // Types of one byte have no byte order, which NumPy writes as '|'. Raw bytes have none either.
    if (type.size() == 3 && type.substr(1) == npyNameOf(known) + 1 &&
        (type[0] == '<' || type[0] == '=' ||
         (type[0] == '|' && (known == Scalar::U8 || known == Scalar::BF16)))) {
      scalar = known;
      return "";
    }
  static constexpr std::pair<char, const char *> kKinds[] = {
      {'i', "integers of another size"},
      {'u', "integers of another size"},
      {'b', "truth values"},
      {'O', "no numbers"},
      {'U', "no numbers"},
      {'S', "no numbers"},
      {'c', "complex numbers"},
      {'f', "floating-point numbers of another size"}};
  const char *what = "another type";
  for (const auto &[kind, kindText] : kKinds)
    if (type.size() > 1 && type[1] == kind)
      what = kindText;
  if (type[0] == '>' && type.find_first_of("fiu") == 1)
    what = "big-endian numbers";
  return format("holds %s (%s); f8, f4, f2, u1, i2 and i4 in little-endian order are read: save %s",
                what, type.c_str(),
                type.find('c') == 1 ? "array.real and array.imag as two arrays"
                                    : "array.astype('<f8')");
}

static constexpr const char *kBrokenHeader = "has a header that is not a .npy header";

static std::string readOrder(NpyHeaderText &text) {
  bool isFortran = false;
  if (!text.readBool(isFortran))
    return kBrokenHeader;
  return isFortran ? "is in Fortran order; save numpy.ascontiguousarray(array)" : "";
}

static std::string readShape(NpyHeaderText &text, NpyHeader &header) {
  header.rank = 0;
  const auto readNext = [&] {
    if (header.rank == 32 || !text.readExtent(header.shape[header.rank]))
      return false;
    ++header.rank;
    return true;
  };
  return text.take('(') && text.readItems(')', readNext) ? "" : kBrokenHeader;
}

namespace {

/// Entries of the dictionary in a .npy header: true for each entry that has been read. All three
/// entries are required.
struct NpyEntries {
  bool type = false, order = false, shape = false;
};

} // namespace

static std::string readEntry(NpyHeaderText &text, NpyHeader &header, NpyEntries &have) {
  std::string key, type;
  if (!text.readString(key) || !text.take(':'))
    return kBrokenHeader;
  if (key == "descr") {
    have.type = true;
    return text.readString(type)
               ? readNpyType(type, header.scalar)
               : "holds records with several parts; save one of them as an array of its own";
  }
  if (key == "fortran_order") {
    have.order = true;
    return readOrder(text);
  }
  if (key == "shape") {
    have.shape = true;
    return readShape(text, header);
  }
  return kBrokenHeader;
}

std::string parseNpyHeader(const std::string &dictionary, NpyHeader &header) {
  NpyHeaderText text(dictionary);
  NpyEntries have;
  std::string wrong;
  const auto readNext = [&] {
    wrong = readEntry(text, header, have);
    return wrong.empty();
  };
  const bool fine = text.take('{') && text.readItems('}', readNext) && text.atEnd();
  if (!wrong.empty())
    return wrong;
  if (!fine || !have.type || !have.order || !have.shape)
    return kBrokenHeader;
  header.cells = 1;
  for (int i = 0; i < header.rank; ++i)
    if (__builtin_mul_overflow(header.cells, std::uint64_t(header.shape[i]), &header.cells) ||
        header.cells > (std::uint64_t(1) << 60))
      return "announces more cells than 64 bits can address";
  return "";
}

std::string readNpyHeader(std::FILE *file, NpyHeader &header) {
  unsigned char start[12];
  if (std::fread(start, 1, 10, file) != 10 || std::memcmp(start, "\x93NUMPY", 6) != 0)
    return "is not a .npy file; save one with numpy.save";
  const int version = start[6];
  if (version < 1 || version > 3)
    return format("is a .npy file of version %d.%d; versions 1 to 3 are read", version, start[7]);
  std::uint32_t length = start[8] | std::uint32_t(start[9]) << 8;
  if (version > 1) {
    if (std::fread(start + 10, 1, 2, file) != 2)
      return "is cut short inside its header; copy or write it again";
    length |= std::uint32_t(start[10]) << 16 | std::uint32_t(start[11]) << 24;
  }
  // Headers of f4 and f8 arrays have about a hundred bytes.
  constexpr std::uint32_t kLongest = 1u << 20;
  if (length > kLongest)
    return format("has a header of %u bytes, which is not the header of an f4 or f8 array", length);
  std::string dictionary(length, '\0');
  if (std::fread(dictionary.data(), 1, length, file) != length)
    return "is cut short inside its header; copy or write it again";
  header.dataOffset = (version > 1 ? 12 : 10) + std::uint64_t(length);
  return parseNpyHeader(dictionary, header);
}

std::string npyHeaderText(Scalar scalar, int rank, const std::int64_t *shape, std::size_t unit) {
  std::string dictionary = std::string("{'descr': '") + npyNameOf(scalar) + "'";
  dictionary += ", 'fortran_order': False, 'shape': (";
  for (int i = 0; i < rank; ++i)
    dictionary += format("%lld%s", static_cast<long long>(shape[i]),
                         i + 1 < rank ? ", "
                         : rank == 1  ? ","
                                      : "");
  dictionary += "), }";
  dictionary.resize((10 + dictionary.size() + unit) / unit * unit - 10 - 1, ' ');
  dictionary += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(dictionary.size() & 0xff);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}

} // namespace stencilc::inline STENCILC_SPACE
