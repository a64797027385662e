/// \file List of all schedules, and those functions of plan/interface/Schedule.h that need it.
#include "plan/interface/Schedule.h"
#include <algorithm>

namespace stencilc::schedules {

#define SCHEDULE(STEM) const plan::Schedule &schedule##STEM();
#include "schedules/Schedules.def"
#undef SCHEDULE

} // namespace stencilc::schedules

namespace stencilc::plan {

const std::vector<const Schedule *> &allSchedules() {
  static const std::vector<const Schedule *> all = [] {
    std::vector<const Schedule *> list = {
#define SCHEDULE(STEM) &schedules::schedule##STEM(),
#include "schedules/Schedules.def"
#undef SCHEDULE
    };
    std::sort(list.begin(), list.end(),
              [](const Schedule *a, const Schedule *b) { return a->name() < b->name(); });
    return list;
  }();
  return all;
}

const Schedule *findSchedule(llvm::StringRef name) {
  for (const Schedule *schedule : allSchedules())
    if (schedule->name() == name)
      return schedule;
  return nullptr;
}

const Schedule &scheduleWith(bool ScheduleTraits::*trait) {
  const auto has = [&](const Schedule *schedule) { return schedule->traits().*trait; };
  return **std::find_if(allSchedules().begin(), allSchedules().end(), has);
}

} // namespace stencilc::plan
