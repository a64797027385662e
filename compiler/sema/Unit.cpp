/// \file Helper functions of the semantic analysis: finds axes by name, and formats numbers as
/// text.
#include "sema/Unit.h"
#include "support/Beginning.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <charconv>

namespace stencilc::sema {

/// Returns the face that a common word means, such as "x.low" for "left". Returns an empty string
/// for other words.
static std::string faceCalled(llvm::StringRef word, const std::vector<ast::Identifier> &axes) {
  static constexpr llvm::StringRef words[][6] = {{"left", "west", "xmin", "xlow", "inlet", "x0"},
                                                 {"right", "east", "xmax", "xhigh", "outlet"},
                                                 {"bottom", "south", "ymin", "ylow", "down"},
                                                 {"top", "north", "ymax", "yhigh", "up"},
                                                 {"front", "zmin", "zlow"},
                                                 {"back", "zmax", "zhigh"}};
  for (std::size_t face = 0; face < std::size(words) && face / 2 < axes.size(); ++face)
    for (llvm::StringRef known : words[face])
      if (!known.empty() && known == word)
        return axes[face / 2].text + (face % 2 ? ".high" : ".low");
  return "";
}

std::optional<int> Unit::axisOf(const ast::Identifier &name, bool isFace) {
  for (int axis = 0; axis < rank(); ++axis)
    if (stencil.axes[axis].text == name.text)
      return axis;
  if (isFirst(name.range, diag::UnknownAxis.id)) {
    if (const std::string face = isFace ? faceCalled(name.text, stencil.axes) : ""; !face.empty()) {
      diags
          .report(name.range, diag::UnknownAxis, name.text, axisNames(),
                  "; faces are called by axis and side, as '" + face + "'")
          .fixIt(name.range, face);
      return std::nullopt;
    }
    const llvm::StringRef nearest = symbols.nearest(name.text, {SymbolKind::Axis});
    auto report =
        diags.report(name.range, diag::UnknownAxis, name.text, axisNames(), didYouMean(nearest));
    if (!nearest.empty())
      report.fixIt(name.range, nearest);
  }
  return std::nullopt;
}

std::string Unit::axisNames() const {
  std::string text;
  for (const ast::Identifier &axis : stencil.axes)
    text += (text.empty() ? "" : ", ") + axis.text;
  return text;
}

SymbolId Unit::symbolOf(ir::FieldId field) const {
  if (const auto base = within.baseOf.find(field); base != within.baseOf.end())
    field = base->second;
  for (const auto &[symbol, id] : fields)
    if (id == field)
      return symbol;
  return {};
}

SymbolId Unit::symbolOf(const ReadSite &read) const {
  for (const auto &[symbol, profile] : profiles)
    if (read.profile.valid() && profile == read.profile)
      return symbol;
  return symbolOf(read.field);
}

Offset Unit::placeOf(ir::FieldId field) const {
  if (const auto base = within.baseOf.find(field); base != within.baseOf.end())
    field = base->second;
  const auto found = places.find(field);
  return found == places.end() ? Offset() : found->second;
}

Offset Unit::placeOf(ir::ProfileId profile) const {
  const auto found = profilePlaces.find(profile);
  return found == profilePlaces.end() ? Offset() : found->second;
}

unsigned Unit::facesOf(ir::FieldId field) const {
  unsigned faces = 0;
  for (int axis = 0; axis < rank(); ++axis)
    if (program.wider[axis] && !program.fields[field].shorter[axis])
      faces |= 1u << axis;
  return faces;
}

std::string Unit::axesOf(const ir::ProfileDecl &profile) const {
  std::string text;
  for (int axis = 0; axis < rank(); ++axis)
    if (profile.along[axis])
      text += (text.empty() ? "" : " and ") + stencil.axes[axis].text;
  return text;
}

llvm::StringRef sourceText(llvm::SMRange range) {
  const char *begin = range.Start.getPointer();
  return {begin, static_cast<std::size_t>(range.End.getPointer() - begin)};
}

std::string onOneLine(llvm::StringRef text) {
  std::string line;
  bool isSpace = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("//"))
      i = std::min(text.find('\n', i), text.size());
    if (i >= text.size() || llvm::isSpace(text[i])) {
      isSpace = true;
      continue;
    }
    if (isSpace && !line.empty())
      line += ' ';
    isSpace = false;
    line += text[i];
  }
  return line;
}

std::string shortened(const std::string &text) {
  constexpr std::size_t kShown = 40;
  return text.size() <= kShown ? text : beginningOf(text, kShown - 3).str() + "...";
}

std::string quoted(llvm::StringRef name) { return (llvm::Twine("'") + name + "'").str(); }

std::string toText(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

std::string toText(const Offset &offset, int rank) {
  std::string text = "(";
  for (int axis = 0; axis < rank; ++axis)
    text.append(axis ? "," : "").append(std::to_string(offset[axis]));
  return text + ")";
}

} // namespace stencilc::sema
