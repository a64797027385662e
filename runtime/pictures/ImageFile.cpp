/// \file Writes an encoded image or movie to a file that is never incomplete.
#include "runtime/pictures/ImageFile.h"

#include "runtime/files/OutputFile.h"

namespace stencilc::inline STENCILC_SPACE {

std::string writeImageFile(const std::string &path, const std::string &bytes) {
  OutputFile output;
  if (!output.open(path, bytes.size()) || !output.write(bytes.data(), bytes.size()) ||
      !output.finish() || !output.commit())
    return output.error();
  return "";
}

} // namespace stencilc::inline STENCILC_SPACE
