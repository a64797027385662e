/// \file The diagnostics engine: typed messages with caret, fix-it, notes and a stable id.
///
/// Every message is one line of Diagnostics.def. `report` checks the argument types at compile time
/// and returns a builder; the message is printed when the builder goes out of scope, so that
/// fix-its and notes can be chained:
///
///     diags.report(range, diag::UndeclaredName, name).fixIt(range, nearest)
///          .note(declared, diag::DeclaredHere, nearest);
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SMLoc.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>
#include <vector>

namespace stencilc {

enum class Severity { Error, Warning, Note, Remark };

namespace diag {

/// One kind of message. `id` is API: shown in brackets, a heading in docs/reference/diagnostics.md,
/// tested.
template <class... Args> struct Kind {
  const char *id;
  Severity severity;
  const char *format;
};

#define DIAGNOSTIC(NAME, ID, SEVERITY, FORMAT, ...)                                                \
  inline constexpr Kind<__VA_ARGS__> NAME{ID, Severity::SEVERITY, FORMAT};
#include "support/Diagnostics.def"
#undef DIAGNOSTIC

} // namespace diag

class Diagnostics {
public:
  struct Message {
    Severity severity;
    const char *id;
    std::string text;
    llvm::SMRange range;
    llvm::SmallVector<llvm::SMFixIt, 1> fixIts;
  };
  using Consumer = std::function<void(const std::vector<Message> &)>;

  /// `sources` holds the buffers that ranges point into; messages go to `out`.
  Diagnostics(const llvm::SourceMgr &sources, llvm::raw_ostream &out, bool colours = false)
      : sources(sources), out(out), colours(colours) {}
  /// Messages about other buffers than the parent's (templates); printed where the parent prints
  /// and counted by it too.
  Diagnostics(const llvm::SourceMgr &sources, Diagnostics &parent)
      : sources(sources), out(parent.out), colours(parent.colours), parent(&parent),
        consumer(parent.consumer) {}
  /// Messages go to `consumer` instead of being printed: each with its notes behind it.
  Diagnostics(const llvm::SourceMgr &sources, Consumer consumer)
      : sources(sources), out(llvm::nulls()), colours(false), consumer(std::move(consumer)) {}

  /// A message under construction with its notes; printed by the destructor.
  class Report {
  public:
    Report(Diagnostics &owner, Message message) : owner(owner) {
      messages.push_back(std::move(message));
    }
    Report(const Report &) = delete;
    Report &operator=(const Report &) = delete;
    ~Report() { owner.print(messages); }

    /// Proposes to replace `range` by `text`.
    Report &fixIt(llvm::SMRange range, llvm::StringRef text) {
      messages.back().fixIts.emplace_back(range, text.str());
      return *this;
    }
    /// The other place involved, or what to do; `range` may be empty for a note without a place.
    template <class... Args>
    Report &note(llvm::SMRange range, const diag::Kind<Args...> &kind,
                 const std::type_identity_t<Args> &...args) {
      messages.push_back(make(range, kind, args...));
      return *this;
    }

  private:
    Diagnostics &owner;
    std::vector<Message> messages;
  };

  template <class... Args>
  Report report(llvm::SMRange range, const diag::Kind<Args...> &kind,
                const std::type_identity_t<Args> &...args) {
    return Report(*this, make(range, kind, args...));
  }
  /// A message about the command line or a file as a whole.
  template <class... Args>
  Report report(const diag::Kind<Args...> &kind, const std::type_identity_t<Args> &...args) {
    return Report(*this, make(llvm::SMRange(), kind, args...));
  }

  /// Says again what a consumer was given, about no place in a file.
  void repeat(const std::vector<Message> &messages) { print(messages); }

  /// Line of `place` in its file, counted from 1; 0 if it points nowhere.
  int lineOf(llvm::SMLoc place) const;

  unsigned errors() const { return errorCount; }
  unsigned warnings() const { return warningCount; }

private:
  template <class... Args>
  static Message make(llvm::SMRange range, const diag::Kind<Args...> &kind, const Args &...args) {
    return {kind.severity, kind.id, llvm::formatv(false, kind.format, args...).str(), range, {}};
  }
  void print(std::vector<Message> messages);
  void addImports(std::vector<Message> &messages) const;
  void count(Severity severity);

  const llvm::SourceMgr &sources;
  llvm::raw_ostream &out;
  bool colours;
  unsigned errorCount = 0, warningCount = 0;
  Diagnostics *parent = nullptr;
  Consumer consumer; // if there is one
};

/// The candidate nearest to `name` by edit distance, or empty when none is near enough to suggest.
llvm::StringRef nearestName(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates);

} // namespace stencilc
