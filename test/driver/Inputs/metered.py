"""metered.py RECORDS METERED FASTEST: of a file of tuning records one of two plans, the slower of which takes less energy, and one of the same without energy."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    store = json.load(file)
record = store["records"][0]
two = [{**record, "schedule": schedule, "measured": rate, "nanojoules": energy}
       for schedule, rate, energy in (("loops:rows=8", 2.0, 4.0), ("loops:rows=all", 1.0, 3.0))]
for path, records in ((sys.argv[2], two), (sys.argv[3], [{**one, "nanojoules": 0} for one in two])):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({**store, "records": records}, file)
print(two[0]["schedule"], two[1]["schedule"], sep="\n")
