import { describe, expect, it } from "vitest";
import { compileTables, faults, goodTables, type Rows } from "../testing/project.ts";

async function check(...pods: [id: string, bind: string, port: number, internal?: string][]) {
  const rows: Rows = [["id", "host", "port", "internal"]];
  for (const [id, bind, port, internal = null] of pods) rows.push([id, `listen:${bind}`, port, internal]);
  const result = await compileTables({
    ...goodTables(),
    pods: rows,
    bus: [["pod", "channel", "address"]],
    links: [["source", "target"]],
  });
  return faults(result).filter((fault) => fault.startsWith("portTaken"));
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
