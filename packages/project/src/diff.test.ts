import { describe, expect, it } from "vitest";
import type { CompiledProject } from "./compiled.ts";
import { diffProjects, isLinkOnlyChange } from "./diff.ts";
import {
  alarmTables,
  compileTables,
  goodTables,
  scheduleTables,
  type Tables,
  testSchemas,
} from "./testing/project.ts";

async function compiled(
  change: (tables: Tables) => void = () => {},
  tables = goodTables(),
): Promise<CompiledProject> {
  change(tables);
  const result = await compileTables(tables);
  if (!result.compiled) throw new Error(JSON.stringify(result.errors));
  return result.compiled;
}

function cell(tables: Tables, table: string, row: number, column: number, value: string | number): void {
  const cells = tables[table]?.[row];
  if (!cells) throw new Error("no such row");
  cells[column] = value;
}

describe("diffProjects", () => {
  it("lists what is added, changed and removed", async () => {
    const before = await compiled();
    const after = await compiled((tables) => {
      cell(tables, "bus", 1, 5, "Neue Beschriftung");
      cell(tables, "echo", 1, 1, "renamed");
      cell(tables, "links", 2, 0, "echo.e.renamed");
      cell(tables, "links", 1, 2, 9);
    });
    expect(diffProjects(before, after, testSchemas)).toEqual({
      changes: [
        {
          kind: "channel",
          chan: "bus.a.temp",
          change: "changed",
          fields: [{ field: "label", before: "Temperatur", after: "Neue Beschriftung" }],
        },
        { kind: "channel", chan: "echo.e.alive", change: "removed" },
        { kind: "channel", chan: "echo.e.renamed", change: "added" },
      ],
      links: [
        {
          source: "bus.a.temp",
          target: "bus.a.set",
          change: "changed",
          fields: [{ field: "scale", before: "1.5", after: "9" }],
        },
        { source: "echo.e.alive", target: "bus.b.out", change: "removed" },
        { source: "echo.e.renamed", target: "bus.b.out", change: "added" },
      ],
    });
    expect(diffProjects(before, before, testSchemas)).toEqual({ changes: [], links: [] });
  });

  it("names the connection that changes, and the pod that is started elsewhere, and of pods that come or go only these", async () => {
    const before = await compiled();
    const other = await compiled((tables) => {
      cell(tables, "pods", 1, 5, 1503);
      cell(tables, "pods", 1, 2, "nein");
    });
    const { changes } = diffProjects(before, other, testSchemas);
    expect(changes).toEqual([
      {
        kind: "iface",
        chan: "bus.iface.a.main",
        change: "changed",
        fields: [{ field: "port", before: "1502", after: "1503" }],
      },
      {
        kind: "pod",
        chan: "bus.pod.a",
        change: "changed",
        fields: [{ field: "internal", before: "true", after: "false" }],
      },
    ]);
    expect(isLinkOnlyChange(before, other)).toBe(false);
  });

  it("counts everything as added for the first project", async () => {
    const diff = diffProjects(undefined, await compiled(), testSchemas);
    expect(diff.changes.map(({ change, kind }) => `${change} ${kind}`).sort()).toEqual([
      ...Array.from({ length: 4 }, () => "added channel"),
      "added constant",
      ...Array.from({ length: 3 }, () => "added pod"),
    ]);
    expect(diff.links).toHaveLength(3);
  });

  it("tells that a password changed, but no password, also none inside an address or of a type it does not know", async () => {
    const withSecrets = (password: string, host: string) =>
      compiled((tables) => {
        tables["pods"]?.[0]?.push("password");
        tables["pods"]?.[1]?.push(password);
        cell(tables, "pods", 1, 4, host);
      });
    const before = await withSecrets("geheim-1", "http://anna:geheim-1@a.local/x");
    const after = await withSecrets("geheim-2", "http://anna:geheim-2@b.local/x");
    const diff = diffProjects(before, after, testSchemas);
    expect(diff.changes).toEqual([
      {
        kind: "iface",
        chan: "bus.iface.a.main",
        change: "changed",
        fields: [
          { field: "host", before: "http://•••@a.local/x", after: "http://•••@b.local/x" },
          { field: "password", secret: true },
        ],
      },
    ]);
    expect(JSON.stringify(diffProjects(before, after, []))).not.toMatch(/geheim|local/);
  });

  it("names constants with what administrators set, the project itself, scripts, and shortens long values", async () => {
    const before = await compiled();
    const long = "x".repeat(5_000);
    const [limit] = before.constants;
    if (!limit) throw new Error("no constant");
    const after: CompiledProject = {
      ...before,
      name: long,
      constants: [{ ...limit, value: 9, given: 7 }],
      scripts: { "neu.lua": "log(1)" },
    };
    const { changes } = diffProjects(before, after, testSchemas);
    expect(changes).toEqual([
      {
        kind: "constant",
        chan: "const.main.limit",
        change: "changed",
        fields: [
          { field: "value", before: "7", after: "9" },
          { field: "given", after: "7" },
        ],
      },
      { kind: "script", chan: "neu.lua", change: "added" },
      {
        kind: "project",
        chan: "project",
        change: "changed",
        fields: [{ field: "name", before: "Prüfstand", after: `${"x".repeat(200)}…` }],
      },
    ]);
  });
});

describe("isLinkOnlyChange", () => {
  it.each<[string, boolean, (tables: Tables) => void]>([
    ["a link", true, (tables) => cell(tables, "links", 1, 2, 9)],
    ["a constant", true, (tables) => cell(tables, "constants", 1, 2, 9)],
    ["the project's name", true, (tables) => cell(tables, "project", 2, 1, "Neu")],
    ["a pod's label", true, (tables) => cell(tables, "pods", 1, 1, "Neu")],
    ["a channel's label", true, (tables) => cell(tables, "bus", 1, 5, "Neu")],
    ["a channel's unit", true, (tables) => cell(tables, "bus", 1, 6, "K")],
    ["a channel's address", false, (tables) => cell(tables, "bus", 1, 8, 77)],
    ["a channel's direction", false, (tables) => cell(tables, "bus", 1, 4, "inout")],
    ["a connection", false, (tables) => cell(tables, "pods", 1, 5, 1503)],
    ["who starts a pod", false, (tables) => cell(tables, "pods", 1, 2, "nein")],
    ["the project's id", false, (tables) => cell(tables, "project", 1, 1, "other")],
    [
      "a further pod",
      false,
      (tables) => tables["pods"]?.push(["echo.z", null, null, null, null, null, null]),
    ],
  ])("%s: %s", async (_what, expected, change) => {
    expect(isLinkOnlyChange(await compiled(), await compiled(change))).toBe(expected);
  });
});

describe("schedules and calendars", () => {
  it("are compared plan by plan, and no change of them restarts a pod", async () => {
    const before = await compiled(() => {}, scheduleTables());
    const after = await compiled((tables) => {
      cell(tables, "schedules", 2, 3, 18);
      cell(tables, "schedule_times", 2, 2, "19:00");
      cell(tables, "calendars", 2, 1, "31.12.");
      cell(tables, "project", 3, 1, 48);
    }, scheduleTables());
    expect(diffProjects(before, after, testSchemas).changes).toEqual([
      {
        kind: "calendar",
        chan: "Feiertag",
        change: "changed",
        fields: [
          {
            field: "from",
            before: "Feiertage BY; 24.12. (Heiligabend)",
            after: "Feiertage BY; 31.12. (Heiligabend)",
          },
        ],
      },
      {
        kind: "project",
        chan: "project",
        change: "changed",
        fields: [{ field: "latitude", before: "52.52", after: "48" }],
      },
      {
        kind: "schedule",
        chan: "sched.heat.set",
        change: "changed",
        fields: [{ field: "default", before: "17", after: "18" }],
      },
      {
        kind: "schedule",
        chan: "sched.main.hours",
        change: "changed",
        fields: [{ field: "Mo–Fr", before: "06:00: ja; 20:00: nein", after: "06:00: ja; 19:00: nein" }],
      },
    ]);
    expect(isLinkOnlyChange(before, after)).toBe(true);
  });
});

describe("alarms and classes", () => {
  it("are compared column by column, and no change of them restarts a pod", async () => {
    const before = await compiled(() => {}, alarmTables());
    const after = await compiled((tables) => {
      cell(tables, "alarms", 1, 1, "bus.a.t*");
      cell(tables, "alarms", 2, 6, 2);
      cell(tables, "classes", 2, 2, 1_800);
    }, alarmTables());
    expect(diffProjects(before, after, testSchemas).changes).toEqual([
      {
        kind: "class",
        chan: "technik",
        change: "changed",
        fields: [
          {
            field: "step 2",
            before: "after: 900; way: bus.a; until: ack",
            after: "after: 1800; way: bus.a; until: ack",
          },
        ],
      },
      { kind: "alarm", chan: "warm/bus.a.set", change: "removed" },
      {
        kind: "alarm",
        chan: "warm/bus.a.temp",
        change: "changed",
        fields: [{ field: "source", before: "bus.a.*", after: "bus.a.t*" }],
      },
      {
        kind: "alarm",
        chan: "weg",
        change: "changed",
        fields: [{ field: "priority", before: "1", after: "2" }],
      },
    ]);
    expect(isLinkOnlyChange(before, after)).toBe(true);
  });

  it("come and go", async () => {
    const [without, some] = [await compiled(), await compiled(() => {}, alarmTables())];
    const names = (before: CompiledProject, after: CompiledProject) =>
      diffProjects(before, after, testSchemas).changes.map(({ chan, change, kind }) => [kind, chan, change]);
    expect(names(without, some)).toEqual([
      ["class", "technik", "added"],
      ["alarm", "warm/bus.a.set", "added"],
      ["alarm", "warm/bus.a.temp", "added"],
      ["alarm", "weg", "added"],
    ]);
    expect(names(some, without)).toHaveLength(4);
    expect(isLinkOnlyChange(without, some)).toBe(true);
  });
});
