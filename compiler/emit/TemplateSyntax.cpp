/// \file The tags of a template as a tree.
#include "emit/TemplateSyntax.h"
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
  /// Reads up to the tag that closes `section`, or to the end for the whole template.
  bool readUntilClose(std::vector<TemplateNode> &nodes, TemplateNode *section);

  llvm::StringRef rest;
  Diagnostics &diags;
};

bool Reader::readUntilClose(std::vector<TemplateNode> &nodes, TemplateNode *section) {
  using Kind = TemplateNode::Kind;
  while (true) {
    const std::size_t start = rest.find("{{");
    if (const llvm::StringRef text = rest.take_front(start); !text.empty())
      nodes.push_back({Kind::Text, text, {}, {}, rangeOf(text), {}});
    if (start == llvm::StringRef::npos) {
      rest = {};
      if (section)
        diags.report(section->range, diag::TemplateUnclosedSection, section->text);
      return !section;
    }
    rest = rest.drop_front(start);
    const std::size_t end = rest.find("}}");
    if (end == llvm::StringRef::npos) {
      diags.report(rangeOf(rest.take_front(2)), diag::TemplateBadTag, rest.split('\n').first);
      return false;
    }
    const llvm::StringRef tag = rest.take_front(end + 2);
    llvm::StringRef name = tag.drop_front(2).drop_back(2);
    rest = rest.drop_front(tag.size());
    const char sigil = name.empty() ? '\0' : name.front();
    if (sigil == '!') {
      nodes.push_back({Kind::Text, tag, {}, {}, rangeOf(tag), {}}); // the engine drops it
      continue;
    }
    if (llvm::StringRef("#^/>").contains(sigil))
      name = name.drop_front();
    name = name.trim();
    if (!isName(name)) {
      diags.report(rangeOf(tag), diag::TemplateBadTag, tag)
          .note({}, diag::Hint,
                "two opening braces begin a tag; in C++ text write '{ {' with a space");
      return false;
    }
    if (sigil == '/') {
      if (!section || section->text != name) {
        diags.report(rangeOf(name), diag::TemplateStrayClose, name);
        return false;
      }
      section->close = tag;
      return true;
    }
    const Kind kind = sigil == '#'   ? Kind::Section
                      : sigil == '^' ? Kind::Inverted
                      : sigil == '>' ? Kind::Partial
                                     : Kind::Variable;
    TemplateNode node{kind, name, tag, {}, rangeOf(name), {}};
    if ((kind == Kind::Section || kind == Kind::Inverted) && !readUntilClose(node.children, &node))
      return false;
    nodes.push_back(std::move(node));
  }
}

} // namespace

std::optional<std::vector<TemplateNode>> parseTemplate(llvm::StringRef text, Diagnostics &diags) {
  return Reader(text, diags).read();
}

} // namespace stencilc::emit
