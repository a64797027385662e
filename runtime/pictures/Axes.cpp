/// \file Drawing of the axes of panels: ticks, their numbers and labels.
#include "runtime/pictures/Panel.h"

#include <algorithm>
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the number of tick labels, from 1 to 8, that fit along `length` pixels if each needs
/// `room` pixels.
static int mostTicks(int length, int room) { return std::clamp(length / std::max(room, 1), 1, 8); }

AxisScale::AxisScale(const PictureAxis &axis, std::int64_t cells, int length, int room)
    : low(axis.first - axis.step / 2),
      high(axis.first + (static_cast<double>(cells) - 0.5) * axis.step), length(length) {
  ticks = ticksBetween(axis.isWhole ? axis.first : low,
                       axis.isWhole ? axis.first + static_cast<double>(cells - 1) : high,
                       mostTicks(length, room), axis.isWhole);
}

AxisScale::AxisScale(double low, double high, int length, int room)
    : ticks(ticksBetween(low, high, mostTicks(length, room))), low(low), high(high),
      length(length) {}

int AxisScale::pixelOf(double at) const {
  const double range = high / 2 - low / 2;
  return range > 0 ? static_cast<int>(std::floor((at / 2 - low / 2) / range * (length - 1) + 0.5))
                   : length / 2;
}

int AxisScale::widest(const Font &font) const {
  int most = 0;
  for (const Tick &tick : ticks.marks)
    most = std::max(most, font.width(tick.text));
  return most;
}

std::string labelWith(const std::string &label, const Ticks &ticks) {
  return label.empty() || ticks.factor.empty() ? label + ticks.factor : label + ", " + ticks.factor;
}

void drawBelow(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis,
               const std::string &label) {
  const int below = area.top + area.height;
  for (const Tick &tick : axis.ticks.marks) {
    const int x = area.left + axis.pixelOf(tick.at);
    canvas.fill(x, below, 1, kTick, Palette::kInk);
    font.write(canvas, x - font.width(tick.text) / 2, below + kTick + kSpace / 2 + font.capitals(),
               tick.text);
  }
  const std::string text = font.fitted(labelWith(label, axis.ticks), area.width);
  font.write(canvas, area.left + (area.width - font.width(text)) / 2,
             below + kTick + 2 * kSpace + 2 * font.capitals(), text);
}

void drawLeft(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis,
              const std::string &label, FirstRow firstRow) {
  for (const Tick &tick : axis.ticks.marks) {
    const int up = axis.pixelOf(tick.at);
    const int y = area.top + (firstRow == FirstRow::Top ? up : area.height - 1 - up);
    canvas.fill(area.left - kTick, y, kTick, 1, Palette::kInk);
    font.write(canvas, area.left - kTick - kSpace / 2 - font.width(tick.text),
               y + font.capitals() / 2, tick.text);
  }
  const std::string text = font.fitted(labelWith(label, axis.ticks), area.height);
  font.writeUp(canvas, area.left - kTick - 3 * kSpace - axis.widest(font),
               area.top + (area.height + font.width(text)) / 2, text);
}

void drawRight(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis) {
  const int right = area.left + area.width;
  for (const Tick &tick : axis.ticks.marks) {
    const int y = area.top + area.height - 1 - axis.pixelOf(tick.at);
    canvas.fill(right, y, kTick, 1, Palette::kInk);
    font.write(canvas, right + kTick + kSpace / 2, y + font.capitals() / 2, tick.text);
  }
}

} // namespace stencilc::inline STENCILC_SPACE
