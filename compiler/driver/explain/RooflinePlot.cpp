/// \file Draws the roofline as an SVG with gnuplot.
#include "driver/explain/RooflinePlot.h"
#include "driver/cli/Paragraph.h"
#include "driver/draw/Gnuplot.h"
#include "runtime/core/support/Text.h"
#include <cmath>

namespace stencilc::driver {

namespace {

/// Sizes in pixels: the picture without its key, the margins around the axes, and one row of the
/// key.
constexpr int kWidth = 1000, kHeight = 640, kKeyRow = 27;
constexpr int kLeft = 105, kRight = 110, kBottom = 98, kTop = 85;

/// Colours of the schedules, distinct for readers with any colour vision (Okabe and Ito, "Color
/// universal design", 2008). Each schedule also has its own marker shape.
constexpr const char *kColours[] = {"#0072b2", "#d55e00", "#009e73",
                                    "#cc79a7", "#e69f00", "#56b4e9"};
// gnuplot's open markers; the next number of each is the filled one.
constexpr int kOpen[] = {6, 4, 8, 12, 10, 14};

constexpr const char *kSettings = R"(set encoding utf8
set logscale xyy2
set format x '%g'
set format y '%g'
set format y2 '%g'
set tics nomirror out
set grid xtics ytics lc rgb '#e0e0e0' lw 1
set border 3 + 8 lc rgb '#555555' lw 1.2
set ylabel 'updates, 10⁹ per second (GLUP/s)' offset 1
set samples 600
)";

/// Returns the gnuplot command for the ticks of `axis` ("x", "y" or "y2"), from `low * times` to
/// `high * times`. The factor `times` converts the values `low` and `high` to the unit of this
/// axis.
std::string tickText(const char *axis, double low, double high, double times) {
  std::string text;
  for (const double tick : ticks(low * times, high * times))
    text += (text.empty() ? "" : ", ") + gnuplotNumber(tick);
  return format("set %stics (%s)\n", axis, text.c_str());
}

/// gnuplot code that draws the roofs (upper bounds by memory and arithmetic): their lines, and the
/// commands for their labels.
struct Roofs {
  std::string labels;
  std::vector<std::string> elements;
};

/// Adds the line of one roof (upper bound) to the plot: the gnuplot expression `function` of the
/// intensity, between the intensities `from` and `to`.
void addRoof(Roofs &roofs, const RooflineRoof &roof, double from, double to,
             const std::string &function) {
  roofs.elements.push_back("[" + gnuplotNumber(from) + ":" + gnuplotNumber(to) + "] " + function +
                           (roof.isPrograms ? " with lines lc rgb '#222222' lw 3 notitle"
                                            : " with lines lc rgb '#999999' lw 2 dt 2 notitle"));
}

void addLabel(Roofs &roofs, const RooflineRoof &roof, double intensity, double rate,
              const std::string &place) {
  roofs.labels += "set label " + gnuplotText(roof.label) + " at " + gnuplotNumber(intensity) + "," +
                  gnuplotNumber(rate) + " " + place +
                  (roof.isPrograms ? "" : " textcolor rgb '#777777'") + " font ',14'\n";
}

Roofs roofsOf(const RooflinePicture &picture) {
  Roofs roofs;
  const double decadesX = std::log10(picture.right() / picture.left());
  const double decadesY = std::log10(picture.top() / picture.bottom());
  const double angle =
      std::atan2((kHeight - kTop - kBottom) / decadesY, (kWidth - kLeft - kRight) / decadesX) *
      180 / std::acos(-1.0);
  double memory = 0, most = picture.top(); // GLUP/s: memory bound at intensity 1, arithmetic bound
  for (const RooflineRoof &roof : picture.roofs)
    if (roof.isPrograms)
      (roof.isMemory ? memory : most) = 1e-9 * roof.perSecond / picture.operations;
  for (const RooflineRoof &roof : picture.roofs) {
    const double rate = 1e-9 * roof.perSecond / picture.operations;
    if (roof.isMemory) {
      const double from = std::max(picture.left(), picture.bottom() / rate);
      const double to = std::min(picture.right(), most / rate);
      const double at = from * std::pow(to / from, 0.45);
      if (to <= from)
        continue;
      addRoof(roofs, roof, from, to, gnuplotNumber(rate) + " * x");
      addLabel(roofs, roof, at, rate * at,
               format("rotate by %.1f center offset character -0.6,0.6", angle));
    } else {
      const double from = std::max(picture.left(), rate / memory), to = picture.right();
      if (rate >= picture.top() || from >= to)
        continue;
      addRoof(roofs, roof, from, to, gnuplotNumber(rate));
      addLabel(roofs, roof, 0.94 * to, rate,
               rate < 0.7 * picture.top() ? "right offset 0,0.6" : "right offset 0,-0.7");
    }
  }
  return roofs;
}

std::string elementsOf(const RooflinePoint &point, std::size_t index, const std::string &data) {
  const std::size_t look = index % std::size(kColours);
  const std::string from = gnuplotText(data) + format(" every ::%zu::%zu ", index, index);
  const std::string colour = format("lc rgb '%s'", kColours[look]);
  const std::string size = point.isChosen ? " ps 1.7 lw 3" : " ps 1.3 lw 2.2";
  std::string name = point.label + (point.isChosen ? ", the plan" : "");
  std::string text;
  if (point.measured > 0)
    text += ", \\\n  " + from + "using 1:2:(0):($3-$2) with vectors nohead dt 3 lw 1.5 " + colour +
            " notitle, \\\n  " + from + format("using 1:3 with points pt %d ", kOpen[look] + 1) +
            colour + size + " title " +
            gnuplotText(name + ": measured " + rateText(point.measured));
  return ", \\\n  " + from + format("using 1:2 with points pt %d ", kOpen[look]) + colour + size +
         " title " + gnuplotText(name + ": predicted " + rateText(point.predicted)) + text;
}

} // namespace

std::string rooflineData(const RooflinePicture &picture) {
  std::string text;
  for (const RooflinePoint &point : picture.points)
    text += gnuplotNumber(point.intensity) + " " + gnuplotNumber(point.predicted) + " " +
            (point.measured > 0 ? gnuplotNumber(point.measured) : "?") + " \"" + point.label +
            "\"\n";
  return text;
}

std::string rooflineScript(const RooflinePicture &picture, const std::string &data,
                           const std::string &svg) {
  const Roofs roofs = roofsOf(picture);
  int entries = 0;
  for (const RooflinePoint &point : picture.points)
    entries += point.measured > 0 ? 2 : 1;
  const int keyRows = (entries + 1) / 2, height = kHeight + keyRows * kKeyRow;
  std::string text =
      format("set terminal svg size %d,%d dynamic rounded noenhanced font 'sans-serif,16' "
             "background '#ffffff'\n",
             kWidth, height) +
      "set output " + gnuplotText(svg) + "\n" + kSettings +
      format("set lmargin at screen %.4f\nset rmargin at screen %.4f\n", 1.0 * kLeft / kWidth,
             1.0 - 1.0 * kRight / kWidth) +
      format("set bmargin at screen %.4f\nset tmargin at screen %.4f\n",
             1.0 * (kBottom + keyRows * kKeyRow) / height, 1.0 - 1.0 * kTop / height) +
      format("set key at screen 0.5, screen %.4f center bottom maxrows %d Left reverse samplen 1.2 "
             "spacing 1.25 width 2\n",
             8.0 / height, keyRows) +
      "set datafile missing '?'\n" + "set label " + gnuplotText(picture.title) +
      format(" at screen 0.5, screen %.4f center font ',21'\n", 1 - 30.0 / height) + "set label " +
      gnuplotText(picture.subtitle) +
      format(" at screen 0.5, screen %.4f center textcolor rgb '#555555'\n", 1 - 60.0 / height);
  text += "set xlabel " + gnuplotText(picture.instructions + " per byte of " + picture.memory) +
          " offset 0,0.4\n";
  text += "set y2label " + gnuplotText(picture.instructions + ", 10⁹ per second") + " offset -1\n";
  text +=
      "set xrange [" + gnuplotNumber(picture.left()) + ":" + gnuplotNumber(picture.right()) + "]\n";
  text += "set yrange [" + gnuplotNumber(0.999 * picture.bottom()) + ":" +
          gnuplotNumber(picture.top()) + "]\n";
  text += "set y2range [" + gnuplotNumber(0.999 * picture.bottom() * picture.operations) + ":" +
          gnuplotNumber(picture.top() * picture.operations) + "]\n";
  text += tickText("x", picture.left(), picture.right(), 1);
  text += tickText("y", picture.bottom(), picture.top(), 1);
  text += tickText("y2", picture.bottom(), picture.top(), picture.operations);
  const std::string ideal = gnuplotNumber(picture.ideal);
  text += "set arrow from " + ideal + "," + gnuplotNumber(picture.bottom()) + " to " + ideal + "," +
          gnuplotNumber(picture.top()) + " nohead dt 3 lw 1.5 lc rgb '#555555'\n";
  text += "set label 'one step at a time' at " + ideal + "," + gnuplotNumber(picture.top()) +
          " rotate by 90 right offset -0.8,-0.5 font ',14' textcolor rgb '#555555'\n";
  text += roofs.labels + "plot sample ";
  for (std::size_t i = 0; i < roofs.elements.size(); ++i)
    text += (i ? ", \\\n  " : "") + roofs.elements[i];
  for (std::size_t i = 0; i < picture.points.size(); ++i)
    text += elementsOf(picture.points[i], i, data);
  return text + "\n";
}

bool plotRoofline(const RooflinePicture &picture, const std::string &path, Diagnostics &diags) {
  return hasGnuplot(path, "the roofline as text needs none", diags) &&
         drawByGnuplot(
             path, rooflineData(picture),
             [&](const std::string &data, const std::string &svg) {
               return rooflineScript(picture, data, svg);
             },
             diags);
}

} // namespace stencilc::driver
