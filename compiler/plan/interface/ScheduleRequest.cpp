/// \file Parser of the option `--schedule=name:key=value,...`.
#include "plan/interface/Options.h"
#include "plan/interface/RemainderKernels.h"
#include "plan/search/Planner.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::plan {

namespace {

/// Error in the user's request for a schedule: the kind of diagnostic, its message, and a text that
/// lists the allowed names or values.
class RequestError : public llvm::ErrorInfo<RequestError> {
public:
  static char ID;
  RequestError(const diag::Kind<llvm::StringRef> &kind, std::string message, std::string allowed)
      : kind(&kind), message(std::move(message)), allowed(std::move(allowed)) {}

  void log(llvm::raw_ostream &out) const override { out << message << "; " << allowed; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  const diag::Kind<llvm::StringRef> *kind;
  std::string message, allowed;
};
char RequestError::ID = 0; // its address identifies the class; the value is never used

llvm::Error mistake(const diag::Kind<llvm::StringRef> &kind, std::string message,
                    std::string allowed) {
  return llvm::make_error<RequestError>(kind, std::move(message), std::move(allowed));
}

/// Returns "; did you mean 'x'?", with the name x in `known` that is most similar to `name`.
/// Returns an empty text if no name is similar, or if `name` does not begin with a letter.
std::string suggestion(llvm::StringRef name, const std::vector<std::string> &known) {
  if (!name.empty() && !llvm::isAlpha(name.front()))
    return "";
  std::vector<llvm::StringRef> candidates(known.begin(), known.end());
  llvm::StringRef nearest = nearestName(name, candidates);
  return nearest.empty() ? "" : llvm::formatv("; did you mean '{0}'?", nearest).str();
}

llvm::Error unknownSchedule(llvm::StringRef name) {
  std::vector<std::string> names, described;
  for (const Schedule *schedule : allSchedules()) {
    names.push_back(schedule->name().str());
    described.push_back(names.back() + " (" + schedule->targets() + ")");
  }
  return mistake(
      diag::UnknownSchedule,
      llvm::formatv("there is no schedule '{0}'{1}", name, suggestion(name, names)).str(),
      "schedules are " + llvm::join(described, ", "));
}

llvm::Error unknownOption(const Schedule &schedule, llvm::StringRef key) {
  std::vector<std::string> keys;
  for (const OptionSpec &option : schedule.options())
    keys.push_back(option.key);
  return mistake(diag::UnknownOption,
                 llvm::formatv("schedule '{0}' has no option '{1}'{2}", schedule.name(), key,
                               suggestion(key, keys))
                     .str(),
                 keys.empty() ? "it has no options" : "its options are " + llvm::join(keys, ", "));
}

bool isAllowed(const OptionSpec &option, llvm::StringRef value) {
  if (llvm::is_contained(option.values, value))
    return true;
  switch (option.form) {
  case OptionForm::Listed:
    return option.values.empty() && parsePositive(value);
  case OptionForm::IntegerOrListed:
    return parsePositive(value).has_value();
  case OptionForm::Block:
    return parseBlock(value).has_value();
  case OptionForm::Schedule:
    return findSchedule(value.split(':').first) != nullptr;
  case OptionForm::Percent:
    return value == "0" || (parsePositive(value) && *parsePositive(value) <= 100);
  case OptionForm::Depths:
    return parseRest(value).has_value();
  }
  llvm_unreachable("option form without a check");
}

std::string allowedValues(const OptionSpec &option) {
  const std::string integer = "a whole number from 1 to 2147483647";
  const std::string listed = llvm::join(option.values, ", ");
  switch (option.form) {
  case OptionForm::Listed:
    return option.values.empty() ? integer : listed;
  case OptionForm::IntegerOrListed:
    return listed + ", or " + integer;
  case OptionForm::Block:
    return "one to three positive numbers joined by 'x', such as 32x8";
  case OptionForm::Schedule:
    return "a schedule, its options joined by '+', such as wavefront:steps=4+rows=2";
  case OptionForm::Percent:
    return "a whole number from 0 to 100";
  case OptionForm::Depths:
    return listed + ", or whole numbers joined by '+', such as 5+2";
  }
  llvm_unreachable("option form without a description");
}

llvm::Error badValue(const OptionSpec &option, llvm::StringRef value) {
  return mistake(diag::OptionValue,
                 llvm::formatv("'{0}' is not a value of option '{1}'{2}", value, option.key,
                               suggestion(value, option.values))
                     .str(),
                 "allowed: " + allowedValues(option));
}

} // namespace

llvm::Expected<ScheduleRequest> parseScheduleRequest(llvm::StringRef text) {
  auto [name, options] = text.split(':');
  const std::string form = "write name or name:key=value,key=value";
  if (name.empty())
    return mistake(diag::BadScheduleRequest, "the request names no schedule", form);
  const Schedule *schedule = findSchedule(name);
  if (!schedule)
    return unknownSchedule(name);
  ScheduleRequest request{name.str(), {}};
  if (!text.contains(':'))
    return request;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  options.split(parts, ',');
  const std::vector<OptionSpec> specs = schedule->options();
  for (llvm::StringRef part : parts) {
    auto [key, value] = part.split('=');
    if (!part.contains('='))
      return mistake(diag::BadScheduleRequest,
                     llvm::formatv("'{0}' sets no option of schedule '{1}'", part, name).str(),
                     form);
    const auto spec =
        llvm::find_if(specs, [key = key](const OptionSpec &option) { return option.key == key; });
    if (spec == specs.end())
      return unknownOption(*schedule, key);
    if (!isAllowed(*spec, value))
      return badValue(*spec, value);
    if (!request.options.emplace(key.str(), value.str()).second)
      return mistake(diag::BadScheduleRequest,
                     llvm::formatv("option '{0}' is given twice", key).str(),
                     "each option has one value");
  }
  return request;
}

void reportRequestError(llvm::Error error, Diagnostics &diags) {
  llvm::handleAllErrors(std::move(error), [&](const RequestError &mistake) {
    diags.report(*mistake.kind, mistake.message).note(llvm::SMRange(), diag::Hint, mistake.allowed);
  });
}

} // namespace stencilc::plan
