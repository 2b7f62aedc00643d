import { expect, it } from "vitest";
import type { Area, AreaPoint } from "../api/area.ts";
import { parseAreaSearch } from "./area-search.ts";
import { areaName, areaState, areasAbove, areasInOrder, placeWithin, sharedPlace } from "./area-words.ts";
import { createPointText } from "./point-text.ts";

const area = (path: string, more: Partial<Area> = {}): Area => ({
  path,
  channels: 1,
  areas: 0,
  bad: 0,
  uncertain: 0,
  received: 1,
  points: [],
  ...more,
});
const point = (where: string): AreaPoint => ({ chan: "a.b.c", type: "float", area: where });

it("says how an area is by the worst in it", () => {
  expect(areaState(area("a", { bad: 1, uncertain: 2 }))).toEqual({ tone: "error", text: "1 Wert gestört" });
  expect(areaState(area("a", { uncertain: 2 }))).toEqual({ tone: "warn", text: "2 Werte unsicher" });
  expect(areaState(area("a", { received: 0 }))).toEqual({ tone: "off", text: "noch kein Wert" });
  expect(areaState(area("a", { channels: 4, received: 2 }))).toEqual({
    tone: "off",
    text: "2 Werte kamen noch nie",
  });
  expect(areaState(area("a"))).toEqual({ tone: "ok", text: "in Ordnung" });
});

it("puts stars first, then what is wrong, then what changes; rooms as people count them", () => {
  const areas = [
    area("Raum 10"),
    area("Raum 2"),
    area("leer", { received: 0 }),
    area("krank", { bad: 1 }),
    area("Stern", { star: true }),
  ];
  expect(areasInOrder(areas).map(({ path }) => path)).toEqual([
    "Stern",
    "krank",
    "Raum 2",
    "Raum 10",
    "leer",
  ]);
});

it("knows the way up and the names of parts", () => {
  expect(areasAbove("Haus/EG/Büro")).toEqual(["Haus", "Haus/EG"]);
  expect(areaName("Haus/EG")).toBe("EG");
  expect(placeWithin("Haus/EG/Büro", "Haus")).toBe("Büro");
  expect(placeWithin("Haus", "Haus")).toBeUndefined();
  expect(sharedPlace([point("Haus/EG"), point("Haus/EG")], "Haus")).toBe("EG");
  expect(sharedPlace([point("Haus/EG"), point("Haus/OG")], "Haus")).toBeUndefined();
});

it("takes an area from the address, and drops what is none", () => {
  expect(parseAreaSearch({ area: "Haus/EG" })).toEqual({ area: "Haus/EG" });
  expect(parseAreaSearch({ area: 7 })).toEqual({ area: "7" });
  expect(parseAreaSearch({ area: ["x"], other: 1 })).toEqual({});
  expect(parseAreaSearch({ area: "x".repeat(501) })).toEqual({});
});

it("shows a channel with the decimals that it has had, and few of them", () => {
  const text = createPointText();
  expect(text(21)).toBe("21");
  expect(text(21.46)).toBe("21,5");
  expect(text(22)).toBe("22,0");
  expect(text(1234.5)).toBe("1.235");
  expect(createPointText()(1.625)).toBe("1,63");
  expect(createPointText()(0.0004)).toBe("0,0004");
  expect(createPointText()("läuft")).toBe("läuft");
});
