"""Compares what 'explain --json' printed for a short run and a long one under a low power limit, and under the usual one."""
import json
import sys

short, long, usual = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:4])


def plan(explained):
    return next(one for one in explained["candidates"] if one["is_plan"])


def same(a, b):
    return abs(a / b - 1) < 1e-9


burst, kept = plan(short), plan(long)
assert burst["schedule"] == plan(usual)["schedule"] and burst["bound"] != "power", burst
assert same(burst["predicted_glups"], burst["burst_glups"]) and same(burst["predicted_glups"], plan(usual)["predicted_glups"])
assert burst["kept_up_glups"] < burst["burst_glups"], burst
print("short run: the plan of 700 W, at its rate")
assert kept["schedule"] != burst["schedule"] and kept["bound"] == "power", kept
assert kept["nanojoules"] < burst["nanojoules"] and kept["burst_glups"] < burst["burst_glups"], (kept, burst)
assert kept["kept_up_glups"] > burst["kept_up_glups"] and same(kept["predicted_glups"], kept["kept_up_glups"]), (kept, burst)
assert same(kept["watts"], 320) and same(kept["nanojoules"] * kept["kept_up_glups"], 320), kept
print("long run: another plan, less work, slower as a burst, faster in the long run, bound by power at 320 W")
