"""Writer of random programs: each text twice, as a program of the language and as a reference that raises where it must stop.

The reference is the same program with its operators wrapped: `W` stops at results beyond 64 bits, `D` at division by zero,
`L` and `R` at shifts out of range, `I` at indices and `B` at values out of bounds; `A` marks local arrays, whose entries
have other bounds (`F`) than those of a row of the state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from fairyring.core.fields import schema
from fairyring.core.fields.schema import EVERYBODY, const
from fairyring.core.fields.schema import field as state_field
from fairyring.core.fields.types import number, row

DEPTHS = (1, 2, 2, 3)  # of expressions; many small programs find more than few large ones in the same time
NESTINGS = (1, 1, 2, 3)  # of statements
LOOP_LIMIT = 4  # passes of a loop
ROW = 5  # entries of a row that helpers take
INTEGERS = (0, 1, 2, 3, 5, 7, 8, 63, 64, 255, 1 << 31, (1 << 62) - 1, (1 << 63) - 1)
TABLE = (3, 1, 4, 1, 5, 9, 2, 6)
ROWS = ((1, -2, 3), (40, 500, -6000))


class FuzzState(schema.State, seats=(2, 4)):
    """Fields of every width, negative ones, rows, rows of rows, and constants."""

    few: tuple[int, ...] = const(row(4, number(0, 50)))
    limit: int = const(number(-5, 5))
    tiny: int = state_field(number(-3, 5), EVERYBODY)
    byte: int = state_field(number(-128, 127), EVERYBODY)
    short: int = state_field(number(0, 30_000), EVERYBODY)
    word: int = state_field(number(-(1 << 31), (1 << 31) - 1), EVERYBODY)
    long: int = state_field(number(-(1 << 62), 1 << 62), EVERYBODY)
    line: list[int] = state_field(row(ROW, number(0, 9)), EVERYBODY)
    wide: list[int] = state_field(row(3, number(-(1 << 40), 1 << 40)), EVERYBODY)
    grid: list[list[int]] = state_field(row(3, row(4, number(-100, 1000))), EVERYBODY)


CONSTANTS = {"players": 2, "few": (50, 7, 0, 31), "limit": -2}
SCALARS = tuple(name for name, each in FuzzState.fields.items() if not each.shape and not each.const and name != "players")
ARRAYS = tuple(name for name, each in FuzzState.fields.items() if each.shape and not each.const)


@dataclass(frozen=True)
class Text:
    """A part of a program: as the language has it, and as the reference."""

    plain: str
    reference: str

    def __format__(self, _spec: str) -> str:
        raise TypeError("format one of the two texts")


def both(text: str) -> Text:
    """Return a part that is the same in both."""
    return Text(text, text)


def join(template: str, *parts: Text, reference: str = "") -> Text:
    """Fill a template with the plain texts, and the reference's template (or the same one) with the others."""
    return Text(template.format(*(p.plain for p in parts)), (reference or template).format(*(p.reference for p in parts)))


@dataclass(frozen=True)
class Place:
    """Something that can be assigned."""

    text: Text
    known: Text  # with its indices in variables
    bounds: str  # two arguments of `B`
    end: int  # values from 0 to below it are mostly in bounds; 0 if all are
    lines: list[Text]  # that put the indices into the variables


@dataclass
class Program:
    """A module of functions; `main` is called with a box of one state and two integers."""

    seed: int
    plain: list[str] = field(default_factory=list)
    reference: list[str] = field(default_factory=list)


class Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.program = Program(seed)
        self.depth, self.nesting = self.rng.choice(DEPTHS), self.rng.choice(NESTINGS)
        self.helpers: list[tuple[str, str]] = []  # name, and what the first argument is: the state or a row
        self.names: list[str] = []  # integer variables of the function being written
        self.owner = "s"  # the state, or a row of `limit` entries
        self.arrays: dict[str, int] = {}  # local arrays that every path has made, with their sizes
        self.looped: list[str] = []  # those that a loop around this line goes over
        self.loops = 0
        self.fresh = 0

    def write(self) -> Program:
        """Return the program."""
        for place in range(self.rng.randrange(3)):
            kind = self.rng.choice(("state", "row"))
            self._function(f"helper{place}_{self.program.seed}", kind, ["x"])
            self.helpers.append((f"helper{place}_{self.program.seed}", kind))
        self._function(f"main_{self.program.seed}", "box", ["a", "b"])
        return self.program

    def _function(self, name: str, kind: str, arguments: list[str]) -> None:
        self.names, self.arrays, self.loops = list(arguments), {}, 0
        self.owner = "r" if kind == "row" else "s"
        first = {"state": "s", "row": "r", "box": "box"}[kind]
        self._line(0, both(f"def {name}({', '.join([first, *arguments])}):"))
        if kind == "box":
            self._line(1, both("s = box[0]"))
        for _ in range(2):
            self._assign(1)
        if self.rng.random() < 0.4:
            self._array(1)
        self._block(1, self.rng.randrange(2, 5))
        self._line(1, join("return {0}", self.integer(0)))

    def _line(self, indent: int, text: Text) -> None:
        self.program.plain.append("    " * indent + text.plain)
        self.program.reference.append("    " * indent + text.reference)

    # Statements -----------------------------------------------------------------------------------

    def _block(self, indent: int, count: int) -> None:
        for _ in range(count):
            self._statement(indent)

    def _nested_block(self, indent: int, count: int) -> None:
        """Write a block that may not run: later lines do not use its arrays."""
        before = dict(self.arrays)
        self._block(indent, count)
        self.arrays = before

    def _statement(self, indent: int) -> None:
        nested = indent <= self.nesting
        kinds = ["assign", "assign", "augment", "store", "store", "augment_store"]
        kinds += ["if", "if", "for", "for_table", "while", "early", "call"] if nested else ["pass"]
        kinds += ["array"] if self.rng.random() < 0.15 else []
        kinds += ["break", "continue"] if self.loops and indent > 1 else []
        kinds += ["assert"] if self.rng.random() < 0.05 else []
        getattr(self, f"_{self.rng.choice(kinds)}")(indent)

    def _pass(self, indent: int) -> None:
        self._line(indent, both("pass"))

    def _break(self, indent: int) -> None:
        self._line(indent, join("if {0}:", self.truth(1)))
        self._line(indent + 1, both("break"))

    def _continue(self, indent: int) -> None:
        self._line(indent, join("if {0}:", self.truth(1)))
        self._line(indent + 1, both("continue"))

    def _early(self, indent: int) -> None:
        self._line(indent, join("if {0}:", self.truth(1)))
        self._line(indent + 1, join("return {0}", self.integer(1)))

    def _assert(self, indent: int) -> None:
        self._line(indent, join("assert {0}", self.truth(1)))

    def _call(self, indent: int) -> None:
        self._line(indent, self._helper_call(1) or both("pass"))

    def _new_name(self) -> str:
        if self.names and self.rng.random() < 0.4:
            return self.rng.choice(self.names)
        return f"v{len(self.names)}"

    def _assign(self, indent: int) -> None:
        value = self.integer(0) if self.rng.random() < 0.8 else self.truth(0)
        name = self._new_name()
        self._line(indent, join(f"{name} = {{0}}", value))
        if name not in self.names:
            self.names.append(name)

    def _array(self, indent: int) -> None:
        """Make a local array, new or in place of another; a helper for rows takes those of five entries."""
        value = both("0") if self.rng.random() < 0.5 else self.integer(1)
        others = [name for name in self.arrays if name not in self.looped]
        if others and self.rng.random() < 0.3:
            name = self.rng.choice(others)
            size = self.arrays[name]
        else:
            self.fresh += 1
            name, size = f"a{self.fresh}", self.rng.choice((1, 2, ROW, ROW, ROW, 8))
        self._line(indent, join(f"{name} = [{{0}}] * {size}", value, reference=f"{name} = A([int({{0}})] * {size})"))
        self.arrays[name] = size

    def _augment(self, indent: int) -> None:
        name = self.rng.choice(self.names)
        operator, wrapped = self._operator()
        value = join(f"(({{0}}) & 7) + {self.rng.choice((0, 1, 1, 1))}", self.integer(1))
        reference = wrapped.format(name, "{0}")
        self._line(indent, join(f"{name} {operator}= {{0}}", value, reference=f"{name} = {reference}"))

    def _place(self, temporary: str) -> Place:
        if self.arrays and self.rng.random() < 0.3:
            name, size = self.rng.choice(list(self.arrays.items()))
            index = self.index(size)
            place = join(f"{name}[{{0}}]", index, reference=f"{name}[I({{0}}, {size})]")
            return Place(
                place, both(f"{name}[{temporary}]"), f"*F({name})", 0, [join(f"{temporary} = I({{0}}, {size})", index)]
            )
        if self.owner == "r":
            index = self.index(ROW)
            place = join("r[{0}]", index, reference=f"r[I({{0}}, {ROW})]")
            return Place(place, both(f"r[{temporary}]"), "*F(r)", 10, [join(f"{temporary} = I({{0}}, {ROW})", index)])
        name = self.rng.choice((*SCALARS, *ARRAYS))
        kind = FuzzState.fields[name]
        if not kind.shape:
            return Place(both(f"s.{name}"), both(f"s.{name}"), f"{kind.lo}, {kind.hi}", kind.hi + 1, [])
        indices = [self.index(length) for length in kind.shape]
        plain = f"s.{name}" + "".join(f"[{index.plain}]" for index in indices)
        reference = f"s.{name}"
        known, lines = f"s.{name}", []
        for axis, (index, length) in enumerate(zip(indices, kind.shape, strict=True)):
            reference += f"[I({index.reference}, {length})]"
            known += f"[{temporary}_{axis}]"
            lines.append(join(f"{temporary}_{axis} = I({{0}}, {length})", index))
        return Place(Text(plain, reference), both(known), f"{kind.lo}, {kind.hi}", kind.hi + 1, lines)

    def _store(self, indent: int) -> None:
        value = self.integer(0)
        place = self._place("_")
        if place.end and self.rng.random() < 0.97:
            value = join(f"({{0}}) % {place.end}", value, reference=f"D({{0}}, {place.end}, 1)")
        stored = f"B({value.reference}, {place.bounds})"
        self._line(indent, Text(f"{place.text.plain} = {value.plain}", f"{place.text.reference} = {stored}"))

    def _augment_store(self, indent: int) -> None:
        self.fresh += 1
        place = self._place(f"t{self.fresh}")
        operator, wrapped = self._operator(small=True)
        value = self.integer(2) if self.rng.random() < 0.1 else join("(({0}) & 1)", self.integer(2))
        for line in place.lines:
            self.program.reference.append("    " * indent + line.reference)
        self.program.plain.append("    " * indent + f"{place.text.plain} {operator}= {value.plain}")
        changed = wrapped.format(place.known.reference, value.reference)
        self.program.reference.append("    " * indent + f"{place.known.reference} = B({changed}, {place.bounds})")

    def _if(self, indent: int) -> None:
        self._line(indent, join("if {0}:", self.truth(0)))
        self._nested_block(indent + 1, self.rng.randrange(1, 3))
        if self.rng.random() < 0.3:
            self._line(indent, join("elif {0}:", self.truth(1)))
            self._nested_block(indent + 1, 1)
        if self.rng.random() < 0.5:
            self._line(indent, both("else:"))
            self._nested_block(indent + 1, self.rng.randrange(1, 3))

    def _loop_body(self, indent: int) -> None:
        self.loops += 1
        self._nested_block(indent + 1, self.rng.randrange(1, 4))
        self.loops -= 1

    def _for(self, indent: int) -> None:
        bound = join(f"({{0}}) % {LOOP_LIMIT}", self.integer(1), reference=f"D({{0}}, {LOOP_LIMIT}, 1)")
        name = self._new_name()
        form = self.rng.choice(("range({0})", "range(-1, {0})", "range({0}, -2, -1)", "range(-3, {0}, 2)", "range(7, {0}, -3)"))
        self._line(indent, join(f"for {name} in {form}:", bound))
        if name not in self.names:
            self.names.append(name)
        self._loop_body(indent)

    def _for_table(self, indent: int) -> None:
        name = self._new_name()
        table = self.rng.choice(("TABLE", "ROWS[1]", "s.few" if self.owner == "s" else "TABLE", *self.arrays))
        self._line(indent, both(f"for {name} in {table}:"))
        if name not in self.names:
            self.names.append(name)
        self.looped.append(table)
        self._loop_body(indent)
        self.looped.pop()

    def _while(self, indent: int) -> None:
        self.fresh += 1
        counter = f"n{self.fresh}"
        self._line(indent, both(f"{counter} = 0"))
        self._line(indent, join(f"while {counter} < {LOOP_LIMIT} and ({{0}}):", self.truth(1)))
        self._line(indent + 1, both(f"{counter} += 1"))
        self._loop_body(indent)

    # Expressions ----------------------------------------------------------------------------------

    def _operator(self, small: bool = False) -> tuple[str, str]:
        """Return an operator and its reference, a template of both operands."""
        operators = {"+": "W({0} + ({1}))", "-": "W({0} - ({1}))", "&": "({0} & ({1}))", "|": "({0} | ({1}))"}
        if not small or self.rng.random() < 0.3:
            operators |= {"*": "W({0} * ({1}))", "//": "D({0}, {1}, 0)", "%": "D({0}, {1}, 1)", "^": "({0} ^ ({1}))"}
            operators |= {"<<": "L({0}, {1})", ">>": "R({0}, {1})"}
        name = self.rng.choice(list(operators))
        return name, operators[name]

    def index(self, length: int) -> Text:
        """Return an index that is mostly in bounds."""
        roll = self.rng.random()
        if roll < 0.3:
            return both(str(self.rng.randrange(length)))
        if roll < 0.97:
            return join(f"({{0}}) % {length}", self.integer(2), reference=f"D({{0}}, {length}, 1)")
        return both(self.names[0])  # an argument: the compiler refuses an index that it knows to be wrong

    def integer(self, depth: int) -> Text:
        """Return an expression of type integer."""
        if depth >= self.depth or self.rng.random() < 0.2:
            return self._leaf()
        kinds = (
            ("binary",) * 5
            + ("small_binary",) * 3
            + ("unary", "choice", "extreme", "logic", "truth", "helper", "element", "bits")
        )
        expression: Text = getattr(self, f"_{self.rng.choice(kinds)}_expression")(depth + 1)
        return expression

    def _leaf(self) -> Text:
        roll = self.rng.random()
        if roll < 0.35 and self.names:
            return both(self.rng.choice(self.names))
        if roll < 0.65 and self.owner == "s":
            return both(f"s.{self.rng.choice((*SCALARS, 'limit'))}")
        if roll < 0.75:
            return both(f"TABLE[{self.rng.randrange(len(TABLE))}]")
        value = self.rng.choice(INTEGERS) if roll < 0.76 else self.rng.randrange(-9, 10)
        return both(f"({value})" if value < 0 else str(value))

    def _binary_expression(self, depth: int) -> Text:
        operator, wrapped = self._operator()
        left, right = self.integer(depth), self.integer(depth)
        if operator in ("<<", ">>") and self.rng.random() < 0.95:
            right = join("(({0}) & 15)", right)
        elif operator in ("//", "%") and self.rng.random() < 0.8:
            right = join("(({0}) | 1)", right)
        return join(f"(({{0}}) {operator} ({{1}}))", left, right, reference=wrapped)

    def _small_binary_expression(self, depth: int) -> Text:
        """Return an operation on small numbers: most of the others leave 64 bits soon."""
        mask = self.rng.choice((1, 7, 15, 255))
        left, right = self.integer(depth), self.integer(depth)
        operator, wrapped = self._operator()
        small = join(f"((({{0}}) & {mask}) - {self.rng.randrange(9)})", left)
        other = join("((({0}) & 7) + 1)", right) if self.rng.random() < 0.8 else join("(({0}) & 7)", right)
        return join(f"({{0}} {operator} {{1}})", small, other, reference=wrapped)

    def _unary_expression(self, depth: int) -> Text:
        """Return an operation on one number; “~” gets no truth value, for Python 3.16 refuses that."""
        form, reference = self.rng.choice(
            (("(-({0}))", "W(-({0}))"), ("(~(+({0})))", "(~(+({0})))"), ("abs({0})", "W(abs({0}))"), ("(+({0}))", "(+({0}))"))
        )
        return join(form, self.integer(depth), reference=reference)

    def _choice_expression(self, depth: int) -> Text:
        return join("({0} if {1} else {2})", self.integer(depth), self.truth(depth), self.integer(depth))

    def _extreme_expression(self, depth: int) -> Text:
        parts = [self.integer(depth) for _ in range(self.rng.randrange(2, 4))]
        slots = ", ".join(f"{{{place}}}" for place in range(len(parts)))
        return join(f"{self.rng.choice(('min', 'max'))}({slots})", *parts)

    def _logic_expression(self, depth: int) -> Text:
        return join(f"(({{0}}) {self.rng.choice(('and', 'or'))} ({{1}}))", self.integer(depth), self.integer(depth))

    def _truth_expression(self, depth: int) -> Text:
        return join("(({0}) + {1})", self.truth(depth), both(str(self.rng.randrange(3))))

    def _helper_expression(self, depth: int) -> Text:
        return self._helper_call(depth) or self._leaf()

    def _helper_call(self, depth: int) -> Text | None:
        fitting = [(name, kind) for name, kind in self.helpers if kind == "row" or self.owner == "s"]
        if not fitting:
            return None
        name, kind = self.rng.choice(fitting)
        rows = ["s.line" if self.owner == "s" else "r", *(row for row, size in self.arrays.items() if size == ROW)]
        first = "s" if kind == "state" else self.rng.choice(rows)
        return join(f"{name}({first}, {{0}})", self.integer(depth))

    def _bits_expression(self, depth: int) -> Text:
        """Return a set of bits made of a row, their number, or the position of one."""
        if self.arrays and self.rng.random() < 0.3:
            row = both(self.rng.choice(list(self.arrays)))
        elif self.owner == "r":
            row = both("r")
        elif self.rng.random() < 0.5:
            row = both(self.rng.choice(("s.few", "s.line", "s.wide")))
        else:
            row = join("s.grid[{0}]", self.index(3), reference="s.grid[I({0}, 3)]")
        value = self.integer(depth) if self.rng.random() < 0.5 else both(str(self.rng.randrange(-2, 9)))
        bits = join(self.rng.choice(("occupied({0})", "equal_entries({0}, {1})")), row, value)
        form = self.rng.choice(("{0}", "count_bits({0})", "nth_bit({0} | 48, {1} & 1)"))
        return join(form, bits, self.integer(depth))

    def _element_expression(self, depth: int) -> Text:
        choices: list[tuple[str, tuple[int, ...]]] = [(name, (size,)) for name, size in self.arrays.items()]
        if self.owner == "r":
            choices += [("r", (ROW,))]
        else:
            choices += [("s.few", (4,)), ("TABLE", (len(TABLE),)), ("ROWS", (2, 3))]
            choices += [(f"s.{name}", FuzzState.fields[name].shape) for name in ARRAYS]
        name, shape = self.rng.choice(choices)
        plain, reference = name, name
        for length in shape:
            index = self.index(length)
            plain, reference = f"{plain}[{index.plain}]", f"{reference}[I({index.reference}, {length})]"
        return Text(plain, reference)

    def truth(self, depth: int) -> Text:
        """Return an expression of type truth value."""
        roll = self.rng.random()
        if depth < self.depth and roll < 0.25:
            operator = self.rng.choice(("and", "or"))
            return join(f"(({{0}}) {operator} ({{1}}))", self.truth(depth + 1), self.truth(depth + 1))
        if depth < self.depth and roll < 0.35:
            return join("(not ({0}))", self.truth(depth + 1))
        comparisons = ("<", "<=", ">", ">=", "==", "!=")
        if roll < 0.45:
            parts = [self.integer(depth + 1) for _ in range(3)]
            first, second = self.rng.choice(comparisons), self.rng.choice(comparisons)
            return join(f"(({{0}}) {first} ({{1}}) {second} ({{2}}))", *parts)
        return join(f"(({{0}}) {self.rng.choice(comparisons)} ({{1}}))", self.integer(depth + 1), self.integer(depth + 1))
