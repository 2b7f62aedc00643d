/** What a hub does with backups that is not one of ours, over a real NATS: it reaches its own folder alone. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type FileAnswer, type FileOffer, fileAnswer, subjectsOf, withBytes } from "@hubwart/fleet";
import type { Identity } from "@hubwart/fleet/uplink";
import { useSharedFolder } from "@hubwart/testing/folder";
import type { NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestCentral, type TestCentral } from "../testing/central.ts";
import { rawHub } from "../testing/site.ts";
import { offerOf } from "./testing/shelf.ts";

const folder = useSharedFolder();
const NAME = "hubwart-keller-20260101T000000Z.tar";
const BYTES = Buffer.alloc(2_000, "x");

let central: TestCentral;
let attacker: Identity;
let victim: Identity;
let connection: NatsConnection;
const refusals: string[] = [];
beforeAll(async () => {
  central = await startTestCentral(folder());
  [attacker, victim] = [await central.join({ name: "Angreifer" }), await central.join({ name: "Opfer" })];
  connection = await rawHub(attacker);
  void (async () => {
    for await (const status of connection.status())
      if (status.type === "error") refusals.push(status.error.message);
  })();
}, 180_000);
afterAll(async () => {
  await connection?.close();
  await central?.stop();
});

async function asked(question: Uint8Array | string): Promise<FileAnswer> {
  const { ask } = subjectsOf(attacker.hub);
  return fileAnswer.parse((await connection.request(ask, question, { timeout: 10_000 })).json());
}
async function send(offer: FileOffer, bytes: Buffer): Promise<FileAnswer> {
  const answer = await asked(JSON.stringify(offer));
  if (answer.stored || answer.refused) return answer;
  await asked(withBytes({ v: 1, ask: "piece", sha256: offer.sha256, at: 0 }, bytes));
  return await vi.waitFor(async () => {
    const now = await asked(JSON.stringify(offer));
    expect(now.stored || now.refused !== undefined || now.at === 0).toBe(true);
    return now;
  });
}
const sites = () => readdir(path.join(central.folder, "central/sites"));
const listed = async (hub: string) => {
  const { body } = await central.call("GET", `/sites/backups?hub=${hub}`);
  return (body["backups"] as { name: string }[]).map(({ name }) => name);
};

it("sends no backup under the name of another hub", async () => {
  const offer = offerOf(NAME, BYTES);
  connection.publish(subjectsOf(victim.hub).ask, JSON.stringify(offer));
  await connection.flush();
  await vi.waitFor(() => expect(refusals.some((text) => text.includes(victim.hub))).toBe(true));
  expect(await send(offer, BYTES)).toMatchObject({ stored: true });
  expect(await listed(attacker.hub)).toEqual([NAME]);
  expect(await listed(victim.hub)).toEqual([]);
  expect(await sites()).toEqual([attacker.hub]);
});

it("sends nothing under a name that is none, with another hash, or in place of another one", async () => {
  expect(await send(offerOf("passwd", BYTES), BYTES)).toMatchObject({ refused: "never" });
  const other = Buffer.alloc(2_000, "y");
  expect(await send(offerOf(NAME, other), other)).toMatchObject({ refused: "never" });
  const wrong = { ...offerOf(NAME.replace("01T", "02T"), BYTES), sha256: "0".repeat(64) };
  expect(await send(wrong, BYTES)).toMatchObject({ at: 0, stored: false });
  const { ask } = subjectsOf(attacker.hub);
  const upwards = JSON.stringify({ ...offerOf(NAME, BYTES), name: "../x" });
  await expect(connection.request(ask, upwards, { timeout: 500 })).rejects.toThrow();
  expect(await listed(attacker.hub)).toEqual([NAME]);
  expect(await sites()).toEqual([attacker.hub]);
});

it("keeps what is there, and sends nothing more, when it is revoked", async () => {
  await central.call("POST", "/sites/revoke", { hub: attacker.hub });
  await vi.waitFor(() => expect(connection.isClosed()).toBe(true));
  expect(await listed(attacker.hub)).toEqual([NAME]);
});

it("is nobody's to see, fetch or remove who may not", async () => {
  const token = async (level: string) =>
    String((await central.call("POST", "/people/create", { name: level, level })).body["token"]);
  const [see, engineer] = [await token("see"), await token("engineer")];
  const of = { hub: attacker.hub, name: NAME };
  const post = async (call: string, by: string) =>
    (await central.call("POST", `/sites/backups/${call}`, of, by)).status;
  expect((await central.call("GET", `/sites/backups?hub=${attacker.hub}`, undefined, see)).status).toBe(200);
  expect((await central.call("GET", `/sites/backups?hub=${attacker.hub}`, undefined, "")).status).toBe(401);
  expect([await post("fetch", see), await post("fetch", engineer)]).toEqual([403, 200]);
  expect([await post("password", engineer), await post("remove", engineer)]).toEqual([403, 403]);
  const up = { hub: attacker.hub, name: "..%2F..%2Ftrust%2Fkeys.json" };
  expect((await central.call("POST", "/sites/backups/fetch", up, engineer)).status).toBe(400);
  const keys = { hub: attacker.hub, name: "keys.json" };
  expect((await central.call("POST", "/sites/backups/fetch", keys, engineer)).status).toBe(404);
});
