/** A rollout over a real nats-server and PostgreSQL; the sites are real uplinks with hubs in memory behind them. */
import { Backoff, createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import { type RolloutRow, readRouted, routedCall } from "@hubwart/fleet";
import { Uplink } from "@hubwart/fleet/uplink";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestCentral, type TestCentral } from "../testing/central.ts";
import { FakeSite } from "../testing/fake-fleet.ts";

const folder = useSharedFolder();
let central: TestCentral;
const uplinks: Uplink[] = [];
const ended: (() => void)[] = [];

async function site(nr: number): Promise<FakeSite> {
  const hub = Object.assign(new FakeSite(nr, systemClock), { takes: 500, trial: 0 });
  const identity = await central.join({ name: hub.name, tags: hub.tags });
  const log = createLogger("hub", "uplink", new MemoryLogSink());
  const uplink = new Uplink({
    identity,
    clock: systemClock,
    log,
    backoff: new Backoff(50, 200),
    state: async () => hub.shown().state ?? expect.fail(),
    answer: async (data) => {
      const asked = readRouted(routedCall, data) ?? expect.fail();
      // A level below lets nobody update.
      expect([asked.level, asked.person.name]).toEqual(["admin", "Verwaltung"]);
      return {
        v: 1,
        status: 200,
        body: JSON.stringify(hub.answer({ ...asked, hub: identity.hub, body: undefined })),
      };
    },
  });
  uplink.start();
  uplinks.push(uplink);
  ended.push(systemClock.every(100, () => hub.tick()));
  return hub;
}

beforeAll(async () => {
  central = await startTestCentral(folder());
});
afterAll(async () => {
  for (const end of ended) end();
  await Promise.all(uplinks.map((uplink) => uplink.stop()));
  await central?.stop();
});

const rollout = async (): Promise<RolloutRow> => {
  const { body } = await central.call("GET", "/rollouts");
  return (body["rollouts"] as RolloutRow[])[0] ?? expect.fail();
};
const begin = (version: string, more: object = {}) =>
  central.call("POST", "/rollouts/begin", { version, ...more });

describe("a rollout", () => {
  it("brings two sites to a version, one after the other, over a restart of the central", async () => {
    const [first, second] = [await site(1), await site(2)];
    await vi.waitFor(async () => {
      const { body } = await central.call("GET", "/sites/overview");
      expect(body["conditions"]).toMatchObject({ good: 2 });
    }, 20_000);
    const { body, status } = await begin("0.6.0", { rule: "tag hotel" });
    expect(status).toBe(200);
    await vi.waitFor(() => expect(first.begun).toBe(1), 20_000);
    await central.stop();
    expect(second.begun).toBe(0);
    await central.start();
    await vi.waitFor(async () => expect((await rollout()).state).toBe("done"), 90_000);
    expect([first, second].map(({ begun, version }) => [begun, version])).toEqual([
      [1, "0.6.0"],
      [1, "0.6.0"],
    ]);
    const one = await central.call("GET", `/rollouts/one?id=${String(body["id"])}`);
    expect(one.body).toMatchObject({ rollout: { by: "Verwaltung", version: "0.6.0" } });
    expect(one.body["sites"]).toMatchObject([
      { name: "Standort 1", state: "good" },
      { name: "Standort 2", state: "good" },
    ]);
    const { body: log } = await central.call("GET", "/audit");
    const calls = (log["entries"] as { call: string }[]).map(({ call }) => call);
    expect(calls.filter((call) => call === "rolloutSite")).toHaveLength(2);
    expect(calls).toContain("centralRolloutBegin");
  }, 180_000);

  it("stops at a site that puts the version back, and may be ended", async () => {
    const bad = Object.assign(await site(3), { bad: "switch", tags: ["schule"] });
    await vi.waitFor(async () => {
      const { body } = await central.call("GET", "/sites/overview");
      expect(body["conditions"]).toMatchObject({ good: 3 });
    }, 20_000);
    const { body } = await begin("0.6.0", { rule: "version < 0.6" });
    await vi.waitFor(async () => expect((await rollout()).state).toBe("stopped"), 60_000);
    expect((await rollout()).reason).toBe("Standort 3: Der Hub meldet sich nicht.");
    expect(bad.begun).toBe(1);
    const set = (does: string) => central.call("POST", "/rollouts/set", { id: body["id"], does });
    expect((await set("end")).status).toBe(200);
    expect((await set("resume")).status).toBe(409);
  }, 120_000);

  it("is begun by administrators alone, of a version, a rule and times that are some", async () => {
    const made = await central.call("POST", "/people/create", { name: "Ole", level: "engineer" });
    const refused = await central.call(
      "POST",
      "/rollouts/begin",
      { version: "0.6.0" },
      String(made.body["token"]),
    );
    expect(refused.status).toBe(403);
    for (const [body, field] of [
      [{ version: "neu" }, "version"],
      [{ version: "0.6.0", rule: "farbe rot" }, "rule"],
      [{ version: "0.6.0", window: { from: "25:00", to: "04:00" } }, "window.from"],
    ] as const)
      expect((await central.call("POST", "/rollouts/begin", body)).body).toMatchObject({
        fields: [{ field }],
      });
    expect((await central.call("GET", "/rollouts/one?id=none")).status).toBe(404);
  });
});
