/// \file The progress line on the terminal, which is overwritten at each update.
#include "runtime/program/Progress.h"
#include "runtime/core/support/Seconds.h"
#include <cmath>
#include <sys/ioctl.h>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

bool mayColour(int descriptor) {
  const char *noColour = std::getenv("NO_COLOR");
  return isatty(descriptor) && !(noColour && *noColour);
}

Progress::Progress(ProgressMode mode, const char *name, double cells, std::int64_t steps)
    : name(name), cells(cells), steps(steps), start(secondsNow()), last(start) {
  const char *terminal = std::getenv("TERM");
  onTerminal = isatty(STDERR_FILENO) && !(terminal && std::string(terminal) == "dumb");
  enabled = mode == ProgressMode::Always || (mode == ProgressMode::Auto && onTerminal);
  coloured = mayColour(STDERR_FILENO);
}

Status Progress::begin(const RunPoint &point, std::int64_t lastStep) {
  end = lastStep;
  isPaced = !point.engine.reportsProgress() && point.engine.fromRoot(enabled) != 0;
  pacer.begin(point);
  return {};
}

Status Progress::happen(const RunPoint &point) {
  if (Status status = pacer.reached(point); !status)
    return status;
  update(point.step - point.first);
  return {};
}

void Progress::update(std::int64_t done) {
  if (!enabled)
    return;
  const double now = secondsNow();
  if (now - start < 0.5) // short runs show no line
    return;
  const double share = static_cast<double>(done) / static_cast<double>(steps);
  const double rate = static_cast<double>(done) / (now - start);
  show(share,
       format("%lld of %lld steps, %.3g GLUP/s", static_cast<long long>(done),
              static_cast<long long>(steps), rate * cells * 1e-9) +
           (done < steps ? ", " + formatSeconds(static_cast<double>(steps - done) / rate) + " left"
                         : std::string()));
}

void Progress::update(double done, const std::string &what) {
  const double now = secondsNow();
  if (!enabled || now - last < 0.2 || now - start < 0.5)
    return;
  last = now;
  const double rate = done / (now - start);
  show(done / static_cast<double>(steps),
       format("%s, %.3g GLUP/s, ", what.c_str(), rate * cells * 1e-9) +
           formatSeconds((static_cast<double>(steps) - done) / rate) + " left");
}

void Progress::clear() {
  if (shown && onTerminal)
    std::fputs("\r\033[K", stderr);
  shown = false;
}

void Progress::show(double share, const std::string &text) {
  constexpr int kWidth = 20;
  const int full = static_cast<int>(std::lround(share * kWidth));
  std::string bar(full, '='), rest(kWidth - full, ' ');
  std::string line = format("%s %3.0f%% [", name, share * 100);
  winsize window = {};
  const bool known = onTerminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0;
  const std::size_t columns = known && window.ws_col > 0 ? window.ws_col : 120;
  const std::size_t used = line.size() + kWidth + 2;
  if (used + 1 >= columns) { // too narrow for the bar: show the text alone
    line = text.substr(0, columns - 1);
  } else {
    line += coloured ? "\033[32m" + bar + "\033[0m" : bar;
    line += rest + "] " + text.substr(0, columns - used - 1);
  }
  std::fprintf(stderr, onTerminal ? "\r%s\033[K" : "%s\n", line.c_str());
  std::fflush(stderr);
  shown = true;
}

} // namespace stencilc::inline STENCILC_SPACE
