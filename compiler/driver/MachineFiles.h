/// \file Machines by name: where their files are kept, and which one is planned for.
#pragma once

#include "machine/Machine.h"
#include "machine/Shares.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// A machine and where its numbers come from: a path, or "built in".
struct KnownMachine {
  machine::Machine machine;
  std::string origin;
  /// Fitted on it: in NAME.shares.json beside the machine's file, if there is one.
  std::optional<machine::FittedShares> shares;

  /// "NVIDIA H200, measured 2026-11-21 (h200.json)".
  std::string text() const;
};

/// Folder of the machine files that `stencilc probe` writes: XDG_CONFIG_HOME/stencilc/machines.
std::string machineFolder();
/// Where the file of a machine of that name is kept: "NVIDIA H200" in nvidia-h200.json.
std::string machinePath(llvm::StringRef name);

/// Where shares fitted on the machine of a file are: NAME.shares.json beside NAME.json.
std::string sharesPath(llvm::StringRef machineFile);

/// What --machine asks for: a file if it ends in .json or has a slash, else by name a file of the
/// folder, one that is part of the tool, or a chip by published numbers. Nothing after a report.
std::optional<KnownMachine> findMachine(const std::string &wanted, Diagnostics &diags);

/// What a probe found on this machine, if there was one: the file of the first GPU, else of the
/// processor. A file that cannot be read is a warning, one of shares too.
std::optional<KnownMachine> presentMachine(Diagnostics &diags);

/// The built-in machine whose GPU has this name, as drivers report it, without its host; nothing if
/// none was measured. It stands for a GPU that no probe has measured.
std::optional<KnownMachine> builtInMachineOf(llvm::StringRef gpu, Diagnostics &diags);

/// Reads a machine file or its text, called `path`; reports what is wrong, with the line, as `Bad`
/// says.
enum class Bad { Error, Warning };
std::optional<machine::Machine> readMachineFile(const std::string &path, Bad bad,
                                                Diagnostics &diags);
std::optional<machine::Machine> readMachineText(llvm::StringRef text, const std::string &path,
                                                Bad bad, Diagnostics &diags);

} // namespace stencilc::driver
