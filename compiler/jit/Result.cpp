/// \file Allocates, reads and frees stencilc_jit_object, the result of a compilation.
#include "jit/Result.h"

namespace stencilc::jit {

stencilc_jit_object *publish(std::unique_ptr<Result> result) {
  for (const std::string &name : result->names)
    result->namePointers.push_back(name.c_str());
  result->size = sizeof(stencilc_jit_object);
  result->bytes =
      result->made.empty() ? nullptr : reinterpret_cast<const unsigned char *>(result->made.data());
  result->byte_count = result->made.size();
  result->undefined = result->namePointers.data();
  result->undefined_count = result->namePointers.size();
  result->messages = result->text.c_str();
  return result.release();
}

} // namespace stencilc::jit

void stencilc_jit_free_object(stencilc_jit_object *object) {
  delete static_cast<stencilc::jit::Result *>(object);
}
