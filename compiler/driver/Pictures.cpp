/// \file Slices of a run to a PNG, before and after side by side.
#include "driver/Pictures.h"
#include "driver/References.h"
#include "stencilc/Npy.h"
#include "stencilc/picture/Picture.h"
#include "llvm/Support/FileSystem.h"

namespace stencilc::driver {

PictureFiles::PictureFiles(PictureFiles &&other) noexcept { *this = std::move(other); }

PictureFiles &PictureFiles::operator=(PictureFiles &&other) noexcept {
  field = std::move(other.field);
  std::swap(before, other.before);
  std::swap(after, other.after);
  return *this;
}

PictureFiles::~PictureFiles() {
  for (const std::string &file : {before, after})
    if (!file.empty())
      llvm::sys::fs::remove(file);
}

std::optional<PictureFiles> preparePicture(const ir::Program &program, const std::string &wanted,
                                           Diagnostics &diags) {
  PictureFiles files;
  if (wanted.empty()) {
    files.field = program.fields[program.stages.begin()->target].name;
  } else if (parseAssignments({wanted + "=picture"}, fieldNames(program), "field", diags)) {
    files.field = wanted;
  } else {
    return std::nullopt;
  }
  for (std::string *file : {&files.before, &files.after}) {
    llvm::SmallString<128> name;
    if (std::error_code code = llvm::sys::fs::createTemporaryFile("stencilc-slice", "npy", name)) {
      diags.report(diag::CannotWriteFile, "temporary file", code.message());
      return std::nullopt;
    }
    *file = name.str().str();
  }
  return files;
}
