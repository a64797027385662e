/// \file Text from the glyphs that FreeType renders.
#include "runtime/pictures/Font.h"

#include "runtime/pictures/EmbeddedFont.h"
#include <algorithm>
#include <ft2build.h>
#include FT_FREETYPE_H

namespace stencilc::inline STENCILC_SPACE {

struct Font::Face {
  ~Face() {
    FT_Done_Face(face);
    FT_Done_FreeType(library);
  }

  FT_Library library = nullptr;
  FT_Face face = nullptr;
};

Font::Font(int pixels) : face(std::make_unique<Face>()) {
  const std::string_view bytes = embeddedFonts().front().bytes;
  const bool isThere =
      FT_Init_FreeType(&face->library) == 0 &&
      FT_New_Memory_Face(face->library, reinterpret_cast<const FT_Byte *>(bytes.data()),
                         static_cast<FT_Long>(bytes.size()), 0, &face->face) == 0 &&
      FT_Set_Pixel_Sizes(face->face, 0, static_cast<FT_UInt>(pixels)) == 0;
  if (!isThere) // not enough memory: pictures have no text
    face->face = nullptr;
  else if (FT_Load_Char(face->face, 'H', FT_LOAD_TARGET_LIGHT | FT_LOAD_RENDER) == 0)
    capitalHeight = face->face->glyph->bitmap_top;
}

Font::~Font() = default;

/// Decodes the UTF-8 character at byte `at` of `text`, and advances `at` to the next character.
/// Returns '?' for an invalid byte and for each byte of a four-byte character.
static FT_ULong nextCharacter(const std::string &text, std::size_t &at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(at);
  const int more = first < 0x80 ? 0 : first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : -1;
  ++at;
  if (more < 0)
    return '?';
  FT_ULong character = more == 0 ? first : first & (more == 1 ? 0x1fU : 0x0fU);
  for (int i = 0; i < more; ++i, ++at) {
    if (byte(at) >> 6 != 2)
      return '?';
    character = character << 6 | (byte(at) & 0x3fU);
  }
  return character;
}

template <class Put> int Font::each(const std::string &text, Put put) const {
  constexpr int kFraction = 6; // fraction bits in FreeType's lengths
  if (!face->face)
    return 0;
  FT_Pos pen = 0;
  FT_UInt before = 0;
  for (std::size_t at = 0; at < text.size();) {
    const FT_UInt glyph = FT_Get_Char_Index(face->face, nextCharacter(text, at));
    FT_Vector kerning = {};
    if (before && FT_Get_Kerning(face->face, before, glyph, FT_KERNING_DEFAULT, &kerning) == 0)
      pen += kerning.x;
    if (FT_Load_Glyph(face->face, glyph, FT_LOAD_TARGET_LIGHT | FT_LOAD_RENDER) != 0)
      continue;
    const FT_GlyphSlot slot = face->face->glyph;
    const int left = static_cast<int>(pen >> kFraction) + slot->bitmap_left;
    for (unsigned y = 0; y < slot->bitmap.rows; ++y)
      for (unsigned x = 0; x < slot->bitmap.width; ++x)
        put(left + static_cast<int>(x), static_cast<int>(y) - slot->bitmap_top,
            slot->bitmap.buffer[static_cast<int>(y) * slot->bitmap.pitch + static_cast<int>(x)]);
    pen += slot->advance.x;
    before = glyph;
  }
  return static_cast<int>((pen + (1 << kFraction) - 1) >> kFraction);
}

int Font::width(const std::string &text) const {
  return each(text, [](int, int, int) {});
}

/// Returns `text` shortened to its first `left` bytes, followed by "...". If these bytes end within
/// a UTF-8 character, they are returned without that character.
static std::string cut(const std::string &text, std::size_t left) {
  while (left > 0 && (static_cast<unsigned char>(text[left]) & 0xc0) == 0x80)
    --left;
  return text.substr(0, left) + "...";
}

std::string Font::fitted(const std::string &text, int most) const {
  // A character is at least a pixel wide and at most four bytes long. Longer texts cannot fit, and
  // drawing them would take long.
  const std::size_t bound = 4 * static_cast<std::size_t>(std::max(most, 0));
  if (text.empty() || (text.size() <= bound && width(text) <= most))
    return text;
  std::size_t fits = 0;
  for (std::size_t longer = std::min(text.size(), bound + 1); longer - fits > 1;) {
    const std::size_t middle = fits + (longer - fits) / 2;
    (width(cut(text, middle)) <= most ? fits : longer) = middle;
  }
  return cut(text, fits);
}

void Font::write(Canvas &canvas, int x, int y, const std::string &text) const {
  each(text, [&](int dx, int dy, int covered) {
    if (covered)
      canvas.ink(x + dx, y + dy, covered);
  });
}

void Font::writeUp(Canvas &canvas, int x, int y, const std::string &text) const {
  each(text, [&](int dx, int dy, int covered) {
    if (covered)
      canvas.ink(x + dy, y - dx, covered);
  });
}

} // namespace stencilc::inline STENCILC_SPACE
