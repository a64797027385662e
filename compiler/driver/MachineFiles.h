/// \file Machine files: the measured properties of machines, their paths, and the choice of the
/// machine that is planned for.
#pragma once

#include "machine/Machine.h"
#include "machine/Shares.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// A machine, and the source of its data: a path, or "built in".
struct KnownMachine {
  machine::Machine machine;
  std::string origin;
  /// Fractions of peak rates that were fitted on this machine, from NAME.shares.json in the folder
  /// of the machine file NAME.json, if there is one.
  std::optional<machine::FittedShares> shares;

  /// Returns the machine as text: "NVIDIA H200, measured 2026-11-21 (h200.json)".
  std::string text() const;
};

/// Returns the folder of the machine files that `stencilc probe` writes:
/// XDG_CONFIG_HOME/stencilc/machines.
std::string machineFolder();
/// Returns the path of the machine file for the machine `name`: nvidia-h200.json for "NVIDIA H200".
std::string machinePath(llvm::StringRef name);

/// Returns the path of the file with the fitted fractions of peak rates: NAME.shares.json for the
/// machine file NAME.json.
std::string sharesPath(llvm::StringRef machineFile);

/// Returns the machine that `wanted`, the value of --machine, names. A value with a slash or the
/// extension .json is a file. Other values are searched for in machineFolder(), among the machine
/// files of the tool, and among GPUs with published data. Returns `nullopt` after a reported error.
std::optional<KnownMachine> findMachine(const std::string &wanted, Diagnostics &diags);

/// Returns the machine whose file `stencilc probe` wrote on this computer: that of the first GPU,
/// or of the processor if there is no GPU. Returns `nullopt` if there is none. An unreadable file
/// is reported as a warning.
std::optional<KnownMachine> presentMachine(Diagnostics &diags);

/// Returns the built-in machine whose GPU has the name `gpu`, as the driver reports it, without
/// data of its host. It is used for a GPU that `stencilc probe` has not measured. Returns `nullopt`
/// if no such GPU is built in.
std::optional<KnownMachine> builtInMachineOf(llvm::StringRef gpu, Diagnostics &diags);

/// Severity of the messages about an invalid machine file.
enum class Bad { Error, Warning };
/// Reads the machine file `path`. Returns `nullopt` after it has reported, with severity `bad`,
/// what is wrong in which line.
std::optional<machine::Machine> readMachineFile(const std::string &path, Bad bad,
                                                Diagnostics &diags);
/// Parses `text`, the contents of a machine file. Messages name the file `path`. Returns `nullopt`
/// after it has reported, with severity `bad`, what is wrong in which line.
std::optional<machine::Machine> readMachineText(llvm::StringRef text, const std::string &path,
                                                Bad bad, Diagnostics &diags);

} // namespace stencilc::driver
