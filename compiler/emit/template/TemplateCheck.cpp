/// \file Check that the data for a template has all names that the template uses.
#include "emit/template/TemplateCheck.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::emit {

namespace {

using llvm::json::Value;
using Partial = llvm::function_ref<const std::vector<TemplateNode> *(llvm::StringRef)>;

class Checker {
public:
  Checker(Partial partial, Diagnostics &diags) : partial(partial), diags(diags) {}

  bool check(const std::vector<TemplateNode> &nodes, const Value &context) {
    scopes.push_back(&context);
    bool good = true;
    for (const TemplateNode &node : nodes)
      good = checkNode(node) && good;
    scopes.pop_back();
    return good;
  }

private:
  /// Returns the value of a dotted name such as `code.fields`, or null if there is none. The
  /// innermost scope that has the first part of the name decides, as in the template engine.
  const Value *find(llvm::StringRef name) const {
    if (name == ".")
      return scopes.back();
    auto [first, rest] = name.split('.');
    for (const Value *scope : llvm::reverse(scopes)) {
      const llvm::json::Object *object = scope->getAsObject();
      const Value *value = object ? object->get(first) : nullptr;
      if (!value)
        continue;
      while (value && !rest.empty()) {
        std::tie(first, rest) = rest.split('.');
        object = value->getAsObject();
        value = object ? object->get(first) : nullptr;
      }
      return value;
    }
    return nullptr;
  }

  /// Returns names that users may have meant by `name`: all names in scope, and members of the
  /// object before its last dot.
  std::vector<std::string> visibleNames(llvm::StringRef name) const {
    std::vector<std::string> all;
    const auto addKeys = [&](const Value *value, const std::string &prefix) {
      if (const auto *object = value ? value->getAsObject() : nullptr)
        for (const auto &entry : *object)
          all.push_back(prefix + entry.first.str());
    };
    for (const Value *scope : scopes)
      addKeys(scope, "");
    if (const std::size_t dot = name.rfind('.'); dot != llvm::StringRef::npos && dot > 0)
      addKeys(find(name.take_front(dot)), name.take_front(dot + 1).str());
    llvm::sort(all);
    return all;
  }

  bool reportMissing(const TemplateNode &node) {
    const std::vector<std::string> all = visibleNames(node.text);
    const llvm::StringRef nearest =
        nearestName(node.text, std::vector<llvm::StringRef>(all.begin(), all.end()));
    auto report = diags.report(node.range, diag::TemplateMissingName, node.text);
    if (!nearest.empty())
      std::move(report).fixIt(node.range, nearest);
    return false;
  }

  bool reportValue(const TemplateNode &node, const char *problem) {
    diags.report(node.range, diag::TemplateValue, node.text, problem);
    return false;
  }

  bool checkNode(const TemplateNode &node) {
    using Kind = TemplateNode::Kind;
    if (node.kind == Kind::Text)
      return true;
    if (node.kind == Kind::Partial) {
      const auto *nodes = partial(node.text);
      return nodes && check(*nodes, *scopes.back());
    }
    const Value *value = find(node.text);
    if (!value)
      return reportMissing(node);
    if (node.kind == Kind::Variable)
      return checkVariable(node, *value);
    return checkSection(node, *value);
  }

  bool checkVariable(const TemplateNode &node, const Value &value) {
    if (value.kind() == Value::Number && !value.getAsInteger())
      return reportValue(node, "is a number with a fraction, which would lose digits");
    if (value.kind() != Value::String && value.kind() != Value::Boolean &&
        value.kind() != Value::Number)
      return reportValue(node, "is not text but a list or a group of names");
    return true;
  }

  bool checkSection(const TemplateNode &node, const Value &value) {
    const auto *list = value.getAsArray();
    const auto truth = value.getAsBoolean();
    if (!list && !truth && !value.getAsObject())
      return reportValue(node, "cannot open a section: it is neither a list, nor a group of names, "
                               "nor true or false");
    const bool isFalse = list ? list->empty() : truth && !*truth;
    if (node.kind == TemplateNode::Kind::Inverted)
      return !isFalse || check(node.children, *scopes.back());
    if (isFalse)
      return true;
    if (!list)
      return check(node.children, value);
    // Errors of the first element are reported, since the others usually have the same.
    return llvm::all_of(*list, [&](const Value &element) { return check(node.children, element); });
  }

  Partial partial;
  Diagnostics &diags;
  std::vector<const Value *> scopes;
};

} // namespace

bool checkTemplate(const std::vector<TemplateNode> &nodes, const Value &context, Partial partial,
                   Diagnostics &diags) {
  return Checker(partial, diags).check(nodes, context);
}

} // namespace stencilc::emit
