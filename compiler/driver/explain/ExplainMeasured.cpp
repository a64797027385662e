/// \file The part of `explain` that compares measured rates with predictions.
#include "driver/cli/Paragraph.h"
#include "driver/explain/Explanation.h"
#include "runtime/core/support/Text.h"
#include "support/Counted.h"

namespace stencilc::driver {

namespace {

/// Returns the day of a time stamp: "2026-03-01" of "2026-03-01T09:30:00Z".
std::string dayText(const std::string &date) { return date.empty() ? "-" : date.substr(0, 10); }

/// Returns the measured rate as a percentage of the predicted one; "-" without a prediction.
std::string shareText(double measured, double predicted) {
  return predicted > 0 ? format("%.1f%%", 100 * measured / predicted) : std::string("-");
}

} // namespace

void explainMeasuredPlan(const Explanation &explanation, llvm::raw_ostream &out) {
  const double predicted = explanation.plan.glups();
  std::string label = "measured";
  const auto add = [&](const plan::TuningRecord &record, const char *command) {
    if (record.schedule != explanation.plan.requestText())
      return;
    printLabelled(out, label,
                  rateText(record.measured) + " GLUP/s on " + record.device + ", " +
                      shareText(record.measured, predicted) + " of the prediction (" + command +
                      " of " + dayText(record.date) + ", " + counted(record.steps, "step") + ", " +
                      record.size + ")");
    label.clear();
  };
  for (const plan::TuningRecord &record : explanation.tuned)
    add(record, "tune");
  for (const plan::TuningRecord &record : explanation.runs)
    add(record, "run");
  if (const auto &learnt = explanation.learnt)
    printLabelled(out, "learnt",
                  ratesText(*learnt) + " (trial of " + dayText(learnt->date) + ", " + learnt->size +
                      "); runs of this size class use the first without a trial");
}

void explainMeasured(const Explanation &explanation, llvm::raw_ostream &out) {
  if (explanation.tuned.empty() && explanation.runs.empty())
    return;
  const std::vector<plan::TuningRecord> all = explanation.measured();
  out << "\nPredicted against measured, GLUP/s on " << all.front().device << "\n";
  Table table({"measured", "predicted", "of it", "by", "day", "steps", "schedule"},
              {true, true, true, false, false, true, false});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const plan::TuningRecord &record = all[i];
    table.add(
        {rateText(record.measured), rateText(record.predicted),
         shareText(record.measured, record.predicted),
         i < explanation.tuned.size() ? "tune" : "run", dayText(record.date),
         std::to_string(record.steps),
         record.schedule + (record.device == all.front().device ? "" : ", on " + record.device)});
  }
  table.print(out);
  printLabelled(out, "",
                "predicted: at the time of the measurement. Runs are stored for this page only; "
                "the planner uses what tune measured.");
}

} // namespace stencilc::driver
