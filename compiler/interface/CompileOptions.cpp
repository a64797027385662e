/// \file The options of stencilc_compile(), from JSON, through the parser of the command line.
#include "interface/CompileOptions.h"
#include "driver/cli/CommandLine.h"
#include "driver/cli/CommandLineAdvice.h"
#include "driver/run/Divided.h"
#include "interface/JsonWords.h"
#include "interface/RequestJson.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::interface {

namespace {

/// Options of the command line that a compilation accepts. Others are about the files, the output
/// and the process of a run of the command line tool.
constexpr llvm::StringRef kOptions[] = {
    "arch",       "arithmetic", "compiler", "device-mem", "devices",     "emulate",   "file",
    "first-step", "for",        "host-mem", "init",       "import-path", "machine",   "name",
    "no-trial",   "no-tuned",   "param",    "pitch",      "points",      "precision", "runtime",
    "schedule",   "series",     "size",     "steps",      "target",      "templates", "threads"};
/// Key that names the text, which is no option of the command line.
constexpr llvm::StringLiteral kFile = "file";

/// A command line that is made from JSON keys. Options of `stencilc` itself precede the command
/// `run`, and options of that command follow it.
struct Words {
  std::vector<std::string> before, after;
};

/// Returns the words that set `option` to `texts`, or an error message in `wrong`.
std::vector<std::string> wordsOf(const CLI::Option &option, llvm::StringRef key,
                                 const llvm::json::Value &value,
                                 const std::vector<std::string> &texts, std::string &wrong) {
  const std::string name = "--" + key.str();
  const bool isFlag = option.get_items_expected_max() == 0;
  const bool isSwitch = value.kind() == llvm::json::Value::Boolean;
  const bool mayBeSwitch = option.get_items_expected_min() == 0; // such as --emulate
  if ((isSwitch ? !mayBeSwitch : isFlag) && value.kind() != llvm::json::Value::Null) {
    wrong = "'" + key.str() + "' " + (isFlag ? "is true or false" : "needs a value") +
            llvm::formatv(", not {0}", value).str();
    return {};
  }
  if (isSwitch)
    return texts.empty() ? std::vector<std::string>() : std::vector<std::string>{name};
  if (option.get_delimiter() != '\0' && !texts.empty())
    return {name + "=" + llvm::join(texts, std::string(1, option.get_delimiter()))};
  if (texts.size() > 1 && option.get_items_expected_max() <= 1) {
    wrong = "'" + key.str() + "' takes one value" + llvm::formatv(", not {0}", value).str();
    return {};
  }
  std::vector<std::string> words;
  for (const std::string &text : texts)
    if (!text.empty()) // an empty text is the default
      words.push_back(name + "=" + text);
  return words;
}

/// Adds the words of one key to `words`. After an error, sets `read.unknown` or `read.wrong`.
void addKey(const CLI::App &app, llvm::StringRef key, const llvm::json::Value &value, Words &words,
            CompileOptions &read) {
  const auto texts = textsOf(value);
  if (!llvm::is_contained(kOptions, key))
    read.unknown = unknownKey(key, kOptions);
  else if (!texts)
    read.wrong = "'" + key.str() + "' cannot be " + llvm::formatv("{0}", value).str();
  else if (key == kFile)
    read.file = texts->size() == 1 && !texts->front().empty() ? texts->front() : read.file;
  else if (const RunOption *const option = findRunOption(std::string_view(key)))
    read.wrong = readOption(*option, value, read.options.run);
  else if (const std::string name = "--" + key.str();
           const CLI::Option *const ofRun = app.get_subcommand("run")->get_option_no_throw(name))
    llvm::append_range(words.after, wordsOf(*ofRun, key, value, *texts, read.wrong));
  else if (const CLI::Option *const own = app.get_option_no_throw(name))
    llvm::append_range(words.before, wordsOf(*own, key, value, *texts, read.wrong));
}

/// Parses `words` with the options of the command line. Returns an error message, or an empty text.
std::string parse(CLI::App &app, const Words &words) {
  std::vector<const char *> all = {"stencilc"};
  for (const std::string &word : words.before)
    all.push_back(word.c_str());
  all.push_back("run");
  all.push_back("-"); // the file, which the command needs
  for (const std::string &word : words.after)
    all.push_back(word.c_str());
  const int count = static_cast<int>(all.size());
  try {
    app.parse(count, all.data());
  } catch (const CLI::ParseError &error) {
    return driver::withAdvice(*app.get_subcommand("run"), error.what(), count, all.data());
  }
  return "";
}

/// Sets the options that follow from others, such as the schedule from --devices. Sets those that
/// libstencilc needs: no output, and no compiler in a process of its own.
void complete(driver::Options &options) {
  options.command = driver::Command::Run;
  options.run.quiet = options.run.silent = true;
  options.build.wait = true; // no process compiles kernels in the background
  if (options.build.compiler.empty() || options.build.compiler == "auto")
    options.build.compiler = "jit"; // never a process that was not asked for
  driver::completePlanOptions(options);
}

/// Returns an error message about a value that the command line accepts and libstencilc does not,
/// or an empty text.
std::string refuse(const driver::Options &options) {
  if (options.plan.target == "interpreter")
    return "the library has no target 'interpreter'; targets are cpu and cuda";
  if (!options.run.threadOrder.empty() && options.run.threadOrder != "forward")
    return "the library emulates a GPU with its threads in the order 'forward' only";
  if (!options.run.threadOrder.empty() && options.build.compiler == "g++")
    return "the library emulates a GPU with the compiler 'jit' only";
  return "";
}

} // namespace

CompileOptions readCompileOptions(const char *json) {
  CompileOptions read;
  complete(read.options);
  auto object = parseObject(json, "options", read.wrong);
  if (!object)
    return read;
  std::vector<llvm::StringRef> keys; // sorted, because objects keep no order
  for (const auto &[key, value] : *object)
    keys.push_back(key);
  llvm::sort(keys);
  driver::CommandLine line(read.options);
  Words words;
  for (const llvm::StringRef key : keys) {
    addKey(line.app, key, *object->get(key), words, read);
    if (!read.unknown.empty() || !read.wrong.empty())
      return read;
  }
  read.wrong = parse(line.app, words);
  complete(read.options);
  if (read.wrong.empty())
    read.wrong = refuse(read.options);
  return read;
}

} // namespace stencilc::interface
