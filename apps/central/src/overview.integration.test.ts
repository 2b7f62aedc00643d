import { Backoff, createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import type { HubState, SiteGroup, SiteRow } from "@hubwart/fleet";
import { Uplink } from "@hubwart/fleet/uplink";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestCentral, type TestCentral } from "./testing/central.ts";

const folder = useSharedFolder();
let central: TestCentral;
const uplinks: Uplink[] = [];
beforeAll(async () => {
  central = await startTestCentral(folder());
  await report("Hotel Nord", ["hotel"], { version: "0.4.9", counts: { findings: 1, worst: 3 } });
  await report("Hotel Süd", ["hotel"], { version: "0.5.0" });
  await report("Schule", ["schule"], { version: "0.4.2" });
  await central.join({ name: "Neu" });
  await vi.waitFor(async () => expect((await overview()).conditions).toMatchObject({ good: 2 }), 10_000);
});
afterAll(async () => {
  await Promise.all(uplinks.map((uplink) => uplink.stop()));
  await central?.stop();
});

async function report(name: string, tags: string[], change: Partial<HubState>): Promise<void> {
  const identity = await central.join({ name, tags });
  const state: HubState = {
    v: 1,
    at: 1,
    name: "hub",
    version: "1",
    started: 1,
    may: "see",
    plant: "running",
    license: { valid: true },
    ...change,
  };
  const log = createLogger("hub", "uplink", new MemoryLogSink());
  const backoff = new Backoff(50, 200);
  const uplink = new Uplink({ identity, clock: systemClock, log, backoff, state: async () => state });
  uplink.start();
  uplinks.push(uplink);
}

interface Overview {
  total: number;
  me: object;
  conditions: Record<string, number>;
  sites: SiteRow[];
  groups: SiteGroup[];
}
async function overview(query = "", token?: string): Promise<Overview> {
  const { body, status } = await central.call("GET", `/sites/overview${query}`, undefined, token);
  expect([status, body["message"]]).toEqual([200, undefined]);
  return body as unknown as Overview;
}
const names = async (query: string) => (await overview(query)).sites.map(({ name }) => name);
const rule = (text: string) => `?rule=${encodeURIComponent(text)}`;

describe("the overview", () => {
  it("has all sites in short, by name, and how many there are of each condition", async () => {
    const { conditions, me, sites, total } = await overview();
    expect(total).toBe(4);
    expect(me).toEqual({ name: "Verwaltung", level: "admin" });
    expect(sites.map(({ condition, name }) => [name, condition])).toEqual([
      ["Hotel Nord", "fault"],
      ["Hotel Süd", "good"],
      ["Neu", "new"],
      ["Schule", "good"],
    ]);
    expect(conditions).toMatchObject({ fault: 1, good: 2, new: 1, away: 0 });
  });
  it("finds by words and by a rule, both at once", async () => {
    expect(await names("?search=hotel%20s%C3%BCd")).toEqual(["Hotel Süd"]);
    expect(await names(rule("version < 0.5 und tag hotel"))).toEqual(["Hotel Nord"]);
    expect(await names(`${rule("version < 0.5")}&search=schule`)).toEqual(["Schule"]);
  });
  it("says what is wrong with a rule, and where", async () => {
    const { body, status } = await central.call("GET", `/sites/overview${rule("version < neu")}`);
    expect(status).toBe(400);
    expect(body["fields"]).toMatchObject([
      { field: "rule", message: expect.stringContaining("an Stelle 11") },
    ]);
    expect((await central.call("GET", "/sites/overview?group=none")).status).toBe(404);
  });
});

describe("groups", () => {
  it("are kept by name and rule, and outlast a restart", async () => {
    const save = (body: object, token?: string) => central.call("POST", "/groups/save", body, token);
    const made = await save({ name: "Alte Hotels", rule: "tag hotel und version < 0.5" });
    const id = String(made.body["id"]);
    expect((await overview()).groups).toMatchObject([{ id, name: "Alte Hotels", sites: 1 }]);
    expect(await names(`?group=${id}`)).toEqual(["Hotel Nord"]);
    expect((await save({ name: "Alte Hotels", rule: "verbunden" })).status).toBe(409);
    expect((await save({ name: "x", rule: "farbe rot" })).body).toMatchObject({
      fields: [{ field: "rule" }],
    });
    expect((await save({ id: "none", name: "x", rule: "verbunden" })).status).toBe(404);
    expect((await save({ id, name: "Hotels", rule: "tag hotel" })).body).toEqual({ code: 0, id });
    const anna = await central.call("POST", "/people/create", { name: "Anna", level: "see" });
    const token = String(anna.body["token"]);
    expect((await save({ name: "y", rule: "verbunden" }, token)).status).toBe(403);
    expect((await overview("", token)).me).toEqual({ name: "Anna", level: "see" });
    await central.stop();
    await central.start();
    expect(await names(`?group=${id}`)).toEqual(["Hotel Nord", "Hotel Süd"]);
    expect((await central.call("POST", "/groups/remove", { id })).status).toBe(200);
    expect((await overview()).groups).toEqual([]);
    expect((await central.call("POST", "/groups/remove", { id })).status).toBe(404);
  });
});
