"""Many kernels on many chips, as a table: a row for each kernel, a column for each chip (and width, where widths were asked for)."""
import kiln_occupancy
from kiln_html import esc, section, table


def columns(results):
    """(device, asked width) in their order."""
    return list(dict.fromkeys((r["asked_device"], r["asked_simd"]) for r in results))


def rows(results):
    """{(shader, entry): {column: result}}"""
    out = {}
    for r in results:
        out.setdefault((r["shader"], r["entry"]), {})[r["asked_device"], r["asked_simd"]] = r
    return out


def cell(r, link):
    if not r:
        return ""
    if "simd" not in r:
        return f'<span class="bad" title="{esc(r.get("message", ""))}">no kernel</span>'
    spills = f'<br><span class="bad">{r["spills"]} spills, {r["fills"]} fills</span>' if r["spills"] or r["fills"] else ""
    o = r.get("occupancy")
    occupancy = f"<br>threads in use: {esc(kiln_occupancy.words(o['share'], o['limit']))}" if o else ""
    bound = f"<br>{esc(r['pace']['bound'])}" if "pace" in r else ""
    width = f'<b>SIMD{r["simd"]}</b>'
    return ((f'<a href="#{link}">{width}</a>' if link else width) + f' {r["cycles"] / r["simd"]:,.1f} clocks<br>{r["instructions"]:,} instructions, {r["sends"]:,} messages'
            f"{spills}{occupancy}{bound}")


def part(results, shown):
    """`shown`: {index of a result: the anchor of what the page has of it in full}. Nothing for a single kernel."""
    if len(results) < 2:
        return ""
    wanted = columns(results)
    head = (("kernel", ""), *((d + (f" SIMD{s}" if s else ""), "") for d, s in wanted))
    links = {id(r): shown.get(n) for n, r in enumerate(results)}
    def of_column(of, c):  # what is no module is so on every chip
        return of.get(c) or next((r for r in of.values() if not r["entry"]), None)
    body = [(f"<b>{esc(shader)}</b><br>{esc(entry)}", *(cell(r := of_column(of, c), links.get(id(r))) for c in wanted)) for (shader, entry), of in rows(results).items()]
    failed = sum("simd" not in r for r in results)
    note = f" {failed} of {len(results)} do not compile." if failed else ""
    if len(shown) < len(results):
        note += f" The page has {len(shown)} in full, those whose threads take longest."
    return section("Kernels", "Clocks of a thread as the compiler estimates them, for each invocation; threads that a subslice holds at once, and what lets it hold no "
                   f"more; what bounds many workgroups.{note}", table(head, body))
