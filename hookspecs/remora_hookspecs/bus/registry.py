"""Which plugin implements what: pluggy's specs, names and order, and the checks that pluggy leaves out.

`Bus.register` calls it. It never runs a hook.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pluggy

from remora_hookspecs import specs
from remora_hookspecs.markers import NAME

RESERVED = "remora:"  # the names of the product's own plugins begin so: distribution, colon, entry point
EVENTS = (
    "session_start",
    "context",
    "turn_end",
    "tool_call",
    "tool_result",
    "session_compact",
    "session_shutdown",
)
SERVICES = ("inspect", "scan_rules", "tools", "run_tool", "cheap_query")
HOOKS = EVENTS + SERVICES
_Found = tuple[str, Callable[..., object], pluggy.HookimplOpts]


class BadPlugin(ValueError):
    """A plugin that the bus refuses to register; the text says which rule it breaks and what to write instead."""


@dataclass(frozen=True, slots=True, eq=False)
class Impl:
    """One plugin's implementation of one hook. `takes` are the positions of the arguments it asked for."""

    plugin: str
    hook: str
    ours: bool
    function: Callable[..., object]
    takes: tuple[int, ...]
    place: int = 0
    """Its position in pluggy's order, 0 first."""

    def run(self, arguments: tuple[object, ...]) -> object:
        return self.function(*[arguments[position] for position in self.takes])


@dataclass(frozen=True, slots=True)
class Hook:
    """All implementations of a hook, in pluggy's order, apart by who may run in the host's thread."""

    ours: tuple[Impl, ...] = ()
    strangers: tuple[Impl, ...] = ()


class _Marked:
    """Stands for a plugin in pluggy, which compares plugins by `==`: a stranger's `__eq__` must not be asked."""

    def __init__(self) -> None:
        self.marks: dict[str, pluggy.HookimplOpts] = {}


class _Manager(pluggy.PluginManager):
    """pluggy's own, but for the marks: a mark may sit on a staticmethod, which a bound function does not show."""

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        return plugin.marks.get(name) if isinstance(plugin, _Marked) else super().parse_hookimpl_opts(plugin, name)


class Registry:
    """The plugins of one bus. `hooks[name]` is replaced as a whole, so that a reader in another thread sees either."""

    def __init__(self) -> None:
        self._manager = _Manager(NAME)
        self._manager.add_hookspecs(specs)
        self._ours: set[str] = set()
        self._plugins: list[object] = []
        self.hooks: dict[str, Hook] = dict.fromkeys(HOOKS, Hook())

    def register(self, plugin: object, name: str, *, ours: bool) -> None:
        """Add `plugin` as `name`. Raises BadPlugin and changes nothing where a rule is broken."""
        self._check_name(name, ours=ours)
        if any(plugin is known for known in self._plugins):
            raise BadPlugin(f"{name}: this object is registered already; a plugin has one name")
        marked = _Marked()
        try:
            for attribute, function, marks in self._implementations(plugin, name):
                marked.marks[f"hook_{attribute}"] = {**marks, "specname": marks.get("specname") or attribute}
                setattr(marked, f"hook_{attribute}", function)
            if not marked.marks:
                raise BadPlugin(f"{name}: implements no hook; mark its functions with @hookimpl")
            self._manager.register(marked, name)
        except (BadPlugin, KeyboardInterrupt):
            raise
        except BaseException as error:  # the guard: looking at a foreign object runs foreign code
            raise BadPlugin(f"{name}: cannot be looked at ({type(error).__name__})") from error
        self._plugins.append(plugin)
        if ours:
            self._ours.add(name)
        self.hooks = {hook: self._ordered(hook) for hook in HOOKS}

    def _check_name(self, name: str, *, ours: bool) -> None:
        if type(name) is not str or not name.strip():
            raise BadPlugin("a plugin needs a name: distribution:entry-point")
        if not ours and name.strip().casefold().startswith(RESERVED):
            raise BadPlugin(f"{name}: names that begin with {RESERVED!r} are reserved to the product's own plugins")
        if self._manager.has_plugin(name):
            raise BadPlugin(f"{name}: a plugin of this name is registered already")

    def _implementations(self, plugin: object, name: str) -> Iterator[_Found]:
        """Each marked function of the plugin, checked."""
        for attribute in dir(plugin):
            marks = self._manager.parse_hookimpl_opts(plugin, attribute)
            if marks is None:
                continue
            hook = marks.get("specname") or attribute
            if hook not in HOOKS:
                raise BadPlugin(f"{name}: there is no hook {hook!r}; the hooks are {', '.join(HOOKS)}")
            if marks.get("wrapper") or marks.get("hookwrapper"):
                raise BadPlugin(f"{name}.{attribute}: wrappers are refused; answer the hook with a plain function")
            function = getattr(plugin, attribute)
            self._check_function(function, f"{name}.{attribute}", self._arguments(hook))
            yield attribute, function, marks

    @staticmethod
    def _check_function(function: Callable[..., object], where: str, allowed: tuple[str, ...]) -> None:
        asynchronous = inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)
        if asynchronous or inspect.isgeneratorfunction(function):
            raise BadPlugin(f"{where}: coroutines and generators are refused; hooks are plain functions")
        for parameter in inspect.signature(function).parameters.values():
            known = parameter.name in allowed
            plain = parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            if not known or not plain:
                raise BadPlugin(f"{where}: unknown argument {str(parameter)!r}; the hook hands over {_list(allowed)}")
            if parameter.default is not parameter.empty:
                raise BadPlugin(f"{where}: give {parameter.name!r} no default; with one it would never be filled")

    def _arguments(self, hook: str) -> tuple[str, ...]:
        spec = getattr(self._manager.hook, hook).spec
        return tuple(spec.argnames)

    def _ordered(self, hook: str) -> Hook:
        allowed = self._arguments(hook)
        found = [
            Impl(
                plugin=impl.plugin_name,
                hook=hook,
                ours=impl.plugin_name in self._ours,
                function=impl.function,
                takes=tuple(allowed.index(argument) for argument in inspect.signature(impl.function).parameters),
                place=place,
            )
            for place, impl in enumerate(reversed(getattr(self._manager.hook, hook).get_hookimpls()))
        ]
        return Hook(
            ours=tuple(impl for impl in found if impl.ours),
            strangers=tuple(impl for impl in found if not impl.ours),
        )


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing"
