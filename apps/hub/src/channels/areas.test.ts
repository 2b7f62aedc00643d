import { describe, expect, it } from "vitest";
import { channel, pod, project } from "../testing/projects.ts";
import { lookAtArea } from "./areas.ts";
import { channelDetails } from "./details.ts";
import { selectChannels } from "./select.ts";
import { suggest } from "./suggest.ts";
import { ChannelTable } from "./table.ts";

const at = (name: string, area: string | undefined, more = {}) =>
  channel(`mqtt.a.${name}`, { type: "float", unit: "°C", ...(area === undefined ? {} : { area }), ...more });

function plantOf(
  channels: ReturnType<typeof at>[],
  counts: Record<string, [count: number, quality: 0 | 1 | 2]> = {},
) {
  const compiled = project([pod("mqtt.a", channels)], [], {
    constants: [{ chan: "const.limit", type: "int", value: 5 }],
  });
  const table = new ChannelTable(compiled);
  for (const [name, [count, quality]] of Object.entries(counts)) {
    const number = table.number(`mqtt.a.${name}`) ?? -1;
    table.counts[number] = count;
    table.qualities[number] = quality;
  }
  const record = (number: number) => ({
    chan: table.names[number] ?? "",
    value: number,
    quality: table.qualities[number] ?? 2,
    last: 0,
    count: table.counts[number] ?? 0,
  });
  return { table, project: compiled, record };
}
const NONE: ReadonlySet<string> = new Set();

describe("lookAtArea", () => {
  const plant = plantOf(
    [
      at("hof", "Hof"),
      at("b1", "Haus/EG/Büro 1"),
      at("b2", "Haus/EG/Büro 2"),
      at("eg", "Haus/EG"),
      at("og", "Haus/OG"),
    ],
    { b1: [3, 0], b2: [1, 2], og: [9, 1] },
  );

  it("parts the whole plant by the first step, and counts what is below", () => {
    const look = lookAtArea(plant, "", NONE);
    expect(look).toMatchObject({ named: true, area: "", channels: 5, total: 0, points: [] });
    expect(look?.areas).toMatchObject([
      { path: "Hof", channels: 1, areas: 0, bad: 0, uncertain: 0, received: 0 },
      { path: "Haus", channels: 4, areas: 4, bad: 1, uncertain: 1, received: 3 },
    ]);
  });

  it("tells channels of the area itself beside the areas below, with their present values", () => {
    const look = lookAtArea(plant, "Haus/EG", NONE);
    expect(look?.areas.map(({ path }) => path)).toEqual(["Haus/EG/Büro 1", "Haus/EG/Büro 2"]);
    expect(look?.points.map(({ chan }) => chan)).toEqual(["mqtt.a.eg"]);
    expect(look?.records.map(({ chan }) => chan)).toEqual(["mqtt.a.eg", "mqtt.a.b1", "mqtt.a.b2"]);
  });

  it("has for a caller nothing but his own channels, and no area without any", () => {
    const look = lookAtArea(plant, "", NONE, ["mqtt.a.b?", "mqtt.a.og"]);
    expect(look).toMatchObject({ area: "Haus", channels: 3, points: [] });
    expect(look?.areas).toMatchObject([
      { path: "Haus/EG", channels: 2, bad: 1, uncertain: 0 },
      { path: "Haus/OG", channels: 1, uncertain: 1 },
    ]);
    expect(look?.records.map(({ chan }) => chan)).toEqual(["mqtt.a.b1", "mqtt.a.b2", "mqtt.a.og"]);
    expect(lookAtArea(plant, "Hof", NONE, ["mqtt.a.b?"])).toBeUndefined();
    expect(lookAtArea(plant, "", NONE, [])).toMatchObject({
      channels: 0,
      areas: [],
      points: [],
      records: [],
    });
  });

  it("puts what has a star first, but on the whole plant, where it is told apart", () => {
    const stars = new Set(["mqtt.a.eg"]);
    const whole = lookAtArea(plant, "", stars)?.areas[1];
    expect(whole?.star).toBe(true);
    expect(whole?.points.map(({ chan }) => chan)).not.toContain("mqtt.a.eg");
    expect(lookAtArea(plant, "", stars)?.areas[0]?.star).toBeUndefined();
    const points = lookAtArea(plant, "Haus", stars)?.areas.flatMap((area) => area.points);
    expect(points?.find(({ star }) => star)?.chan).toBe("mqtt.a.eg");
  });

  it("tells one of each kind before a second of the first", () => {
    const labels = ["Temperatur", "Temperatur", "Feuchte", "CO₂", "Ventil"];
    const rooms = plantOf(
      labels.map((label, i) => at(`c${i}`, `Haus/Raum ${i}`, { label })).concat(at("x", "Hof")),
    );
    const points = lookAtArea(rooms, "", NONE)?.areas.find(({ path }) => path === "Haus")?.points;
    expect(points?.map(({ label }) => label)).toEqual(["Temperatur", "Feuchte", "CO₂", "Ventil"]);
    expect(points?.[0]?.area).toBe("Haus/Raum 0");
  });

  it("knows no area that merely begins alike, and none that is not there", () => {
    expect(lookAtArea(plant, "Ha", NONE)).toBeUndefined();
    expect(lookAtArea(plant, "Haus/KG", NONE)).toBeUndefined();
  });

  it("goes past areas with nothing but one other in them", () => {
    const deep = plantOf([at("a", "Werk/Halle/Nord"), at("b", "Werk/Halle/Süd")]);
    expect(lookAtArea(deep, "", NONE)).toMatchObject({ area: "Werk/Halle" });
    const one = plantOf([at("a", "Werk/Halle")]);
    expect(lookAtArea(one, "", NONE)).toMatchObject({ area: "Werk", areas: [{ path: "Werk/Halle" }] });
  });

  it("shows a setpoint beside its value, not by itself", () => {
    const pairs = plantOf([at("t", "Haus"), at("t_soll", "Haus"), at("x", "Hof")]);
    expect(lookAtArea(pairs, "Haus", NONE)).toMatchObject({
      points: [{ chan: "mqtt.a.t", setpoint: "mqtt.a.t_soll" }],
      records: [{ chan: "mqtt.a.t" }, { chan: "mqtt.a.t_soll" }],
    });
  });

  it("has the pods stand in where the project names no areas", () => {
    const bare = plantOf([at("a", undefined)]);
    expect(lookAtArea(bare, "", NONE)).toMatchObject({
      named: false,
      areas: [{ path: "mqtt.a", pod: "mqtt.a" }],
    });
    expect(channelDetails(bare, 0).area).toBeUndefined();
  });

  it("tells a part of many channels", () => {
    const many = plantOf(Array.from({ length: 300 }, (_, i) => at(`c${i}`, "Haus/EG")));
    expect(lookAtArea(many, "Haus/EG", NONE)).toMatchObject({ total: 300, channels: 300 });
    expect(lookAtArea(many, "Haus/EG", NONE)?.points).toHaveLength(200);
  });
});

describe("areas among tags", () => {
  const plant = plantOf([at("eg", "Haus/EG"), at("hof", "Hof", { tags: ["aussen"] }), at("haus2", "Haus 2")]);
  const named = (tags: string[]) =>
    selectChannels(plant.table, { filter: [], tags }).channels.map((number) => plant.table.names[number]);

  it("an area stands for all in it", () => {
    expect(named(["Haus"])).toEqual(["mqtt.a.eg"]);
    expect(named(["Haus*"])).toEqual(["mqtt.a.eg", "mqtt.a.haus2"]);
    expect(named(["aussen", "Haus/EG"])).toEqual(["mqtt.a.eg", "mqtt.a.hof"]);
  });

  it("are suggested, with those that only have parts", () => {
    const source = { ...plant, pods: [], labelOf: () => undefined, connections: () => [] };
    const of = (kind: "areas" | "tags") => suggest(source, { kind, text: "", limit: 20 });
    expect(of("areas")).toEqual(["Haus", "Haus 2", "Haus/EG", "Hof"]);
    expect(of("tags")).toEqual(["aussen", "Haus", "Haus 2", "Haus/EG", "Hof"]);
  });

  it("pods that stand in are no areas to filter by", () => {
    const bare = plantOf([at("a", undefined)]);
    expect(selectChannels(bare.table, { filter: [], tags: ["mqtt*"] }).total).toBe(0);
    const source = { ...bare, pods: [], labelOf: () => undefined, connections: () => [] };
    expect(suggest(source, { kind: "areas", text: "", limit: 20 })).toEqual([]);
  });
});
