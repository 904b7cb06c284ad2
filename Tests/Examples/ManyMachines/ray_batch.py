"""Runs `p3tool batch` on a Ray cluster: python ray_batch.py FOLDER REPORT

FOLDER holds p3tool.yml, on a file system that every node sees.
"""

import subprocess
import sys
from pathlib import Path

import ray

CPUS = 2  # for each run of p3tool


# A task whose worker or node is lost is run again, on another one.
@ray.remote(num_cpus=CPUS, max_retries=3)
def run_shard(folder: str, index: int, count: int) -> bytes:
    """The JSON report of part `index` of `count`."""
    run = subprocess.run(
        ["p3tool", "batch", "--shard", f"{index}/{count}", "--jobs", str(CPUS), "--quiet", "--format", "json"],
        cwd=folder,
        stdout=subprocess.PIPE,
    )
    # 1: findings; 2: images that failed. The report has them.
    if run.returncode not in (0, 1, 2):
        raise RuntimeError(f"p3tool batch --shard {index}/{count} ended with {run.returncode}")
    return run.stdout


def main(folder: str, report: str) -> int:
    ray.init()  # the cluster of RAY_ADDRESS, or a new one on this machine
    slots = max(1, int(ray.cluster_resources()["CPU"]) // CPUS)
    count = 4 * slots  # smaller parts even out: a hash deals out images, not work
    folder = str(Path(folder).resolve())
    tasks = [run_shard.remote(folder, index, count) for index in range(1, count + 1)]
    parts = [Path(folder, f"report-{index}.json") for index in range(1, count + 1)]
    for part, bytes in zip(parts, ray.get(tasks)):
        part.write_bytes(bytes)
    merge = ["p3tool", "report", "merge", *map(str, parts), "-o", report]
    return subprocess.run(merge).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
