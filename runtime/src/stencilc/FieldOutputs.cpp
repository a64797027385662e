/// \file Files of fields, all of them together.
#include "stencilc/FieldOutputs.h"

namespace stencilc::inline STENCILC_SPACE {

Status FieldOutputs::open(const ProgramDescription &program, const std::int64_t (&size)[3],
                          const std::vector<FileArgument> &wanted, bool plane) {
  for (const FileArgument &one : wanted) {
    files.emplace_back();
    files.back().field = one.field;
    files.back().age = one.age;
    files.back().plane = plane;
    if (!files.back().open(program, size, one.path))
      return Status::invalid(files.back().file.error());
  }
  return {};
}

Status FieldOutputs::write(const Instance &instance) {
  std::string error;
  for (FieldOutput &output : files)
    if (!output.write(instance, error))
      return Status::invalid(error);
  return {};
}

Status FieldOutputs::each(bool (NpyOutput::*act)()) {
  for (FieldOutput &output : files)
    if (!(output.file.*act)())
      return Status::invalid(output.file.error());
  return {};
}

std::vector<int> FieldOutputs::notFinite() const {
  std::vector<int> fields;
  for (const FieldOutput &output : files)
    if (!output.finite && !output.plane && output.age == 0)
      fields.push_back(output.field);
  return fields;
}

} // namespace stencilc::inline STENCILC_SPACE
