"""Runs `p3tool batch` on a Dask cluster: python dask_batch.py FOLDER REPORT

FOLDER holds p3tool.yml, on a file system that every worker sees.
"""

import os
import subprocess
import sys
from pathlib import Path

from distributed import Client


def run_shard(folder: str, index: int, count: int) -> bytes:
    """The JSON report of part `index` of `count`."""
    run = subprocess.run(
        ["p3tool", "batch", "--shard", f"{index}/{count}", "--jobs", "1", "--quiet", "--format", "json"],
        cwd=folder,
        stdout=subprocess.PIPE,
    )
    # 1: findings; 2: images that failed. The report has them.
    if run.returncode not in (0, 1, 2):
        raise RuntimeError(f"p3tool batch --shard {index}/{count} ended with {run.returncode}")
    return run.stdout


def main(folder: str, report: str) -> int:
    # The cluster of DASK_SCHEDULER_ADDRESS, or a new one on this machine.
    with Client(os.environ.get("DASK_SCHEDULER_ADDRESS")) as client:
        slots = max(1, sum(client.nthreads().values()))
        count = 4 * slots  # smaller parts even out: a hash deals out images, not work
        folder = str(Path(folder).resolve())
        indexes = range(1, count + 1)
        # Not pure: the files may have changed since the same call. A task whose worker is lost runs again on another one
        # anyway, `retries` is for those that raise.
        tasks = client.map(run_shard, [folder] * count, indexes, [count] * count, pure=False, retries=3)
        parts = [Path(folder, f"report-{index}.json") for index in indexes]
        for part, bytes in zip(parts, client.gather(tasks)):
            part.write_bytes(bytes)
    merge = ["p3tool", "report", "merge", *map(str, parts), "-o", report]
    return subprocess.run(merge).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
