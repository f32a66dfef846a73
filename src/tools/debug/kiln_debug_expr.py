"""Expressions of conditions and `print`: C's operators on numbers, members, elements, swizzles."""
import ast
import operator
import re

from kiln_debug_value import Gone, Value, number

DEEP = 50
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
             ast.BitXor: operator.xor, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt,
             ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge}


class Wrong(Exception):
    """No expression."""


def parse(text):
    """The tree of an expression. C's words for and, or, not become Python's; its numbers lose their suffixes."""
    s = re.sub(r"\b(0[xX][0-9a-fA-F]+|\d+)[uU]\b", r"\1", text)
    s = re.sub(r"(\d\.\d*|\.\d+|\d+[eE][-+]?\d+)[fF]\b", r"\1", s)
    s = s.replace("&&", " and ").replace("||", " or ")
    s = re.sub(r"!(?!=)\s*", " ~~", s)  # binds as C's does; nothing else writes two of them
    s = re.sub(r"\btrue\b", "True", re.sub(r"\bfalse\b", "False", s))
    if len(s) > 1000:
        raise Wrong("too long an expression")
    try:
        return ast.parse(s.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
        raise Wrong(f"no expression: {text}") from e


def number_of(v):
    if isinstance(v, Value):
        return v.scalar()
    if isinstance(v, (int, float, bool)):
        return v
    raise Gone("a list is no number")


def divide(a, b, remainder):
    if b == 0:
        raise Gone("division by zero")
    if isinstance(a, int) and isinstance(b, int):  # as C: towards zero
        q = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return a - q * b if remainder else q
    return a % b if remainder else a / b


def shift(a, b, left):
    if not isinstance(a, int) or not isinstance(b, int) or not 0 <= b < 64:
        raise Gone("no such shift")
    return a << b if left else a >> b


def evaluate(text, find):
    """The value: a Value, a number, or a list of numbers. find(name) gives the same, or raises Gone."""
    try:
        return walk(parse(text), find, 0)
    except TypeError as e:
        raise Gone(str(e)) from e


def walk(t, find, depth):
    def sub(node):
        return walk(node, find, depth + 1)

    if depth > DEEP:
        raise Wrong("too deep an expression")
    if isinstance(t, ast.Constant) and isinstance(t.value, (int, float, bool)):
        return t.value
    if isinstance(t, ast.Name):
        return find(t.id)
    if isinstance(t, ast.Attribute):
        v = sub(t.value)
        if isinstance(v, Value):
            return v.member(t.attr)
        if isinstance(v, list) and all(c in "xyzw"[:len(v)] for c in t.attr):
            parts = [v["xyzw".index(c)] for c in t.attr]
            return parts[0] if len(parts) == 1 else parts
        raise Gone(f"no member {t.attr}")
    if isinstance(t, ast.Subscript):
        v, n = sub(t.value), number_of(sub(t.slice))
        if isinstance(v, Value) and isinstance(n, int) and v.has_children():
            return v.child(n)
        if isinstance(v, list) and isinstance(n, int) and 0 <= n < len(v):
            return v[n]
        raise Gone("no such element")
    if isinstance(t, ast.UnaryOp):
        if isinstance(t.op, ast.Invert) and isinstance(t.operand, ast.UnaryOp) and isinstance(t.operand.op, ast.Invert):
            return not number_of(sub(t.operand.operand))
        n = number_of(sub(t.operand))
        return -n if isinstance(t.op, ast.USub) else ~n if isinstance(t.op, ast.Invert) else not n if isinstance(t.op, ast.Not) else n
    if isinstance(t, ast.BoolOp):
        for node in t.values:
            n = bool(number_of(sub(node)))
            if n == isinstance(t.op, ast.Or):
                return n
        return isinstance(t.op, ast.And)
    if isinstance(t, ast.Compare) and len(t.ops) == 1 and type(t.ops[0]) in OPERATORS:
        return OPERATORS[type(t.ops[0])](number_of(sub(t.left)), number_of(sub(t.comparators[0])))
    if isinstance(t, ast.BinOp):
        a, b = number_of(sub(t.left)), number_of(sub(t.right))
        if isinstance(t.op, (ast.Div, ast.Mod)):
            return divide(a, b, isinstance(t.op, ast.Mod))
        if isinstance(t.op, (ast.LShift, ast.RShift)):
            return shift(a, b, isinstance(t.op, ast.LShift))
        if type(t.op) in OPERATORS:
            return OPERATORS[type(t.op)](a, b)
    raise Wrong("this is not in the language of expressions")


def text_of(v):
    if isinstance(v, Value):
        return v.text()
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, list):
        return "(" + ", ".join(text_of(x) for x in v) + ")"
    if isinstance(v, float):
        single = number(v, {"bits": 32}) if abs(v) < 3e38 else repr(v)
        return single if float(single) == v else repr(v)
    return str(v)
