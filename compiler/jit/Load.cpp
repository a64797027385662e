/// \file Loading of compiled objects into this process by LLVM's JIT linker. The caller provides
/// the addresses of all undefined symbols.
#include "jit/Initialisers.h"
#include "jit/Jit.h"
#include "jit/Request.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/JITLink/ELF_x86_64.h"
#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"
#include "llvm/ExecutionEngine/Orc/SymbolStringPool.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>

using namespace llvm;

/// Memory and symbols of one loaded object. An object cannot use the symbols of another one.
struct stencilc_jit_code {
  std::unique_ptr<jitlink::InProcessMemoryManager> memory;
  jitlink::JITLinkMemoryManager::FinalizedAlloc allocation;
  StringMap<void *> symbols;
  stencilc::jit::Initialisers initialisers;

  ~stencilc_jit_code() {
    if (allocation)
      consumeError(memory->deallocate(std::move(allocation)));
  }
};

namespace stencilc::jit {

/// Callbacks of LLVM's linker while it links one object into `code`.
class Context : public jitlink::JITLinkContext {
public:
  Context(stencilc_jit_code &code, const stencilc_jit_load_request &request, std::string &message)
      : JITLinkContext(nullptr), code(code), request(request), message(message) {}

  jitlink::JITLinkMemoryManager &getMemoryManager() override { return *code.memory; }

  void notifyFailed(Error error) override { message = toString(std::move(error)); }

  void lookup(const LookupMap &symbols,
              std::unique_ptr<jitlink::JITLinkAsyncLookupContinuation> next) override {
    jitlink::AsyncLookupResult found;
    std::vector<std::string> missing;
    for (const auto &[name, flags] : symbols) {
      void *address = find((*name).str());
      if (!address && flags == jitlink::SymbolLookupFlags::RequiredSymbol)
        missing.push_back((*name).str());
      found[name] = {orc::ExecutorAddr::fromPtr(address), JITSymbolFlags::Exported};
    }
    if (missing.empty())
      return next->run(std::move(found));
    sort(missing);
    next->run(createStringError("nothing is known of " + join(missing, ", ")));
  }

  Error notifyResolved(jitlink::LinkGraph &graph) override {
    for (const jitlink::Symbol *symbol : graph.defined_symbols())
      if (symbol->hasName() && symbol->getScope() != jitlink::Scope::Local)
        code.symbols[*symbol->getName()] = symbol->getAddress().toPtr<void *>();
    return Error::success();
  }

  void notifyFinalized(jitlink::JITLinkMemoryManager::FinalizedAlloc allocation) override {
    code.allocation = std::move(allocation);
  }

  Error modifyPassConfig(jitlink::LinkGraph &, jitlink::PassConfiguration &passes) override {
    passes.PrePrunePasses.push_back(
        [this](jitlink::LinkGraph &graph) { return code.initialisers.prepare(graph); });
    passes.PostFixupPasses.push_back(
        [this](jitlink::LinkGraph &graph) { return code.initialisers.collect(graph); });
    return Error::success();
  }

private:
  void *find(const std::string &name) {
    if (name == "__cxa_atexit")
      return reinterpret_cast<void *>(&Initialisers::atExit);
    return request.find ? request.find(request.user, name.c_str()) : nullptr;
  }

  stencilc_jit_code &code;
  const stencilc_jit_load_request &request;
  std::string &message;
};

/// Links the object of `request` into `code`. The linker works in this process, so `code` is
/// complete when the call returns.
static Error link(stencilc_jit_code &code, const stencilc_jit_load_request &request) {
  auto memory = jitlink::InProcessMemoryManager::Create();
  if (!memory)
    return memory.takeError();
  code.memory = std::move(*memory);
  const StringRef bytes(static_cast<const char *>(request.bytes), request.byte_count);
  const auto copy = MemoryBuffer::getMemBufferCopy(bytes, "object"); // aligned
  const auto names = std::make_shared<orc::SymbolStringPool>();      // outlives the graph
  auto graph = jitlink::createLinkGraphFromELFObject_x86_64(*copy, names);
  if (!graph)
    return graph.takeError();
  std::string message;
  jitlink::link_ELF_x86_64(std::move(*graph), std::make_unique<Context>(code, request, message));
  return code.allocation ? Error::success() : createStringError(message);
}

} // namespace stencilc::jit

stencilc_jit_code *stencilc_jit_load(const stencilc_jit_load_request *request, char **message) {
  using namespace stencilc::jit;
  auto code = std::make_unique<stencilc_jit_code>();
  if (Error error = link(*code, complete(request))) {
    const std::string text = toString(std::move(error));
    if (message)
      *message = copyText(text);
    return nullptr;
  }
  code->initialisers.run();
  return code.release();
}

void *stencilc_jit_symbol(const stencilc_jit_code *code, const char *name) {
  return code->symbols.lookup(name);
}

void stencilc_jit_unload(stencilc_jit_code *code) {
  if (code)
    code->initialisers.undo();
  delete code;
}
