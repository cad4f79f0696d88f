"""Fetching a model: whole or not at all, never waiting without bound, and every error says what the network is like."""

import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from embed.hub import COMMIT, Hub, files_of, serving

from remora.embed import Wanted, network
from remora.embed.catalogue import describe
from remora.embed.download import CACHE, Progress, download
from remora.embed.fastembed import FastEmbed
from remora.embed.fetch import Patience
from remora.embed.folders import folder_of, read
from remora.embed.minilm import MiniLM
from remora.embed.status import status
from remora.errors import HomeUnavailable, ModelUnavailable

NAME = "sentence-transformers/all-MiniLM-L6-v2"
QUICK = Patience(first=0.4, next=0.4, total=60)  # where somebody keeps us waiting; a busy machine may do so, too
PATIENT = Patience(first=30, next=30, total=60)


@pytest.fixture
def hub(model_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "HF_HUB_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    with serving(Hub(describe(NAME).repo, files_of(model_folder("on the hub")))) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        yield hub


def refused(models: Path, patience: Patience = PATIENT) -> str:
    """The message of the error, after a look that nothing was left behind."""
    with pytest.raises(ModelUnavailable) as error:
        download(NAME, models, patience=patience)
    assert [path.suffix for path in models.iterdir()] == [".failed"]
    assert "copy the model's folder" in error.value.hint or "portal" in error.value.hint or "Repeat" in error.value.hint
    return error.value.message


def test_a_model_is_fetched_whole_from_one_commit_and_works(hub: Hub, models: Path, minilm: MiniLM) -> None:
    seen: list[Progress] = []
    got = download(NAME, models, progress=seen.append)

    assert (got.model, got.fetched, got.folder) == (NAME, True, folder_of(models, NAME))
    assert {path.name for path in models.iterdir()} == {got.folder.name}
    assert hub.asked[0].endswith("/resolve/main/tokenizer.json")
    assert all(f"/resolve/{COMMIT}/" in path for path in hub.asked[1:] if "/storage/" not in path)
    assert {one.file for one in seen} == set(hub.files)
    assert seen[-1] == Progress(file="model.onnx", done=22_928_619, size=22_928_619)
    manifest = read(got.folder)
    assert manifest is not None
    assert (manifest.commit, manifest.sizes["model.onnx"]) == (COMMIT, 22_928_619)
    embedder = FastEmbed.named(describe(NAME), models)
    assert embedder.identity.name == got.identity
    assert embedder.query("which port?") == pytest.approx(minilm.query("which port?"), abs=1e-5)


def test_what_is_there_is_not_fetched_again_unless_asked_for(hub: Hub, models: Path) -> None:
    download(NAME, models)
    asked = len(hub.asked)
    assert not download(NAME, models).fetched
    assert len(hub.asked) == asked
    (folder_of(models, NAME) / "model.onnx").write_bytes(b"cut short")
    assert download(NAME, models).fetched
    assert download(NAME, models, again=True).fetched
    assert {path.name for path in models.iterdir()} == {folder_of(models, NAME).name}


def test_a_failed_download_leaves_the_old_model_where_it_was(hub: Hub, models: Path) -> None:
    download(NAME, models)
    hub.altered.add("model.onnx")
    with pytest.raises(ModelUnavailable):
        download(NAME, models, again=True)
    assert not download(NAME, models).fetched


def test_files_that_newer_models_leave_out_are_not_missed(hub: Hub, models: Path) -> None:
    hub.missing.update({"special_tokens_map.json"})
    assert download(NAME, models).fetched
    assert not download(NAME, models).fetched


def test_a_missing_model_is_named(hub: Hub, models: Path) -> None:
    hub.missing.add("model.onnx")
    said = refused(models)
    assert f"{hub.address}/{hub.repo}/resolve/{COMMIT}/model.onnx answered 404" in said


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_wrong_file_is_seen_by_its_digest(name: str, hub: Hub, models: Path) -> None:
    hub.altered.add(name)
    assert f"{name} sent another file than it announced" in refused(models)


def test_a_wrong_model_is_seen_without_a_digest(hub: Hub, models: Path) -> None:
    hub.marks = False
    hub.files["model.onnx"] = b"no model at all"
    assert "what came does not work" in refused(models)


def test_a_portals_page_is_no_model(hub: Hub, models: Path) -> None:
    hub.portal = True
    assert "is no JSON; a page of the network's came instead" in refused(models)


@pytest.mark.parametrize("name", ["tokenizer.json", "model.onnx"])
def test_a_transfer_that_breaks_off_is_no_model(name: str, hub: Hub, models: Path) -> None:
    hub.truncated.add(name)
    size = len(hub.files[name])
    assert f"broke off after {size // 2} of {size} bytes" in refused(models)


def test_a_hub_in_trouble_is_quoted(hub: Hub, models: Path) -> None:
    hub.broken = True
    assert "answered 503 Service Unavailable" in refused(models)


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("silent", "did not answer within 0.4 s"),
        ("stalled", "sent nothing for 0.4 s"),
        ("dripping", "took longer than 1 s"),
    ],
)
@pytest.mark.parametrize("name", ["tokenizer.json", "model.onnx"])
def test_no_wait_is_without_bound(trouble: str, said: str, name: str, hub: Hub, models: Path) -> None:
    getattr(hub, trouble).add(name)
    patience = Patience(first=0.4, next=0.4, total=1) if trouble == "dripping" else QUICK
    assert said in refused(models, patience)


def test_an_address_where_nobody_listens_is_named_with_the_settings(
    hub: Hub, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    monkeypatch.setenv("HF_ENDPOINT", address)
    said = refused(models)
    assert "Connection refused" in said
    assert f"(HTTPS_PROXY not set, SSL_CERT_FILE not set, HF_ENDPOINT={address})" in said


def test_a_proxy_is_used_and_its_password_is_not_told(hub: Hub, models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = hub.address.removeprefix("http://")
    monkeypatch.setenv("HF_ENDPOINT", "http://hub.example")
    monkeypatch.setenv("HTTP_PROXY", f"http://me:secret@{proxy}")
    monkeypatch.setenv("NO_PROXY", "")
    said = refused(models)  # this proxy has no such page: it is the hub, asked for a whole address
    assert hub.asked == [f"http://hub.example/{hub.repo}/resolve/main/tokenizer.json"]
    assert f"HTTPS_PROXY=http://***@{proxy}" in said
    assert "secret" not in said


def test_certificates_that_are_not_there_are_named(hub: Hub, models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/nowhere/ca.pem")
    with pytest.raises(ModelUnavailable, match=r"SSL_CERT_FILE=/nowhere/ca\.pem is no file"):
        download(NAME, models)
    assert not hub.asked


def test_offline_nothing_is_asked_of_the_hub(hub: Hub, models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelUnavailable, match="HF_HUB_OFFLINE is set"):
        download(NAME, models)
    assert not hub.asked


@pytest.mark.parametrize("address", ["hub.example", "ftp://hub.example", "file:///etc"])
def test_an_endpoint_that_is_no_web_address_is_refused(
    address: str, hub: Hub, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", address)
    with pytest.raises(ModelUnavailable, match=f"HF_ENDPOINT={address} is no address"):
        download(NAME, models)


def test_a_home_that_cannot_be_written_is_told(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HomeUnavailable, match="cannot be written"):
        download(NAME, tmp_path / "file" / "models")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="a certificate is made with openssl")
def test_an_own_ca_is_honoured_and_an_unknown_one_refused(
    hub: Hub, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "ca.pem"
    made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    subprocess.run(
        ["openssl", *made.split(), "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    with serving(Hub(hub.repo, hub.files), certificate=certificate, key=key) as private:
        monkeypatch.setenv("HF_ENDPOINT", private.address)
        assert "CERTIFICATE_VERIFY_FAILED" in refused(models)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert download(NAME, models).fetched


# other places


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch, hub: Hub, tmp_path: Path) -> str:
    """An address where nobody listens; no cache of the hub's client, and no place that the person named."""
    for name in ("HF_ENDPOINT", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "FASTEMBED_CACHE_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


def cached(hub: Hub, home: Path) -> Path:
    """The model as the hub's own client keeps it: links to blobs."""
    folder = home / "hub" / f"models--{hub.repo.replace('/', '--')}"
    snapshot = folder / "snapshots" / COMMIT
    for number, (name, content) in enumerate(hub.files.items()):
        blob, link = folder / "blobs" / str(number), snapshot / name
        blob.parent.mkdir(parents=True, exist_ok=True)
        link.parent.mkdir(parents=True, exist_ok=True)
        blob.write_bytes(content)
        link.symlink_to(blob)
    return snapshot


def test_where_the_hub_cannot_be_reached_its_mirror_is_asked(
    models: Path, hub: Hub, nobody: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "HUB", nobody)
    monkeypatch.setattr(network, "MIRROR", hub.address)
    assert download(NAME, models).source == hub.address


def test_a_place_that_the_person_named_is_not_gone_around(
    models: Path, hub: Hub, nobody: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", nobody)
    monkeypatch.setattr(network, "MIRROR", hub.address)
    assert nobody in refused(models)
    assert hub.asked == []


def test_what_another_program_fetched_before_comes_last(
    models: Path, hub: Hub, nobody: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", nobody)
    snapshot = cached(hub, tmp_path / "hf")
    got = download(NAME, models)
    assert (got.source, got.fetched) == (CACHE, True)
    manifest = read(got.folder)
    assert manifest is not None
    assert manifest.commit == COMMIT
    shutil.rmtree(snapshot.parent.parent)
    assert not any(path.is_symlink() for path in got.folder.iterdir())
    assert download(NAME, models).fetched is False


def test_offline_the_cache_is_used_and_nobody_is_asked(
    models: Path, hub: Hub, nobody: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    cached(hub, tmp_path / "hf")
    assert download(NAME, models).source == CACHE
    assert hub.asked == []


def test_a_broken_cache_is_no_model_and_the_first_reason_is_told(
    models: Path, hub: Hub, nobody: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", nobody)
    (cached(hub, tmp_path / "hf") / "model.onnx").resolve().write_bytes(b"no model")
    assert nobody in refused(models)


def test_the_status_tells_of_a_download_that_failed_and_of_one_under_way(
    models: Path, hub: Hub, nobody: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = Wanted(models=models, kind="fastembed", model=NAME)
    assert status(wanted).asset == "missing"
    monkeypatch.setenv("HF_ENDPOINT", nobody)
    refused(models)
    failed = status(wanted)
    assert (failed.asset, nobody in failed.error, failed.source) == ("failed", True, nobody)
    monkeypatch.setenv("HF_ENDPOINT", hub.address)
    seen: list[tuple[str | None, bool]] = []

    def look(progress: Progress) -> None:
        if progress.file == "model.onnx" and progress.done:
            found = status(wanted)
            seen.append((found.asset, found.fetched > 0))

    download(NAME, models, progress=look)
    assert set(seen) == {("downloading", True)}
    assert (status(wanted).asset, status(wanted).error) == ("cached", "")
