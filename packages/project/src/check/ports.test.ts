import { describe, expect, it } from "vitest";
import { compileTables, faults, goodTables, type Rows } from "../testing/project.ts";

async function compile(pods: Rows) {
  return compileTables({
    ...goodTables(),
    pods: [["id", "iface", "host", "port", "internal"], ...pods],
    bus: [["pod", "channel", "address"]],
    links: [["source", "target"]],
  });
}

async function check(...pods: [id: string, bind: string, port: number, internal?: string][]) {
  const rows = pods.map(([id, bind, port, internal = null]) => [id, null, `listen:${bind}`, port, internal]);
  return faults(await compile(rows)).filter((fault) => fault.startsWith("portTaken"));
}

describe("two pods on one port", () => {
  it.each([
    ["the same address", "127.0.0.1", "127.0.0.1", true],
    ["an address and all", "127.0.0.1", "0.0.0.0", true],
    ["all and an address", "0.0.0.0", "127.0.0.1", true],
    ["all of both families", "::", "10.0.0.1", true],
    ["two addresses", "127.0.0.1", "10.0.0.1", false],
    ["all of IPv4 and one of IPv6", "0.0.0.0", "::1", false],
  ])("%s", async (_, first, second, taken) => {
    const found = await check(["bus.a", first, 5020], ["bus.b", second, 5020]);
    expect(found).toEqual(taken ? ["portTaken pods:3 port"] : []);
  });

  it("are no matter on other ports, or where one runs elsewhere", async () => {
    expect(await check(["bus.a", "::", 5020], ["bus.b", "::", 5021])).toEqual([]);
    expect(await check(["bus.a", "::", 5020], ["bus.b", "::", 5020, "nein"])).toEqual([]);
  });
});

describe("two interfaces at one device", () => {
  const row = (id: string, device: string, iface: string | null = null, internal: string | null = null) => [
    id,
    iface,
    device,
    null,
    internal,
  ];

  it.each([
    ["of two pods", [row("bus.a", "/dev/ttyS0"), row("bus.b", "/dev/ttyS0")], 1],
    ["of one pod", [row("bus.a", "/dev/ttyS0", "n"), row("bus.a", "/dev/ttyS0", "s")], 1],
    ["of three pods", ["a", "b", "c"].map((name) => row(`bus.${name}`, "/dev/ttyS0")), 2],
    ["at two devices", [row("bus.a", "/dev/ttyS0"), row("bus.b", "/dev/ttyS1")], 0],
    [
      "of which one runs elsewhere",
      [row("bus.a", "/dev/ttyS0"), row("bus.b", "/dev/ttyS0", null, "nein")],
      0,
    ],
  ])("%s", async (_, pods, refused) => {
    const result = await compile(pods);
    const found = faults(result).filter((fault) => fault.startsWith("deviceTaken"));
    expect(found).toEqual(Array.from({ length: refused }, (_one, at) => `deviceTaken pods:${at + 3} device`));
    for (const { ErrText } of result.errors.filter(({ ErrCode }) => ErrCode === 1319)) {
      expect(ErrText).toContain("„/dev/ttyS0“ verwendet schon der Pod „bus.a“");
    }
  });
});
