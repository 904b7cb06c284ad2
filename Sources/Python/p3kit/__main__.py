"""python -m p3kit: which library is loaded, and the reports of images as JSON."""

import argparse
import json
import sys

import p3kit


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m p3kit", description="Reports on PNG images as JSON.")
    parser.add_argument("command", choices=["check", "inspect", "diff"])
    parser.add_argument("png", nargs="+")
    arguments = parser.parse_args()
    try:
        if arguments.command == "diff":
            if len(arguments.png) != 2:
                parser.error("diff takes two images")
            report = p3kit.diff(*arguments.png)
            print(json.dumps(report, indent=2))
            return 1 if report["verdict"] == "different" else 0
        for png in arguments.png:
            print(json.dumps(getattr(p3kit, arguments.command)(png), indent=2))
    except p3kit.P3Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


sys.exit(main())
