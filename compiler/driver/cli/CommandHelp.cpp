/// \file The help of every command as data, taken from the definitions of the options in CLI11.
#include "driver/cli/CommandHelp.h"
#include "driver/cli/CommandLine.h"
#include "driver/new/Examples.h"
#include "machine/Machine.h"
#include "machine/Target.h"
#include "plan/interface/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::driver {

namespace {

/// Returns the names of all machines that are built in.
std::vector<std::string> machineNames() {
  std::vector<std::string> names;
  for (const machine::NamedMachine &machine : machine::publishedMachines())
    names.push_back(machine.key);
  for (const machine::EmbeddedMachine &machine : machine::embeddedMachines())
    if (!llvm::is_contained(names, machine.name))
      names.emplace_back(machine.name);
  return names;
}

/// Returns values to suggest for an option that also accepts other values. The result is empty if
/// there are none.
std::vector<std::string> knownValues(llvm::StringRef option) {
  std::vector<std::string> values;
  if (option == "schedule") {
    for (const plan::Schedule *schedule : plan::allSchedules())
      values.push_back(schedule->name().str());
  } else if (option == "machine") {
    values = machineNames();
  } else if (option == "arch") {
    for (const plan::TargetKind kind : {plan::TargetKind::Cuda, plan::TargetKind::Cpu})
      for (const std::string &name : machine::targetNames(kind))
        values.push_back(name);
  } else if (option == "precision" || option == "against") {
    values = {"f64", "f32", "f32:f64", "f16:f32", "bf16:f32"};
  } else if (option == "from") {
    for (const Example &example : allExamples())
      values.push_back(example.name);
  } else if (option == "pitch") {
    values = {"auto", "packed"};
  }
  return values;
}

OptionHelp helpOf(const CLI::Option &option) {
  OptionHelp help;
  for (const std::string &name : option.get_snames())
    help.names.push_back("-" + name);
  for (const std::string &name : option.get_lnames())
    help.names.push_back("--" + name);
  help.text = option.get_description();
  if (option.get_items_expected_max() > 0) {
    const std::string type = option.get_type_name(); // "TEXT:{cuda,cpu}"
    const auto [name, known] = llvm::StringRef(type).split(':');
    help.value = name.empty() ? "VALUE" : name.str();
    llvm::SmallVector<llvm::StringRef, 8> choices;
    known.trim("{}").split(choices, ',', -1, /*KeepEmpty=*/false);
    help.choices.assign(choices.begin(), choices.end());
    if (choices.empty())
      help.choices = knownValues(option.get_single_name());
  }
  help.mayLackValue = option.get_items_expected_min() == 0;
  help.isRepeated = option.get_items_expected_max() > 1;
  return help;
}

CommandHelp helpOf(const CLI::App &app, const std::string &name) {
  CommandHelp help;
  help.name = name;
  help.text = llvm::StringRef(app.get_description()).trim().str();
  for (const CLI::Option *option : app.get_options())
    (option->get_positional() ? help.words : help.options).push_back(helpOf(*option));
  llvm::SmallVector<llvm::StringRef, 16> lines;
  const std::string footer = app.get_footer();
  llvm::StringRef(footer).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef line : lines)
    if (line.starts_with("  "))
      help.examples.push_back(line.trim().str());
    else if (line != "Examples:")
      help.notes.push_back(line.str());
  return help;
}

} // namespace

std::vector<CommandHelp> allCommandHelp() {
  Options options;
  const CommandLine line(options);
  std::vector<CommandHelp> all = {helpOf(line.app, "")};
  for (const auto &[command, _] : line.commands)
    all.push_back(helpOf(*command, command->get_name()));
  return all;
}

std::vector<std::string> commandNames(const std::vector<CommandHelp> &all) {
  std::vector<std::string> names;
  for (const CommandHelp &command : llvm::drop_begin(all))
    names.push_back(command.name);
  return names;
}

} // namespace stencilc::driver
