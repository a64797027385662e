/// \file Reads and writes state.json, which lists the files of a domain. Writing is atomic, and
/// reading checks the content.
#include "runtime/files/TierState.h"
#include "runtime/core/support/Text.h"
#include "runtime/files/OutputFile.h"
#include "runtime/files/PlaneSums.h"
#include <cstdio>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

std::string TierState::value(const std::string &name) const {
  const auto found = values.find(name);
  return found == values.end() ? "" : found->second;
}

std::string TierState::text() const {
  std::string text = "{";
  std::map<std::string, std::string> all = values;
  all[kSum] = sum();
  for (const auto &[name, value] : all)
    text += (text.size() > 1 ? ",\n  " : "\n  ") + jsonString(name) + ": " + jsonString(value);
  return text + "\n}\n";
}

Status TierState::write(const std::string &folder) const {
  const std::string whole = text();
  OutputFile file;
  if (!file.open(folder + "/" + kName, whole.size()) || !file.write(whole.data(), whole.size()) ||
      !file.finish() || !file.commit())
    return Status::invalid(file.error());
  return {};
}

bool TierState::parse(const std::string &text) {
  values.clear();
  std::size_t at = 0;
  bool good = take(text, at, '{');
  while (good && !take(text, at, '}')) {
    std::string name, value;
    good = (values.empty() || take(text, at, ',')) && readString(text, at, name) &&
           take(text, at, ':') && readString(text, at, value);
    values[name] = value;
  }
  const auto written = values.find(kSum);
  if (good && written != values.end()) {
    const std::string wanted = written->second;
    values.erase(written);
    if (wanted == sum())
      return true;
  }
  values.clear();
  return false;
}

Status TierState::read(const std::string &folder) {
  values.clear();
  const std::string path = folder + "/" + kName;
  std::FILE *const file = std::fopen(path.c_str(), "rbe");
  if (!file)
    return {};
  constexpr std::size_t kLongest = 1 << 20;
  std::string text(kLongest, '\0');
  text.resize(std::fread(text.data(), 1, kLongest, file));
  std::fclose(file);
  if (text.size() < kLongest && parse(text))
    return {};
  values.clear();
  return Status::invalid("'" + path + "' is damaged; remove the folder and start again");
}

std::string TierState::sum() const {
  std::string text;
  for (const auto &[name, value] : values)
    text += name + '\0' + value + '\0';
  return digestOf(text.data(), text.size());
}

bool TierState::take(const std::string &text, std::size_t &at, char wanted) {
  while (at < text.size() && std::strchr(" \n\r\t", text[at]))
    ++at;
  if (at == text.size() || text[at] != wanted)
    return false;
  ++at;
  return true;
}

bool TierState::readString(const std::string &text, std::size_t &at, std::string &value) {
  if (!take(text, at, '"'))
    return false;
  while (at < text.size() && text[at] != '"') {
    char next = text[at++];
    if (next == '\\' && at < text.size()) {
      next = text[at++];
      if (next == 'u') { // a control character, as written by jsonString()
        if (at + 4 > text.size())
          return false;
        next = static_cast<char>(std::strtol(text.substr(at, 4).c_str(), nullptr, 16));
        at += 4;
      }
    }
    value += next;
  }
  return take(text, at, '"');
}

} // namespace stencilc::inline STENCILC_SPACE
