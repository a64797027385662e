/// \file Finds machines by name or file, reads machine files, and determines the folder in which
/// `stencilc probe` stores them.
#pragma once

#include "machine/Machine.h"
#include "machine/Shares.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// A machine with measured or published numbers, and their origin: the path of a file, or "built
/// in".
struct KnownMachine {
  machine::Machine machine;
  std::string origin;
  /// Shares that were fitted on the machine: measured fractions of its peak rates. They are read
  /// from NAME.shares.json next to the machine file, if it exists.
  std::optional<machine::FittedShares> shares;

  /// Returns name, date and origin of the machine: "NVIDIA H200, measured 2026-11-21 (h200.json)".
  std::string text() const;
};

/// Returns the folder for machine files that `stencilc probe` writes: stencilc/machines in
/// XDG_CONFIG_HOME or ~/.config. If there is no home folder, it is in the cache folder.
std::string machineFolder();
/// Returns the path of the machine file for a machine called `name`. For "NVIDIA H200" the file is
/// nvidia-h200.json in the folder of machine files.
std::string machinePath(llvm::StringRef name);

/// Returns the path of the shares (measured fractions of peak rates) that belong to a machine file:
/// NAME.shares.json for NAME.json.
std::string sharesPath(llvm::StringRef machineFile);

/// Finds the machine that --machine names. The value is a path if it ends in .json or contains a
/// slash. Otherwise it names a machine file of the user, a built-in machine, or a GPU with
/// published numbers. Returns `nullopt` after it has reported an error.
std::optional<KnownMachine> findMachine(const std::string &wanted, Diagnostics &diags);

/// Returns the numbers that `stencilc probe` has measured on this machine: those for the first GPU,
/// else those for the processor. Returns `nullopt` if there is no machine file. If it cannot be
/// read, a warning is printed, too.
std::optional<KnownMachine> presentMachine(Diagnostics &diags);

/// Returns the built-in machine whose GPU has the name `gpu`, as the driver reports it. The result
/// has no data of a host. Returns `nullopt` if no built-in machine has that GPU.
std::optional<KnownMachine> builtInMachineOf(llvm::StringRef gpu, Diagnostics &diags);

/// Severity with which an unusable machine file is reported.
enum class Bad { Error, Warning };

/// Reads the machine file `path`. Returns `nullopt` after it has reported what is wrong and in
/// which line, as an error or a warning (`bad`).
std::optional<machine::Machine> readMachineFile(const std::string &path, Bad bad,
                                                Diagnostics &diags);
/// Reads the content of a machine file from `text`, which messages call `path`. Returns `nullopt`
/// after it has reported what is wrong and in which line, as an error or a warning (`bad`).
std::optional<machine::Machine> readMachineText(llvm::StringRef text, const std::string &path,
                                                Bad bad, Diagnostics &diags);

} // namespace stencilc::driver
