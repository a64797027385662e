/// \file Loads, checks and renders the Mustache templates of emitted programs.
#include "emit/template/Template.h"
#include "emit/template/TemplateCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Mustache.h"
#include "llvm/Support/Path.h"

namespace stencilc::emit {

static constexpr llvm::StringLiteral kExtension = ".mustache";

std::string partialName(llvm::StringRef tag) { return ("partials/" + tag).str(); }

std::unique_ptr<TemplateLibrary> TemplateLibrary::open(llvm::StringRef folder, Diagnostics &diags) {
  std::unique_ptr<TemplateLibrary> library(new TemplateLibrary(diags));
  const auto add = [&](std::string name, std::unique_ptr<llvm::MemoryBuffer> buffer) {
    library->templates[std::move(name)] =
        library->sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  };
  for (const EmbeddedTemplate &embedded : embeddedTemplates()) {
    const std::string file = (llvm::Twine("templates/") + embedded.name + kExtension).str();
    add(std::string(embedded.name), llvm::MemoryBuffer::getMemBuffer(embedded.text, file));
  }
  if (folder.empty())
    return library;

  std::error_code problem;
  std::vector<std::string> files; // sorted, so that diagnostics have a fixed order
  for (llvm::sys::fs::recursive_directory_iterator it(folder, problem), end; it != end && !problem;
       it.increment(problem))
    if (llvm::StringRef(it->path()).ends_with(kExtension))
      files.push_back(it->path());
  llvm::sort(files);
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) {
      problem = buffer.getError();
      break;
    }
    llvm::StringRef name = file;
    name.consume_front(folder);
    add(llvm::sys::path::convert_to_slash(name.ltrim("/\\").drop_back(kExtension.size())),
        std::move(*buffer));
  }
  if (problem) {
    diags.report(diag::TemplateFolder, folder, problem.message());
    return nullptr;
  }
  return library;
}

const std::vector<TemplateNode> *TemplateLibrary::parsed(llvm::StringRef name) {
  auto tree = trees.find(name);
  if (tree == trees.end()) {
    const llvm::StringRef text = sources.getMemoryBuffer(templates.find(name)->second)->getBuffer();
    tree = trees.emplace(name.str(), parseTemplate(text, diags)).first;
  }
  return tree->second ? &*tree->second : nullptr;
}

/// Checks the partials (included templates) in `nodes` and below. Each must exist, be valid, and
/// not include itself. `open` has the partials around `nodes`, outermost first. Returns false after
/// it has reported a diagnostic.
bool TemplateLibrary::checkPartials(const std::vector<TemplateNode> &nodes,
                                    std::vector<llvm::StringRef> &open) {
  bool good = true;
  for (const TemplateNode &node : nodes) {
    good = checkPartials(node.children, open) && good;
    if (node.kind != TemplateNode::Kind::Partial)
      continue;
    if (!contains(partialName(node.text))) {
      diags.report(node.range, diag::TemplateMissingPartial, node.text);
      good = false;
    } else if (llvm::is_contained(open, node.text)) {
      diags.report(node.range, diag::TemplateRecursion, node.text);
      good = false;
    } else if (const auto *tree = parsed(partialName(node.text))) {
      open.push_back(node.text);
      good = checkPartials(*tree, open) && good;
      open.pop_back();
    } else {
      good = false;
    }
  }
  return good;
}

/// Returns the tree of the template `name`, which must exist. Returns null if it or one of its
/// partials (included templates) is wrong, after a report.
const std::vector<TemplateNode> *TemplateLibrary::checked(llvm::StringRef name) {
  assert(contains(name) && "ask contains() first");
  const std::vector<TemplateNode> *tree = parsed(name);
  std::vector<llvm::StringRef> open;
  return tree && checkPartials(*tree, open) ? tree : nullptr;
}

void TemplateLibrary::addPieces(const std::vector<TemplateNode> &nodes, TemplatePieces &pieces) {
  for (const TemplateNode &node : nodes) {
    if (node.kind == TemplateNode::Kind::Partial)
      addPieces(*parsed(partialName(node.text)), pieces);
    else if (node.kind == TemplateNode::Kind::Variable)
      pieces.push_back({true, node.text});
    else if (node.kind == TemplateNode::Kind::Text && !node.text.starts_with("{{")) // no comment
      pieces.push_back({false, node.text});
    addPieces(node.children, pieces);
  }
}

std::optional<TemplatePieces> TemplateLibrary::pieces(llvm::StringRef name) {
  const std::vector<TemplateNode> *tree = checked(name);
  if (!tree)
    return std::nullopt;
  TemplatePieces all;
  addPieces(*tree, all);
  return all;
}

/// Appends the text of a template to `out`, with all partials (included templates) inserted. Tags
/// in an inserted partial can use all names of the scopes around it. The engine would only search
/// the innermost scope.
void TemplateLibrary::flatten(const std::vector<TemplateNode> &nodes, std::string &out) {
  for (const TemplateNode &node : nodes) {
    if (node.kind == TemplateNode::Kind::Partial) {
      flatten(*parsed(partialName(node.text)), out);
      if (llvm::StringRef(out).ends_with("\n"))
        out.pop_back(); // the line of the tag ends with a newline of its own
      continue;
    }
    out += node.kind == TemplateNode::Kind::Text ? node.text : node.open;
    flatten(node.children, out);
    out += node.close;
  }
}

/// Returns `value` with integers converted to text. The engine would print an integer as a double
/// with six digits.
static llvm::json::Value withExactIntegers(const llvm::json::Value &value) {
  if (const auto *object = value.getAsObject()) {
    llvm::json::Object copy;
    for (const auto &[key, member] : *object)
      copy[key] = withExactIntegers(member);
    return copy;
  }
  if (const auto *array = value.getAsArray()) {
    llvm::json::Array copy;
    for (const llvm::json::Value &element : *array)
      copy.push_back(withExactIntegers(element));
    return copy;
  }
  if (value.kind() == llvm::json::Value::Number)
    if (const auto integer = value.getAsInteger())
      return std::to_string(*integer);
  return value;
}

std::optional<std::string> TemplateLibrary::render(llvm::StringRef name,
                                                   const llvm::json::Value &context) {
  const std::vector<TemplateNode> *tree = checked(name);
  if (!tree)
    return std::nullopt;
  const auto partial = [&](llvm::StringRef tag) { return parsed(partialName(tag)); };
  if (!checkTemplate(*tree, context, partial, diags))
    return std::nullopt;

  std::string flat;
  flatten(*tree, flat);
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::mustache::MustacheContext engineContext(allocator, saver);
  llvm::mustache::Template engine(flat, engineContext);
  engine.overrideEscapeCharacters(llvm::mustache::EscapeMap());
  std::string text;
  llvm::raw_string_ostream out(text);
  engine.render(withExactIntegers(context), out);
  return text;
}

bool TemplateLibrary::checkAll() {
  bool good = true;
  for (const auto &[name, buffer] : templates) {
    std::vector<llvm::StringRef> open;
    const std::vector<TemplateNode> *tree = parsed(name);
    good = tree && checkPartials(*tree, open) && good;
  }
  return good;
}

} // namespace stencilc::emit
