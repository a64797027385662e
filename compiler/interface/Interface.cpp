/// \file The functions of the C interface about compilations and modules.
#include "driver/ToolMain.h"
#include "interface/Handles.h"
#include "stencilc/Version.h"
#include "llvm/ADT/StringRef.h"
#include <new>

namespace {

/// Returns the result of `make`, a pointer to a new object. Returns null if there is no memory.
template <class Make> auto orNull(Make make) noexcept -> decltype(make()) {
  try {
    return make();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

/// Returns the compilation behind a handle of the C interface. Its functions lock it where they
/// change it.
stencilc::interface::Compilation &of(const stencilc_compilation *compilation) {
  return const_cast<stencilc_compilation *>(compilation)->its;
}

} // namespace

extern "C" {

int stencilc_main(int argc, char **argv) { return stencilc::driver::toolMain(argc, argv); }

const char *stencilc_version(void) { return STENCILC_VERSION_TEXT; }

stencilc_compilation *stencilc_compile(const char *text, const char *options_json) {
  return orNull([&] { return new stencilc_compilation{{text, options_json}}; });
}

void stencilc_free_compilation(stencilc_compilation *compilation) { delete compilation; }

int stencilc_succeeded(const stencilc_compilation *compilation) {
  return compilation && compilation->its.hasSucceeded();
}

const char *stencilc_messages(const stencilc_compilation *compilation) {
  return compilation ? orNull([&] { return of(compilation).messages(); }) : nullptr;
}

const char *stencilc_facts(const stencilc_compilation *compilation) {
  return compilation ? compilation->its.facts() : nullptr;
}

const char *stencilc_plan(const stencilc_compilation *compilation) {
  return compilation ? compilation->its.plan() : nullptr;
}

const char *stencilc_text(stencilc_compilation *compilation, const char *what) {
  return compilation ? orNull([&] { return of(compilation).text(what ? what : ""); }) : nullptr;
}

stencilc_module *stencilc_load(stencilc_compilation *compilation) {
  return orNull([&]() -> stencilc_module * {
    auto program = compilation ? compilation->its.load() : nullptr;
    return program ? new stencilc_module{std::move(program)} : nullptr;
  });
}

void stencilc_free_module(stencilc_module *module) {
  if (module && module->isOfThisProcess())
    delete module;
}

const char *stencilc_description(const stencilc_module *module) {
  return module ? module->program->json.c_str() : nullptr;
}

} // extern "C"
