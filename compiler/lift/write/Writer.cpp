/// \file Prints the `.stencil` program around the values: precision, parameters, fields, updates in
/// order, and the stopping rule.
#include "lift/write/Writer.h"
#include "lift/write/RuleText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace stencilc::lift {

namespace {

class Writer {
public:
  Writer(const Step &step, const Fields &fields, Diagnostics &diags)
      : step(step), fields(fields), diags(diags) {
    for (std::size_t i = 0; i < step.writes.size(); ++i)
      order.push_back(int(i));
    llvm::stable_sort(order,
                      [&](int a, int b) { return step.writes[a].order < step.writes[b].order; });
  }

  std::optional<Written> run() {
    // The first pass finds the reach of reads and the versions read. The second one prints with
    // them.
    ValueText trial = fresh();
    isKeep = true;
    if (!writeUpdates(trial) || !writeRule(trial))
      return std::nullopt;
    isKeep = isRimOfReads;
    versionsRead = trial.versionsRead;
    body.clear();
    notes = step.notes;
    ValueText text = fresh();
    for (const Field &field : fields.fields)
      if (usesVersions(field))
        text.unique(field.name + "_1");
    if (!writeUpdates(text) || !writeRule(text))
      return std::nullopt;
    if (text.needsStepNumber && !step.firstTime) {
      diags
          .report({step.writes.front().place, step.writes.front().place}, diag::LiftUnsupported,
                  "a value depends on the step number, and its first value is not in the source")
          .note({}, diag::Hint, "start the loop over time at a number");
      return std::nullopt;
    }
    return written(text);
  }

private:
  Written written(const ValueText &text) {
    Written result{header(text) + body + footer(), {}, text.ages, {}};
    for (std::size_t field = 0; field < fields.fields.size(); ++field)
      result.names.push_back(text.fieldName(int(field)));
    for (const auto &[name, scalar] : text.scalars) {
      Number number{scalar.first, name, "", scalar.second == Type::Whole};
      if (text.wideScalars.count(name))
        number.parameter += "_value";
      if (const auto entry = text.tableEntries.find(name); entry != text.tableEntries.end())
        std::tie(number.name, number.indices) = entry->second;
      result.numbers.push_back(number);
    }
    return result;
  }

  ValueText fresh() const {
    ValueText text(step, fields, diags);
    for (const Field &field : fields.fields)
      text.computesF32 |= field.type == Type::F32;
    for (const Parameter &parameter : step.parameters)
      text.computesF32 |= parameter.type == Type::F32;
    return text;
  }

  bool usesVersions(const Field &field) const {
    const int index = int(&field - fields.fields.data());
    return llvm::any_of(versionsRead, [&](const auto &entry) { return entry.first == index; });
  }

  Spot spotOf(const Write &write) const {
    return {write.cell.indices, &write.loops, write.nest, write.order};
  }

  void line(const std::string &text) { body += "    " + text + "\n"; }

  bool writeUpdates(ValueText &text) {
    isRimOfReads = true;
    std::vector<int> done(fields.fields.size(), 0);
    for (int index : order) {
      const Write &write = step.writes[index];
      const int field = fields.levels[write.cell.array].field;
      const std::vector<int> &updates = fields.fields[field].updates;
      const int version = done[field]++;
      text.setSpot(spotOf(write));
      text.takeReach();
      std::string value = text.printStored(write.value);
      if (text.isFailed)
        return false;
      const bool isRounding = step.arrays[write.cell.array].isRounding;
      isRimOfReads &=
          (updates.size() == 1 || isRounding) && isRimOf(fields.boxes[index], text.takeReach());
      const std::string inside = text.inside(fields.boxes[index]);
      if (!inside.empty() && !isKeep && !isRounding) // other cells do not read a rounded value
        value = "select(" + inside + ", " + value + ", " + before(text, field, version) + ")";
      for (const std::string &let : text.takeLets())
        line(let);
      if (version + 1 == int(updates.size()))
        line(text.fieldName(field) + "[t+1] = " + value + ";");
      else if (version == 0 && usesVersions(fields.fields[field]))
        line(text.versionName(field, 0) + "[t+1] = " + value + ";");
      else
        line("let " + text.versionName(field, version) + " = " + value + ";");
    }
    return true;
  }

  /// Returns the text for the value that a cell of field number `field` has before the field's
  /// update number `version` in the same step.
  std::string before(const ValueText &text, int field, int version) const {
    if (version == 0)
      return text.fieldName(field);
    if (version == 1 && usesVersions(fields.fields[field]))
      return text.versionName(field, 0) + "[t+1]";
    return text.versionName(field, version - 1);
  }

  bool writeRule(ValueText &text) {
    if (!step.goesOn)
      return true;
    const auto lines = RuleText(step, fields, text, isKeep, diags).run();
    if (!lines)
      return false;
    for (const std::string &one : *lines)
      line(one);
    return true;
  }

  std::string header(const ValueText &text) {
    std::string result = "// Lifted from " + step.file + ".\n";
    for (std::string fact : step.facts) {
      fact[0] = char(std::toupper(fact[0]));
      result += "// " + fact + ".\n";
    }
    for (const std::string &note : notes)
      result += "// Assumed: " + note + ".\n";
    static const char *const axes[] = {"x", "x, y", "x, y, z"};
    result += "stencil " + step.name + "(" + axes[fields.rank - 1] + ") {\n";
    const auto add = [&](const std::string &line) { result += "    " + line + "\n"; };
    add("arithmetic written;                     // C's operators in C's order, nothing fused");
    if (text.computesF32)
      add("precision f32;");
    for (const auto &[name, scalar] : text.scalars)
      for (const std::string &line : scalarLines(text, name, scalar.first))
        add(line);
    for (std::size_t i = 0; i < fields.fields.size(); ++i)
      for (const std::string &line : fieldLines(text, int(i)))
        add(line);
    if (!isKeep)
      add("// Conditions on positions choose the cells, so no read beyond a face is used.");
    return result;
  }

  std::vector<std::string> scalarLines(const ValueText &text, const std::string &name,
                                       const std::string &ours) const {
    const auto parameter =
        llvm::find_if(step.parameters, [&](const Parameter &p) { return p.name == name; });
    const bool isKnown = parameter != step.parameters.end() && !parameter->value.empty();
    std::string value = isKnown ? parameter->value + ";" : "1; // the source gives no value";
    if (text.ruleScalars.count(name)) // a rule compares it in f64
      value = isKnown ? ValueText::exactNumber(
                            {.kind = Node::Number, .type = Type::F32, .text = parameter->value}) +
                            ";"
                      : value + ", which C rounds to 'float'";
    if (!text.wideScalars.count(name))
      return {"param " + ours + " = " + value};
    return {"param " + ours + "_value = " + value, "field " + ours +
                                                       " storage f64 constant { init " + ours +
                                                       "_value; } // a double beside floats"};
  }

  std::vector<std::string> fieldLines(const ValueText &text, int index) const {
    const Field &field = fields.fields[index];
    const int ages = text.ages[index];
    const std::string levels = ages > 1 ? " levels " + std::to_string(ages) : "";
    const std::string storage = text.computesF32 && field.type == Type::F64 ? " storage f64" : "";
    const std::string boundary = " { " + boundariesOf(index) + " }";
    std::vector<std::string> lines = {"field " + text.fieldName(index) + levels + storage +
                                      (field.isConstant ? " constant" : "") + boundary};
    if (usesVersions(field))
      lines.push_back("field " + text.versionName(index, 0) + storage + boundary);
    return lines;
  }

  std::string wordOf(const RimFace &face) const {
    if (face.word.empty())
      return isKeep ? "keep" : "copy";
    return face.word + (face.value ? "(" + ValueText::exactNumber(*face.value) + ")" : "");
  }

  /// Returns the boundary statements of a field. A face that no read crosses can have any boundary.
  std::string boundariesOf(int field) const {
    std::map<std::string, std::vector<std::string>> facesOf;
    for (int axis = 0; axis < fields.rank; ++axis) {
      const auto &[low, high] = fields.faces[field][axis];
      const std::string name(1, "xyz"[axis]);
      const std::string first = wordOf(low), second = wordOf(high);
      if (first == second) {
        facesOf[first].push_back(name);
      } else {
        facesOf[first].push_back(name + ".low");
        facesOf[second].push_back(name + ".high");
      }
    }
    if (facesOf.size() == 1)
      return "boundary " + facesOf.begin()->first + ";";
    std::string text;
    for (const auto &[word, faces] : facesOf)
      text += (text.empty() ? "" : " ") + std::string("boundary ") + word + " on " +
              llvm::join(faces, ", ") + ";";
    return text;
  }

  std::string footer() const {
    static const char *const hints[] = {"1024", "64", "32"};
    std::string size;
    for (const Polynomial &extent : fields.extents) {
      Polynomial known = extent;
      for (Polynomial::Symbol symbol : extent.symbols())
        if (const auto value = step.symbols[symbol].value)
          known = known.substitute(symbol, *value);
      const auto number = known.constant();
      size += (size.empty() ? "" : ", ") +
              (number ? std::to_string(*number) : std::string(hints[fields.rank - 1]));
    }
    std::string result = "    size " + size + ";\n";
    if (step.steps)
      result += "    steps " + std::to_string(*step.steps) + ";\n";
    return result + "}\n";
  }

  const Step &step;
  const Fields &fields;
  Diagnostics &diags;
  std::vector<int> order;
  std::vector<std::string> notes;
  std::set<std::pair<int, int>> versionsRead;
  std::string body;
  bool isKeep = true, isRimOfReads = true;
};

} // namespace

std::optional<Written> writeStencil(const Step &step, const Fields &fields, Diagnostics &diags) {
  return Writer(step, fields, diags).run();
}

} // namespace stencilc::lift
