/// \file Finds machines by name or file, and reads machine files.
#include "driver/machines/MachineFiles.h"
#include "driver/Pipeline.h"
#include "driver/build/CacheFolder.h"
#include "driver/machines/Machine.h"
#include "machine/JsonFile.h"
#include "machine/MachineFile.h"
#include "runtime/core/device/Processor.h"
#include "runtime/core/support/UserFolders.h"
#include "support/OrdinaryFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace stencilc::driver {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string KnownMachine::text() const {
  return machine.name +
         (machine.date.empty() ? ", published numbers" : ", measured " + machine.date) + " (" +
         origin + ")";
}

std::string machineFolder() {
  const std::string config = llvm::sys::Process::GetEnv("XDG_CONFIG_HOME").value_or("");
  const std::string home = config.empty() ? homeFolder() : "";
  if (!config.empty() || !home.empty())
    return (config.empty() ? home + "/.config" : config) + "/stencilc/machines";
  return cacheFolder() + "/machines"; // no home folder: the cache has a place of its own
}

std::string machinePath(llvm::StringRef name) {
  std::string file;
  for (const char c : name)
    if (llvm::isAlnum(c))
      file += llvm::toLower(c);
    else if (!file.empty() && file.back() != '-')
      file += '-';
  return machineFolder() + "/" + llvm::StringRef(file).rtrim('-').str() + ".json";
}

/// Reports `error` about the machine file `path`, whose content is `text`, with the line that is
/// wrong. `report` makes the message an error or a warning.
static void reportFile(llvm::Error error, llvm::StringRef text, const std::string &path,
                       llvm::function_ref<void(Diagnostics &, llvm::SMRange, std::string)> report,
                       Diagnostics &diags) {
  // These messages are about another text, but count as messages of the caller's `diags`.
  llvm::SourceMgr sources;
  const unsigned buffer =
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, path), llvm::SMLoc());
  const llvm::StringRef copy = sources.getMemoryBuffer(buffer)->getBuffer();
  Diagnostics local(sources, diags);
  llvm::handleAllErrors(std::move(error), [&](const machine::FileError &wrong) {
    llvm::SMRange range;
    if (wrong.place() && *wrong.place() <= copy.size())
      range.Start = range.End = llvm::SMLoc::getFromPointer(copy.data() + *wrong.place());
    report(local, range, wrong.message());
  });
}

std::optional<machine::Machine> readMachineText(llvm::StringRef text, const std::string &path,
                                                Bad bad, Diagnostics &diags) {
  llvm::Expected<machine::Machine> machine = machine::readMachine(text);
  if (machine)
    return std::move(*machine);
  const auto report = [&](Diagnostics &local, llvm::SMRange range, const std::string &what) {
    if (bad == Bad::Warning)
      local.report(range, diag::MachineFileUnusable, path, what);
    else
      local.report(range, diag::BadMachineFile, path, what)
          .note({}, diag::Hint,
                "docs/guide/machine.md describes the format; 'stencilc probe -o FILE' writes such "
                "a file");
  };
  reportFile(machine.takeError(), text, path, report, diags);
  return std::nullopt;
}

std::string sharesPath(llvm::StringRef machineFile) {
  machineFile.consume_back(".json");
  return machineFile.str() + ".shares.json";
}

/// Adds shares (measured fractions of peak rates) to `machine`, from the file beside the machine
/// file `path`. Does nothing if there is no such file. Returns false after it has reported an
/// error.
static bool takeShares(KnownMachine &machine, const std::string &path, Bad bad,
                       Diagnostics &diags) {
  const std::string file = sharesPath(path);
  std::string why;
  const auto text = fs::exists(file) ? readOrdinaryFile(file, why) : nullptr;
  if (!text)
    return true;
  llvm::Expected<machine::FittedShares> shares = machine::readShares(text->getBuffer());
  if (shares) {
    machine.shares = std::move(*shares);
    return true;
  }
  const auto report = [&](Diagnostics &local, llvm::SMRange range, const std::string &what) {
    if (bad == Bad::Warning)
      local.report(range, diag::SharesFileUnusable, file, what);
    else
      local.report(range, diag::BadSharesFile, file, what)
          .note({}, diag::Hint,
                "bench/suite/fit writes such a file (docs/guide/machine.md); without it, plans use "
                "the built-in shares");
  };
  reportFile(shares.takeError(), text->getBuffer(), file, report, diags);
  return bad == Bad::Warning;
}

std::optional<machine::Machine> readMachineFile(const std::string &path, Bad bad,
                                                Diagnostics &diags) {
  std::string why;
  if (const auto text = readOrdinaryFile(path, why))
    return readMachineText(text->getBuffer(), path, bad, diags);
  if (bad == Bad::Warning)
    diags.report(diag::MachineFileUnusable, path, why);
  else
    diags.report(diag::CannotReadFile, path, why);
  return std::nullopt;
}

/// Reads a machine file, and the shares (measured fractions of peak rates) in the file beside it.
/// Returns `nullopt` after it has reported a problem. `bad` makes it an error or a warning.
static std::optional<KnownMachine> machineOfFile(const std::string &path, Bad bad,
                                                 Diagnostics &diags) {
  std::optional<machine::Machine> machine = readMachineFile(path, bad, diags);
  if (!machine)
    return std::nullopt;
  KnownMachine known{std::move(*machine), path, std::nullopt};
  return takeShares(known, path, bad, diags) ? std::optional(std::move(known)) : std::nullopt;
}

/// Returns all names that --machine accepts, for messages: machine files of the user, then GPUs
/// whose published numbers are known.
static std::vector<std::string> machineNames() {
  std::vector<std::string> names;
  std::error_code code;
  for (fs::directory_iterator it(machineFolder(), code), end; it != end && !code;
       it.increment(code))
    if (llvm::StringRef file = it->path();
        file.ends_with(".json") && !file.ends_with(".shares.json"))
      names.push_back(path::stem(it->path()).str());
  llvm::sort(names);
  for (const machine::NamedMachine &published : machine::publishedMachines())
    names.push_back(published.key);
  return names;
}

/// Reads a machine file that is embedded in this program.
static std::optional<KnownMachine> machineOfTool(const machine::EmbeddedMachine &embedded,
                                                 Diagnostics &diags) {
  auto machine =
      readMachineText(embedded.text, std::string(embedded.name) + ".json", Bad::Error, diags);
  return machine ? std::optional(KnownMachine{std::move(*machine), "built in", std::nullopt})
                 : std::nullopt;
}

std::optional<KnownMachine> findMachine(const std::string &wanted, Diagnostics &diags) {
  if (llvm::StringRef(wanted).ends_with(".json") || llvm::StringRef(wanted).contains('/'))
    return machineOfFile(wanted, Bad::Error, diags);
  if (const std::string file = machinePath(wanted); fs::exists(file))
    return machineOfFile(file, Bad::Error, diags);
  for (const machine::EmbeddedMachine &embedded : machine::embeddedMachines())
    if (embedded.name == wanted)
      return machineOfTool(embedded, diags);
  for (const machine::NamedMachine &published : machine::publishedMachines())
    if (published.key == wanted)
      return KnownMachine{published.machine, "built in", std::nullopt};
  const std::vector<std::string> names = machineNames();
  diags.report(diag::UnknownMachine, wanted, llvm::join(names, ", "))
      .note({}, diag::Hint, "or give the path of a file that 'stencilc probe -o FILE' wrote");
  return std::nullopt;
}

std::optional<KnownMachine> presentMachine(Diagnostics &diags) {
  if (!fs::exists(machineFolder())) // tested first: asking for the GPU is slow
    return std::nullopt;
  const std::string gpu = cudaDeviceName();
  const std::string file = machinePath(gpu.empty() ? processorName() : gpu);
  return fs::exists(file) ? machineOfFile(file, Bad::Warning, diags) : std::nullopt;
}

std::optional<KnownMachine> builtInMachineOf(llvm::StringRef gpu, Diagnostics &diags) {
  for (const machine::EmbeddedMachine &embedded : machine::embeddedMachines())
    if (auto known = machineOfTool(embedded, diags); known && known->machine.gpu->name == gpu) {
      known->machine.host.reset(); // the host of another computer
      return known;
    }
  return std::nullopt;
}

} // namespace stencilc::driver
