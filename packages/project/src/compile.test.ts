import { describe, expect, it } from "vitest";
import { compileTables, goodTables } from "./testing/project.ts";

describe("compileProject", () => {
  it("emits what the tables say", async () => {
    const { compiled, hash, errors } = await compileTables(goodTables());
    expect(errors).toEqual([]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(compiled).toEqual({
      format: 1,
      id: "test",
      name: "Prüfstand",
      pods: [
        {
          id: "bus.a",
          type: "bus",
          name: "a",
          label: "Halle",
          internal: true,
          ifaces: [{ id: "main", config: { host: "127.0.0.1", port: 1502 } }],
          channels: [
            {
              chan: "bus.a.set",
              iface: "main",
              type: "float",
              dir: "inout",
              config: { address: 2, factor: 1, order: "big", swap: false },
            },
            {
              chan: "bus.a.temp",
              iface: "main",
              type: "float",
              dir: "in",
              label: "Temperatur",
              unit: "°C",
              tags: ["halle", "klima"],
              config: { address: 1, factor: 0.1, order: "little", swap: true },
            },
          ],
        },
        {
          id: "bus.b",
          type: "bus",
          name: "b",
          internal: true,
          ifaces: [{ id: "links", config: { host: "127.0.0.2", port: 502 } }],
          channels: [
            {
              chan: "bus.b.out",
              iface: "links",
              type: "int",
              dir: "out",
              config: { address: 3, factor: 1, order: "big", swap: false },
            },
          ],
        },
        {
          id: "echo.e",
          type: "echo",
          name: "e",
          internal: false,
          ifaces: [{ id: "main", config: { interval: 500 } }],
          channels: [{ chan: "echo.e.alive", iface: "main", type: "bool", dir: "in", config: {} }],
        },
      ],
      links: [
        {
          source: "bus.a.temp",
          target: "bus.a.set",
          scale: 1.5,
          offset: -2,
          onChange: true,
          minInterval: 250,
        },
        { source: "const.main.limit", target: "bus.b.out" },
        { source: "echo.e.alive", target: "bus.b.out", map: { false: 0, true: 1 } },
      ],
      constants: [{ chan: "const.main.limit", type: "int", value: 7, label: "Grenze" }],
      scripts: {},
    });
  });

  it("gives the same hash whatever the order of rows, columns and sheets", async () => {
    const first = await compileTables(goodTables());
    const tables = goodTables();
    const turned = Object.fromEntries(
      Object.entries(tables)
        .toReversed()
        .map(([name, [header = [], ...rows]]) => [
          name,
          [header, ...rows.toReversed()].map((row) => row.toReversed()),
        ]),
    );
    const second = await compileTables(turned);
    expect(second.errors).toEqual([]);
    expect(second.hash).toBe(first.hash);
    tables["constants"] = [
      ["channel", "value"],
      ["limit", 8],
    ];
    expect((await compileTables(tables)).hash).not.toBe(first.hash);
  });
});
