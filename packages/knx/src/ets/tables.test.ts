import { slug } from "@hubwart/contract/channel-names";
import { describe, expect, it } from "vitest";
import { type EtsGroup, EtsGroups } from "./model.ts";
import { channelNames } from "./names.ts";
import { dptText, etsTables } from "./tables.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

function named(...names: string[]): EtsGroup[] {
  return names.map((name, i) => ({ address: `1/0/${i + 1}`, raw: 2049 + i, name, dpt: "", ranges: [] }));
}

describe("names of channels", () => {
  it("are readable", () => {
    expect(slug("Licht Küche (Decke) – Rückmeldung")).toBe("licht_kueche_decke_rueckmeldung");
    expect(slug("Café Größe №1")).toBe("cafe_groesse_no1");
  });

  it("carry the address where a name is not alone, empty or reserved", () => {
    expect(channelNames(named("Licht", "licht!", "Tor", "", "日本", "pod", "iface"))).toEqual([
      "licht_1_0_1",
      "licht_1_0_2",
      "tor",
      "ga_1_0_4",
      "ga_1_0_5",
      "pod_1_0_6",
      "iface_1_0_7",
    ]);
  });

  it("stay unique when a name looks like another one with its address", () => {
    const names = channelNames(named("Licht", "Licht", "Licht 1/0/1", "x".repeat(500), "x".repeat(501)));
    expect(new Set(names).size).toBe(5);
    for (const name of names) expect(name).toMatch(NAME);
  });
});

it.each([
  ["DPST-9-1", "9.001"],
  ["DPST-1-1 DPST-1-2", "1.001"],
  ["DPT-9", "9"],
  ["DPST-20-1000", "20.1000"],
  ["9.001", "9.001"],
  ["DPST-99999-1", undefined],
  ["Licht", undefined],
  ["9.001x", undefined],
])("reads the datapoint type %s", (given, expected) => {
  expect(dptText(given)).toBe(expected);
});

describe("the table of channels", () => {
  it("has types and units of the datapoint type, and raw for what is not known", () => {
    const groups = new EtsGroups();
    groups.add("1/0/1", "Licht", "DPST-1-1", ["EG", "a, b", "EG"]);
    groups.add("1/0/2", "Temperatur", "DPST-9-1", []);
    groups.add("1/0/3", "=1+1", "", []);
    groups.add("1/0/4", "#Zukunft", "DPST-999-1", []);
    groups.add("1/0/5", "Kaputt\u202e\u0007", "??", []);
    const { tables, notes } = etsTables(groups);
    expect(tables.find(({ name }) => name === "knx")?.rows.slice(1)).toEqual([
      ["ets", "licht", "bool", "in", "Licht", null, "EG, a  b", "1/0/1", "1.001"],
      ["ets", "temperatur", "float", "in", "Temperatur", "°C", null, "1/0/2", "9.001"],
      ["ets", "1_1", "string", "in", "=1+1", null, null, "1/0/3", "raw"],
      ["ets", "zukunft", "string", "in", "#Zukunft", null, null, "1/0/4", "999.001"],
      ["ets", "kaputt", "string", "in", "Kaputt", null, null, "1/0/5", "raw"],
    ]);
    expect(notes.map(({ text }) => text)).toEqual([
      "hat keinen Datenpunkttyp, als raw übernommen",
      "Datenpunkttyp DPST-999-1 ist unbekannt, als raw übernommen",
      "Datenpunkttyp ?? ist unbekannt, als raw übernommen",
    ]);
  });
});
