"""The contract is cheap to have: plugins and hook clients import it in every process."""

import subprocess
import sys

import pytest

import remora_hookspecs


def loaded_by(statement):
    program = f"import sys; before = set(sys.modules); {statement}; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_payloads_and_markers_load_pluggy_and_nothing_heavy():
    loaded = loaded_by("import remora_hookspecs")
    heavy = {
        "asyncio",
        "logging",
        "threading",
        "importlib.metadata",
        "json",
        "socket",
        "subprocess",
        "typing_extensions",
    }
    assert loaded & heavy == set()
    assert "remora_hookspecs.bus" not in loaded
    assert "remora_hookspecs.classifier" not in loaded


def test_the_bus_loads_no_event_loop_and_no_log():
    assert loaded_by("from remora_hookspecs import Bus; Bus()") & {"asyncio", "logging", "importlib.metadata"} == set()


def test_nothing_but_pluggy_and_the_standard_library_is_loaded():
    loaded = loaded_by("from remora_hookspecs import Bus, testing; Bus()")
    roots = {name.partition(".")[0] for name in loaded}
    assert roots - set(sys.stdlib_module_names) == {"pluggy", "remora_hookspecs"}


@pytest.mark.parametrize("name", remora_hookspecs.__all__)
def test_every_public_name_is_there(name):
    assert getattr(remora_hookspecs, name) is not None
    assert name in dir(remora_hookspecs)


def test_functions_win_over_the_modules_of_their_name():
    import remora_hookspecs.outcome
    import remora_hookspecs.plain
    import remora_hookspecs.render

    assert callable(remora_hookspecs.render)
    assert callable(remora_hookspecs.outcome)
    assert callable(remora_hookspecs.plain)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Buss'"):
        _ = remora_hookspecs.Buss
