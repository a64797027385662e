#!/usr/bin/env python3
"""Turns the suite's results into Markdown.

    table.py RESULTS.json...      as FOLDER/run wrote them; later files replace what earlier ones measured
"""
import json
import math
import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rows  # noqa: E402


def status(record, case):
    """Empty if the record may be used; else what is wrong with it."""
    if record.get("error"):
        return "FAILED: " + record["error"]
    if "differing" not in record:
        return ""  # run without comparison, which the title says
    if record["differing"] or record["differing_one_more"]:
        return (f"DIFFERENT from naive in {record['differing']} cells after {record['steps']} steps, "
                f"{record['differing_one_more']} after one more")
    if not case.get("one_step_more_differs_in"):
        return "NOT COMPARED: the comparison does not see a step more"
    if record.get("not_finite"):
        return f"NOT FINITE: {record['not_finite']} cells hold NaN or infinity"
    return ""


def rate(record):
    """GLUP/s: updated cells a step, times steps, over the median of the repetitions."""
    entry = rows.BY_NAME[record["row"]]
    return entry.updated(record["size"]) * record["steps"] / statistics.median(record["seconds"]) * 1e-9


def rate_of_all(record):
    """GLUP/s as the model predicts them: of all cells of the grid."""
    return math.prod(record["size"]) * record["steps"] / statistics.median(record["seconds"]) * 1e-9


def best(records):
    return max(records, key=rate, default=None)


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


class Case:
    """The usable records of one row, precision and size."""

    def __init__(self, case, records):
        self.entry = rows.BY_NAME[case["row"]]
        self.precision, self.size = case["precision"], tuple(case["size"])
        self.real = isinstance(self.entry, rows.Real)
        self.records = [r for r in records if not status(r, case)]
        self.naive, self.sweep, self.planner = map(self.kind, ("naive", "sweep", "planner"))
        self.searched = any("searched" in r["kinds"] for r in self.records)
        self.best = best(self.records)

    def kind(self, name):
        return best([r for r in self.records if name in r["kinds"]])

    def wavefront(self):
        return best([r for r in self.records if r["schedule"].startswith("wavefront")])

    def other(self):
        """The best of those that read and write all fields in every step."""
        return best([r for r in self.records if not r["schedule"].startswith("wavefront")])

    @property
    def where(self):
        return " x ".join(map(str, self.size))

    @property
    def headline(self):
        return self.size == rows.HEADLINE[self.entry.rank]

    def ratio(self, record):
        return rate(record) / self.entry.peer[self.precision]


def gather(results):
    """Cases in the order of rows.py; of a program measured twice the later record counts."""
    cases, records = {}, {}
    for result in results:
        for case in result["cases"]:
            cases[case["row"], case["precision"], tuple(case["size"])] = case
        for record in result["records"]:
            key = record["row"], record["precision"], tuple(record["size"])
            records.setdefault(key, {})[record["schedule"]] = record
    order = list(rows.BY_NAME)
    keys = sorted(cases, key=lambda k: (order.index(k[0]), k[2], k[1] == "f32"))
    return [(cases[key], list(records.get(key, {}).values())) for key in keys]


def number(record, digits=0):
    return f"{rate(record):.{digits}f}" if record else ""


def line(*cells):
    return "| " + " | ".join(str(c) for c in cells) + " |"


def head(*cells):
    return [line(*cells), "|" + "---|" * len(cells)]


def configuration(record):
    return record["schedule"] if record else ""


def spills(record):
    """Bytes spilled, and bytes of stack if there are more: arrays in local memory cost as much."""
    spilled, stack = record.get("spill_bytes"), record.get("stack_bytes")
    if spilled is None:
        return ""
    return f"{spilled}" + (f", stack {stack}" if stack and stack > spilled else "")


def suite_table(cases):
    text = head("row", "type", "size", "best peer", "naive", "sweep", "wavefront", "planner", "best", "best / peer", "of limit",
                "T", "configuration of the best", "registers", "spills", "goal", "reached")
    for c in cases:
        b = c.best
        if not b:
            text.append(line(c.entry.title, c.precision, c.where, c.entry.peer[c.precision], *[""] * 13))
            continue
        goal = c.entry.goal[c.precision]
        reached = "yes" if c.planner and rate(c.planner) >= goal else "searched only" if rate(b) >= goal else "no"
        text.append(line(
            c.entry.title, c.precision, c.where, c.entry.peer[c.precision], number(c.naive), number(c.sweep),
            number(c.wavefront()), number(c.planner), number(b), f"{c.ratio(b):.2f}",
            f"{100 * rate(b) / c.entry.limit(c.precision, b['depth']):.0f}%", b["depth"], configuration(b),
            b.get("registers") or "", spills(b), goal, reached))
    return text


def summary(cases):
    text = head("ratio to the best peer", "type", "rows", "planner: geometric mean", "lowest", "best: geometric mean",
                "lowest ")
    for where, rank in (("16384 x 16384", 2), ("512 x 512 x 512", 3), ("both", 0)):
        for precision in ("f64", "f32", "all"):
            here = [c for c in cases if c.headline and rank in (0, c.entry.rank) and precision in ("all", c.precision)]
            if not here:
                continue
            columns, counts = [], []
            for pick in (lambda c: c.planner, lambda c: c.best):
                ratios = [(c.ratio(pick(c)), c) for c in here if pick(c)]
                counts.append(len(ratios))
                if not ratios:
                    columns += ["", ""]
                    continue
                low, which = min(ratios, key=lambda pair: pair[0])
                columns += [f"{mean([r for r, _ in ratios]):.2f}",
                            f"{low:.2f} ({which.entry.title}, {which.precision})"]
            # A mean over fewer rows than there are must not look like one over all.
            complete = counts == [len(here)] * 2
            text.append(line(where, precision, len(here) if complete else
                             f"{counts[0]} and {counts[1]} of {len(here)}", *columns))
    return text


def planner_table(cases):
    compared = [c for c in cases if c.searched and c.planner and c.best]
    if not compared:
        return []
    text = ["", "Planner against the best of the search:", ""]
    text += head("row", "type", "size", "planner", "best", "planner / best", "planner's choice", "best choice",
                 "programs")
    for c in compared:
        text.append(line(c.entry.title, c.precision, c.where, number(c.planner), number(c.best),
                         f"{rate(c.planner) / rate(c.best):.2f}", configuration(c.planner), configuration(c.best),
                         len(c.records)))
    shares = [rate(c.planner) / rate(c.best) for c in compared]
    text += ["", f"planner / best: geometric mean {mean(shares):.3f}, lowest {min(shares):.3f}"]
    return text


def real_table(cases):
    if not cases:
        return []
    text = ["", "Real programs:", ""]
    text += head("program", "type", "size", "naive", "sweep", "planner", "best wavefront",
                 "wavefront / single step", "planner / single step", "T", "configuration of the best", "registers", "spills")
    for c in cases:
        single, wavefront = c.other(), c.wavefront()
        versus = [f"{rate(r) / rate(single):.2f}" if r and single else "" for r in (wavefront, c.planner)]
        b = c.best
        text.append(line(c.entry.title, c.precision, c.where, number(c.naive), number(c.sweep), number(c.planner),
                         number(wavefront), *versus, b["depth"] if b else "", configuration(b),
                         (b.get("registers") or "") if b else "", spills(b) if b else ""))
    return text


def remarks(results, pairs):
    """Whatever is missing from the tables, by name."""
    text = []
    for result in results:
        for no in result.get("refused", []):
            text.append(f"- left out: {no['row']} {no['precision']} `{no['schedule']}`: {no['why']}")
        for program, why in result.get("failed_builds", {}).items():
            text.append(f"- BUILD FAILED: {program}: {why}")
        text += [f"- no time: {what}" for what in result.get("no_time", [])]
    for case, records in pairs:
        for record in records:
            if wrong := status(record, case):
                where = " x ".join(map(str, record["size"]))
                text.append(f"- {wrong} ({record['row']} {record['precision']} {where} `{record['schedule']}`)")
    notes = {rows.BY_NAME[case["row"]].title: rows.BY_NAME[case["row"]].note for case, _ in pairs
             if getattr(rows.BY_NAME[case["row"]], "note", "")}
    text += [f"- {title}: {note}" for title, note in notes.items()]
    return ["", *dict.fromkeys(text)] if text else []


def render(results):
    pairs = gather(results)
    cases = [Case(*pair) for pair in pairs]
    machine = results[-1]["machine"]
    records = [(case, record) for case, several in pairs for record in several]
    compared = [record for case, record in records if "differing" in record and not status(record, case)]
    text = [f"{machine['device']}, driver {machine.get('driver', '?')}, {machine.get('compiler', '?')}; a copy moves "
            f"{machine.get('copy_gb_per_second', 0):.0f} GB/s. GLUP/s, medians by device events.",
            f"{len(compared)} of {len(records)} programs and sizes equal to naive in every byte." if compared
            else "NOT COMPARED with naive.", ""]
    suite = [c for c in cases if not c.real]
    if suite:
        text += suite_table(suite) + [""] + summary(suite)
    text += planner_table(cases) + real_table([c for c in cases if c.real]) + remarks(results, pairs)
    return "\n".join(text) + "\n"


def main():
    if "--help" in sys.argv:
        print(__doc__.strip())
        return
    results = []
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            results.append(json.load(file))
    if not results:
        sys.exit(__doc__)
    sys.stdout.write(render(results))


if __name__ == "__main__":
    main()
