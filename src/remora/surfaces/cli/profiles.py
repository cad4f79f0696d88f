"""The commands `remora profile …`: list and show. Profiles are written by hand, in the home's config.toml."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from remora.errors import UsageError
from remora.settings import DEFAULT_PROFILE, FILE, Settings, profiles, toml_key, toml_value
from remora.surfaces.cli.call import call_of
from remora.surfaces.cli.output import Screen
from remora.wiring import settings_of


def show_all(context: typer.Context) -> None:
    """List the profiles of the home's config.toml."""
    call = call_of(context)
    settings = call.settings()
    names = sorted({DEFAULT_PROFILE, settings.profile, *profiles(settings.home)})
    document = {"profiles": names, "active": settings.profile, "file": str(settings.home / FILE)}

    def people(screen: Screen) -> None:
        for name in names:
            screen.print(f"* {name}" if name == settings.profile else f"  {name}")

    call.screen.show(document, people)


def show(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Default: the active profile.")] = None,
) -> None:
    """Print every setting of a profile.

    In the form of config.toml, with the level written out as single settings.
    """
    call = call_of(context)
    settings = settings_of(home=call.options.home, profile=name) if name else call.settings()
    known = (DEFAULT_PROFILE, *profiles(settings.home))
    if name and name not in known:
        raise UsageError(
            f"Nothing was shown: there is no profile {name!r} in {settings.home / FILE}.",
            f"There are: {', '.join(sorted(set(known)))}.",
        )
    values = _values(settings)

    def people(screen: Screen) -> None:
        for line in _toml(settings, values):
            screen.print(line)

    call.screen.show({"profile": {"name": settings.profile, **values}}, people)


def _values(settings: Settings) -> dict[str, Any]:
    values = {name: getattr(settings, name) for name in type(settings).model_fields if name != "profile"}
    values["plugin"] = {name: dict(table) for name, table in settings.plugin.items()}
    values["home"] = str(settings.home)
    return values


def _toml(settings: Settings, values: Mapping[str, Any]) -> Iterator[str]:
    """A file that says the same; what is not set, and what no file decides, stands in remarks."""
    yield f"# profile {toml_key(settings.profile)}, home {toml_value(values['home'])}"
    for name, value in values.items():
        if name == "plugin" or name == "home":
            continue
        yield f"# {name} is not set" if value is None else f"{name} = {toml_value(value)}"
    for name, table in values["plugin"].items():
        yield f"[plugin.{toml_key(name)}]"
        yield from (f"{toml_key(key)} = {toml_value(value)}" for key, value in table.items())
