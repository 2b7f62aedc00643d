import { describe, expect, it } from "vitest";
import { compileTables, faults, goodTables, type Rows, type Tables } from "../testing/project.ts";

/** The faults of the good project with some tables replaced. */
async function faultsWith(changes: Record<string, Rows | undefined>): Promise<string[]> {
  const tables = Object.fromEntries(
    Object.entries({ ...goodTables(), ...changes }).filter((entry): entry is [string, Rows] => !!entry[1]),
  );
  return faults(await compileTables(tables));
}

const POD_HEADER = ["id", "label", "internal", "iface", "host", "port", "password", "interval"];
const CHANNEL_HEADER = [
  "pod",
  "iface",
  "channel",
  "type",
  "dir",
  "label",
  "address",
  "factor",
  "order",
  "swap",
];
/** A project of pods and channels without links that could go stale. */
const bare = (pods: Rows, channels: Rows): Tables => ({
  project: goodTables()["project"] ?? [],
  pods: [POD_HEADER, ...pods],
  bus: [CHANNEL_HEADER, ...channels],
});

describe("project table", () => {
  it("needs an id of a valid form", async () => {
    expect(await faultsWith({ project: undefined })).toEqual(["missingTable project:"]);
    expect(await faultsWith({ project: [["key", "value"]] })).toEqual(["missingProjectId project: id"]);
    expect(
      await faultsWith({
        project: [
          ["key", "value"],
          ["id", null],
        ],
      }),
    ).toEqual(["missingValue project:2 value"]);
    expect(
      await faultsWith({
        project: [
          ["key", "value"],
          ["ID", "ä"],
        ],
      }),
    ).toEqual(["badProjectId project:2 id"]);
  });

  it("reports what it does not know, and what is said twice", async () => {
    const project = [
      ["key", "value"],
      ["id", "a"],
      ["nmae", "x"],
      ["name", "x"],
      ["name", "y"],
    ];
    expect(await faultsWith({ project })).toEqual([
      "unknownKey project:3 nmae",
      "duplicateKey project:5 name",
    ]);
    const { errors } = await compileTables({ ...goodTables(), project });
    expect(errors[0]?.Hint).toBe(
      "Möglich ist „id“, „name“, „description“, „max_age“, „latitude“ oder „longitude“.",
    );
  });
});

describe("headers", () => {
  it("reports missing, unknown, doubled and unnamed columns", async () => {
    expect(await faultsWith({ constants: [] })).toEqual([
      "unknownSource links:4 source",
      "missingHeader constants:",
    ]);
    const constants: Rows = [
      ["channel", "VALUE ", "Value", "colour", null, "_note", "lable"],
      ["limit", 1, 2, "red", "x", "y", "z"],
    ];
    expect(await faultsWith({ constants })).toEqual([
      "duplicateColumn constants:1 value",
      "unknownColumn constants:1 colour",
      "unknownColumn constants:1 lable",
      "unnamedColumn constants:2",
    ]);
    expect(
      await faultsWith({
        links: [
          ["source", "scale"],
          ["bus.a.temp", 2],
        ],
      }),
    ).toEqual(["missingColumn links:1 target"]);
  });

  it("finds the header below a title, and leaves comments and notes alone", async () => {
    const constants: Rows = [
      ["Meine festen Werte"],
      [],
      ["Channel", "VALUE"],
      ["# kommt später", "unfug"],
      ["limit", 3],
    ];
    expect(await faultsWith({ constants, Hilfe: [["Text"]], _alt: [["id"]] })).toEqual([]);
    expect(await faultsWith({ Lnks: [["source"]] })).toEqual(["unknownTable Lnks:"]);
  });
});

describe("pods", () => {
  it("reports bad ids, unknown types, reserved names", async () => {
    const pods: Rows = [["bus"], ["bus.ä"], ["bsu.a"], ["bus.pod"], ["bus.Iface"], [null, "Name"]].map(
      (row) => [...row, null, null, null, "h"].slice(0, 6),
    );
    expect(faults(await compileTables(bare(pods, [])))).toEqual([
      "badPodId pods:2 id",
      "badPodId pods:3 id",
      "unknownPodType pods:4 id",
      "reservedName pods:5 id",
      "reservedName pods:6 id",
      "missingValue pods:7 id",
    ]);
  });

  it("adds an interface for each further line, up to the type's limit, and notices contradictions", async () => {
    const pods: Rows = [
      ["bus.a", "A", "ja", null, "h"],
      ["bus.a", "B", "nein", "zwei", "h"],
      ["bus.a", null, null, "zwei", "h"],
      ["bus.a", null, null, "drei", "h"],
      ["bus.a", null, null, "v i e r", null],
      ["echo.e", null, null, null, "h", 1],
    ];
    expect(faults(await compileTables(bare(pods, [])))).toEqual([
      "podConflict pods:3 label",
      "podConflict pods:3 internal",
      "duplicateIface pods:4 iface",
      "tooManyIfaces pods:5 iface",
      "badIface pods:6 iface",
      "missingValue pods:6 host",
      "columnNotForType pods:7 host",
      "columnNotForType pods:7 port",
    ]);
  });

  it("misses what a type needs for each pod, also where no pod of the table has the column", async () => {
    const pods: Rows = [["id", "label"], ["bus.a"], ["echo.e"], ["bus.b", "B"]];
    expect(faults(await compileTables({ ...bare([], []), pods }))).toEqual([
      "missingValue pods:2 host",
      "missingValue pods:4 host",
    ]);
  });

  it("warns of a project without pods", async () => {
    const result = await compileTables(bare([["# bus.a"]], []));
    expect(faults(result)).toEqual(["noPods pods:"]);
    expect(result.compiled?.pods).toEqual([]);
  });

  it("never repeats a secret", async () => {
    const secrets = ["geheim geheim", "sehr-geheim-und-viel-zu-lang", "#REF! geheim"];
    const pods = secrets.map((secret, i) => [`bus.p${i}`, null, null, null, "h", null, secret]);
    const { errors } = await compileTables(bare(pods, []));
    expect(errors.filter((error) => error.Level === "error").length).toBe(3);
    expect(JSON.stringify(errors)).not.toMatch(/geheim/);
  });
});

describe("channels", () => {
  const pods: Rows = [
    ["bus.a", null, null, null, "h"],
    ["bus.two", null, null, "x", "h"],
    ["bus.two", null, null, "y", "h"],
    ["bus.broken", null, null, null, null],
    ["echo.e"],
  ];
  const check = async (...channels: Rows) => faults(await compileTables(bare(pods, channels))).slice(1);

  it("reports names and references that do not fit", async () => {
    expect(
      await check(
        ["b", null, "c", null, null, null, 1],
        ["echo.e", null, "c", null, null, null, 1],
        ["echo.nowhere", null, "c", null, null, null, 1],
        ["a", null, "mit Leerzeichen", null, null, null, 1],
        ["a", null, "Pod", null, null, null, 1],
        ["a", null, "c", null, null, null, 1],
        ["bus.a", null, "c", null, null, null, 1],
        ["a", "side", "d", null, null, null, 1],
        ["two", null, "d", null, null, null, 1],
        ["two", "y", "e", null, null, null, 1],
        [null, null, "f", null, null, null, 1],
      ),
    ).toEqual([
      "unknownPod bus:2 pod",
      "podOfOtherType bus:3 pod",
      "podOfOtherType bus:4 pod",
      "badChannel bus:5 channel",
      "reservedName bus:6 channel",
      "duplicateChannel bus:8 channel",
      "unknownIface bus:9 iface",
      "ifaceNeeded bus:10 iface",
      "missingValue bus:12 pod",
    ]);
  });

  it("reports every bad cell of a line", async () => {
    expect(
      await check([
        "a",
        null,
        "c",
        "flaot",
        "sideways",
        "x".repeat(201),
        "1,5",
        "viel",
        "middle",
        "vielleicht",
      ]),
    ).toEqual([
      "notChoice bus:2 type",
      "notChoice bus:2 dir",
      "tooLong bus:2 label",
      "notInteger bus:2 address",
      "notNumber bus:2 factor",
      "notChoice bus:2 order",
      "notFlag bus:2 swap",
    ]);
    const day = new Date(Date.UTC(2024, 4, 1));
    expect(
      await check(["a", null, "c", null, null, day, day], ["a", null, "d", null, null, null, 1000, "1.234"]),
    ).toEqual([
      "dateInText bus:2 label",
      "dateInNumber bus:2 address",
      "outOfRange bus:3 address",
      "ambiguousNumber bus:3 factor",
    ]);
  });

  it("asks the pod type for its own rules, if the pod's lines are in order", async () => {
    const tables = bare([["bus.a", null, null, null, "h"]], [["a", null, "evil", null, null, null, 666]]);
    const { errors } = await compileTables(tables);
    expect(errors).toEqual([
      {
        Ref: "test.xlsx|bus|2",
        Channel: "bus.a.evil",
        ErrCode: 1390,
        Attribute: "address",
        ErrText: "Dieses Register ist gesperrt",
        Hint: "Wählen Sie ein anderes.",
        Level: "error",
      },
    ]);
  });
});

describe("constants", () => {
  it("takes the type from the value, or checks it", async () => {
    const constants: Rows = [
      ["channel", "type", "value"],
      ["limit", null, "12"],
      ["gruppe.a", null, "1,5"],
      ["const.gruppe.b", null, true],
      ["c", null, "Text"],
      ["d", "json", '{"a":[1]}'],
    ];
    const { compiled, errors } = await compileTables({ ...goodTables(), constants });
    expect(errors).toEqual([]);
    expect(compiled?.constants.map(({ chan, type, value }) => [chan, type, value])).toEqual([
      ["const.gruppe.a", "float", 1.5],
      ["const.gruppe.b", "bool", true],
      ["const.main.c", "string", "Text"],
      ["const.main.d", "json", { a: [1] }],
      ["const.main.limit", "int", 12],
    ]);
  });

  it("holds numbers to limits of their own", async () => {
    const head = ["channel", "type", "value", "min", "max"];
    const good: Rows = [head, ["limit", "int", 12, 0, 20], ["a", "float", "1,5", null, "1,5"]];
    const { compiled } = await compileTables({ ...goodTables(), constants: good });
    expect(compiled?.constants).toEqual([
      { chan: "const.main.a", type: "float", value: 1.5, max: 1.5 },
      { chan: "const.main.limit", type: "int", value: 12, min: 0, max: 20 },
    ]);
    const constants: Rows = [
      head,
      ["limit", "int", 21, 0, 20],
      ["b", "float", -1, 0, null],
      ["c", "string", "x", 1, null],
      ["d", "int", 5, 9, 1],
    ];
    expect(await faultsWith({ constants })).toEqual([
      "outOfRange constants:2 value",
      "outOfRange constants:3 value",
      "rangeOfNoNumber constants:4 min",
      "emptyRange constants:5 max",
      "outOfRange constants:5 value",
    ]);
  });

  it("tells what is wrong across the cells of one row, whatever another row holds", async () => {
    const bus: Rows = [
      ["pod", "channel", "address"],
      ["a", "x", 666],
      ["a", "y", 1],
    ];
    const pods: Rows = [
      ["id", "iface", "host", "port"],
      ["bus.a", "main", "h", 99_999],
      ["bus.a", "zwei", "h", 502],
    ];
    expect(
      await faultsWith({ pods, bus, echo: [["pod", "channel"]], links: [["source", "target"]] }),
    ).toEqual(["outOfRange pods:2 port", "podRule bus:2 address"]);
  });

  it("reports names and values that do not fit", async () => {
    const constants: Rows = [
      ["channel", "type", "value"],
      ["limit", "int", "1,5"],
      ["a.b.c", null, 1],
      ["x", null, 1],
      ["main.x", null, 2],
      ["y", "json", "{"],
      ["z", "json", "[".repeat(5_000) + "]".repeat(5_000)],
    ];
    expect(await faultsWith({ constants })).toEqual([
      "notInteger constants:2 value",
      "badConstant constants:3 channel",
      "duplicateConstant constants:5 channel",
      "badConstantValue constants:6 value",
      "badConstantValue constants:7 value",
    ]);
  });

  it("say how large a whole number may be, and how deep JSON", async () => {
    const constants: Rows = [
      ["channel", "type", "value"],
      ["limit", "int", "9007199254740992"],
      ["deep", "json", "[".repeat(65) + "]".repeat(65)],
      ["just", "json", "[".repeat(64) + "]".repeat(64)],
    ];
    const { errors } = await compileTables({ ...goodTables(), constants });
    expect(errors.map(({ Hint }) => Hint)).toEqual([
      "Erlaubt sind -9.007.199.254.740.991 bis 9.007.199.254.740.991.",
      'Schreiben Sie gültiges JSON, zum Beispiel {"a": 1}, mit höchstens 64 Ebenen, oder ändern Sie den Typ.',
    ]);
  });
});
