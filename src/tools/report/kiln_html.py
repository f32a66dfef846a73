"""What Kiln's pages are made of: figures in words, SVG, tables, the style sheet. kiln-report's pages use nothing else."""
import html
import math

WIDTH = 960  # of a plot, in SVG units


# ---- figures in words

def esc(text):
    return html.escape(str(text), quote=True)


def si(value, unit=""):
    """1234567 -> '1.23 M'; small whole numbers as they are."""
    for limit, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(value) >= limit:
            value, unit = value / (1e3 if letter == "k" else limit), letter + unit
            return f"{value:.3g} {unit}" if value < 100 else f"{value:.0f} {unit}"
    text = f"{value:.0f}" if value == int(value) or abs(value) >= 100 else f"{value:.3g}"
    return f"{text} {unit}".strip()


def octets(value):
    for limit, unit in ((1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if value >= limit:
            return f"{value / limit:.3g} {unit}" if value < 1000 * limit else f"{value / limit:.0f} {unit}"
    return f"{value:.0f} B"


def microseconds(value):
    if value >= 1e6:
        return f"{value / 1e6:.3g} s"
    return f"{value / 1e3:.3g} ms" if value >= 1e3 else f"{value:.3g} µs"


def percent(value):
    if value in (0, 1) or 0.9995 <= value <= 1:
        return f"{100 * value:.0f} %"
    return f"{100 * value:.1f} %"


def whole_percent(value):
    return f"{100 * value:.0f} %"


def ratio(a, b):
    return a / b if b else 0.0


# ---- SVG

def svg(height, parts, label, width=WIDTH):
    return (f'<svg viewBox="0 0 {width} {height:.0f}" role="img" aria-label="{esc(label)}">' + "".join(parts) + "</svg>")


def text(x, y, s, anchor="start", cls=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{f" class={cls!r}" if cls else ""}>{esc(s)}</text>'


def rect(x, y, w, h, cls, tip=""):
    title = f"<title>{esc(tip)}</title>" if tip else ""
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{max(w, 0):.2f}" height="{max(h, 0):.2f}" class="{cls}">{title}</rect>'


def line(x1, y1, x2, y2, cls):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{cls}"/>'


def ticks(top, binary=False):
    """About five round numbers from 0 to `top`; `binary`: multiples of a power of two."""
    if top <= 0:
        return [0]
    if binary:
        step = 2 ** math.ceil(math.log2(max(top / 5, 1)))
        return [i * step for i in range(int(top / step) + 1)]
    step = 10 ** math.floor(math.log10(top / 4))
    step *= next(k for k in (1, 2, 5, 10) if top / (step * k) <= 5)
    return [i * step for i in range(int(top / step + 1e-9) + 1)]


def bars(rows, fmt, label, left=250):
    """Horizontal bars. rows: (name, [(value, class, tip), ...], figure at the end)."""
    if not rows:
        return "<p>None.</p>"
    top = max(sum(v for v, _, _ in parts) for _, parts, _ in rows) or 1
    right, h = 150, 22
    scale = (WIDTH - left - right) / top
    out = []
    for t in ticks(top, fmt is octets):
        x = left + t * scale
        out += [line(x, 4, x, 4 + h * len(rows), "grid"), text(x, 18 + h * len(rows), fmt(t), "middle", "small")]
    for i, (name, parts, figure) in enumerate(rows):
        y, x = 6 + i * h, left
        shown = name if len(name) <= left / 7 else name[:int(left / 7) - 1] + "…"
        out.append(f"<g><title>{esc(name)}</title>{text(left - 8, y + 13, shown, 'end')}</g>")
        for value, cls, tip in parts:
            out.append(rect(x, y, value * scale, h - 5, cls, tip))
            x += value * scale
        out.append(text(x + 6, y + 13, figure, cls="small"))
    return svg(24 + h * len(rows), out, label)


def columns(values, label, fmt, top=None):
    """Vertical bars, one a dispatch or a run of them. values: (value, class, tip)."""
    if not values:
        return "<p>None.</p>"
    left, bottom, height = 70, 24, 220
    top = top or max(v for v, _, _ in values) or 1
    step = (WIDTH - left - 10) / len(values)
    gap = min(2, step * 0.15)
    out = []
    for t in ticks(top):
        y = height - t / top * (height - 10)
        out += [line(left, y, WIDTH - 10, y, "grid"), text(left - 6, y + 4, fmt(t), "end", "small")]
    for i, (value, cls, tip) in enumerate(values):
        h = value / top * (height - 10)
        out.append(rect(left + i * step + gap / 2, height - h, step - gap, h, cls, tip))
    return svg(height + bottom, out, label)


def legend(items):
    return '<p class="legend">' + "".join(f'<span><i class="{c}"></i>{esc(n)}</span>' for n, c in items) + "</p>"


def table(head, rows):
    """head: (title, class of the column: n for numbers). Cells are HTML."""
    out = ['<div class="scroll"><table><thead><tr>']
    out += [f'<th class="{c}">{esc(h)}</th>' for h, c in head]
    out.append("</tr></thead><tbody>")
    for row in rows:
        out.append("<tr>" + "".join(f'<td class="{c}">{cell}</td>' for cell, (_, c) in zip(row, head)) + "</tr>")
    out.append("</tbody></table></div>")
    return "".join(out)


def section(title, text_, *parts):
    ident = title.lower().replace(" ", "-")
    return f'<section id="{ident}"><h2>{esc(title)}</h2><p class="what">{text_}</p>' + "".join(parts) + "</section>"


def meter(share):
    return f'<span class="meter"><i style="width:{100 * share:.1f}%"></i></span> {percent(share)}'


STYLE = """
:root{--bg:#fbfbfa;--fg:#1c1f23;--dim:#6b7280;--line:#e2e4e8;--card:#fff;--hot:#d9480f;--dimbar:#b7bfca;
--c0:#2f6fb2;--c1:#2a9d8f;--c2:#7b61c9;--c3:#c98a12;--c4:#b23a6f;--c5:#4f8a3b;--c6:#3aa0c9;--c7:#7d7f86}
@media(prefers-color-scheme:dark){:root{--bg:#15181c;--fg:#e6e8eb;--dim:#98a1ad;--line:#2b3038;--card:#1b1f25;--hot:#ff8a4c;
--dimbar:#4a525d;--c0:#6aa8e6;--c1:#4cc9b8;--c2:#a48ff0;--c3:#e6b04a;--c4:#e07aa8;--c5:#86c06f;--c6:#6cc7ea;--c7:#a3a7ae}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
main{max-width:1180px;margin:0 auto;padding:24px}h1{font-size:26px;margin:0 0 4px}h2{font-size:18px;margin:0 0 2px}
section{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:18px 20px;margin:16px 0}
p.what,.sub{color:var(--dim);margin:0 0 12px}svg{width:100%;height:auto;display:block;font:12px system-ui,sans-serif}
svg text{fill:var(--fg)}svg .small{fill:var(--dim);font-size:11px}.grid{stroke:var(--line)}.roof{stroke:var(--hot);stroke-width:2}
rect:hover,circle:hover{opacity:.75}.c0{fill:var(--c0);background:var(--c0)}.c1{fill:var(--c1);background:var(--c1)}
.c2{fill:var(--c2);background:var(--c2)}.c3{fill:var(--c3);background:var(--c3)}.c4{fill:var(--c4);background:var(--c4)}
.c5{fill:var(--c5);background:var(--c5)}.c6{fill:var(--c6);background:var(--c6)}.c7{fill:var(--c7);background:var(--c7)}
.hot{fill:var(--hot);background:var(--hot)}.dim{fill:var(--dimbar);background:var(--dimbar)}.read{fill:var(--c0);background:var(--c0)}
.written{fill:var(--c3);background:var(--c3)}.legend{margin:10px 0 0;color:var(--dim)}.legend span{margin-right:18px;white-space:nowrap}
.legend i,.dot{display:inline-block;width:11px;height:11px;border-radius:3px;margin-right:6px}
.tiles{display:flex;flex-wrap:wrap;gap:12px;margin:18px 0}.tiles div{flex:1 1 130px;background:var(--card);border:1px solid var(--line);
border-radius:8px;padding:12px 14px}.tiles b{display:block;font-size:20px;white-space:nowrap}.tiles span{color:var(--dim);font-size:13px}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:12px;font-variant-numeric:tabular-nums;margin:6px 0}
th,td{text-align:left;padding:4px 9px 4px 0;border-bottom:1px solid var(--line);white-space:nowrap;vertical-align:top}
th{color:var(--dim);font-weight:600}.n{text-align:right}code{font:12px ui-monospace,monospace;white-space:pre}
.meter{display:inline-block;width:50px;height:9px;background:var(--line);border-radius:3px;overflow:hidden;vertical-align:middle}
.meter i{display:block;height:100%;background:var(--hot)}summary{cursor:pointer;margin:6px 0}.bad{color:var(--hot)}.good{color:var(--c1)}
section.warn{border-color:var(--hot)}section.warn p{margin:0}
@media print{section{break-inside:avoid}}
"""


def whole(title, subtitle, body):
    """A page. title: a text; subtitle and body: HTML."""
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Kiln report: {esc(title)}</title>'
            f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body><main>'
            f"<h1>{esc(title)}</h1><p class=\"sub\">{subtitle}</p>{body}</main></body></html>\n")
