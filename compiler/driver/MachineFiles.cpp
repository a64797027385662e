/// \file Machines by name: where their files are kept, and which one is planned for.
#include "driver/MachineFiles.h"
#include "driver/CacheFolder.h"
#include "driver/Machine.h"
#include "driver/Pipeline.h"
#include "plan/MachineFile.h"
#include "stencilc/Processor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
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
  return cacheFolder() + "/machines"; // the user's own, wherever it is
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

std::optional<plan::Machine> readMachineText(llvm::StringRef text, const std::string &path, Bad bad,
                                             Diagnostics &diags) {
  llvm::Expected<plan::Machine> machine = plan::readMachine(text);
  if (machine)
    return std::move(*machine);
  // Messages about this text, counted and printed as the caller's.
  llvm::SourceMgr sources;
  const unsigned buffer =
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, path), llvm::SMLoc());
  const llvm::StringRef copy = sources.getMemoryBuffer(buffer)->getBuffer();
  Diagnostics local(sources, diags);
  llvm::handleAllErrors(machine.takeError(), [&](const plan::MachineFileError &error) {
    llvm::SMRange range;
    if (error.place() && *error.place() <= copy.size())
      range.Start = range.End = llvm::SMLoc::getFromPointer(copy.data() + *error.place());
    if (bad == Bad::Warning)
      local.report(range, diag::MachineFileUnusable, path, error.message());
    else
      local.report(range, diag::BadMachineFile, path, error.message())
          .note(
              {}, diag::Hint,
              "docs/machine.md describes the format; 'stencilc probe -o FILE' writes such a file");
  });
  return std::nullopt;
}

std::optional<plan::Machine> readMachineFile(const std::string &path, Bad bad, Diagnostics &diags) {
  auto text = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (text)
    return readMachineText((*text)->getBuffer(), path, bad, diags);
  if (bad == Bad::Warning)
    diags.report(diag::MachineFileUnusable, path, text.getError().message());
  else
    diags.report(diag::CannotReadFile, path, text.getError().message());
  return std::nullopt;
}

static std::optional<KnownMachine> known(std::optional<plan::Machine> machine, std::string origin) {
  if (!machine)
    return std::nullopt;
  return KnownMachine{std::move(*machine), std::move(origin)};
}

/// Names of everything --machine could mean beside a path.
static std::vector<std::string> machineNames() {
  std::vector<std::string> names;
  std::error_code code;
  for (fs::directory_iterator it(machineFolder(), code), end; it != end && !code;
       it.increment(code))
    if (path::extension(it->path()) == ".json")
      names.push_back(path::stem(it->path()).str());
  llvm::sort(names);
  for (const plan::NamedMachine &published : plan::publishedMachines())
    names.push_back(published.key);
  return names;
}

std::optional<KnownMachine> findMachine(const std::string &wanted, Diagnostics &diags) {
  if (llvm::StringRef(wanted).ends_with(".json") || llvm::StringRef(wanted).contains('/'))
    return known(readMachineFile(wanted, Bad::Error, diags), wanted);
  if (const std::string file = machinePath(wanted); fs::exists(file))
    return known(readMachineFile(file, Bad::Error, diags), file);
  for (const plan::EmbeddedMachine &embedded : plan::embeddedMachines())
    if (embedded.name == wanted)
      return known(readMachineText(embedded.text, wanted + ".json", Bad::Error, diags), "built in");
  for (const plan::NamedMachine &published : plan::publishedMachines())
    if (published.key == wanted)
      return KnownMachine{published.machine, "built in"};
  const std::vector<std::string> names = machineNames();
  diags.report(diag::UnknownMachine, wanted, llvm::join(names, ", "))
      .note({}, diag::Hint, "or give the path of a file that 'stencilc probe -o FILE' wrote");
  return std::nullopt;
}

std::optional<KnownMachine> presentMachine(Diagnostics &diags) {
  if (!fs::exists(machineFolder())) // asking for the GPU takes a while
    return std::nullopt;
  const std::string gpu = cudaDeviceName();
  const std::string file = machinePath(gpu.empty() ? processorName() : gpu);
  return fs::exists(file) ? known(readMachineFile(file, Bad::Warning, diags), file) : std::nullopt;
}

} // namespace stencilc::driver
