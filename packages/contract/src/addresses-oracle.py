"""What is wrong with sets of adapters, said a second time: by Python's ipaddress. One set a line, one verdict a line."""
import ipaddress
import json
import sys

ADDRESSES = ("ip", "gw", "dns1", "dns2")
THIS_NETWORK = ipaddress.IPv4Network("0.0.0.0/8")


def is_address(text):
    try:
        ipaddress.IPv4Address(text)
        return True
    except ValueError:
        return False


def netmask(text):
    """The mask as an address, or None. ipaddress also takes host masks and leading zeros, which are none to us."""
    short = text.startswith("/")
    try:
        found = ipaddress.IPv4Network("0.0.0.0" + (text if short else "/" + text))
    except ValueError:
        return None
    same = text == "/%d" % found.prefixlen if short else text == str(found.netmask)
    return str(found.netmask) if same else None


def syntax(adapters):
    for index, adapter in enumerate(adapters):
        for field in ADDRESSES:
            if adapter[field] != "" and not is_address(adapter[field]):
                yield index, field
        if adapter["mask"] != "" and netmask(adapter["mask"]) is None:
            yield index, "mask"


def of_a_machine(text):
    address = ipaddress.IPv4Address(text)
    return not (
        address in THIS_NETWORK or address.is_loopback or address.is_multicast or address.is_reserved
    )


def rules(adapters):
    owners, names = set(), set()
    for index, adapter in enumerate(adapters):
        if adapter["device"] in names:
            yield index, "device"
        names.add(adapter["device"])
        if index == 0 and not adapter["active"]:
            yield index, "active"
        if not adapter["active"] or adapter["dhcp"]:
            continue
        for field in ("dns1", "dns2"):
            if adapter[field] != "" and not of_a_machine(adapter[field]):
                yield index, field
        if adapter["mask"] == "":
            yield index, "mask"
        if adapter["ip"] == "" or not of_a_machine(adapter["ip"]):
            yield index, "ip"
            continue
        if adapter["ip"] in owners:
            yield index, "ip"
        owners.add(adapter["ip"])
        if adapter["mask"] != "":
            for field in in_its_net(adapter):
                yield index, field


def in_its_net(adapter):
    own = ipaddress.IPv4Interface("%s/%s" % (adapter["ip"], netmask(adapter["mask"])))
    if own.network.prefixlen == 0:
        yield "mask"
        return
    special = set()
    if own.network.num_addresses > 2:
        special = {own.network.network_address, own.network.broadcast_address}
    if own.ip in special:
        yield "ip"
    if adapter["gw"] == "":
        return
    gateway = ipaddress.IPv4Address(adapter["gw"])
    usable = gateway in own.network and gateway != own.ip and gateway not in special
    if not usable or not of_a_machine(adapter["gw"]):
        yield "gw"


for line in sys.stdin:
    adapters = json.loads(line)
    wrong = sorted(set(syntax(adapters)))
    print(
        json.dumps(
            {
                "syntax": wrong,
                "masks": [netmask(adapter["mask"]) for adapter in adapters],
                "problems": [] if wrong else sorted(set(rules(adapters))),
            }
        )
    )
