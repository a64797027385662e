/// \file Plots that the program gnuplot draws.
#include "driver/draw/Gnuplot.h"
#include "driver/build/Toolchain.h"
#include "driver/files/FileOutput.h"
#include "driver/process/Process.h"
#include "driver/process/WorkFolder.h"
#include "runtime/core/support/Text.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

bool hasGnuplot(const std::string &path, llvm::StringRef without, Diagnostics &diags) {
  if (!findGnuplot().empty())
    return true;
  diags.report(diag::PlotterNotFound, path)
      .note({}, diag::Hint,
            "install gnuplot (Debian: apt-get install gnuplot-nox); " + without.str());
  return false;
}

std::string gnuplotText(const std::string &text) {
  std::string result = "'";
  for (const char c : text)
    result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

std::string gnuplotNumber(double value) { return format("%.9g", value); }

static std::string contents(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().trim().str() : "";
}

/// Returns true if the bytes of an SVG or PNG file end as a complete file does.
static bool isWhole(llvm::StringRef plot) {
  return plot.rtrim().ends_with("</svg>") || plot.ends_with("IEND\xae\x42\x60\x82");
}

bool drawByGnuplot(
    const std::string &path, const std::string &data,
    const std::function<std::string(const std::string &data, const std::string &plot)> &script,
    Diagnostics &diags) {
  const WorkFolder folder;
  if (!folder.isThere(diags))
    return false;
  const std::string commands = folder.file("plot.gnuplot"), numbers = folder.file("data.txt"),
                    plot = folder.file("plot"), said = folder.file("errors.txt");
  if (!writeFileWhole(numbers, data, diags) ||
      !writeFileWhole(commands, script(numbers, plot), diags))
    return false;
  std::string error;
  const int status = execute({findGnuplot(), commands}, said, error, said);
  auto drawn =
      llvm::MemoryBuffer::getFile(plot, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (status != 0 || !drawn || !isWhole((*drawn)->getBuffer())) {
    const std::string message = contents(said);
    diags.report(diag::PlotFailed, path,
                 !message.empty() ? message
                 : !error.empty() ? error
                                  : "exit code " + std::to_string(status));
    return false;
  }
  return writeFileWhole(path, (*drawn)->getBuffer(), diags);
}

} // namespace stencilc::driver
