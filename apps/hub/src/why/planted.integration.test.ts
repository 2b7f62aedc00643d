import { writeFile } from "node:fs/promises";
import type { Why } from "@hubwart/ipc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHubBuild } from "../testing/hub-build.ts";
import { type HubProcess, VALID } from "../testing/hub-process.ts";
import { type Peers, plantedProject, startPeers } from "../testing/planted.ts";
import { PLANTED } from "../testing/planted-table.ts";

const build = useHubBuild();
let hub: HubProcess;
let peers: Peers;
const found: Record<string, Why> = {};

const why = (chan: string) => hub.client.request("why", { chan });
const write = (chan: string, value: unknown) =>
  hub.client.request("write", { chan, value, by: { who: "person", name: "10.0.0.9" } });
/** What it says once it says that. */
async function until(chan: string, kind: string | undefined): Promise<Why> {
  let last: Why | undefined;
  try {
    await hub.until(`${kind} of ${chan}`, async () => {
      last = await why(chan);
      return last.cause?.kind === kind;
    });
  } catch (error) {
    throw new Error(`${chan}: ${JSON.stringify(last)}`, { cause: error });
  }
  return last ?? (await why(chan));
}

/** To the process of a pod, once it runs. Number 0 would be everybody. */
async function signal(id: string, name: "SIGKILL" | "SIGSTOP"): Promise<void> {
  await hub.until(id, async () => {
    const { pid, running } = await hub.pod(id);
    return running && pid > 0 && process.kill(pid, name);
  });
}

beforeAll(async () => {
  peers = await startPeers();
  hub = await build.start({ project: plantedProject(peers) });
  for (const id of ["fake.a", "fake.s", "mqtt.b", "modb_client.m"])
    await hub.until(id, async () => (await hub.pod(id)).running, 60_000);
  await hub.until("the broker", async () => (await hub.pod("mqtt.b")).ifaces[0]?.state === true);
  await write("modb_client.m.gross", 70_000);
  await write("modb_client.m.wohin", 1);
  await write("modb_client.m.zuschreiben", 1);
  await write("mqtt.b.rechte", 1);
  await write("mqtt.b.gesendet", 7);
  await write("mqtt.b.gesendet2", '{"a":1}');
  await write("fake.a.stumm", 1);
  await write("fake.s.ueberholt", -5);
}, 120_000);
afterAll(async () => {
  await hub?.stop();
  await peers?.stop();
  const file = process.env["HUBWART_TEST_CAUSES"];
  if (file !== undefined) await writeFile(file, JSON.stringify(found));
});

describe("planted causes", () => {
  it.each(PLANTED)("$what", async ({ chan, id, kind, mend, says, state }) => {
    const told = await until(chan, kind);
    found[chan] = told;
    expect(told).toMatchObject({ chan, state, cause: { kind, id } });
    expect(told.cause?.text).toContain(says);
    expect(told.cause?.mend).toContain(mend);
    expect(told.steps.at(-1)).toMatchObject({ fine: false });
  });

  it("counts the others where there are several", async () => {
    const told = await why("fake.s.mehrere");
    expect([told.others, told.more.length]).toEqual([1, 1]);
    expect(["refused", "sign_in"]).toContain(told.cause?.kind);
  });

  it.each([
    ["modb_client.m.wert", "kommt über den Pod „modb_client.m“ von 127.0.0.1:"],
    ["fake.s.quelle", "kommt über den Pod „http_out.w“"],
    ["fake.s.konstante", "Konstante des Projekts"],
    ["fake.s.plan", "Zeitprogramm: "],
    ["fake.s.gut", "Skript „gut.lua“"],
    ["mqtt.b.gesendet", "In der Konsole geschrieben von 10.0.0.9"],
  ])("says where the value of %s comes from", async (chan, text) => {
    const told = await until(chan, undefined);
    expect(told).toMatchObject({ state: "good", others: 0 });
    expect(told.text).toContain(text);
  });

  it("gathers them for those who help", async () => {
    const { groups, troubled } = await hub.client.request("whyAll", { limit: 100 });
    expect(troubled).toBeGreaterThan(30);
    expect(
      groups.find(({ id, kind }) => kind === "refused" && id === "modb_client.m/zu")?.channels,
    ).toBeGreaterThan(3);
  });

  it("answers soon", async () => {
    const began = performance.now();
    for (let n = 0; n < 20; n += 1) await why("fake.s.kette");
    expect((performance.now() - began) / 20).toBeLessThan(500);
  });
});

describe("causes that come later", () => {
  it("a broker that is gone, and back without a value", async () => {
    await peers.broker.kill();
    const gone = await until("mqtt.b.alt", "refused").catch(() => until("mqtt.b.alt", "broken_off"));
    expect(gone.cause).toMatchObject({ id: "mqtt.b/gut", before: 1 });
    expect(gone.cause?.since).toBeGreaterThan(Date.now() - 60_000);
    await peers.broker.restart();
    const back = await until("mqtt.b.alt", "until_next");
    expect(back.state).toBe("uncertain");
    Object.assign(found, { gone, back });
  });

  it("a pod that crashes, and one that hangs", async () => {
    for (let n = 0; n < 3; n += 1) await signal("fake.absturz", "SIGKILL");
    const crashed = await until("fake.absturz.y", "pod_crashed");
    expect(crashed.cause?.text).toContain("SIGKILL");
    await signal("fake.still", "SIGSTOP");
    const silent = await until("fake.still.x", "pod_silent");
    expect(silent.cause?.text).toContain("antwortet nicht");
    Object.assign(found, { crashed, silent });
  });

  it("no licence, no such channel, no project", async () => {
    expect((await why("gibt.es.nicht")).cause).toMatchObject({
      kind: "no_channel",
      place: { page: "project" },
    });
    await hub.saveLicense({ ...VALID, valid: false, code: 1, reason: "Es ist keine Lizenz vorhanden." });
    await hub.client.request("licenseChanged", {});
    const off = await why("fake.a.count");
    expect(off).toMatchObject({ state: "off", cause: { kind: "no_license", place: { page: "license" } } });
    found["no licence"] = off;
  });
});
