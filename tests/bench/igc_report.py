"""What ./dev bench igc prints of its rows (igc.py)."""
import math


def geometric_mean(ratios):
    ratios = list(ratios)
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def ratio(row, what, other):
    if "Kiln" not in row or other not in row or not row[other][what]:
        return None
    return row["Kiln"][what] / row[other][what]


def mean(rows, what, other):
    return geometric_mean(r for r in (ratio(row, what, other) for row in rows) if r)


def count(n):
    return f"{n / 1e6:.2f}M" if n >= 1e6 else f"{n / 1e3:.1f}k" if n >= 1e4 else f"{n:.0f}"


def number(x):
    return f"{x:5.2f}" if x is not None else "    -"


def print_table(rows):
    print(f"  {'kernel':22} {'class':11}|{'clocks IGC':>10} {'ANV':>8} {'Kiln':>8}  /IGC  /ANV|{'instr. IGC':>10} {'Kiln':>8}  /IGC|"
          f"{'mess. IGC':>9} {'Kiln':>8}  /IGC|SIMD IGC ANV Kiln|scratch IGC  Kiln|bound IGC, Kiln")
    worst = {}
    for row in rows:  # sizes of a kernel follow each other, at the place of the first
        worst.setdefault(row["name"], -(ratio(row, "clocks", "IGC") or 99))
    for row in sorted(rows, key=lambda row: (worst[row["name"]], row["name"])):
        def cell(who, what):
            return count(row[who][what]) if who in row else "-"
        print(f"  {row['name']:22} {row['class'] if row['size'] == 'full' else '  ' + row['size']:11}|{cell('IGC', 'clocks'):>10} {cell('ANV', 'clocks'):>8} {cell('Kiln', 'clocks'):>8} "
              f"{number(ratio(row, 'clocks', 'IGC'))} {number(ratio(row, 'clocks', 'ANV'))}|{cell('IGC', 'instructions'):>10}"
              f" {cell('Kiln', 'instructions'):>8} {number(ratio(row, 'instructions', 'IGC'))}|{cell('IGC', 'messages'):>9}"
              f" {cell('Kiln', 'messages'):>8} {number(ratio(row, 'messages', 'IGC'))}|{cell('IGC', 'simd'):>8} {cell('ANV', 'simd'):>3}"
              f" {cell('Kiln', 'simd'):>4}|{cell('IGC', 'scratch'):>11} {cell('Kiln', 'scratch'):>5}|"
              f"{row['IGC']['bound'] if 'IGC' in row else '-'}, {row['Kiln']['bound'] if 'Kiln' in row else '-'}")


def print_losses(rows, other, over):
    losses = sorted(((r, row["name"]) for row in rows for r in [ratio(row, "clocks", other)] if r and r > over), reverse=True)
    print(f"    over {over:.2f} of {other}'s clocks: {len(losses)}: " + ", ".join(f"{n} {r:.2f}" for r, n in losses))


def print_means(rows, size, measured):
    rows = [row for row in rows if row["size"] == size]
    print(f"  {size}: geometric means of Kiln over IGC: clocks, instructions, messages; clocks over ANV")
    kinds = sorted({row["class"] for row in rows})
    for title, part in [(k, [row for row in rows if row["class"] == k]) for k in kinds] + [("all", rows)]:
        print(f"    {title:12} {len(part):3} kernels  {mean(part, 'clocks', 'IGC'):5.2f} {mean(part, 'instructions', 'IGC'):5.2f}"
              f" {mean(part, 'messages', 'IGC'):5.2f}   {mean(part, 'clocks', 'ANV'):5.2f}")
    print("    clocks over " + ", ".join(f"{who}'s {mean(rows, 'clocks', who):.3f} ({sum(who in row for row in rows)} kernels)"
                                         for who in measured if who != "Kiln"))
    print_losses(rows, "IGC", 1.0)
    print_losses(rows, "ANV", 1.0)
    wrong = [f"{row['name']}: {w}" for row in rows for w in row["wrong"]]
    print("    wrong or not run: " + ("; ".join(wrong) or "none"))
    by = {}
    for row in rows:
        by[row["reference"]] = by.get(row["reference"], 0) + 1
    print("    reference: " + ", ".join(f"{who} {n}" for who, n in by.items() if who))


def print_waits(rows):
    """Gen12: what the code waits for itself."""
    whose = ("IGC", "ANV", "Kiln")
    rows = [row for row in rows if all(who in row for who in whose)]
    if not any(row[who]["token_waits"] for row in rows for who in whose):
        return
    print("  waits in the code, executed, of a hundred instructions: `sync`s; for tokens; for distances")
    for who in whose:
        total = sum(row[who]["instructions"] for row in rows)
        shares = [sum(row[who][what] / row[who]["instructions"] for row in rows) / len(rows) for what in ("syncs", "token_waits", "distance_waits")]
        print(f"    {who:5}" + "".join(f" {100 * share:6.2f}" for share in shares) + f"   (of {count(total)})")
    more = sorted(((row["Kiln"]["syncs"] / row["Kiln"]["instructions"] - row["IGC"]["syncs"] / row["IGC"]["instructions"], row["name"])
                   for row in rows), reverse=True)
    print("    most `sync`s beyond IGC's, a hundred instructions: " + ", ".join(f"{n} {100 * d:+.1f}" for d, n in more[:10]))


def show(rows, measured):
    print_table(rows)
    for size in dict.fromkeys(row["size"] for row in rows):
        print_means(rows, size, measured)
    print_waits([row for row in rows if row["size"] == rows[0]["size"]])
