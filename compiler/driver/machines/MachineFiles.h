/// \file Finds machines by name or file, reads machine files, and knows where `stencilc probe`
/// keeps them.
#pragma once

#include "machine/Machine.h"
#include "machine/Shares.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// A machine and the origin of its numbers: the path of a file, or "built in".
struct KnownMachine {
  machine::Machine machine;
  std::string origin;
  /// Shares that were fitted on the machine: measured fractions of its peak rates. They are read
  /// from NAME.shares.json next to the machine file, if it exists.
  std::optional<machine::FittedShares> shares;

  /// Returns name, date and origin of the machine: "NVIDIA H200, measured 2026-11-21 (h200.json)".
  std::string text() const;
};

/// Returns the folder in which `stencilc probe` keeps machine files: stencilc/machines in
/// XDG_CONFIG_HOME or ~/.config. Without a home folder it is in the cache folder.
std::string machineFolder();
/// Returns the path of the machine file for a name: nvidia-h200.json in the folder of machine files
/// for "NVIDIA H200".
std::string machinePath(llvm::StringRef name);

/// Returns the path of the shares (measured fractions of peak rates) that belong to a machine file:
/// NAME.shares.json for NAME.json.
std::string sharesPath(llvm::StringRef machineFile);

/// Finds the machine that --machine names: a path if it ends in .json or contains a slash.
/// Otherwise a file of the folder of machine files, a built-in machine, or a GPU by published
/// numbers. Returns `nullopt` after it has reported an error.
std::optional<KnownMachine> findMachine(const std::string &wanted, Diagnostics &diags);

/// Returns what `stencilc probe` measured on this machine, if its file exists: the file of the
/// first GPU, else of the processor. Returns `nullopt` if there is none, or with a warning if it
/// cannot be read.
std::optional<KnownMachine> presentMachine(Diagnostics &diags);

/// Returns the built-in machine whose GPU has the name `gpu`, as the driver reports it. Its host is
/// left out. Returns `nullopt` if no built-in machine has that GPU.
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
