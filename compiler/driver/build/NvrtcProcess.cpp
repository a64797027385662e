/// \file Runs NVRTC in a forked child process, so that a crash of NVRTC does not end this process.
#include "driver/build/NvrtcProcess.h"
#include "driver/process/InCopy.h"
#include "library/Guest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstdint>
#include <cstring>

namespace stencilc::driver {

namespace {

/// Serialises a list of texts: the length of each in 8 bytes, then its bytes. `unpacked` is the
/// inverse.
std::string packed(const std::vector<std::string> &texts) {
  std::string bytes;
  for (const std::string &text : texts) {
    const std::uint64_t size = text.size();
    bytes.append(reinterpret_cast<const char *>(&size), sizeof size);
    bytes += text;
  }
  return bytes;
}

/// Returns the list of texts that were serialised into `bytes`: the length of each text in 8 bytes,
/// then its bytes.
std::vector<std::string> unpacked(llvm::StringRef bytes) {
  std::vector<std::string> texts;
  std::uint64_t size = 0;
  while (bytes.size() >= sizeof size) {
    std::memcpy(&size, bytes.data(), sizeof size);
    bytes = bytes.drop_front(sizeof size);
    texts.push_back(bytes.take_front(size).str());
    bytes = bytes.drop_front(std::min<std::uint64_t>(size, bytes.size()));
  }
  return texts;
}

} // namespace

bool compileInProcess(const library::Nvrtc &nvrtc, const library::NvrtcRequest &request,
                      library::NvrtcResult &result, std::string &crash) {
  if (library::isGuest())
    return nvrtc.compile(request, result);
  result = {};
  const auto made = inCopy(
      [&] {
        library::NvrtcResult here;
        const bool isMade = nvrtc.compile(request, here);
        std::vector<std::string> texts = {isMade ? "made" : "", here.cubin, here.log, here.why};
        llvm::append_range(texts, here.loweredNames);
        return packed(texts);
      },
      crash);
  const std::vector<std::string> texts = unpacked(made.value_or(""));
  constexpr std::size_t kFixed = 4; // texts before the lowered names
  if (texts.size() < kFixed) {
    result.why = nvrtc.versionText() + " crashed on '" + request.name + "': " + crash;
    return false;
  }
  result.cubin = texts[1];
  result.log = texts[2];
  result.why = texts[3];
  result.loweredNames.assign(texts.begin() + kFixed, texts.end());
  return !texts[0].empty();
}

} // namespace stencilc::driver
