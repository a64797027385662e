/// \file Advice for the user about missing option values, misspelt options, and parameters of a
/// program that are given as options.
#include "driver/cli/CommandLineAdvice.h"
#include "runtime/core/support/ParseValue.h"
#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::driver {

/// Returns the option of `app` with the name `word`, or null if there is none.
static const CLI::Option *optionCalled(const CLI::App &app, llvm::StringRef word) {
  if (!word.starts_with("-") || word == "-")
    return nullptr;
  return app.get_option_no_throw(word.str());
}

std::string optionAsValue(const CLI::App &app, int argc, const char *const *argv) {
  for (int i = 1; i + 1 < argc; ++i) {
    const llvm::StringRef word = argv[i], next = argv[i + 1];
    if (word == "--")
      return "";
    const CLI::Option *const option = optionCalled(app, word); // null if the word contains '='
    if (!option || option->get_items_expected_min() == 0 || option->get_items_expected_max() == 0)
      continue;
    const llvm::StringRef name = next.split('=').first;
    if (optionCalled(app, name) || (name.starts_with("--") && name.size() > 2))
      return ("'" + word + "' needs a value, and '" + next + "' is an option; write " + word +
              (word.starts_with("--") ? "=VALUE" : " VALUE"))
          .str();
    ++i;
  }
  return "";
}

/// Returns the option of `app` whose name is most similar to the unknown option in `message`. The
/// result is empty if no name is similar. CLI11 itself makes no such suggestion.
static std::string nearestOption(const CLI::App &app, const std::string &message) {
  const std::size_t at = message.find("--");
  if (at == std::string::npos)
    return "";
  const std::string word = message.substr(at, message.find_first_of("=: ,]", at) - at);
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  const std::vector<llvm::StringRef> candidates(names.begin(), names.end());
  const llvm::StringRef nearest = nearestName(word, candidates);
  return nearest == word ? "" : nearest.str();
}

/// Returns `--param d=0.2` if `message` is about the argument `--d=0.2`, `--d 0.2` or `-d 0.2`.
/// Returns an empty string for all other messages.
static std::string asParameter(llvm::StringRef message, int argc, const char *const *argv) {
  for (int i = 1; i < argc; ++i) {
    const llvm::StringRef word = argv[i];
    const auto [option, own] = word.split('=');
    const bool isNamed = message.contains(": " + word.str()) || message.contains(word.str() + " ");
    if (!option.starts_with("-") || !isNamed)
      continue;
    const llvm::StringRef value = word.contains('=') ? own
                                  : i + 1 < argc     ? llvm::StringRef(argv[i + 1])
                                                     : "";
    double number = 0;
    if (!value.empty() && parseNumber(value, number))
      return ("--param " + option.ltrim('-') + "=" + value).str();
  }
  return "";
}

std::string withAdvice(const CLI::App &app, const std::string &message, int argc,
                       const char *const *argv) {
  const llvm::StringRef text = message;
  const auto mean = [&](const std::string &what) {
    return message + "; did you mean '" + what + "'?";
  };
  if (text.contains("gpu not in"))
    return message + "; for a GPU write '--target=cuda'";
  if (!text.contains("not expected")) {
    const std::string nearest = nearestOption(app, message);
    return nearest.empty() ? message : mean(nearest);
  }
  for (const auto &[word, option] :
       {std::pair{"--gpu", "--target=cuda"}, std::pair{"--cuda", "--target=cuda"},
        std::pair{"--cpu", "--target=cpu"}})
    if (text.ends_with(std::string(": ") + word))
      return mean(option);
  if (const std::string nearest = nearestOption(app, message); !nearest.empty())
    return mean(nearest);
  const bool hasParameters = app.get_option_no_throw("--param") != nullptr;
  const std::string parameter = hasParameters ? asParameter(text, argc, argv) : "";
  return parameter.empty() ? message : message + "; to set a parameter write '" + parameter + "'";
}

} // namespace stencilc::driver
