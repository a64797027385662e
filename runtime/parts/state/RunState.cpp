/// \file Converts the header of a checkpoint: numbers of a run, such as parameters and time steps,
/// to pairs of a name and a text, and back.
#include "runtime/parts/state/RunState.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/core/support/Text.h"
#include <cstdlib>
#include <cstring>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

namespace {

std::string wholeText(std::int64_t number) {
  return format("%lld", static_cast<long long>(number));
}

std::string bitsText(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return format("%016llx", static_cast<unsigned long long>(bits));
}

/// Returns the names of a program's fields with their types and numbers of time levels, such as
/// "T:f64 p:f32:2".
std::string fieldsText(const ProgramDescription &program) {
  std::string text;
  for (int i = 0; i < program.namedCount(); ++i) {
    const FieldDescription &field = program.fields[i];
    text += format("%s%s:%s", text.empty() ? "" : " ", field.name, nameOf(field.storage));
    text += field.levels > 1 ? format(":%d", field.levels) : std::string();
  }
  return text;
}

/// Reads numbers one after the other from a text, in which they are separated by blanks.
class Words {
public:
  explicit Words(std::string words) : text(std::move(words)), next(text.c_str()) {}
  Words(const Words &) = delete;
  Words &operator=(const Words &) = delete;

  bool areLeft() const { return *next != 0; }
  bool isGood() const { return good && !areLeft(); }
  std::int64_t whole() { return take<std::int64_t>(std::strtoll, 10); }
  double real() {
    const auto bits = take<std::uint64_t>(std::strtoull, 16);
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

private:
  template <class Number, class Read> Number take(Read read, int base) {
    char *end = nullptr;
    const auto number = static_cast<Number>(read(next, &end, base));
    good &= end != next && (*end == ' ' || *end == 0);
    next = !good ? "" : *end ? end + 1 : end;
    return number;
  }

  const std::string text;
  const char *next;
  bool good = true;
};

} // namespace

std::string identityText(const ProgramDescription &program) {
  return format("%016llx", static_cast<unsigned long long>(program.identity));
}

TierState RunState::head(const ProgramDescription &program) const {
  TierState head;
  auto &values = head.values;
  values["program"] = program.name;
  values["identity"] = identityText(program);
  values["fields"] = fieldsText(program);
  for (int axis = 0; axis < program.rank; ++axis)
    values["size"] += (axis ? "," : "") + wholeText(size[axis]);
  values["steps"] = wholeText(first) + " " + wholeText(done) + " " + wholeText(wanted);
  const auto list = [](const std::vector<double> &numbers) {
    std::string text;
    for (const double number : numbers)
      text += (text.empty() ? "" : " ") + bitsText(number);
    return text;
  };
  values["rule"] = wholeText(numbers.rule);
  values["parameters"] = list(parameters);
  values["reductions"] = list(numbers.reduced);
  for (const LatestReport &latest : numbers.latest)
    values["latest"] += (values["latest"].empty() ? "" : " ") + wholeText(latest.step) + " " +
                        bitsText(latest.value);
  std::string all;
  for (const Reported &report : reports) {
    int index = 0;
    // Compared by pointer, which is the program's own
    while (program.reports[index].name != report.name)
      ++index;
    all += (all.empty() ? "" : " ") + wholeText(report.step) + " " + wholeText(index) + " " +
           bitsText(report.value);
  }
  values["reports"] = all;
  for (const std::int64_t count : traces)
    values["traces"] += (values["traces"].empty() ? "" : " ") + wholeText(count);
  return head;
}

Status RunState::take(const ProgramDescription &program, const TierState &head,
                      const std::string &path) {
  const std::string its = head.value("program"), fields = head.value("fields");
  if (its != program.name)
    return Status::invalid(format("'%s' is the state of a run of %s, this is %s", path.c_str(),
                                  its.c_str(), program.name));
  if (fields != fieldsText(program))
    return Status::invalid(format("'%s' is the state of a run with the fields %s, this one has %s",
                                  path.c_str(), fields.c_str(), fieldsText(program).c_str()));
  if (head.value("identity") != identityText(program))
    return Status::invalid(format("'%s' is the state of a run of another version of %s: its source "
                                  "or precision has changed; start a new run",
                                  path.c_str(), program.name));
  Words sizes(head.value("steps")), given(head.value("parameters")),
      reduced(head.value("reductions")), latest(head.value("latest")), all(head.value("reports")),
      ended(head.value("rule")), counts(head.value("traces"));
  first = sizes.whole(), done = sizes.whole(), wanted = sizes.whole();
  numbers.rule = static_cast<int>(ended.whole());
  std::string extents = sizeOfHead(head);
  for (char &c : extents)
    c = c == ',' ? ' ' : c;
  Words cells(extents);
  for (int axis = 0; axis < program.rank; ++axis)
    size[axis] = cells.whole();
  for (int i = 0; i < program.parameterCount; ++i)
    parameters.push_back(given.real());
  for (int i = 0; i < program.numbersBetween(); ++i)
    numbers.reduced.push_back(reduced.real());
  for (int i = 0; i < program.reportCount; ++i) {
    const std::int64_t step = latest.whole();
    numbers.latest.push_back({step, latest.real()});
  }
  bool isGood = numbers.rule >= -1 && numbers.rule < program.ruleCount;
  while (all.areLeft() && isGood) {
    const std::int64_t step = all.whole(), index = all.whole();
    isGood = index >= 0 && index < program.reportCount;
    const double value = all.real();
    if (isGood)
      reports.push_back({step, program.reports[index].name, value});
  }
  for (int i = 0; i < program.pointsCount; ++i) {
    traces.push_back(counts.whole());
    isGood &= traces.back() >= 0;
  }
  for (const Words *words : {&sizes, &given, &reduced, &latest, &all, &cells, &ended, &counts})
    isGood &= words->isGood();
  return isGood ? Status() : Status::invalid("'" + path + "' is not a valid state");
}

std::string sizeOfHead(const TierState &head) { return head.value("size"); }

} // namespace stencilc::inline STENCILC_SPACE
