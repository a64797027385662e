#!/usr/bin/env python3
"""Turns results of bench/papers/run into Markdown, the papers' numbers beside ours, and plots by gnuplot.

    table.py RESULTS.json... [--machine FILE] [--plots FOLDER] [--into PAGE]

Later files replace what earlier ones measured. A ratio is over the paper's own baseline, in its numbers as in ours.
Without gnuplot there are no plots. --into puts tables and plots between the marks of a page instead of printing them.
"""
import argparse
import json
import os
import re
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import papers  # noqa: E402
import plots  # noqa: E402
import published  # noqa: E402


def line(*cells):
    return "| " + " | ".join("" if c is None else str(c) for c in cells) + " |"


def head(*cells):
    return [line(*cells), "|" + "---|" * len(cells)]


def number(value, digits=1):
    return "" if value is None else f"{value:.{digits}f}"


def ratio(value, base):
    return f"{value / base:.2f}" if value is not None and base else ""


class Results:
    """The usable records, found by paper, group, label and size."""

    def __init__(self, several, machine=None):
        self.machine = machine
        self.last, self.records, self.profiles, self.cpu = several[-1], {}, {}, {}
        for one in several:
            for r in one["records"]:
                for label, kind in r["labels"]:
                    self.records[r["paper"], r["group"], label, kind, tuple(r["size"]), r["pitch"]] = r
            for p in one["profiles"]:
                for label, kind in p["labels"]:
                    self.profiles[p["paper"], p["group"], label, kind, tuple(p["size"])] = p
            for c in one["cpu"]:
                self.cpu[c["size"][0], c["threads"]] = c
        self.several = several

    def find(self, paper, group, label, size, kind="paper", pitch="auto"):
        record = self.records.get((paper, group, label, kind, tuple(size), pitch))
        return record if record and not papers.status(record) else None

    def sizes(self, paper, group):
        return sorted({key[4] for key in self.records if key[:2] == (paper, group)})


def seconds(record, steps=1):
    """For so many steps; None without a record."""
    return statistics.median(record["seconds"]) / record["timed_steps"] * steps if record and record["seconds"] else None


def rate(record):
    """GLUP/s."""
    each = seconds(record)
    return papers.updated(record["row"], record["size"]) / each * 1e-9 if each else None


# Paper 000

LABELS_000 = (("naive", "paper"), ("cached plane sweep", "paper"), ("pipelined wavefront", "paper"), ("sweep", "ours"),
              ("planner", "ours"))


def paper000(results):
    sizes = results.sizes("000", "cubes")
    rates = {(label, kind, pitch, size): rate(results.find("000", "cubes", label, size, kind, pitch))
             for label, kind in LABELS_000 for size in sizes for pitch in ("auto", "packed")}
    text = ["Figure 8, GLUP/s:", ""]
    text += head("cells", *(label + (" (ours)" if kind == "ours" else "") for label, kind in LABELS_000),
                 "wavefront / cached plane sweep")
    for size in sizes:
        found = [rates[label, kind, "auto", size] for label, kind in LABELS_000]
        text.append(line(f"{size[0]}³", *map(number, found), ratio(found[2], found[1])))
    peaks = [max((rates[label, kind, "auto", size] or 0 for size in sizes), default=0) for label, kind in LABELS_000]
    text.append(line("peak", *(number(p or None) for p in peaks), ratio(peaks[2], peaks[1])))
    old = published.PEAKS_000
    text.append(line("peak, Tesla C2050", *(number(old.get(label), 2) for label, _ in LABELS_000),
                     ratio(old["pipelined wavefront"], old["cached plane sweep"])))
    text += ["", "Padding, GLUP/s with rows packed and by the rule (widths where the rule adds bytes):", ""]
    text += head("cells", *(f"{label}: packed | by the rule | gain" for label, _ in LABELS_000[:3]))
    text[-1] = "|" + "---|" * 10
    for size in sizes:
        pairs = [(rates[label, kind, "packed", size], rates[label, kind, "auto", size]) for label, kind in LABELS_000[:3]]
        if any(packed for packed, _ in pairs):
            text.append(line(f"{size[0]}³", *(cell for packed, ruled in pairs
                                              for cell in (number(packed), number(ruled), ratio(ruled, packed)))))
    return text + [""] + microbenchmarks(results.machine)


def microbenchmarks(machine):
    """Table 1 beside the file that `stencilc probe` wrote on the machine."""
    text = ["Table 1, microbenchmarks" + ("" if machine else " (ours are missing: no machine file was given)") + ":", ""]
    text += head("measured", "GTX 480", "C2050", machine.get("name", "here") if machine else "here", "/ C2050")
    for what, gtx, tesla, path, factor in [*published.TABLE_000, published.HIDDEN_000]:
        here = value_at((machine or {}).get("gpu"), path)
        here = here * factor if here is not None else None
        text.append(line(what, number(gtx), number(tesla), number(here), ratio(here, tesla)))
    return text


def value_at(value, path):
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


# Paper 001

def paper001(results):
    text = []
    for group, kind, title in (("kernels", "paper", "in the blocks of the paper"), ("today", "ours", "in the shapes of the planner")):
        sizes = results.sizes("001", group)
        text += [f"Table I, kernels {title}:", ""]
        text += head("kernel", *(f"{card}: ms | / 3DBase" for card in published.CARDS_001),
                     *(f"{size[0]}³: µs | / 3DBase" for size in sizes))
        text[-1] = "|" + "---|" * (1 + 2 * (len(published.CARDS_001) + len(sizes)))
        base = [seconds(results.find("001", group, "3DBase", size, "paper")) for size in sizes]
        for label in [*published.TABLE_001, *(["planner"] if group == "today" else [])]:
            old = published.TABLE_001[label][0] if label in published.TABLE_001 else (None,) * 3
            cells = [label]
            for i, value in enumerate(old):
                cells += [number(value, 2), ratio(value, published.TABLE_001["3DBase"][0][i])]
            for size, first in zip(sizes, base):
                each = seconds(results.find("001", group, label, size, kind))
                cells += [number(each and each * 1e6, 2), ratio(each, first)]
            text.append(line(*cells))
        text.append("")
    text += counts001(results) + convergence001(results)
    return text


def counts001(results):
    text = []
    for group, kind, title in (("kernels", "paper", "in the blocks of the paper"), ("today", "ours", "in the shapes of the planner")):
        rows = []
        for label, (_, registers, divergent, shared, loads, stores) in published.TABLE_001.items():
            found = [key for key in results.profiles if key[:4] == ("001", group, label, kind)]
            p = results.profiles[found[0]] if found else {}
            record = results.find("001", group, label, found[0][4], kind) if found else None
            ours = record or {}
            rows.append(line(
                label, registers, ours.get("registers"), shared or "-", number(p.get("shared_dynamic"), 0),
                loads, number(p["global_load_bytes"] / 8, 0) if "global_load_bytes" in p else "",
                number(p.get("global_loads"), 0), stores,
                number(p["global_store_bytes"] / 8, 0) if "global_store_bytes" in p else "",
                divergent, number(p.get("divergent_branches"), 0),
                ", ".join(f"{name} {count}" for name, count in sorted(p.get("instructions", {}).items()))))
        text += [f"Table II, kernels {title}; first the GTX 680, then ours at 128³:", ""]
        text += head("kernel", "registers", "ours", "shared bytes", "ours", "64-bit loads", "ours, words", "by warps",
                     "64-bit stores", "ours, words", "divergent branches", "ours", "instructions in the kernel")
        text += rows + [""]
    return text


def convergence001(results):
    text = ["Run to convergence at 128³ (largest change below 1e-6):", ""]
    text += head("kernel", "steps", "seconds", "result")
    for key, r in sorted(results.records.items(), key=lambda item: item[0][3] == "ours"):
        if key[:2] == ("001", "convergence") and "converged_steps" in r:
            text.append(line(key[2], r["converged_steps"], number(r["converged_seconds"], 2),
                             "equal in every byte" if not papers.status(r) else papers.status(r)))
    return text


# Paper 002

ITERATIONS = 4096


def time002(results, group, label, size, kind="paper"):
    return seconds(results.find("002", group, label, size, kind), ITERATIONS)


def paper002(results):
    squares = sorted(published.TABLE4_002)
    text = ["Table 3, baseline by block: seconds for 4096 iterations, and over 16x16:", ""]
    blocks = papers.BLOCKS_002
    text += head("cells", *(f"{b}: C870 | C1060 | here | / 16x16 in C1060 | here" for b in blocks))
    text[-1] = "|" + "---|" * (1 + 5 * len(blocks))
    for n in squares:
        cells = [f"{n}²"]
        for b in blocks:
            old, here = published.TABLE3_002[n][b], time002(results, "blocks", b, (n, n))
            cells += [*(number(v, 2) for v in old), number(here, 4),
                      ratio(old[1], published.TABLE3_002[n]["16x16"][1]),
                      ratio(here, time002(results, "blocks", "16x16", (n, n)))]
        text.append(line(*cells))
    text += ["", "Table 4, optimizations: seconds for 4096 iterations, and how many times faster than the baseline:", ""]
    names = ("baseline", "1", "1+2", "1+2+3")
    text += head("cells", "on", *names, *(f"{name}, speed-up" for name in names[1:]))
    for n in squares:
        old = published.TABLE4_002[n]
        for card in (0, 1):
            values = [old[name][card] for name in names]
            text.append(line(f"{n}²", ("C870", "C1060")[card], *(number(v, 2) for v in values),
                             *(ratio(values[0], v) for v in values[1:])))
        values = [time002(results, "optimizations", name, (n, n)) for name in names]
        text.append(line(f"{n}²", "here", *(number(v, 4) for v in values),
                         *(ratio(values[0], v) if v else "" for v in values[1:])))
    text += ["", "The same with the schedules of today:", ""]
    text += head("cells", "baseline", "sweep", "planner", "sweep, speed-up", "planner, speed-up")
    for n in squares:
        base = time002(results, "optimizations", "baseline", (n, n))
        ours = [time002(results, "optimizations", name, (n, n), "ours") for name in ("sweep", "planner")]
        text.append(line(f"{n}²", number(base, 4), *(number(v, 4) for v in ours),
                         *(ratio(base, v) if v else "" for v in ours)))
    text += ["", "Table 5, 4096²: one cell a thread and 2 x 2, seconds for 4096 iterations:", ""]
    text += head("block", "C1060: 1x1", "2x2", "slower by", "here: 1x1", "2x2", "slower by ")
    for b in blocks:
        old = published.TABLE5_002[b]
        here = [time002(results, "2x2", f"{cells} {b}", (4096, 4096)) for cells in ("1x1", "2x2")]
        text.append(line(b, *(number(v, 2) for v in old), ratio(old[1], old[0]), *(number(v, 4) for v in here),
                         ratio(here[1], here[0])))
    text += ["", "Table 6, optimizations 1+2+3 in single and double precision, seconds:", ""]
    text += head("cells", "C1060: f32", "f64", "f64 / f32", "here: f32", "f64", "f64 / f32 ", "planner: f32", "f64 ", "f64 / f32  ")
    for n in squares:
        old = published.TABLE6_002.get(n, (None, None))
        cells = [f"{n}²", *(number(v, 2) for v in old), ratio(old[1], old[0])]
        for label, kind in (("1+2+3", "paper"), ("planner", "ours")):
            here = [time002(results, group, label, (n, n), kind) for group in ("optimizations", "double precision")]
            cells += [*(number(v, 4) for v in here), ratio(here[1], here[0])]
        text.append(line(*cells))
    return text + cpu002(results, squares)


def cpu002(results, squares):
    threads = sorted({t for _, t in results.cpu})
    text = ["", "Table 7, processor cores, seconds for 4096 iterations (ours from fewer, scaled); the GPU is 1+2+3:", ""]
    text += head("cells", "on", "GPU", *(f"{t} thread{'s' if t > 1 else ''}" for t in threads or (1, 2, 4, 8, 16)), "best CPU / GPU")
    for n in squares:
        _, c1060, old = published.TABLE7_002[n]
        text.append(line(f"{n}²", "C1060, Q9450", number(c1060, 2), *(number(old.get(t), 2) for t in threads or old),
                         ratio(min(old.values()), c1060)))
        gpu = time002(results, "optimizations", "1+2+3", (n, n))
        here = {t: c["seconds"] / c["steps"] * ITERATIONS for (m, t), c in results.cpu.items() if m == n}
        text.append(line(f"{n}²", "here", number(gpu, 4), *(number(here.get(t), 2) for t in threads or old),
                         ratio(min(here.values(), default=None), gpu)))
    return text


# Paper 004

def paper004(results):
    text = []
    window = results.last.get("energy_seconds") or 0
    length = f"energy in windows of {window:g} s" + (", short for a counter that moves ten times a second" if window < 10 else "")
    for group in ("97 points", "31 points"):
        sizes = results.sizes("004", group)
        if not sizes:
            continue
        records = {}
        for entry in papers.KERNELS_004:
            records[entry.label, entry.kind] = results.find("004", group, entry.label, sizes[0], entry.kind)
        base = records["naive", "paper"]
        text += [f"Figures 4 and 5, {group}, {' x '.join(map(str, sizes[0]))} cells"
                 + (f"; {length}" if any("joules" in r for r in records.values() if r) else "") + ":", ""]
        text += head("kernel", "K80: GFLOPS", "/ naive", "P100: GFLOPS", "/ naive ", "here: GFLOPS", "/ naive  ",
                     "GFLOPS/W over naive: K80", "P100", "here: W", "GFLOPS/W", "over naive", "registers", "spilled bytes")
        for (label, kind), r in records.items():
            old = published.TABLE_004.get(label, (None,) * 4)
            speed, per_watt = gflops(r), gflops_per_watt(r)
            watts = r["joules"] / r["energy_seconds"] if per_watt else None
            text.append(line(label + (" (ours)" if kind == "ours" else ""), number(old[0]), ratio(old[0], 98.1), number(old[1]),
                             ratio(old[1], 489.3), number(speed), ratio(speed, gflops(base)), number(old[2], 2),
                             number(old[3], 2), number(watts, 0), number(per_watt, 2), ratio(per_watt, gflops_per_watt(base)),
                             r and r.get("registers"), r and r.get("spill_bytes")))
        no = {r["energy"] for r in records.values() if r and "energy" in r}
        text += [f"\nNo energy: {', '.join(sorted(no))}." if no else "", ""]
    return text


def gflops(record):
    speed = rate(record) if record else None
    return speed * record["flops"] if speed else None


def gflops_per_watt(record):
    if not record or not record.get("joules"):
        return None
    cells = papers.updated(record["row"], record["size"])
    return cells * record["energy_steps"] * record["flops"] * 1e-9 / record["joules"]


def remarks(results):
    """Whatever is missing from the tables, by name."""
    text = []
    for one in results.several:
        for no in one["refused"]:
            text.append(f"- left out: {no['paper']} {no['group']} {no['label']} `{no['schedule']}`: {no['why']}")
        text += [f"- BUILD FAILED: {program}: {why}" for program, why in one["failed_builds"].items()]
        text += [f"- no time: {what}" for what in one["no_time"]] + [f"- {what}" for what in one["notes"]]
    for r in {id(r): r for r in results.records.values()}.values():
        if wrong := papers.status(r):
            text.append(f"- {wrong}: {r['paper']} {r['group']} {' x '.join(map(str, r['size']))} `{r['schedule']}`")
    return ["", *dict.fromkeys(text)] if text else []


def render(results):
    machine = results.last["machine"]
    records = {id(r): r for r in results.records.values()}.values()
    good = [r for r in records if not papers.status(r)]
    if not records:
        return "Nothing has been measured yet: the columns of this machine are empty.\n"
    text = [f"{machine.get('device')}, driver {machine.get('driver', '?')}, {machine.get('compiler', '?')}; a copy moves "
            f"{machine.get('copy_gb_per_second', 0):.0f} GB/s. Medians by device events.",
            f"{len(good)} of {len(records)} measurements equal to the first of their group in every byte."]
    for paper, part in PARTS.items():
        if any(key[0] == paper for key in results.records):
            text += ["", f"### {paper}: {papers.PAPERS[paper]}", ""] + part(results)
    return "\n".join(text + remarks(results)) + "\n"


PARTS = {"000": paper000, "001": paper001, "002": paper002, "004": paper004}


def fill(page, results, images):
    """Puts each paper's tables, with its plots, between `<!-- 000 -->` and `<!-- end of 000 -->`; and the machine likewise."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    parts = {paper: part(results) for paper, part in PARTS.items()}
    for paper, lines in parts.items():
        for image in images:
            if image.endswith(f"-{paper}.svg"):
                lines += ["", f"![{os.path.basename(image)}]({os.path.relpath(image, os.path.dirname(page))})"]
    parts["machine"] = render(results).split("\n\n")[0].splitlines() + remarks(results)
    for name, lines in parts.items():
        mark = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.S)
        if len(mark.findall(text)) != 1:
            sys.exit(f"{page} has no one place for {name}")
        inner = re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip())
        text = mark.sub(lambda found, inner=inner: f"{found[1]}\n{inner}\n\n{found[2]}", text)
    with open(page + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(page + ".new", page)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+")
    parser.add_argument("--machine", metavar="FILE", help="what stencilc probe measured: our half of table 1 and figure 4 of 000")
    parser.add_argument("--plots", metavar="FOLDER", help="write SVG files here")
    parser.add_argument("--into", metavar="PAGE", help="a page with marks, such as a copy of bench/log/speed/2026-11-21-papers.md")
    options = parser.parse_args()
    several = []
    for name in options.results:
        with open(name, encoding="utf-8") as file:
            several.append(json.load(file))
    machine = None
    if options.machine:
        with open(options.machine, encoding="utf-8") as file:
            machine = json.load(file)
    results = Results(several, machine)
    images = []
    if options.plots:
        images = plots.write(options.plots, {
            "hidden-000": plots.hidden(value_at(machine or {}, "gpu.hidden_fma_per_word.f64.curve")),
            "cubes-000": plots.cubes(results, LABELS_000, rate),
            "kernels-001": plots.kernels(results, seconds),
            "optimizations-002": plots.optimizations(results, time002),
            "speed-004": plots.stars(results, "figure 4: GFLOPS", gflops, plots.speeds),
            "energy-004": plots.stars(results, "figure 5: GFLOPS/W", gflops_per_watt, plots.efficiencies)})
    if options.into:
        fill(options.into, results, images)
    else:
        sys.stdout.write(render(results))


if __name__ == "__main__":
    main()
