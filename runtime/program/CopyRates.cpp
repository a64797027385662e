/// \file Reads and writes the file of measured copy rates, in bytes per second, of devices.
#include "runtime/program/CopyRates.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/core/support/Text.h"
#include "runtime/files/OutputFile.h"
#include "runtime/program/Bandwidth.h"
#include <algorithm>
#include <fstream>

namespace stencilc::inline STENCILC_SPACE {

/// Version of the method by which measureCopy() measures the rate of a copy. Rates that another
/// version has stored are removed.
static constexpr int kMethod = 1;

CachedCopyRate::CachedCopyRate(std::string path, const std::string &name,
                               std::uint64_t lastCacheBytes)
    : path(std::move(path)),
      key(format("%d\t", kMethod) + name + ", cache " + std::to_string(lastCacheBytes) + "\t") {}

/// Returns the lines of a file, each with its newline. Returns an empty list if the file cannot be
/// read.
static std::vector<std::string> linesOf(const std::string &path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    lines.push_back(line + "\n");
  return lines;
}

double CachedCopyRate::find() const {
  if (path.empty())
    return -1;
  for (const std::string &line : linesOf(path))
    if (double rate = 0; line.rfind(key, 0) == 0 &&
                         parseNumber(line.substr(key.size(), line.size() - key.size() - 1), rate) &&
                         rate > 0)
      return rate;
  return -1;
}

void CachedCopyRate::keep(double bytesPerSecond) const {
  if (path.empty() || !(bytesPerSecond > 0))
    return;
  // Other processes may have slowed the copy down.
  bytesPerSecond = std::max(bytesPerSecond, find());
  const std::string version = format("%d\t", kMethod);
  std::string text;
  for (const std::string &line : linesOf(path))
    if (line.rfind(version, 0) == 0 && line.rfind(key, 0) != 0)
      text += line;
  text += key + format("%.6g\n", bytesPerSecond);
  OutputFile file;
  if (file.open(path, 0) && file.write(text.data(), text.size()) && file.finish())
    (void)file.commit();
}

/// Measures the rate of copies in device memory, in bytes per second. Returns a negative number if
/// there is too little memory. If the buffers of the copy do not fit into `limit` bytes (0: all
/// free memory) beside the fields of `instance`, deletes `instance` first and sets it to null.
/// Otherwise keeps it, because memory that was just freed is slower.
static double measureBeside(std::unique_ptr<Instance> &instance, Device &device,
                            std::uint64_t limit) {
  const std::uint64_t fieldBytes = instance->deviceBytes();
  double rate = -1;
  if (limit == 0 || limit > fieldBytes)
    rate = measureCopy(device, limit > 0 ? limit - fieldBytes : 0);
  if (rate >= 0)
    return rate;
  instance.reset();
  return measureCopy(device, limit);
}

void compareWithCopy(std::unique_ptr<Instance> &instance, Device &device,
                     const ProgramArguments &arguments, Summary &summary) {
  constexpr double kLong = 1; // seconds of steps after which a measurement costs little
  const bool isRepeated = arguments.repeat > 0;
  const bool isAskedFor =
      !arguments.silent && (arguments.json || (arguments.verbose && !arguments.quiet));
  summary.fitsInCache = instance->deviceBytes() < device.lastCacheBytes();
  if (!isAskedFor && (arguments.quiet || summary.fitsInCache))
    return;
  const CachedCopyRate kept(arguments.copyRates, summary.device, device.lastCacheBytes());
  summary.copyBytesPerSecond = isRepeated ? -1 : kept.find();
  if (summary.copyBytesPerSecond > 0 || (!isAskedFor && !isRepeated && summary.seconds < kLong))
    return;
  summary.copyBytesPerSecond = measureBeside(instance, device, arguments.memoryLimit);
  kept.keep(summary.copyBytesPerSecond);
}

} // namespace stencilc::inline STENCILC_SPACE
