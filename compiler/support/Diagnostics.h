/// \file The diagnostics engine: typed messages with caret, fix-it, notes and a stable id.
///
/// Every message is one line of Diagnostics.def. `report` checks the argument types at compile time
/// and returns a builder. The destructor of the builder prints the message, so fix-its and notes
/// can be chained:
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

/// One kind of message, such as diag::UndeclaredName, with the types of its format arguments. `id`
/// is public and never changes: messages show it in brackets, docs/reference/diagnostics.md has a
/// heading for it, and tests match it.
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

/// Diagnostics engine of the compiler. Prints errors, warnings and notes about the source buffers
/// of one SourceMgr, and counts the errors and warnings.
class Diagnostics {
public:
  /// A message with its severity, text, source range and fix-its.
  struct Message {
    Severity severity;
    const char *id;
    std::string text;
    llvm::SMRange range;
    llvm::SmallVector<llvm::SMFixIt, 1> fixIts;
  };
  using Consumer = std::function<void(const std::vector<Message> &)>;

  /// Creates a diagnostics engine that prints messages to `out`, in colour if `colours` is true.
  /// `sources` has the buffers into which source ranges point.
  Diagnostics(const llvm::SourceMgr &sources, llvm::raw_ostream &out, bool colours = false)
      : sources(sources), out(out), colours(colours) {}
  /// Creates a diagnostics engine for buffers in `sources` that `parent` does not have, such as
  /// templates. It prints to the stream or consumer of `parent`, which counts its errors, too.
  Diagnostics(const llvm::SourceMgr &sources, Diagnostics &parent)
      : sources(sources), out(parent.out), colours(parent.colours), parent(&parent),
        consumer(parent.consumer) {}
  /// Creates a diagnostics engine that passes each message with its notes to the function
  /// `consumer`, and prints nothing.
  Diagnostics(const llvm::SourceMgr &sources, Consumer consumer)
      : sources(sources), out(llvm::nulls()), colours(false), consumer(std::move(consumer)) {}

  /// Message under construction, with its notes. The destructor prints the message and the notes.
  class Report {
  public:
    Report(Diagnostics &owner, Message message) : owner(owner) {
      messages.push_back(std::move(message));
    }
    Report(const Report &) = delete;
    Report &operator=(const Report &) = delete;
    ~Report() { owner.print(messages); }

    /// Attaches a fix-it, the suggestion to replace `range` by `text`, to the message or note that
    /// was added last.
    Report &fixIt(llvm::SMRange range, llvm::StringRef text) {
      messages.back().fixIts.emplace_back(range, text.str());
      return *this;
    }
    /// Adds a note that points to another source range or gives advice. If `range` is empty, the
    /// note shows no source line.
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
  /// Reports a message without a source range, for example about the command line or a whole file.
  template <class... Args>
  Report report(const diag::Kind<Args...> &kind, const std::type_identity_t<Args> &...args) {
    return Report(*this, make(llvm::SMRange(), kind, args...));
  }

  /// Prints and counts messages that another diagnostics engine has passed to its consumer. Their
  /// ranges must be empty, or in buffers of this engine.
  void repeat(const std::vector<Message> &messages) { print(messages); }

  /// Returns the line number of the source location `place` in its file, counted from 1. Returns 0
  /// if `place` is invalid.
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
  Consumer consumer; // empty: messages are printed
};

/// Returns the candidate nearest to `name` by edit distance (ignoring case), or an empty string if
/// none is similar enough to suggest.
llvm::StringRef nearestName(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates);

} // namespace stencilc
