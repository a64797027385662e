"""The table of a file of results: the choice over the better of naive and sweep, and predictions over rates."""
import json
import math
import os
import statistics

RUNS = ("naive", "sweep", "alone", "choice")
LEAST = 0.97  # of the better of naive and sweep
HEAD = ("program", "size", "", "naive", "sweep", "with trial", "over better", "without", "over better", "predicted", "over without",
        "chosen with trial", "chosen without")


def records(path):
    """All whole lines of a file of results; none if there is no file. A killed run may leave half a line."""
    if not path or not os.path.exists(path):
        return []
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            try:
                found.append(json.loads(line))
            except json.JSONDecodeError:
                continue
    return found


def is_refused(summary):
    """True if a schedule cannot run the program, which is no failure."""
    return any(word in summary.get("error", "") for word in ("[schedule-does-not-fit]", "[plan-limit]"))


def rate(record, name):
    return record.get(name, {}).get("glups")


def better(record):
    """The better of naive and sweep in GLUP/s; None if neither ran."""
    return max((rate(record, name) for name in ("naive", "sweep") if rate(record, name)), default=None)


def over(record, name):
    """The rate of a plan over the better of naive and sweep; None if one is missing."""
    best = better(record)
    return rate(record, name) / best if best and rate(record, name) else None


def error_of(record):
    """Predicted over measured for the planner's choice without a trial."""
    return record["predicted"] / rate(record, "alone") if record.get("predicted") and rate(record, "alone") else None


def number(value, digits=3):
    return f"{value:.{digits}g}" if value else "-"


def ratio(value):
    return "-" if value is None else f"**{value:.2f}**" if value < LEAST else f"{value:.2f}"


def chosen(record, name):
    """The schedule of a run and, for a wavefront, how many steps it fuses."""
    ran = record.get(name, {})
    steps = [word[6:] for word in ran.get("schedule_options", "").split(",") if word.startswith("steps=")]
    return ran.get("schedule", "-") + "".join(f" of {word}" for word in steps)


def row(record):
    cells = [record["program"], " x ".join(map(str, record["size"])), record["precision"]]
    cells += [number(rate(record, "naive")), number(rate(record, "sweep"))]
    cells += [number(rate(record, "choice")), ratio(over(record, "choice"))]
    cells += [number(rate(record, "alone")), ratio(over(record, "alone"))]
    cells += [number(record.get("predicted")), f"{error_of(record):.2f}" if error_of(record) else "-"]
    return f"| {' | '.join(cells + [chosen(record, 'choice'), chosen(record, 'alone')])} |"


def ratios(records, name):
    return sorted((over(record, name), record["key"]) for record in records if over(record, name) is not None)


def summary(records, name, text):
    """Lines about one choice: mean, number below the least, and the lowest ten."""
    found = ratios(records, name)
    if not found:
        return []
    mean = math.exp(statistics.mean(math.log(value) for value, _ in found))
    below = sum(value < LEAST for value, _ in found)
    lowest = ", ".join(f"{key} {value:.2f}" for value, key in found[:10])
    return ["", f"{text}: {len(found)} cases, geometric mean {mean:.3f} of the better of naive and sweep, {below} below {LEAST}.",
            f"Lowest: {lowest}."]


def predictions(records):
    """A line about predicted over measured rates; the error of a ratio r is the larger of r and 1/r, less 1."""
    found = sorted((max(error_of(one), 1 / error_of(one)) - 1, one["key"], error_of(one)) for one in records if error_of(one))
    if not found:
        return []
    worst = ", ".join(f"{key} {value:.2f}" for _, key, value in found[:-6:-1])
    median = statistics.median(one[0] for one in found)
    return ["", f"Predictions: {len(found)}, error {100 * median:.1f}% in the median. Worst, predicted over measured: {worst}."]


def wrong(records):
    """Lines about failures, differing bytes and values that are not finite."""
    lines = [f"{one['key']}: {one['error']}" for one in records if "error" in one]
    for one in records:
        lines += [f"{one['key']}, {name}: {one[name]['error']}" for name in RUNS
                  if "error" in one.get(name, {}) and not is_refused(one[name])]
        if one.get("bytes", True) is not True:
            lines.append(f"{one['key']}: bytes {one['bytes']}")
        lines += [f"{one['key']}, {name}: NaN or infinity" for name in RUNS if one.get(name, {}).get("finite") is False]
    compared = sum("bytes" in one for one in records)
    return ["", f"Wrong: {len(lines)}; bytes compared in {compared} cases.", *(f"- {line}" for line in lines)]


def of(records):
    """The Markdown table and the lines below it."""
    rows = [row(record) for record in records if "error" not in record]
    tried = sum("trial" in record.get("choice", {}) or "trial" in record.get("choice", {}).get("first", {}) for record in records)
    lines = [f"| {' | '.join(HEAD)} |", "|" + "---|" * len(HEAD), *rows]
    lines += summary(records, "choice", f"With trial ({tried} had one)") + summary(records, "alone", "Without trial")
    return "\n".join(lines + predictions(records) + wrong(records))
