import { describe, expect, it } from "vitest";
import { type Entry, find, folded } from "./find.ts";

const entry = (id: string, group: Entry["group"], label: string, more: Partial<Entry> = {}): Entry => ({
  id,
  group,
  label,
  href: `/${id}`,
  ...more,
});
const ENTRIES = [
  entry("status", "pages", "Status"),
  entry("audit", "pages", "Änderungsprotokoll"),
  entry("log", "pages", "Ereignis-Protokoll"),
  entry("ntp", "settings", "Zeitserver (NTP)", { words: "uhr uhrzeit" }),
  entry("mqtt.haus", "pods", "mqtt.haus", { hint: "Haus am See" }),
  entry("dark", "actions", "Dunkles Farbschema"),
];
const ids = (typed: string, recent: string[] = []) => find(ENTRIES, recent, typed).map(({ id }) => id);

it("folds case, accents and sharp s", () => {
  expect(folded("Große ÄNDERUNG")).toBe("grosse anderung");
});

describe("with nothing typed", () => {
  it("offers the recent ones, the last first, then the pages", () => {
    const found = find(ENTRIES, ["ntp", "log", "gone"], "  ");
    expect(found.map(({ id, group }) => `${group} ${id}`)).toEqual([
      "recent ntp",
      "recent log",
      "pages status",
      "pages audit",
    ]);
  });
});

describe("with something typed", () => {
  it("wants every word, anywhere", () => {
    expect(ids("haus see")).toEqual(["mqtt.haus"]);
    expect(ids("haus meer")).toEqual([]);
  });
  it("puts what begins with it before what only holds it", () => {
    expect(ids("protokoll")).toEqual(["log", "audit"]);
    expect(ids("STATUS")).toEqual(["status"]);
    expect(ids("anderung")).toEqual(["audit"]);
  });
  it("finds settings by what people call them", () => {
    expect(ids("uhr")).toEqual(["ntp"]);
  });
  it("prefers what was used of equals", () => {
    const two = [entry("a", "pods", "ping.eins"), entry("b", "pods", "ping.zwei")];
    expect(find(two, ["b"], "ping").map(({ id }) => id)).toEqual(["b", "a"]);
  });
  it("shows a few of each group, so that none hides another", () => {
    const many = Array.from({ length: 50 }, (_, i) => entry(`c${i}`, "channels", `ping.a.${i}`));
    const found = find([...many, entry("ping", "pages", "Mehr über ping")], [], "ping");
    expect(found.filter(({ group }) => group === "channels")).toHaveLength(7);
    expect(found.at(-1)?.id).toBe("ping");
  });
});
