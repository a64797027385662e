/// \file A run of Clang on a text and its headers, all in memory. It reads no files.
#pragma once

#include "jit/Jit.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace stencilc::jit {

/// Output of a run of Clang: an ELF object or a precompiled header.
enum class Product { Object, PrecompiledHeader };

/// Runs `action` on the text of `request`. Returns true on success. Errors and warnings go to
/// `messages`. The object file goes to `output`, null for actions that write no object.
bool runClang(const stencilc_jit_compile_request &request, Product product,
              clang::FrontendAction &action, llvm::raw_ostream &messages,
              std::unique_ptr<llvm::raw_pwrite_stream> output);

} // namespace stencilc::jit
