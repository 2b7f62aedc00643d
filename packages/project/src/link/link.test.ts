import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VALUE_TYPES, type ValueType } from "../compiled.ts";
import { compileTables, faults, goodTables, type Rows } from "../testing/project.ts";
import { findCycles } from "./cycles.ts";
import { parseMapping } from "./mapping.ts";

const HEADER = ["source", "target", "scale", "offset", "invert", "map", "on_change", "min_interval"];

function tables(links: Rows): Record<string, Rows> {
  const bus: Rows = [["pod", "channel", "type", "dir", "address"]];
  for (const [i, type] of VALUE_TYPES.entries()) {
    for (const dir of ["in", "out", "inout"]) bus.push(["a", `${type}-${dir}`, type, dir, i]);
  }
  return { ...goodTables(), bus, links: [HEADER, ...links] };
}

async function check(...links: Rows): Promise<string[]> {
  const given = tables(links);
  given["bus"]?.push(["a", "faulty", "int", "inout", "x"]);
  return faults(await compileTables(given)).filter((fault) => fault.includes(" links:"));
}

describe("links", () => {
  it("need two ends that exist and look the right way", async () => {
    expect(
      await check(
        ["bus.a.int-in", "bus.a.int-out"],
        ["const.main.limit", "bus.a.int-inout"],
        ["bus.a.int-i", "bus.a.int-ou"],
        ["halle", "bus.a"],
        ["bus.a.int-out", "bus.a.int-in"],
        ["bus.a.int-in", "const.main.limit"],
        [null, "bus.a.int-out"],
        ["bus.a.int-in", "bus.a.int-out"],
        ["bus.a.int-in", "const.main.none"],
        ["bus.a.int-in", "sched.none.x"],
        ["bus.a.int-in", "meter.none.day"],
      ),
    ).toEqual([
      "unknownSource links:4 source",
      "unknownTarget links:4 target",
      "badReference links:5 source",
      "badReference links:5 target",
      "sourceIsOut links:6 source",
      "targetIsIn links:6 target",
      "targetIsConstant links:7 target",
      "missingValue links:8 source",
      "duplicateLink links:9 target",
      "targetIsConstant links:10 target",
      "targetIsSchedule links:11 target",
      "targetIsMeter links:12 target",
    ]);
  });

  it("do not repeat the errors of a channel whose own line is faulty", async () => {
    expect(await check(["bus.a.faulty", "bus.a.int-out"], ["bus.zzz.x", "bus.a.faulty"])).toEqual([
      "unknownSource links:3 source",
    ]);
  });

  it("carry values only where the types allow it", async () => {
    const refused: string[] = [];
    for (const source of VALUE_TYPES) {
      for (const target of VALUE_TYPES) {
        const found = await check([`bus.a.${source}-in`, `bus.a.${target}-out`]);
        if (found.length > 0) {
          expect(found).toEqual(["linkTypes links:2 target"]);
          refused.push(`${source}>${target}`);
        }
      }
    }
    expect(refused).toEqual([
      "string>bool",
      "string>int",
      "string>float",
      "json>bool",
      "json>int",
      "json>float",
    ]);
  });

  it("check what they do to values", async () => {
    const [source, target] = ["bus.a.float-in", "bus.a.int-out"];
    expect(
      await check(
        [source, target, "viel", "1.234", "vielleicht", null, "oft", -1],
        ["bus.a.bool-in", "bus.a.int-inout", 2, 1],
        [source, "bus.a.bool-out", 2],
        [source, "bus.a.float-out", null, null, "ja"],
        ["bus.a.bool-in", "bus.a.bool-inout", null, null, "ja", "a=1"],
        ["bus.a.string-in", target, null, null, null, "aus=0;an=1;*=zwei"],
        ["bus.a.json-in", target, null, null, null, "aus"],
        ["bus.a.int-in", "bus.a.bool-out", null, null, null, "0=aus;1=an"],
        ["bus.a.float-in", "bus.a.string-out", null, null, null, "warm=1;2,5=a;2.50=b"],
      ),
    ).toEqual([
      "notNumber links:2 scale",
      "ambiguousNumber links:2 offset",
      "notFlag links:2 invert",
      "notFlag links:2 on_change",
      "outOfRange links:2 min_interval",
      "numbersOnly links:3 scale",
      "numbersOnly links:3 offset",
      "numbersOnly links:4 scale",
      "booleansOnly links:5 invert",
      "mapWithOthers links:6 map",
      "mapKey links:6 map",
      "mapValue links:7 map",
      "badMap links:8 map",
      "mapKey links:10 map",
      "badMap links:10 map",
    ]);
  });

  it("turn the keys of a mapping into the source's values", async () => {
    const { compiled, errors } = await compileTables(
      tables([
        ["bus.a.float-in", "bus.a.string-out", null, null, null, "2,5=a;3.0=b;-0,10=c;*=d"],
        ["bus.a.bool-in", "bus.a.string-out", null, null, null, "ja=a;0=b"],
        ["bus.a.string-in", "bus.a.string-out", null, null, null, "2,5=a;3.0=b"],
      ]),
    );
    expect(errors).toEqual([]);
    const of = (source: string) => compiled?.links.find((link) => link.source.startsWith(source))?.map;
    expect(["bus.a.float", "bus.a.bool", "bus.a.string"].map(of)).toEqual([
      { "2.5": "a", "3": "b", "-0.1": "c", "*": "d" },
      { true: "a", false: "b" },
      { "2,5": "a", "3.0": "b" },
    ]);
  });

  it("must not run in a circle", async () => {
    const ring = ["bool", "int", "float"].map((type) => `bus.a.${type}-inout`);
    const links = ring.map((name, i) => [name, ring[(i + 1) % 3] ?? ""]);
    expect(await check(...links, ["bus.a.string-inout", "bus.a.string-inout"])).toEqual([
      "linkCycle links:2 target",
      "linkCycle links:5 target",
    ]);
    expect(await check(...links.slice(1))).toEqual([]);
  });
});

describe("findCycles", () => {
  it("finds a way back for exactly the nodes that have one", () => {
    const graphs = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 16 });
    fc.assert(
      fc.property(graphs, (pairs) => {
        const edges = new Map<string, string[]>();
        for (const [from, to] of pairs) edges.set(`${from}`, [...(edges.get(`${from}`) ?? []), `${to}`]);
        const reach = (start: string) => {
          const seen = new Set<string>();
          const todo = [start];
          for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
            for (const next of edges.get(at) ?? []) {
              if (seen.has(next)) continue;
              seen.add(next);
              todo.push(next);
            }
          }
          return seen;
        };
        const nodes = [...edges.keys()].filter((node) => reach(node).has(node));
        const parts = new Set(
          nodes.map((node) => nodes.filter((o) => reach(node).has(o) && reach(o).has(node)).join()),
        );
        const cycles = findCycles(edges);
        expect(cycles.length).toBe(parts.size);
        for (const cycle of cycles) {
          expect(cycle[0]).toBe(cycle.at(-1));
          for (let i = 1; i < cycle.length; i++) expect(edges.get(cycle[i - 1] ?? "")).toContain(cycle[i]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("follows a chain of any length", () => {
    const edges = new Map(Array.from({ length: 200_000 }, (_, i) => [`${i}`, [`${i + 1}`]]));
    expect(findCycles(edges)).toEqual([]);
  });
});

describe("parseMapping", () => {
  it.each<[string, ReturnType<typeof parseMapping>]>([
    [
      "0=aus;1=an",
      [
        ["0", "aus"],
        ["1", "an"],
      ],
    ],
    [
      " 0 = aus ;\n * = rest ; ",
      [
        ["0", "aus"],
        ["*", "rest"],
      ],
    ],
    ["a\\=b=c\\;d", [["a=b", "c;d"]]],
    ["leer=", [["leer", ""]]],
    [
      '{"1": "an", "x": false}',
      [
        ["1", "an"],
        ["x", "false"],
      ],
    ],
    ["an", { bad: "an" }],
    ["=1", { bad: "=1" }],
    ["a=1;a=2", { bad: "a=2" }],
    ["a=b=c", { bad: "a=b=c" }],
    ["{", { bad: "{" }],
    ["{}", { bad: "{}" }],
    [";", { bad: ";" }],
  ])("reads %j", (text, mapping) => {
    expect(parseMapping(text)).toEqual(mapping);
  });
});

it("types every target that a mapping can have", async () => {
  const targets: [ValueType, string][] = [
    ["bool", "wahr"],
    ["int", "3"],
    ["float", "2,5"],
    ["string", "x"],
    ["json", "x"],
  ];
  for (const [type, value] of targets) {
    expect(await check(["bus.a.string-in", `bus.a.${type}-out`, null, null, null, `*=${value}`])).toEqual([]);
  }
});
