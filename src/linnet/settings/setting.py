"""A setting as one row of the table, and frozen settings: classes whose fields are such rows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, Self

from linnet.errors import SettingError, quoted
from linnet.settings.kinds import Kind
from linnet.settings.sklearn_names import hint_of

Say = Callable[[Any], str]  # settings → what they say of themselves, "" for nothing


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One row: what a setting is, and how it is written, given, said and explained."""

    name: str = ""  # these four are filled in from the class that has the row
    table: str = ""  # features, learner, recipe or reading
    learners: tuple[str, ...] = ()  # those that take it, where it belongs to learners
    page: str = ""  # of the documentation
    kind: Kind
    default: Any
    help: str
    option: str | None = ""  # "": made of the name; None: there is no option
    aliases: tuple[str, ...] = ()
    metavar: str = ""
    repeated: bool = False  # whether the option may be given again and again
    heading: str = ""  # of the options it stands among; "": as its table
    words: Say | None = None  # how a model says it
    place: int = 0  # where in the sentence; those of one place are in the order of rows
    written: Literal["always", "unless default"] = "always"
    search: Literal["kind", "fine"] = "kind"  # fine: another value makes no other kind of recipe

    @property
    def options(self) -> tuple[str, ...]:
        """The option and its other names; none where it can only be set in a recipe."""
        if self.option is None:
            return ()
        option = self.option or "--" + self.name.replace("_", "-")
        return (option, *self.aliases)


def setting(kind: Kind, default: Any, help: str, **columns: Any) -> Any:  # noqa: A002
    """Return the field of a class that is one row of the table; `columns` are those of Setting."""
    row = Setting(kind=kind, default=default, help=help, **columns)
    metadata = {"setting": row}
    if isinstance(default, dict):
        return field(default_factory=default.copy, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """Frozen settings: each field is a row of the table. They are checked when they are made."""

    table: ClassVar[str] = ""
    page: ClassVar[str] = ""
    learners: ClassVar[tuple[str, ...]] = ()
    checks: ClassVar[tuple[Callable[[Any], None], ...]] = ()  # rules over several settings

    def __post_init__(self) -> None:
        self.fill_in()
        for row in rows_of(type(self)):
            value = getattr(self, row.name)
            row.kind.check(value)
            object.__setattr__(self, row.name, row.kind.kept(value))
        for check in self.checks:
            check(self)

    def fill_in(self) -> None:
        """Set what depends on other settings."""

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """Return the settings that `to_plain` gave."""
        check_known(data, [row.name for row in rows_of(cls)])
        return cls(**values_of(cls, data))

    def to_plain(self) -> dict[str, Any]:
        """Return plain data: numbers, strings, lists and tables, as TOML has them."""
        data = {}
        for row in rows_of(type(self)):
            value = getattr(self, row.name)
            # What is not set is not written, so that files stay the same when settings are added.
            if row.written == "always" or value != row.default:
                data[row.name] = row.kind.plain(value)
        return data

    def in_words(self, *, multilabel: bool = False) -> str:  # noqa: ARG002 (some rows ask)
        """Return what the rows say, with commas between.

        `multilabel` documents have several labels.
        """
        return ", ".join(words_of(self))


def values_of(cls: type[Settings], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what settings hold from plain data."""
    kinds = {row.name: row.kind for row in rows_of(cls)}
    for name, item in data.items():
        kinds[name].check_type(name, item)
    return {name: kinds[name].value(item) for name, item in data.items()}


def words_of(settings: Settings, place: int | None = None) -> list[str]:
    """Return what rows say of their values, in the order of the sentence; or those of one place."""
    rows = [row for row in rows_of(type(settings)) if row.words is not None]
    if place is not None:
        rows = [row for row in rows if row.place == place]
    rows.sort(key=lambda row: row.place)
    sentences = [row.words(settings) for row in rows if row.words is not None]
    return [words for words in sentences if words]


_ROWS: dict[type, tuple[Setting, ...]] = {}  # of each class that was asked for


def rows_of(cls: type[Any]) -> tuple[Setting, ...]:
    """Return the rows of a class, in their order."""
    if cls not in _ROWS:
        _ROWS[cls] = tuple(_row(cls, one) for one in fields(cls) if "setting" in one.metadata)
    return _ROWS[cls]


def _row(cls: type[Any], of: Any) -> Setting:
    row: Setting = of.metadata["setting"]
    return replace(
        row,
        name=of.name,
        table=cls.table,
        learners=row.learners or cls.learners,
        page=row.page or cls.page,
    )


def check_known(settings: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse a setting that is not known, and say which one was meant."""
    unknown = next((name for name in settings if name not in known), None)
    if unknown is None:
        return
    from difflib import get_close_matches

    close = get_close_matches(str(unknown), known, n=1)
    hint = hint_of(unknown, known)
    if hint:
        raise SettingError(f"a recipe has no setting {quoted(unknown)}. {hint}")
    hint = f"Did you mean {quoted(close[0])}?" if close else f"It may have: {', '.join(known)}."
    raise SettingError(f"a recipe has no setting {quoted(unknown)}. {hint}")
