import { describe, expect, it } from "vitest";
import { placeKey, placeOf } from "./places.ts";
import { alarmTables, compileTables, goodTables, scheduleTables } from "./testing/project.ts";

describe("where the parts of a project stand", () => {
  it("is told for interfaces, channels, constants and links, by sheet and row", async () => {
    const { compiled, places } = await compileTables(goodTables());
    for (const pod of compiled?.pods ?? []) {
      for (const { id } of pod.ifaces) {
        expect(placeOf(places, placeKey.iface(pod.id, id))).toMatchObject({ table: "pods" });
      }
      for (const { chan } of pod.channels) {
        expect(placeOf(places, placeKey.channel(chan))).toMatchObject({ table: pod.type });
      }
    }
    for (const { chan } of compiled?.constants ?? []) {
      expect(placeOf(places, placeKey.channel(chan))).toMatchObject({ table: "constants" });
    }
    const links = compiled?.links ?? [];
    expect(links.length).toBeGreaterThan(0);
    for (const { source, target } of links) {
      const place = placeOf(places, placeKey.link(source, target));
      expect(place?.table).toBe("links");
      expect(place?.line).toBeGreaterThan(1);
    }
  });

  it("is told for alarms, one row for all of a pattern, and for the first step of a class", async () => {
    const { compiled, places } = await compileTables(alarmTables());
    const file = "test.xlsx";
    expect(compiled?.alarms?.map(({ id }) => placeOf(places, placeKey.alarm(id)))).toEqual([
      { file, table: "alarms", line: 2 },
      { file, table: "alarms", line: 2 },
      { file, table: "alarms", line: 3 },
    ]);
    expect(placeOf(places, placeKey.class("technik"))).toEqual({ file, table: "classes", line: 2 });
  });

  it("is told for schedules, and for the first row of a calendar", async () => {
    const { places } = await compileTables(scheduleTables());
    const file = "test.xlsx";
    expect(placeOf(places, placeKey.channel("sched.heat.set"))).toEqual({
      file,
      table: "schedules",
      line: 3,
    });
    expect(placeOf(places, placeKey.calendar("Feiertag"))).toEqual({ file, table: "calendars", line: 2 });
  });

  it("is no part of the project: another order of rows is the same project", async () => {
    const tables = goodTables();
    const before = await compileTables(tables);
    const [head, ...rows] = tables["links"] ?? [];
    tables["links"] = [head ?? [], ...rows.toReversed()];
    const after = await compileTables(tables);
    expect(after.hash).toBe(before.hash);
    expect(after.places).not.toEqual(before.places);
  });

  it("is unknown for names that are not there, and without any places", async () => {
    const { places } = await compileTables(goodTables());
    expect(placeOf(places, "no.such.channel")).toBeUndefined();
    expect(placeOf(places, "toString")).toBeUndefined();
    expect(placeOf(undefined, "x")).toBeUndefined();
  });
});
