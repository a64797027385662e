"""Counts of what kernels do, by NVIDIA's profiler ncu, and of the instructions they hold, by cuobjdump."""
import collections
import csv
import os
import re
import shutil
import subprocess

# Name in results.json: metric of ncu, or several of which the first that it has is taken. Sums over a step's kernels, but
# for those that say "most".
METRICS = {
    "registers": "launch__registers_per_thread",  # most
    "shared_static": "launch__shared_mem_per_block_static",  # most, bytes
    "shared_dynamic": "launch__shared_mem_per_block_dynamic",  # most, bytes
    "nanoseconds": "gpu__time_duration.sum",
    "instructions_executed": "smsp__inst_executed.sum",
    # Instructions of warps, then what threads ask for.
    "global_loads": ("smsp__sass_inst_executed_op_global_ld.sum", "smsp__inst_executed_op_global_ld.sum"),
    "global_stores": ("smsp__sass_inst_executed_op_global_st.sum", "smsp__inst_executed_op_global_st.sum"),
    "shared_loads": ("smsp__sass_inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_ld.sum"),
    "global_load_bytes": ("smsp__sass_data_bytes_mem_global_op_ld.sum", "sm__sass_data_bytes_mem_global_op_ld.sum"),
    "global_store_bytes": ("smsp__sass_data_bytes_mem_global_op_st.sum", "sm__sass_data_bytes_mem_global_op_st.sum"),
    "divergent_branches": "smsp__sass_branch_targets_threads_divergent.sum",
    "l1_hit_percent": "l1tex__t_sector_hit_rate.pct",  # most
    "l2_hit_percent": "lts__t_sector_hit_rate.pct",  # most
    "dram_read_bytes": "dram__bytes_read.sum",
    "dram_write_bytes": "dram__bytes_write.sum",
}
MOST = {"registers", "shared_static", "shared_dynamic", "l1_hit_percent", "l2_hit_percent"}
MARK = "randomCells"  # the harness's kernel before each program


def find(tool):
    for path in (shutil.which(tool), f"/usr/local/cuda/bin/{tool}", f"/opt/nvidia/nsight-compute/{tool}"):
        if path and os.path.exists(path):
            return path
    return None


def known(listed):
    """One metric of this ncu for each name, from what --query-metrics listed; it never lists those of launches."""
    names = set(re.findall(r"^(\w+__\w+)", listed, re.M))
    found = {}
    for key, choices in METRICS.items():
        choices = (choices,) if isinstance(choices, str) else choices
        there = [name for name in choices if name.startswith("launch__") or name.split(".")[0] in names]
        if there or len(names) < 100:  # a list so short is none
            found[key] = (there or choices)[0]
    return found


def number(text):
    return float(text.replace(",", ""))


def read(text, metrics):
    """Counts per program from the CSV of ncu: kernels between two marks belong together."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return []
    kernels = collections.OrderedDict()  # launch: (name, {metric: value})
    keys = {name: key for key, name in metrics.items()}
    for line in csv.DictReader(lines[start:]):
        name, values = kernels.setdefault(line["ID"], (line["Kernel Name"], {}))
        key = keys.get(line["Metric Name"])
        if key and re.match(r"^[\d.,]+$", line["Metric Value"] or ""):
            values[key] = number(line["Metric Value"])
    counts = []
    for name, values in kernels.values():
        if MARK in name:
            counts.append({})
        elif counts:
            for key, value in values.items():
                before = counts[-1].get(key, 0)
                counts[-1][key] = max(before, value) if key in MOST else before + value
    return counts


def profile(command, programs):
    """Counts of one step of each program, and why there are none."""
    ncu = find("ncu")
    if not ncu:
        return None, "ncu is not installed"
    metrics = known(subprocess.run([ncu, "--query-metrics"], capture_output=True, text=True).stdout)
    done = subprocess.run([ncu, "--csv", "--print-units", "base", "--clock-control", "none", "--cache-control", "none",
                           "--metrics", ",".join(metrics.values()), *command], capture_output=True, text=True)
    counts = read(done.stdout, metrics)
    if len(counts) != programs:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "ERROR" in line] or ["no counts"]
        return None, f"{said[0]} ({len(counts)} of {programs} programs)"
    missing = sorted(set(METRICS) - set(metrics))
    return counts, f"not known here: {', '.join(missing)}" if missing else ""


def instructions(library):
    """How often memory and branch instructions stand in the largest kernel of a program; {} without cuobjdump."""
    tool = find("cuobjdump")
    if not tool:
        return {}
    done = subprocess.run([tool, "-sass", library], capture_output=True, text=True)
    largest = max(re.split(r"Function : ", done.stdout)[1:], key=len, default="")
    found = re.findall(r"/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+ )?([A-Z][A-Z0-9_.]*)", largest)
    kinds = collections.Counter()
    for name in found:
        stem, *rest = name.split(".")
        width = next((part for part in rest if part in ("64", "128")), "32")
        if stem in ("LDG", "STG", "LDS", "STS"):
            kinds[f"{stem}.{width}"] += 1
        elif stem in ("BRA", "BAR", "LDGSTS", "UTMALDG", "BSSY"):
            kinds[stem] += 1
    return dict(kinds)
