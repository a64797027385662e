/// \file Constructors and destructors of global objects in a loaded object file.
#include "jit/Initialisers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace stencilc::jit {

/// Returns the sections of an object that are called `name` or `name.PRIORITY`, sorted by priority.
/// Sections without a priority come last.
static std::vector<jitlink::Section *> sections(jitlink::LinkGraph &graph, StringRef name) {
  std::vector<std::pair<unsigned, jitlink::Section *>> found;
  for (jitlink::Section &section : graph.sections()) {
    StringRef rest = section.getName();
    unsigned priority = 0;
    if (!rest.consume_front(name))
      continue;
    if (rest.empty())
      found.emplace_back(65536, &section);
    else if (rest.consume_front(".") && !rest.getAsInteger(10, priority))
      found.emplace_back(priority, &section);
  }
  stable_sort(found, less_first());
  std::vector<jitlink::Section *> sorted;
  for (const auto &[priority, section] : found)
    sorted.push_back(section);
  return sorted;
}

/// Returns the functions to which the array in `section` (such as `.init_array`) points, in order.
static std::vector<void (*)()> functions(jitlink::Section &section) {
  std::vector<jitlink::Block *> blocks(section.blocks().begin(), section.blocks().end());
  sort(blocks, [](const auto *a, const auto *b) { return a->getAddress() < b->getAddress(); });
  std::vector<void (*)()> found;
  for (const jitlink::Block *block : blocks) {
    const ArrayRef<char> bytes = block->getContent();
    for (std::size_t i = 0; i + sizeof(void *) <= bytes.size(); i += sizeof(void *)) {
      void (*function)();
      std::memcpy(static_cast<void *>(&function), bytes.data() + i, sizeof function);
      found.push_back(function);
    }
  }
  return found;
}

/// Defines the symbol `__dso_handle`, if the object uses it, as a variable that contains the
/// pointer `self`.
static void defineHandle(jitlink::LinkGraph &graph, Initialisers *self) {
  for (jitlink::Symbol *symbol : graph.external_symbols()) {
    if (!symbol->hasName() || *symbol->getName() != "__dso_handle")
      continue;
    const MutableArrayRef<char> bytes = graph.allocateBuffer(sizeof(Initialisers *));
    std::memcpy(bytes.data(), static_cast<const void *>(&self), bytes.size());
    jitlink::Section &section =
        graph.createSection(".stencilc.handle", orc::MemProt::Read | orc::MemProt::Write);
    jitlink::Block &block = graph.createMutableContentBlock(section, bytes, orc::ExecutorAddr(),
                                                            alignof(Initialisers *), 0);
    graph.makeDefined(*symbol, block, 0, block.getSize(), jitlink::Linkage::Strong,
                      jitlink::Scope::Local, /*IsLive=*/false);
    return;
  }
}

Error Initialisers::prepare(jitlink::LinkGraph &graph) {
  for (const char *name : {".init_array", ".fini_array"})
    for (jitlink::Section *section : sections(graph, name))
      for (jitlink::Block *block : section->blocks())
        graph.addAnonymousSymbol(*block, 0, block->getSize(), /*IsCallable=*/false,
                                 /*IsLive=*/true);
  defineHandle(graph, this);
  return Error::success();
}

Error Initialisers::collect(jitlink::LinkGraph &graph) {
  for (jitlink::Section *section : sections(graph, ".init_array"))
    append_range(first, functions(*section));
  for (jitlink::Section *section : sections(graph, ".fini_array"))
    append_range(last, functions(*section));
  return Error::success();
}

void Initialisers::run() {
  for (const Function function : first)
    function();
}

void Initialisers::undo() {
  while (!destructors.empty()) {
    const Destructor destructor = destructors.back();
    destructors.pop_back();
    destructor.run(destructor.object);
  }
  for (const Function function : reverse(last))
    function();
}

int Initialisers::atExit(void (*destructor)(void *), void *object, void *handle) {
  Initialisers *self = *static_cast<Initialisers **>(handle);
  const std::lock_guard<std::mutex> lock(self->mutex);
  self->destructors.push_back({destructor, object});
  return 0;
}

} // namespace stencilc::jit
