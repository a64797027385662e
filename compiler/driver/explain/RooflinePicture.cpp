/// \file The roofline of a machine with the plans of a program, as data and as text.
#include "driver/explain/RooflinePicture.h"
#include "driver/cli/Paragraph.h"
#include "driver/explain/ExplainFacts.h"
#include "ir/Names.h"
#include "plan/cost/LaunchGrid.h"
#include "runtime/core/support/Text.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace stencilc::driver {

namespace {

constexpr int kColumns = 66, kRows = 14; // size of the chart in characters
constexpr double kMargin = 1.5; // factor between the outermost point and the end of an axis

/// Returns the largest of the numbers 1, 2, 5, 10, 20 and so on (also 0.5, 0.2 ...) that is not
/// above `value`.
double roundBelow(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  return value >= 5 * decade ? 5 * decade : value >= 2 * decade ? 2 * decade : decade;
}
double roundAbove(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  return value <= decade       ? decade
         : value <= 2 * decade ? 2 * decade
         : value <= 5 * decade ? 5 * decade
                               : 10 * decade;
}

/// Returns a rate per second as text, with a prefix for the magnitude: "4224 GB/s" for the unit
/// "B", "16.7 T/s" without a unit.
std::string perSecondText(double perSecond, const char *unit) {
  return perSecond < 1e12 || *unit == 'B' ? format("%.0f G%s/s", perSecond * 1e-9, unit)
                                          : format("%.3g T%s/s", perSecond * 1e-12, unit);
}

/// The roofline as a grid of characters with logarithmic axes. Row 0 is the top.
class Chart {
public:
  explicit Chart(const RooflinePicture &picture)
      : left(std::log10(picture.left())), right(std::log10(picture.right())),
        bottom(std::log10(picture.bottom())), top(std::log10(picture.top())),
        rows(kRows, std::string(kColumns, ' ')) {}

  double intensityAt(int column) const {
    return std::pow(10, left + (right - left) * (column + 0.5) / kColumns);
  }
  int columnOf(double intensity) const {
    return cut((std::log10(intensity) - left) / (right - left) * kColumns, kColumns);
  }
  int rowOf(double rate) const {
    return kRows - 1 - cut((std::log10(rate) - bottom) / (top - bottom) * kRows, kRows);
  }
  void put(int row, int column, char character) { rows[row][column] = character; }
  void put(double intensity, double rate, char character) {
    put(rowOf(rate), columnOf(intensity), character);
  }
  void fill(int row, int column, char character) {
    if (rows[row][column] == ' ')
      put(row, column, character);
  }
  const std::string &row(int index) const { return rows[index]; }

private:
  static int cut(double place, int count) {
    return std::clamp(static_cast<int>(std::floor(place)), 0, count - 1);
  }
  double left, right, bottom, top;
  std::vector<std::string> rows;
};

/// Prints the legend below the roofline chart: each plan with its rates, and each roof (bound).
void printLegend(const RooflinePicture &picture, llvm::raw_ostream &out) {
  for (const RooflinePoint &point : picture.points) {
    std::string text = point.label + ": predicted " + rateText(point.predicted) + " GLUP/s";
    if (point.measured > 0)
      text += ", * measured " + rateText(point.measured);
    text += format(", %.0f%% of what the roofs allow there",
                   100 * point.predicted / picture.allowed(point.intensity));
    printLabelled(out, std::to_string(point.number), text);
  }
  for (const RooflineRoof &roof : picture.roofs)
    if (roof.isPrograms)
      printLabelled(out, roof.isMemory ? "/" : "-", roof.label);
  printLabelled(out, ":", format("one step at a time: %.3g instructions a byte", picture.ideal));
}

} // namespace

std::vector<double> ticks(double low, double high) {
  std::vector<double> all;
  for (double tick = roundBelow(low * 1.001); low > 0 && tick < 1.01 * high;
       tick = roundAbove(tick * 1.01))
    if (tick > 0.99 * low)
      all.push_back(tick);
  return all;
}

double RooflinePicture::allowed(double intensity) const {
  double rate = 0;
  for (const RooflineRoof &roof : roofs)
    if (roof.isPrograms) {
      const double here = 1e-9 * roof.perSecond * (roof.isMemory ? intensity : 1) / operations;
      rate = rate > 0 ? std::min(rate, here) : here;
    }
  return rate;
}

double RooflinePicture::left() const {
  double least = ideal;
  for (const RooflinePoint &point : points)
    least = std::min(least, point.intensity);
  return roundBelow(least / kMargin);
}

double RooflinePicture::right() const {
  double most = ideal, memory = 0;
  for (const RooflinePoint &point : points)
    most = std::max(most, point.intensity);
  for (const RooflineRoof &roof : roofs)
    memory = roof.isMemory && roof.isPrograms ? roof.perSecond : memory;
  for (const RooflineRoof &roof : roofs)
    if (!roof.isMemory && roof.isPrograms)
      most = std::max(most, roof.perSecond / memory);
  return roundAbove(kMargin * most);
}

double RooflinePicture::bottom() const {
  double least = allowed(ideal);
  for (const RooflinePoint &point : points) {
    least = std::min(least, point.predicted);
    if (point.measured > 0)
      least = std::min(least, point.measured);
  }
  return roundBelow(least / kMargin);
}

double RooflinePicture::top() const {
  double most = allowed(right());
  for (const RooflinePoint &point : points)
    most = std::max({most, point.predicted, point.measured});
  return roundAbove(kMargin * most);
}

RooflinePicture rooflinePicture(const analysis::Facts &facts, const plan::Target &target,
                                const std::string &machine, const plan::Roofline &roofline,
                                const CandidateList &list,
                                const std::vector<plan::TuningRecord> &records) {
  RooflinePicture picture;
  const ir::Program &program = facts.program;
  picture.title = program.name + ": " + cellsText(program, plan::plannedExtents(program)) + ", " +
                  precisionText(program);
  picture.subtitle = "roofline of " + machine + ", for " + target.name;
  const bool gpu = target.kind == plan::TargetKind::Cuda;
  picture.instructions = gpu ? "instructions of the FMA pipe" : "arithmetic instructions";
  picture.memory = gpu ? "device memory" : "memory";
  picture.operations = std::max(1.0, roofline.operations);
  picture.ideal = picture.operations / std::max(1, facts.cost.bytes());
  picture.roofs.push_back(
      {"memory, " + perSecondText(roofline.bytesRate, "B"), true, true, roofline.bytesRate});
  if (target.l2Bandwidth > 0)
    picture.roofs.push_back(
        {"L2, " + perSecondText(target.l2Bandwidth, "B"), true, false, target.l2Bandwidth});
  if (gpu)
    for (const ir::ScalarType type : {ir::ScalarType::F64, ir::ScalarType::F32}) {
      const bool isDouble = type == ir::ScalarType::F64;
      const double rate = target.multiprocessors * target.clock *
                          (isDouble ? target.doublesPerCycle : target.singlesPerCycle);
      picture.roofs.push_back(
          {std::string("FMA pipe in ") + ir::toString(type) + ", " + perSecondText(rate, ""), false,
           type == program.compute, rate});
    }
  std::set<std::string> schedules; // schedules that already have a point
  for (const Candidate &candidate : list.shown)
    if (candidate.isChosen)
      schedules.insert(candidate.plan.schedule);
  for (std::size_t i = 0; i < list.shown.size(); ++i) {
    const Candidate &candidate = list.shown[i];
    if (!candidate.isChosen && !schedules.insert(candidate.plan.schedule).second)
      continue;
    RooflinePoint point;
    point.label = candidate.plan.schedule;
    point.number = i + 1;
    point.intensity = picture.operations / std::max(0.01, candidate.estimate.memoryBytes);
    point.predicted = candidate.plan.glups() / candidate.plan.devices(); // as the roofs are
    point.isChosen = candidate.isChosen;
    for (const plan::TuningRecord &record : records)
      if (record.schedule == candidate.plan.requestText())
        point.measured = std::max(point.measured, record.measured);
    picture.points.push_back(std::move(point));
  }
  std::stable_partition(picture.points.begin(), picture.points.end(),
                        [](const RooflinePoint &point) { return point.isChosen; });
  return picture;
}

/// Draws the roofs (upper bounds) into the chart: `/` where memory is the bound, `-` where
/// arithmetic is. Returns the largest intensity, in instructions per byte, at which memory is the
/// bound.
static double drawRoof(const RooflinePicture &picture, Chart &chart) {
  const auto memory = llvm::find_if(llvm::reverse(picture.roofs), [](const RooflineRoof &roof) {
    return roof.isMemory && roof.isPrograms;
  });
  double ridge = 0;
  for (int column = 0; column < kColumns; ++column) {
    const double intensity = chart.intensityAt(column), rate = picture.allowed(intensity);
    const double ofMemory = memory == picture.roofs.rend()
                                ? rate
                                : 1e-9 * memory->perSecond * intensity / picture.operations;
    const bool memoryBinds = ofMemory <= rate * 1.0001;
    if (memoryBinds)
      ridge = intensity;
    if (rate >= picture.bottom())
      chart.put(chart.rowOf(rate), column, memoryBinds ? '/' : '-');
  }
  return ridge;
}

/// Draws the points of the roofline: measured rates as `*`, then predicted rates as digits over
/// them, the chosen plan last. A dotted line marks the intensity of programs that compute one time
/// step at a time.
static void drawPoints(const RooflinePicture &picture, Chart &chart) {
  for (int row = chart.rowOf(picture.allowed(picture.ideal)) + 1; row < kRows; ++row)
    chart.fill(row, chart.columnOf(picture.ideal), ':');
  for (const RooflinePoint &point : picture.points)
    if (point.measured > 0)
      chart.put(point.intensity, point.measured, '*');
  for (const RooflinePoint &point : llvm::reverse(picture.points))
    chart.put(point.intensity, point.predicted,
              static_cast<char>(point.number < 10 ? '0' + point.number : '9'));
}

/// Prints the roofline chart with its axes and ticks.
static void printChart(const RooflinePicture &picture, const Chart &chart, llvm::raw_ostream &out) {
  std::vector<std::string> labels(kRows);
  for (const double rate : ticks(picture.bottom(), picture.top()))
    labels[chart.rowOf(rate)] = format("%g", rate);
  for (int row = 0; row < kRows; ++row)
    out << format("  %8s |", labels[row].c_str()) << llvm::StringRef(chart.row(row)).rtrim()
        << "\n";
  std::string rule(kColumns, '-'), numbers(kColumns + 8, ' ');
  for (const double intensity : ticks(picture.left(), picture.right())) {
    const int column = chart.columnOf(intensity);
    const std::string text = format("%g", intensity);
    rule[column] = '+';
    numbers.replace(column, text.size(), text);
  }
  out << "           +" << rule << "\n"
      << "            " << llvm::StringRef(numbers).rtrim() << "\n";
}

void printRoofline(const RooflinePicture &picture, llvm::raw_ostream &out) {
  Chart chart(picture);
  const double ridge = drawRoof(picture, chart);
  drawPoints(picture, chart);
  out << "\nRoofline, GLUP/s against " << picture.instructions << " a byte of " << picture.memory
      << "\n";
  printChart(picture, chart, out);
  printLegend(picture, out);
  if (ridge > 0 && ridge < 0.99 * picture.right() && picture.roofs.size() > 1)
    printLabelled(out, "", format("memory binds left of %.3g instructions a byte", ridge));
}

} // namespace stencilc::driver
