/// \file Layout of panels, axes, titles and the colour bar in a picture.
#include "runtime/pictures/Sheet.h"

#include "runtime/core/support/Text.h"
#include "runtime/pictures/Panel.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {
namespace {

constexpr int kMargin = 14, kBarWidth = 18, kGap = 12;

bool isCurves(const PictureSheet &sheet) {
  for (const auto &row : sheet)
    for (const PicturePanel &panel : row)
      if (panel.slice.ny > 1)
        return false;
  return true;
}

/// Returns the font size in pixels for a picture whose largest panel is `panel` pixels wide or
/// high.
int letterPixels(int panel) { return std::clamp(panel / 32, 13, 30); }

/// Panel of a picture with its resolution, its position in the image, and its axes.
struct PlacedPanel {
  const PicturePanel *panel;
  PixelGrid grid;
  Area area = {};
  AxisScale across, up;

  PlacedPanel(const PicturePanel &p, const PixelGrid &pixels, const Font &font)
      : panel(&p), grid(pixels), across(p.across, p.slice.nx, pixels.width(), 4 * font.capitals()),
        up(p.up, p.slice.ny, pixels.height(), 3 * font.capitals()) {
    area.width = pixels.width();
    area.height = pixels.height();
  }
};

/// Layout of a picture with panels in rows, and a colour bar at the right.
class SheetLayout {
public:
  SheetLayout(const PictureSheet &sheet, const PictureScale &scale, const PictureOptions &options)
      : options(options), scale(scale), font(letterPixels(longestOf(sheet, options.longest))),
        bar(scale.low, scale.high, 1, 1) {
    for (const auto &row : sheet) {
      placed.emplace_back();
      for (const PicturePanel &panel : row)
        placed.back().emplace_back(panel, PixelGrid(panel.slice, options.longest), font);
    }
    place();
  }

  Canvas draw() const {
    Canvas canvas(width, height);
    font.write(canvas, kMargin, kMargin + font.capitals(),
               font.fitted(options.title, width - 2 * kMargin));
    for (const auto &row : placed)
      for (const PlacedPanel &each : row)
        drawPanel(canvas, each);
    drawBar(canvas);
    return canvas;
  }

private:
  static int longestOf(const PictureSheet &sheet, int wanted) {
    int longest = 0;
    for (const auto &row : sheet)
      for (const PicturePanel &panel : row) {
        const PixelGrid grid(panel.slice, wanted);
        longest = std::max({longest, grid.width(), grid.height()});
      }
    return longest;
  }

  /// Returns the width in pixels of the axis to the left of the panel `each`.
  int leftOf(const PlacedPanel &each) const {
    return kTick + 4 * kSpace + each.up.widest(font) + font.capitals();
  }
  /// Returns the height in pixels of the axis below a panel.
  int below() const { return kTick + 3 * kSpace + 2 * font.capitals(); }
  int titleHeight() const { return font.capitals() + kSpace; }

  void place() {
    int top = kMargin + (options.title.empty() ? 0 : titleHeight() + kSpace);
    for (auto &row : placed) {
      int left = kMargin, tallest = 0;
      for (PlacedPanel &each : row) {
        left += leftOf(each);
        each.area.left = left;
        each.area.top = top + titleHeight();
        left += each.area.width + kGap;
        tallest = std::max(tallest, each.area.height);
      }
      width = std::max(width, left);
      top += titleHeight() + tallest + below() + kSpace;
    }
    height = top + kMargin / 2;
    const Area &first = placed.front().front().area;
    barArea = {width, first.top, kBarWidth, 0};
    for (const auto &row : placed)
      for (const PlacedPanel &each : row)
        barArea.height = std::max(barArea.height, each.area.top + each.area.height - first.top);
    bar = AxisScale(scale.low, scale.high, barArea.height, 4 * font.capitals());
    const std::string label = barLabel();
    width += kBarWidth + kTick + kSpace + bar.widest(font) +
             (label.empty() ? 0 : kSpace + 2 * font.capitals()) + kMargin;
  }

  void drawPanel(Canvas &canvas, const PlacedPanel &each) const {
    const Area &area = each.area;
    drawCells(canvas, area.left, area.top, each.panel->slice, each.grid, scale, options.firstRow);
    canvas.frame(area.left, area.top, area.width, area.height, Palette::kInk);
    font.write(canvas, area.left, area.top - kSpace, font.fitted(each.panel->title, area.width));
    drawBelow(canvas, font, area, each.across, each.panel->across.label);
    drawLeft(canvas, font, area, each.up, each.panel->up.label, options.firstRow);
  }

  /// Returns the label of the colour bar: the name of the values. If some values lie beyond the
  /// colour scale, the label also says from which to which value they go.
  std::string barLabel() const {
    std::string label = labelWith(options.values, bar.ticks);
    if (scale.isCut())
      label += (label.empty() ? "" : ", ") + ("from " + realText(scale.least, 4)) + " to " +
               realText(scale.most, 4);
    return label;
  }

  void drawBar(Canvas &canvas) const {
    for (int row = 0; row < barArea.height; ++row) {
      const double t = barArea.height > 1 ? double(row) / (barArea.height - 1) : 0.5;
      canvas.fill(barArea.left, barArea.top + row, kBarWidth, 1,
                  shadeOf(scale, scale.high + t * (scale.low - scale.high)));
    }
    canvas.frame(barArea.left, barArea.top, kBarWidth, barArea.height, Palette::kInk);
    drawRight(canvas, font, barArea, bar);
    const std::string label = font.fitted(barLabel(), barArea.height);
    font.writeUp(canvas, width - kMargin - kSpace,
                 barArea.top + (barArea.height + font.width(label)) / 2, label);
  }

  const PictureOptions &options;
  const PictureScale &scale;
  Font font;
  std::vector<std::vector<PlacedPanel>> placed;
  Area barArea;
  AxisScale bar;
  int width = 0, height = 0;
};

/// Returns an image with all panels as curves in one panel. The last panel's curve has the colour
/// of curves, all others are grey.
Canvas drawCurves(const PictureSheet &sheet, const PictureScale &scale,
                  const PictureOptions &options) {
  const int wide = options.longest > 0 ? options.longest : 640, tall = wide * 9 / 16;
  const Font font(letterPixels(wide));
  // The axis is a little longer than the range of the values, also if they are all equal.
  const double reach = std::max(std::abs(scale.low), std::abs(scale.high));
  const double half = scale.high / 2 - scale.low / 2;
  const double room = half > 0 ? 0.06 * half : reach > 0 ? 0.25 * reach : 0.5;
  const double low = scale.low - room, high = scale.high + room;
  const AxisScale up(low, high, tall, 3 * font.capitals());
  const PicturePanel &last = sheet.back().back();
  const AxisScale across(last.across, last.slice.nx, wide, 4 * font.capitals());
  Area area{kMargin + kTick + 4 * kSpace + up.widest(font) + font.capitals(),
            kMargin + 2 * (font.capitals() + 2 * kSpace), wide, tall};
  Canvas canvas(area.left + wide + 2 * kMargin,
                area.top + tall + kTick + 4 * kSpace + 2 * font.capitals());
  font.write(canvas, kMargin, kMargin + font.capitals(),
             font.fitted(options.title, canvas.width() - 2 * kMargin));
  const int line = area.top - kSpace - font.capitals() / 2;
  int left = area.left;
  for (const auto &row : sheet)
    for (const PicturePanel &panel : row) {
      const bool isInk = &panel != &last;
      drawCurve(canvas, area, panel.slice, low, high, isInk);
      constexpr int kSample = 24;
      for (int x = 0; x < kSample; ++x)
        for (int y = 0; y < 2; ++y)
          isInk ? canvas.ink(left + x, line + y, 150) : canvas.curve(left + x, line + y, 255);
      font.write(canvas, left + kSample + kSpace, area.top - kSpace, panel.title);
      left += kSample + kSpace + font.width(panel.title) + 2 * kGap;
    }
  canvas.frame(area.left, area.top, area.width, area.height, Palette::kInk);
  drawBelow(canvas, font, area, across, last.across.label);
  drawLeft(canvas, font, area, up, options.values, FirstRow::Bottom);
  return canvas;
}

/// Returns an image with only the cells of the last panel, without axes, titles or colour bar.
Canvas drawPlain(const PictureSheet &sheet, const PictureScale &scale,
                 const PictureOptions &options) {
  const PictureSlice &slice = sheet.back().back().slice;
  const PixelGrid grid(slice, options.longest);
  Canvas canvas(grid.width(), grid.height());
  drawCells(canvas, 0, 0, slice, grid, scale, options.firstRow);
  return canvas;
}

} // namespace

PictureScale scaleOf(ScaleValues &values, const PictureSheet &sheet,
                     const PictureOptions &options) {
  const bool areCurves = isCurves(sheet) && options.look == PictureLook::Axes;
  // Outliers are part of a curve. A diverging scale would leave half of the panel empty.
  PictureScale scale =
      values.scale(areCurves ? ColourMap::Viridis : options.map, /*leavesSpikes=*/!areCurves);
  if (options.range)
    scale = {options.range->first, options.range->second, scale.map, options.range->first,
             // a range that the user has chosen: values beyond it are not mentioned
             options.range->second};
  return scale;
}

PictureScale scaleOf(const PictureSheet &sheet, const PictureOptions &options) {
  ScaleValues values;
  for (const auto &row : sheet)
    for (const PicturePanel &panel : row)
      for (std::int64_t y = 0; y < panel.slice.ny; ++y)
        for (std::int64_t x = 0; x < panel.slice.nx; ++x)
          values.add(panel.slice.at(x, y));
  return scaleOf(values, sheet, options);
}

Palette paletteOf(const PictureSheet &sheet, const PictureOptions &options,
                  const PictureScale &scale) {
  return isCurves(sheet) && options.look == PictureLook::Axes ? Palette::ofCurves()
                                                              : Palette(scale.map);
}

Canvas drawSheet(const PictureSheet &sheet, const PictureScale &scale,
                 const PictureOptions &options) {
  return options.look == PictureLook::Plain ? drawPlain(sheet, scale, options)
         : isCurves(sheet)                  ? drawCurves(sheet, scale, options)
                                            : SheetLayout(sheet, scale, options).draw();
}

} // namespace stencilc::inline STENCILC_SPACE
