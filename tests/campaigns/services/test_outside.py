"""Whom a webhook may speak to: the outside, by a name that leads nowhere else, for a few seconds."""

import socket
import threading

import pytest

from campaigns.services import outside
from campaigns.services.outside import BadAddress, Target, Unreachable
from tests.receiver import HOST, OPEN, Lookup, Receiver, certificates

ADDRESS = f"https://{HOST}/hook?key=1"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://hooks.example.org/", "scheme"),
        ("ftp://hooks.example.org/", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("gopher://hooks.example.org/", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("//hooks.example.org/", "scheme"),
        ("hooks.example.org", "scheme"),
        ("", "spelling"),
        ("https://", "spelling"),
        ("https:///path", "spelling"),
        ("https://hooks.example.org:22/", "port"),
        ("https://hooks.example.org:80/", "port"),
        ("https://hooks.example.org:6379/", "port"),
        ("https://hooks.example.org:0/", "port"),
        ("https://hooks.example.org:99999/", "spelling"),
        ("https://hooks.example.org:-1/", "spelling"),
        ("https://user@hooks.example.org/", "spelling"),
        ("https://user:word@hooks.example.org/", "spelling"),
        ("https://hooks.example.org@127.0.0.1/", "spelling"),
        ("https://127.0.0.1\\@hooks.example.org/", "spelling"),
        ("https://hooks.example.org/#part", "spelling"),
        ("https://hooks.example.org/a b", "spelling"),
        ("https://hooks.example.org/\r\nHost: inner", "spelling"),
        ("https://hooks.example.org/\tx", "spelling"),
        ("https://hooks.example.org/\x00", "spelling"),
        ("https://hooks.exämple.org/", "spelling"),
        ("https://127.0.0.1\u3002example.org/", "spelling"),
        ("https://" + "a" * 500 + ".org/", "spelling"),
        ("https://" + ".".join(["abcdefgh"] * 32) + ".org/", "host"),
        ("https://localhost/", "host"),
        ("https://intranet/", "host"),
        ("https://hooks.example.org./", "host"),
        ("https://-x.example.org/", "host"),
        ("https://a..example.org/", "host"),
        ("https://127.0.0.1/", "host"),
        ("https://127.1/", "host"),
        ("https://2130706433/", "host"),
        ("https://0177.0.0.1/", "host"),
        ("https://0x7f.0.0.1/", "host"),
        ("https://0x7f000001/", "host"),
        ("https://127.0.0.0x1/", "host"),
        ("https://0/", "host"),
        ("https://0.0.0.0/", "host"),
        ("https://10.0.0.1/", "host"),
        ("https://169.254.169.254/latest/meta-data/", "host"),
        ("https://[::1]/", "host"),
        ("https://[::]/", "host"),
        ("https://[::ffff:127.0.0.1]/", "host"),
        ("https://[64:ff9b::7f00:1]/", "host"),
        ("https://[fe80::1%25eth0]/", "host"),
        ("https://[::1/", "spelling"),
        ("https://93.184.215.14/", "host"),
        ("https://127.0.0.1%2eexample.org/", "host"),
    ],
)
def test_an_address_that_is_never_spoken_to(address, code):
    with pytest.raises(BadAddress) as bad:
        outside.read_address(address)
    assert bad.value.code == code


def test_an_address_as_it_should_be():
    assert outside.read_address("https://Hooks.Example.org") == Target(HOST, 443, "/", True, False)
    assert outside.read_address(ADDRESS) == Target(HOST, 443, "/hook?key=1", True, False)
    assert outside.read_address("https://xn--exmple-cua.org:8443/x").named == "xn--exmple-cua.org:8443"


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "0.1.2.3",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:93.184.215.14",
        "::93.184.215.14",
        "64:ff9b::7f00:1",
        "64:ff9b::5db8:d70e",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:5db8:d70e::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fe80::1%eth0",
        "2606:2800:21f::1%eth0",
        "fec0::1",
        "ff02::1",
        "not an address",
        "",
    ],
)
def test_an_address_that_is_not_of_the_open_net(address):
    assert not outside.is_open(address)
    lookup = Lookup(1, [address])
    with pytest.raises(Unreachable, match="inside"):
        outside.post(ADDRESS, b"{}", {}, net=lookup.net())
    assert lookup.called == []


@pytest.mark.parametrize("address", [OPEN, "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4003:80f::200e"])
def test_an_address_of_the_open_net(address):
    assert outside.is_open(address)


@pytest.mark.parametrize("inner", ["127.0.0.1", "10.0.0.1", "::1", "fd00::1"])
@pytest.mark.parametrize("first", [True, False])
def test_one_inner_address_spoils_the_name(inner, first):
    lookup = Lookup(1, [inner, OPEN] if first else [OPEN, inner])
    with pytest.raises(Unreachable, match="inside"):
        outside.post(ADDRESS, b"{}", {}, net=lookup.net())
    assert lookup.called == []


def test_a_name_that_nobody_knows():
    def nobody(host, port):
        raise socket.gaierror(-2, "Name or service not known")

    net = outside.Net(resolve=nobody, connect=Lookup(1)._connect, context=outside.REAL.context)
    with pytest.raises(Unreachable, match="unknown_name"):
        outside.post(ADDRESS, b"{}", {}, net=net)


def test_a_look_up_that_hangs_is_not_waited_for():
    never = threading.Event()
    net = outside.Net(
        resolve=lambda host, port: [str(never.wait(20))], connect=Lookup(1)._connect, context=outside.REAL.context
    )
    with pytest.raises(Unreachable, match="timeout"):
        outside.post(ADDRESS, b"{}", {}, net=net, seconds=0.05)
    never.set()


def test_the_name_is_looked_up_once_and_the_judged_address_is_called(tmp_path):
    """Rebinding: whoever answers for the name says something else the second time. There is no second time."""
    server, caller = certificates(tmp_path)
    with Receiver(204, tls=server) as receiver:
        lookup = Lookup(receiver.port, [OPEN], ["127.0.0.1"], context=caller)
        status = outside.post(ADDRESS, b'{"a":1}', {"webhook-id": "x"}, net=lookup.net())

    assert (status, lookup.asked, lookup.called) == (204, [(HOST, 443)], [OPEN])
    # The name, not the address, is what the certificate is held to, and what the request asks for.
    assert receiver.names == [HOST]
    (got,) = receiver.got
    assert (got.line, got.headers["host"], got.body) == ("POST /hook?key=1 HTTP/1.1", HOST, b'{"a":1}')
    assert (got.headers["content-type"], got.headers["webhook-id"]) == ("application/json", "x")


def test_a_second_message_looks_again_and_finds_what_the_name_leads_to_now(tmp_path):
    server, caller = certificates(tmp_path)
    with Receiver(tls=server) as receiver:
        lookup = Lookup(receiver.port, [OPEN], ["127.0.0.1"], context=caller)
        assert outside.post(ADDRESS, b"{}", {}, net=lookup.net()) == 200
        with pytest.raises(Unreachable, match="inside"):
            outside.post(ADDRESS, b"{}", {}, net=lookup.net())
    assert len(receiver.got) == 1


def test_who_cannot_prove_the_name_is_told_nothing(tmp_path):
    server, caller = certificates(tmp_path, host="other.example.org")
    with Receiver(tls=server) as receiver:
        lookup = Lookup(receiver.port, [OPEN], context=caller)
        with pytest.raises(Unreachable, match="tls"):
            outside.post(ADDRESS, b"{}", {}, net=lookup.net())
    assert receiver.got == []


def test_an_unknown_certificate_is_not_believed(tmp_path):
    server, _caller = certificates(tmp_path)
    with Receiver(tls=server) as receiver:
        lookup = Lookup(receiver.port, [OPEN], context=outside.REAL.context())
        with pytest.raises(Unreachable, match="tls"):
            outside.post(ADDRESS, b"{}", {}, net=lookup.net())
    assert receiver.got == []


@pytest.fixture
def plain(settings):
    """``plain(500, "hang")``: a receiver next door, to which plain http is allowed, and its address."""
    made = []

    def start(*script):
        receiver = Receiver(*script)
        made.append(receiver.__enter__())
        settings.WEBHOOK_INSIDE = [f"127.0.0.1:{receiver.port}"]
        return receiver, f"http://127.0.0.1:{receiver.port}/hook"

    yield start
    for receiver in made:
        receiver.__exit__()


def test_whoever_runs_the_site_may_allow_an_inner_address(plain):
    receiver, address = plain(200)
    assert outside.post(address, b"{}", {}) == 200
    for other in (f"http://127.0.0.1:{receiver.port + 1}/", f"http://localhost:{receiver.port}/", "http://127.0.0.1/"):
        with pytest.raises(BadAddress):
            outside.read_address(other)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirection_is_not_followed(plain, status):
    target, _address = plain(200)
    back = f"HTTP/1.1 {status} Elsewhere\r\nLocation: http://127.0.0.1:{target.port}/inner\r\nContent-Length: 0\r\n\r\n"
    _receiver, address = plain(back.encode())
    assert outside.post(address, b"{}", {}) == status
    assert target.got == []


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("close", "no_answer"),
        (b"garbage\r\n\r\n", "no_answer"),
        (b"HTTP/1.1 999999 x\r\n\r\n", "no_answer"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 70000 + b"\r\n\r\n", "no_answer"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 20000 + b"\r\n", "no_answer"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 5000, "no_answer"),
    ],
)
def test_what_is_no_answer(plain, act, code):
    _receiver, address = plain(act)
    with pytest.raises(Unreachable) as none:
        outside.post(address, b"{}", {})
    assert none.value.code == code


def test_of_an_endless_answer_only_the_status_is_read(plain):
    _receiver, address = plain(b"HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n" + b"x" * 200_000)
    assert outside.post(address, b"{}", {}) == 200


@pytest.mark.parametrize("act", ["hang", "drip"])
def test_all_of_it_together_takes_no_longer_than_it_may(plain, act):
    _receiver, address = plain(act)
    with pytest.raises(Unreachable, match="timeout"):
        outside.post(address, b"{}", {}, seconds=0.3)


def test_nobody_listens(settings):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    settings.WEBHOOK_INSIDE = [f"127.0.0.1:{port}"]
    with pytest.raises(Unreachable, match="closed"):
        outside.post(f"http://127.0.0.1:{port}/", b"{}", {})


def test_no_proxy_of_the_environment_takes_part(plain, monkeypatch):
    proxy, proxied = plain(200)
    _receiver, address = plain(201)
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, proxied)
    assert outside.post(address, b"{}", {}) == 201
    assert proxy.got == []


def test_no_line_break_gets_into_a_header(plain):
    receiver, address = plain(200)
    with pytest.raises(ValueError, match="line break"):
        outside.post(address, b"{}", {"webhook-id": "x\r\nHost: inner"})
    assert receiver.got == []
