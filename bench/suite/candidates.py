"""Chooses plans worth measuring from all that the planner ranks, so that its choice can be judged by them."""
import json

# A plan counts as this much slower for every plan taken before it that is of the same kind, and for every one that
# differs from it in one option: plans alike run alike, and the model may be wrong about a whole kind.
SAME_KIND, SAME_BUT_ONE = 0.08, 0.10
HOPELESS = 3  # the best plan of a schedule this many times slower than the choice is not measured


def options_of(schedule):
    name, _, text = schedule.partition(":")
    return name, dict(option.split("=", 1) for option in text.split(",") if option)


def kind(schedule):
    """What the model might misjudge as a whole: time steps at once, or where neighbours wait."""
    name, options = options_of(schedule)
    return (name, *(options.get(key) for key in ("steps", "stage", "reuse")))


def differ_in_one(a, b):
    (name, options), (other, others) = options_of(a), options_of(b)
    return name == other and sum(options.get(key) != others.get(key) for key in options | others) <= 1


def choose(ranked, planner, count):
    """At most `count` of `ranked`, (schedule, predicted GLUP/s) each: `planner`, the best naive one, the best of each
    other schedule unless it is hopeless, then by rank."""
    left = dict(sorted(ranked, key=lambda one: -one[1]))
    chosen = {planner: left.pop(planner)}

    def take(schedules):
        if schedules and len(chosen) < count:
            best = max(schedules, key=lambda one: left[one] / (
                1 + SAME_KIND * sum(kind(one) == kind(other) for other in chosen)
                + SAME_BUT_ONE * sum(differ_in_one(one, other) for other in chosen)))
            chosen[best] = left.pop(best)

    names = sorted({options_of(one)[0] for one in left}, key=lambda name: name != "naive")
    for name in names:
        if name != options_of(planner)[0]:
            take([one for one in left if options_of(one)[0] == name
                  and (name == "naive" or left[one] * HOPELESS > chosen[planner])])
    while left and len(chosen) < count:
        take(list(left))
    return list(chosen.items())


def ranked(explained):
    """Of what `explain --json` prints: (schedule, predicted GLUP/s) of every plan that can run, and the planner's."""
    said = json.loads(explained)
    return [(one["schedule"], one["predicted_glups"]) for one in said["candidates"]], said["plan"]


def lines(row, precision, chosen):
    """As `emit --schedules` reads them, the predictions as comments."""
    return [f"{row} {precision} {schedule}  # {predicted:.1f} GLUP/s predicted" for schedule, predicted in chosen]
