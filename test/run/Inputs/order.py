"""usage: order.py LOW HIGH COARSE FINE      whether the errors of two runs, the second with half the spacing, fall by an order in between"""
import json
import math
import sys


def error(path):
    with open(path, encoding="utf-8") as file:
        run = json.load(file)
    return next(report["value"] for report in reversed(run["reports"]) if report["name"] == "error")


low, high = float(sys.argv[1]), float(sys.argv[2])
order = math.log2(error(sys.argv[3]) / error(sys.argv[4]))
print(f"order {order:.3f}")
sys.exit(not low <= order <= high)
