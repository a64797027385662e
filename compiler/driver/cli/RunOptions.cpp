/// \file Options of a run on the command line of stencilc, from the table of the runtime.
#include "runtime/program/request/RunOptions.h"
#include "driver/cli/CommandLine.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::driver {

/// Returns a check of option values: accepts what the table accepts, with its error messages.
static CLI::Validator checkOf(const RunOption &option) {
  return {[&option](std::string &value) {
            RunRequest ignored;
            return option.read(ignored, value);
          },
          option.choices ? "{" + std::string(option.choices) + "}" : std::string()};
}

void addRunOption(CLI::App &app, Options &options, const RunOption &option, const char *text) {
  RunRequest &request = options.run;
  const std::string shown = text ? text : option.text, name = option.name;
  const std::string names = (name == "quiet" ? "-q,--" : name == "verbose" ? "-v,--" : "--") + name;
  const auto store = [&option, &request](const std::string &value) { option.read(request, value); };
  if (option.isFlag()) {
    app.add_flag_callback(names, [store] { store(""); }, shown);
  } else if (option.alone && !*option.alone) {
    // CLI11 gives a flag without a value the value "true".
    app.add_flag(names, shown)->each([store](const std::string &value) {
      store(value == "true" ? "" : value);
    });
  } else if (option.alone) {
    app.add_flag(names + "{" + option.alone + "}", shown)->check(checkOf(option))->each(store);
  } else if (option.isRepeated) {
    app.add_option_function<std::vector<std::string>>(
           names,
           [store](const std::vector<std::string> &values) { llvm::for_each(values, store); },
           shown)
        ->allow_extra_args(false)
        ->take_all()
        ->type_name(option.value);
  } else {
    app.add_option_function<std::string>(names, store, shown)
        ->check(checkOf(option))
        ->type_name(option.value);
  }
}

void addRunOption(CLI::App &app, Options &options, const char *name, const char *text) {
  addRunOption(app, options, *findRunOption(name), text);
}

void addRunOptions(CLI::App &app, Options &options, OptionUse use) {
  for (const RunOption &option : runOptions())
    if (option.use == use)
      addRunOption(app, options, option, nullptr);
}

void addEmulate(CLI::App &app, Options &options) {
  app.add_option("--emulate", options.run.threadOrder,
                 "run CUDA code on the CPU, thread by thread, in forward, reverse or shuffled "
                 "order, or with one warp ahead of the others or behind them")
      ->expected(0, 1)
      ->default_str("forward")
      ->check(CLI::IsMember({"forward", "reverse", "shuffled", "ahead", "behind"}));
}

} // namespace stencilc::driver
