"""The commands `remora profile …`: list and show. Profiles are written by hand, in the home's config.toml."""

from typing import Annotated, Any

import typer

from remora.settings import DEFAULT_PROFILE, FILE, Settings, load, profiles
from remora.surfaces.cli.call import call_of
from remora.surfaces.cli.output import Screen, table


def show_all(context: typer.Context) -> None:
    """The profiles that the home's config.toml defines."""
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
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="The active profile if left out.")] = None,
) -> None:
    """Every setting of a profile, with levels expanded."""
    call = call_of(context)
    settings = load(home=call.options.home, profile=name) if name else call.settings()
    document = _document(settings)

    def people(screen: Screen) -> None:
        made = table("setting", "value", wide="value")
        for key, value in document["profile"].items():
            made.add_row(key, "-" if value is None else str(value))
        screen.print(made)

    call.screen.show(document, people)


def _document(settings: Settings) -> dict[str, Any]:
    values = {name: getattr(settings, name) for name in type(settings).model_fields if name != "profile"}
    values["plugin"] = {name: dict(table) for name, table in settings.plugin.items()}
    values["home"] = str(settings.home)
    return {"profile": {"name": settings.profile, **values}}
