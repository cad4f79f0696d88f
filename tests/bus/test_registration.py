"""Who may come aboard: plain functions of known hooks with known arguments, under a name of their own."""

import functools

import pytest
from bus_parts import answering, block, passing_bus, plugin, texts, turn

from remora_hookspecs import BadPlugin, Bus, hookimpl


async def coroutine(turn):
    return None


def generator(turn):
    yield


async def asynchronous_generator(turn):
    yield


class WrapsNewStyle:
    @hookimpl(wrapper=True)
    def context(self, turn):
        return (yield)


class WrapsOldStyle:
    @hookimpl(hookwrapper=True, tryfirst=True)
    def context(self, turn):
        yield


class Misspells:
    @hookimpl
    def contxt(self, turn):
        return None


class MisspellsOptionally:
    @hookimpl(optionalhook=True)
    def on_context(self, turn):
        return None


class MisspellsByName:
    @hookimpl(specname="contexts")
    def context(self, turn):
        return None


REFUSED = {
    "a wrapper": (WrapsNewStyle(), "wrappers are refused"),
    "an old wrapper": (WrapsOldStyle(), "wrappers are refused"),
    "an unknown hook": (Misspells(), "there is no hook 'contxt'"),
    "an unknown hook marked optional": (MisspellsOptionally(), "there is no hook 'on_context'"),
    "an unknown hook by specname": (MisspellsByName(), "there is no hook 'contexts'"),
    "a coroutine": (plugin(context=coroutine), "hooks are plain functions"),
    "a generator": (plugin(context=generator), "hooks are plain functions"),
    "an asynchronous generator": (plugin(context=asynchronous_generator), "hooks are plain functions"),
    "an unknown argument": (plugin(context=lambda turn, mood: None), "unknown argument 'mood'"),
    "an unknown argument with a default": (plugin(context=lambda turn, mood=1: None), "unknown argument 'mood=1'"),
    "a known argument with a default": (plugin(context=lambda turn=None: None), "give 'turn' no default"),
    "a keyword-only argument": (plugin(context=lambda *, turn: None), "unknown argument 'turn'"),
    "any arguments": (plugin(context=lambda *turn: None), "unknown argument '*turn'"),
    "any keywords": (plugin(context=lambda turn, **turns: None), "unknown argument '**turns'"),
    "no hook at all": (object(), "implements no hook"),
}


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.parametrize("ours", [False, True])
def test_the_bus_refuses_a_plugin_with(what, ours):
    refused, reason = REFUSED[what]
    bus = passing_bus()
    with pytest.raises(BadPlugin, match=r".") as error:
        bus.register(refused, "remora:x" if ours else "x:x", ours=ours)
    assert reason in str(error.value)
    assert isinstance(error.value, ValueError)


def test_a_refused_plugin_leaves_the_bus_as_it_was():
    bus = passing_bus()
    half_right = type(
        "HalfRight", (), {"context": hookimpl(lambda self, turn: block("x")), "zzz": hookimpl(lambda self: None)}
    )
    with pytest.raises(BadPlugin):
        bus.register(half_right(), "x:x")
    assert not bus.context(turn())
    bus.register(answering(block("right")), "x:x")
    assert texts(bus.context(turn())) == ["right"]


@pytest.mark.parametrize("name", ["remora:injection", "Remora:scan", " remora:x", "REMORA:anything"])
def test_a_stranger_cannot_bear_a_name_of_the_product(name):
    with pytest.raises(BadPlugin, match="reserved"):
        Bus().register(answering(None), name)


@pytest.mark.parametrize("name", ["", "  ", None, 7, type("Name", (str,), {})("x:x")])
def test_a_plugin_needs_a_name(name):
    with pytest.raises(BadPlugin, match="needs a name"):
        Bus().register(answering(None), name)


def test_a_name_is_given_once():
    bus = Bus()
    bus.register(answering(None), "x:x")
    with pytest.raises(BadPlugin, match="registered already"):
        bus.register(answering(None), "x:x")


def test_an_object_is_registered_once():
    bus, once = Bus(), answering(None)
    bus.register(once, "x:x")
    with pytest.raises(BadPlugin, match="a plugin has one name"):
        bus.register(once, "x:y")


def test_a_plugin_that_equals_everything_keeps_nobody_out():
    class Equal:
        __hash__ = None

        def __eq__(self, other):
            return True

        @hookimpl
        def context(self, turn):
            return block("equal")

    bus = passing_bus()
    bus.register(Equal(), "x:equal")
    bus.register(answering(block("another")), "y:another")
    assert texts(bus.context(turn())) == ["another", "equal"]


def test_a_plugin_that_cannot_be_looked_at_is_refused():
    class Hidden:
        def __dir__(self):
            raise SystemExit(3)

    with pytest.raises(BadPlugin, match="cannot be looked at \\(SystemExit\\)"):
        Bus().register(Hidden(), "x:hidden")


def test_modules_classes_and_instances_are_plugins_alike(tmp_path):
    import importlib.util

    path = tmp_path / "plugin_module.py"
    path.write_text(
        "from remora_hookspecs import Block, Entry, hookimpl\n"
        "@hookimpl\n"
        "def context():\n"
        "    return Block(entries=(Entry(text='module'),))\n"
    )
    spec = importlib.util.spec_from_file_location("plugin_module", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    class Class:
        @staticmethod
        @hookimpl
        def context(turn):
            return block("class")

    bus = passing_bus()
    bus.register(module, "x:module")
    bus.register(Class, "x:class")
    bus.register(answering(block("instance")), "x:instance")
    assert texts(bus.context(turn())) == ["instance", "class", "module"]


def test_a_decorated_function_is_called_with_the_arguments_it_wraps():
    def logged(function):
        @functools.wraps(function)
        def inner(*args):
            return function(*args)

        return inner

    bus = passing_bus()
    bus.register(plugin(context=logged(lambda turn: block(turn.text))), "x:x")
    assert texts(bus.context(turn("hello"))) == ["hello"]


def test_functions_take_as_many_arguments_as_they_like_in_any_order():
    told = []
    bus = passing_bus()
    bus.register(plugin(turn_end=lambda: told.append(())), "x:none")
    bus.register(plugin(turn_end=lambda reply, turn: told.append((reply, turn.text))), "x:both")
    bus.register(plugin(turn_end=lambda reply: told.append((reply,))), "x:one")
    bus.turn_end(turn("question"), "answer")
    assert sorted(told) == [(), ("answer",), ("answer", "question")]
