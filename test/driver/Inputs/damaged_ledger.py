"""Damages a ledger of verdicts: one digit of each result, or the middle of the file.

usage: damaged_ledger.py rows|file LEDGER
"""
import sqlite3
import sys

what, name = sys.argv[1:]
if what == "rows":
    with sqlite3.connect(name) as ledger:
        ledger.execute("UPDATE runs SET value = CASE substr(value, 1, 1) WHEN '0' THEN '1' ELSE '0' END || substr(value, 2)")
else:
    with open(name, "r+b") as file:
        file.seek(0)
        file.write(b"\xff" * 4096)
