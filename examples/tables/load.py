#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Loads the tables of a run into pandas with their types, and prints what they say about the network.

scripts/fairlead run examples/halo3d.yaml --tables --out out/halo
/usr/bin/python3 examples/tables/load.py out/halo
"""
import pathlib
import sys

import pandas

WORDS = ["type", "class", "kind", "result"]


def table(folder, name):
    """Returns one table; whole numbers stay whole where a cell is empty (a packet without an operation, a GET without a result)."""
    file = pathlib.Path(folder) / name
    columns = pandas.read_csv(file, nrows=0).columns
    return pandas.read_csv(file, dtype={c: "string" if c in WORDS else "Int64" for c in columns})


def main(folder):
    packets = table(folder, "packets.csv")
    operations = table(folder, "ops.csv")
    for name, read in (("packets", packets), ("operations", operations)):
        print(name, len(read), " ".join(f"{column}:{kind}" for column, kind in read.dtypes.items()))
    latency = packets["latency_cycles"].dropna()
    print(f"latency mean {latency.mean():.1f} max {latency.max()}")
    print(f"flits {packets['flits'].sum()}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
