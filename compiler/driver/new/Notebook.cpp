/// \file The notebook that begins the work with a program in Python.
///
/// The template new/Notebook.py has the cells as a Python script in the percent format of editors:
/// `# %% [code] id` begins a cell of code, `# %% [markdown] id` a text.
#include "driver/new/Notebook.h"
#include "driver/draw/DrawnPlane.h"
#include "emit/template/Template.h"
#include "ir/Named.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <charconv>

namespace stencilc::driver {

namespace json = llvm::json;

namespace {

constexpr llvm::StringLiteral kCell = "# %% [";
constexpr std::int64_t kUsualExtent = 100; // cells along an axis, if the source names no size

/// Words that cannot name a variable of the notebook: keywords of Python, and its other names.
constexpr llvm::StringLiteral kTaken[] = {
    "False", "None",  "True",     "and",  "array",  "as",    "assert", "async",  "await",
    "break", "class", "continue", "def",  "del",    "elif",  "else",   "except", "finally",
    "for",   "from",  "global",   "if",   "import", "in",    "is",     "lambda", "nonlocal",
    "not",   "np",    "or",       "pass", "print",  "raise", "return", "sim",    "stencilc",
    "try",   "value", "while",    "with", "yield"};

bool isTaken(llvm::StringRef word) { return llvm::is_contained(kTaken, word); }

/// Returns a number as Python reads it, with as few digits as give the same value.
std::string pythonNumber(double value) {
  char digits[32];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value).ptr;
  return {digits, end};
}

/// Returns a number with four digits as Python reads it.
std::string shortNumber(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.4g", value);
  return text;
}

/// Returns the argument of a call in Python that gives `value` to the parameter `name`. A keyword
/// of Python, such as `lambda`, needs another form.
std::string argument(const std::string &name, const std::string &value) {
  if (isTaken(name))
    return "**{\"" + name + "\": " + value + "}";
  return name + "=" + value;
}

/// Returns three values of a parameter, for a loop, as a tuple of Python. They lie between the low
/// end of its range and its default: schemes that are stable with the default usually are there.
std::string loopValues(const ir::ParamDecl &param) {
  double end = param.range ? param.range->first : 0;
  if (end == param.value)
    end = param.range ? param.range->second : 1;
  std::string values;
  for (const double share : {0.5, 0.25})
    values += shortNumber(param.value + share * (end - param.value)) + ", ";
  return "(" + values + pythonNumber(param.value) + ")";
}

/// Returns the size of the grid as users give it, in cells along each axis of `program`.
std::vector<std::int64_t> sizeOf(const ir::Program &program) {
  std::vector<std::int64_t> size(program.rank(), kUsualExtent);
  for (int axis = 0; program.sizeHint && axis < program.rank(); ++axis)
    size[axis] = program.sizeHint->n[axis];
  return size;
}

/// Returns a tuple of Python.
std::string tuple(const std::vector<std::string> &items) {
  return "(" + llvm::join(items, ", ") + (items.size() == 1 ? ",)" : ")");
}

/// Returns the data of the template for `program`, which has the name `name`.
json::Object dataOf(const ir::Program &program, llvm::StringRef name) {
  const std::vector<std::int64_t> size = sizeOf(program);
  const ir::FieldId drawn = defaultField(program);
  const std::string field = ir::namedField(program, drawn).name;
  std::vector<std::string> extents, shape, block;
  for (const std::int64_t n : size)
    extents.push_back(std::to_string(n));
  // NumPy has the axis that is contiguous in memory last.
  const std::vector<int> axes = ir::namedAxes(program, drawn);
  for (const int axis : llvm::reverse(axes)) {
    const std::int64_t n = size[axis], low = n / 3, high = std::max(n / 2, low + 1);
    shape.push_back("n" + program.axes[axis]);
    block.push_back(std::to_string(low) + ":" + std::to_string(high));
  }
  json::Array reports, loops;
  if (!program.reports.empty())
    reports.push_back(json::Object{{"report", program.reports.front().name}});
  std::string parameter;
  if (program.params.size() > 0) {
    const ir::ParamDecl &first = *program.params.begin();
    parameter = ", " + argument(first.name, pythonNumber(first.value));
    loops.push_back(json::Object{{"values", loopValues(first)},
                                 {"argument", argument(first.name, "value")},
                                 {"label", first.name}});
  }
  return json::Object{{"name", name},
                      {"variable", isTaken(name) ? name.str() + "_" : name.str()},
                      {"axes", llvm::join(program.axes, ", ")},
                      {"size", tuple(extents)},
                      {"steps", std::to_string(program.stepsHint.value_or(100))},
                      {"parameter", parameter},
                      {"field", field},
                      {"fieldArgument", argument(field, "array")},
                      {"shape", tuple(shape)},
                      {"block", llvm::join(block, ", ")},
                      {"reports", std::move(reports)},
                      {"loops", std::move(loops)}};
}

/// Returns the lines of a cell as JSON: each ends with a line break, except the last.
json::Array linesOf(llvm::StringRef text, bool isMarkdown) {
  json::Array lines;
  text = text.trim('\n');
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    llvm::StringRef shown = line;
    if (isMarkdown && !shown.consume_front("# "))
      shown.consume_front("#");
    lines.push_back((shown + (rest.empty() ? "" : "\n")).str());
    text = rest;
  }
  return lines;
}

/// Returns a cell of the notebook from its part of the script, without the mark that begins it:
/// `code] imports`, then the lines.
json::Object cellOf(llvm::StringRef part) {
  const auto [head, text] = part.split('\n');
  const auto [kind, id] = head.split("] ");
  json::Object cell{{"cell_type", kind},
                    {"id", id},
                    {"metadata", json::Object()},
                    {"source", linesOf(text, kind == "markdown")}};
  if (kind == "code") {
    cell["execution_count"] = nullptr;
    cell["outputs"] = json::Array();
  }
  return cell;
}

} // namespace

std::optional<std::string> notebookOf(const ir::Program &program, llvm::StringRef name,
                                      Diagnostics &diags) {
  const auto templates = emit::TemplateLibrary::open("", diags);
  const auto script = templates->render("new/Notebook.py", dataOf(program, name));
  if (!script)
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 16> parts;
  llvm::StringRef(*script).split(parts, kCell, -1, /*KeepEmpty=*/false);
  json::Array cells;
  for (const llvm::StringRef part : parts)
    cells.push_back(cellOf(part));
  json::Object kernel{{"display_name", "Python 3"}, {"language", "python"}, {"name", "python3"}};
  const json::Value notebook =
      json::Object{{"cells", std::move(cells)},
                   {"metadata", json::Object{{"kernelspec", std::move(kernel)},
                                             {"language_info", json::Object{{"name", "python"}}}}},
                   {"nbformat", 4},
                   {"nbformat_minor", 5}};
  return llvm::formatv("{0:1}\n", notebook).str();
}

} // namespace stencilc::driver
