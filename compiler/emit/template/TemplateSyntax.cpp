/// \file Parses Mustache templates into a tree of tags.
#include "emit/template/TemplateSyntax.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

namespace {

llvm::SMRange rangeOf(llvm::StringRef text) {
  return {llvm::SMLoc::getFromPointer(text.begin()), llvm::SMLoc::getFromPointer(text.end())};
}

bool isName(llvm::StringRef name) {
  if (name == ".")
    return true;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  name.split(parts, '.');
  return llvm::all_of(parts, [](llvm::StringRef part) {
    return !part.empty() && !llvm::isDigit(part.front()) &&
           llvm::all_of(part, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  });
}

/// A tag of a template: two braces, an optional sign, a name, and two braces, such as `{{#list}}`.
struct Tag {
  llvm::StringRef text; // the tag with its braces
  char sigil = '\0'; // first character of the tag: '#', '^', '/', '>' or '!'; any other character
                     // in a variable
  llvm::StringRef name = {}; // name after the sign
};

TemplateNode textNode(llvm::StringRef text) {
  return {TemplateNode::Kind::Text, text, {}, {}, rangeOf(text), {}};
}

/// Returns the tree node for a tag that is neither a comment nor the end of a section.
TemplateNode nodeOf(const Tag &tag) {
  using Kind = TemplateNode::Kind;
  const Kind kind = tag.sigil == '#'   ? Kind::Section
                    : tag.sigil == '^' ? Kind::Inverted
                    : tag.sigil == '>' ? Kind::Partial
                                       : Kind::Variable;
  return {kind, tag.name, tag.text, {}, rangeOf(tag.name), {}};
}

class Reader {
public:
  Reader(llvm::StringRef text, Diagnostics &diags) : rest(text), diags(diags) {}

  std::optional<std::vector<TemplateNode>> read() {
    std::vector<TemplateNode> nodes;
    if (!readUntilClose(nodes, nullptr))
      return std::nullopt;
    return nodes;
  }

private:
  /// Reads nodes up to the tag that closes `section`, or to the end of the template if `section` is
  /// null. Appends them to `nodes`. Returns false after it has reported a diagnostic.
  bool readUntilClose(std::vector<TemplateNode> &nodes, TemplateNode *section);
  /// Reads the text before the next tag and appends it to `nodes`.
  void readText(std::vector<TemplateNode> &nodes);
  /// Reads the next tag. Returns `nullopt` if it is malformed, after it has reported a diagnostic.
  std::optional<Tag> readTag();
  /// Completes `section` at its closing tag `tag`. Returns false if the names differ, after it has
  /// reported a diagnostic.
  bool close(TemplateNode *section, const Tag &tag);

  llvm::StringRef rest;
  Diagnostics &diags;
};

bool Reader::readUntilClose(std::vector<TemplateNode> &nodes, TemplateNode *section) {
  while (true) {
    readText(nodes);
    if (rest.empty()) {
      if (section)
        diags.report(section->range, diag::TemplateUnclosedSection, section->text);
      return !section;
    }
    const std::optional<Tag> tag = readTag();
    if (!tag)
      return false;
    if (tag->sigil == '/')
      return close(section, *tag);
    TemplateNode node = tag->sigil == '!' ? textNode(tag->text) // the engine ignores comments
                                          : nodeOf(*tag);
    const bool hasChildren =
        node.kind == TemplateNode::Kind::Section || node.kind == TemplateNode::Kind::Inverted;
    if (hasChildren && !readUntilClose(node.children, &node))
      return false;
    nodes.push_back(std::move(node));
  }
}

void Reader::readText(std::vector<TemplateNode> &nodes) {
  const llvm::StringRef text = rest.take_front(rest.find("{{"));
  if (!text.empty())
    nodes.push_back(textNode(text));
  rest = rest.drop_front(text.size());
}

std::optional<Tag> Reader::readTag() {
  const std::size_t end = rest.find("}}");
  if (end == llvm::StringRef::npos) {
    diags.report(rangeOf(rest.take_front(2)), diag::TemplateBadTag, rest.split('\n').first);
    return std::nullopt;
  }
  Tag tag{rest.take_front(end + 2)};
  rest = rest.drop_front(tag.text.size());
  tag.name = tag.text.drop_front(2).drop_back(2);
  if (!tag.name.empty())
    tag.sigil = tag.name.front();
  if (tag.sigil == '!')
    return tag;
  if (llvm::StringRef("#^/>").contains(tag.sigil))
    tag.name = tag.name.drop_front();
  tag.name = tag.name.trim();
  if (isName(tag.name))
    return tag;
  diags.report(rangeOf(tag.text), diag::TemplateBadTag, tag.text)
      .note({}, diag::Hint, "two opening braces begin a tag; in C++ text write '{ {' with a space");
  return std::nullopt;
}

bool Reader::close(TemplateNode *section, const Tag &tag) {
  if (!section || section->text != tag.name) {
    diags.report(rangeOf(tag.name), diag::TemplateStrayClose, tag.name);
    return false;
  }
  section->close = tag.text;
  return true;
}

} // namespace

std::optional<std::vector<TemplateNode>> parseTemplate(llvm::StringRef text, Diagnostics &diags) {
  return Reader(text, diags).read();
}

} // namespace stencilc::emit
