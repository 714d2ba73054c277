"""The error and warning codes of the rules, read from their source code."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

RULES = Path(__file__).resolve().parents[2] / "scorekeeper/rules"
MODULES = [ast.parse(path.read_text("utf-8")) for path in sorted(RULES.rglob("*.py"))]


class Raised(NamedTuple):
    """A code, and the names of the values that one place in the rules gives it."""

    code: str
    values: tuple[str, ...]


def raised() -> list[Raised]:
    """Every code that a rule raises an error with, once for each set of values."""
    found = {
        # Unpacked values name who bid: a seat, or a side.
        Raised(code, tuple(sorted(keyword.arg or "seat" for keyword in call.keywords)))
        for module, call in _calls("Error")
        for code in _texts(call.args[0], module)
    }
    return sorted(found)


def odd_bids() -> list[str]:
    """Every code that a rule finds bids odd with."""
    return sorted(
        {code for module, call in _calls("OddBid") for code in _texts(call.args[0], module)}
    )


def _calls(ending: str) -> Iterator[tuple[ast.Module, ast.Call]]:
    """Yield where something of a name that ends so is made with values."""
    for module in MODULES:
        for node in ast.walk(module):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[_, *_]) if name.endswith(ending):
                    yield module, node


def _texts(code: ast.expr, module: ast.Module) -> Iterator[str]:
    """Yield what a code can be: a text, one of two, or what a name or a function stands for."""
    match code:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one, module)
            yield from _texts(other, module)
        case ast.JoinedStr(values=[ast.FormattedValue(), ast.Constant(value=" are due")]):
            yield from ("bids are due", "tricks are due")
        case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
            for value in _values(name, module):
                yield from _texts(value, module)
        case unknown:
            raise AssertionError(f"no code can be read from {ast.unparse(unknown)}")


def _values(name: str, module: ast.Module) -> Iterator[ast.expr]:
    """Yield what is assigned to a name in a module, or returned by its function of that name."""
    for node in ast.walk(module):
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                yield value
            case ast.FunctionDef() if node.name == name:
                yield from (
                    part.value
                    for part in ast.walk(node)
                    if isinstance(part, ast.Return) and part.value is not None
                )
