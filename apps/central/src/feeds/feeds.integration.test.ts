/** Journals of hubs on their way into the central's database, by a real nats-server and PostgreSQL. */
import path from "node:path";
import { feedSubject } from "@hubwart/fleet";
import { useSharedFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestCentral, type TestCentral } from "../testing/central.ts";
import { rawHub, TestSite } from "../testing/site.ts";

const folder = useSharedFolder();
let central: TestCentral;
const sites = useOpen((site: TestSite) => site.stop());
beforeAll(async () => {
  // Room for a few batches only.
  central = await startTestCentral(folder(), { more: { storeBytes: 3_000_000 } });
}, 120_000);
afterAll(() => central?.stop());

interface Entry {
  place: number;
  hub: string;
  name: string;
  seq: number;
  text?: string;
  call?: string;
}

async function joined(site: object = {}): Promise<TestSite> {
  const made = new TestSite(await central.join(site), folder());
  sites.push(made);
  return made;
}

/** Of the longest entries here they are some megabytes. */
const PAGE = 200;

/** All entries of a hub in the order in which they are stored, read page by page. */
async function stored(hub: string, what = "alarms"): Promise<number[]> {
  const found: number[] = [];
  for (let before = ""; ; ) {
    const { body } = await central.call("GET", `/sites/${what}?hub=${hub}&limit=${PAGE}${before}`);
    const entries = body["entries"] as Entry[];
    found.push(...entries.map(({ seq }) => seq));
    if (entries.length < PAGE) return found.reverse();
    before = `&before=${entries.at(-1)?.place}`;
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const has = (site: TestSite, count: number, what?: string) =>
  vi.waitFor(async () => expect(await stored(site.identity.hub, what)).toEqual(upTo(count)), {
    timeout: 60_000,
    interval: 250,
  });

/** Nothing is stored until the returned function is called. */
async function heldDatabase(): Promise<() => Promise<void>> {
  const client = new Client({
    host: path.join(folder(), "central/postgres-run"),
    user: "hubwart",
    database: "postgres",
  });
  await client.connect();
  await client.query("BEGIN");
  await client.query("LOCK TABLE feeds IN ACCESS EXCLUSIVE MODE");
  // One that a test leaves behind ends with the server.
  client.on("error", () => undefined);
  return async () => {
    await client.query("ROLLBACK");
    await client.end();
  };
}

/** More than the stream has room for, from somebody else. */
async function fillStream(): Promise<void> {
  const identity = await central.join();
  const connection = await rawHub(identity);
  const garbage = "x".repeat(480_000);
  for (let more = 0; more < 12; more += 1) connection.publish(feedSubject(identity.hub, "changes"), garbage);
  await connection.flush();
  await connection.close();
}

describe("what a hub keeps of itself", () => {
  it("is at the central, each entry once, in order, with who and what", async () => {
    const site = await joined({ name: "Hotel Süd", tags: ["hotel"] });
    await site.start();
    site.alarm("Vorlauf zu warm", 3);
    site.change("podConfigSave");
    await has(site, 3);
    await has(site, 1, "changes");
    const { body } = await central.call("GET", "/sites/changes?text=ANNA&tag=hotel");
    expect(body["entries"]).toEqual([
      expect.objectContaining({ name: "Hotel Süd", call: "podConfigSave", who: "Anna", after: '{"a":1}' }),
    ]);
    const { body: feeds } = await central.call("GET", "/sites/feeds");
    expect(feeds["feeds"]).toContainEqual(
      expect.objectContaining({ hub: site.identity.hub, feed: "alarms", seq: 3, gaps: 0 }),
    );
  });

  it("is complete after the hub was started anew, without an orderly end, and its clock was set back", async () => {
    const site = await joined();
    await site.start();
    site.alarm("a", 700);
    await has(site, 700);
    await site.stop(true);
    site.ahead = -7_200_000;
    site.alarm("b", 900);
    await site.start();
    await has(site, 1_600);
    site.alarm("c", 10);
    await has(site, 1_610);
  }, 90_000);

  it("waits at the site while the database takes nothing and the stream is full, and comes in order", async () => {
    const [site, other] = [await joined(), await joined()];
    await site.start();
    await other.start();
    site.alarm("vorher");
    await has(site, 1);
    const release = await heldDatabase();
    // The first one keeps the reader waiting.
    other.alarm("auch");
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await fillStream();
    for (let part = 0; part < 60; part += 1) site.change("x", JSON.stringify("ä".repeat(5_000)));
    await vi.waitFor(
      () => expect(site.sink.entries.map(({ msg }) => msg).join(" ")).toMatch(/not stored yet/),
      { timeout: 60_000, interval: 100 },
    );
    expect(site.connected).toBe(true);
    expect((await central.call("GET", "/sites")).status).toBe(200);
    await release();
    await has(site, 60, "changes");
    await has(other, 1);
    expect((await central.call("GET", "/sites")).status).toBe(200);
  }, 150_000);

  it("says that a journal no longer had all", async () => {
    const site = await joined();
    await site.start();
    site.alarm("a", 5);
    await has(site, 5);
    await site.stop();
    site.alarm("b", 5);
    site.alarms.splice(0, 7);
    await site.start();
    await vi.waitFor(
      async () => expect(await stored(site.identity.hub)).toEqual([1, 2, 3, 4, 5, 8, 9, 10]),
      10_000,
    );
    const { body } = await central.call("GET", "/sites/feeds");
    expect(body["feeds"]).toContainEqual(expect.objectContaining({ hub: site.identity.hub, gaps: 1 }));
  });

  it("is not sent for what was before it was shared", async () => {
    const site = await joined();
    site.ahead = -10_000;
    site.alarm("alt", 20);
    site.ahead = 0;
    await site.start(["alarms"]);
    site.alarm("neu", 1);
    site.change("geheim");
    await vi.waitFor(async () => expect(await stored(site.identity.hub)).toEqual([21]), 10_000);
    expect(await stored(site.identity.hub, "changes")).toEqual([]);
  });
});

describe("alarms of all sites", () => {
  it("are found by site, kind, priority, words and time, page by page", async () => {
    const [north, south] = [
      await joined({ name: "Nord", tags: ["x"], customer: "eins" }),
      await joined({ name: "Süd", tags: ["y"] }),
    ];
    await north.start();
    await south.start();
    north.alarm("ÜBERDRUCK im Kessel");
    south.alarm("Filter voll", 3);
    await has(north, 1);
    await has(south, 3);
    const found = async (query: string) => {
      const { body } = await central.call("GET", `/sites/alarms?${query}`);
      return (body["entries"] as Entry[]).map(({ name, seq }) => `${name} ${seq}`);
    };
    expect(await found(`text=${encodeURIComponent("überdruck")}`)).toEqual(["Nord 1"]);
    expect(await found("customer=eins")).toEqual(["Nord 1"]);
    expect(await found("tag=y&limit=2")).toEqual(["Süd 3", "Süd 2"]);
    expect(await found("tag=y&what=acked")).toEqual([]);
    expect(await found("tag=y&priority=2")).toHaveLength(3);
    expect(await found(`tag=y&to=1000`)).toEqual([]);
    expect(await found("tag=nothing")).toEqual([]);
    expect(await found("text=%25")).toEqual([]);
    for (const query of ["priority=9", "limit=0", "hub=*", "before=x"])
      expect((await central.call("GET", `/sites/alarms?${query}`)).status, query).toBe(400);
    const made = await central.call("POST", "/people/create", { name: "Berta", level: "see" });
    const token = String(made.body["token"]);
    expect((await central.call("GET", "/sites/alarms", undefined, token)).status).toBe(200);
    expect((await central.call("GET", "/sites/changes", undefined, token)).status).toBe(403);
  });
});
