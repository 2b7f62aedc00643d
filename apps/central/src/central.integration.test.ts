import { createPrivateKey, createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Backoff, createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import { answerNonce, type HubState, newKey, subjectsOf } from "@hubwart/fleet";
import { joinCentral } from "@hubwart/fleet/join";
import { renewalOf, renewedBy } from "@hubwart/fleet/renewed";
import { type Identity, Uplink } from "@hubwart/fleet/uplink";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeAuthority, sign } from "./authority/certificates.ts";
import { hubPass } from "./bus/account.ts";
import { startTestCentral, type TestCentral } from "./testing/central.ts";
import { rawHub, STATE } from "./testing/site.ts";

const folder = useSharedFolder();
let central: TestCentral;
beforeAll(async () => {
  central = await startTestCentral(folder());
});
afterAll(() => central?.stop());

function uplinkOf(identity: Identity, state: () => Promise<HubState> = async () => STATE): Uplink {
  return new Uplink({
    identity,
    clock: systemClock,
    log: createLogger("hub", "uplink", new MemoryLogSink()),
    state,
    backoff: new Backoff(50, 200),
  });
}

interface Site {
  hub: string;
  name: string;
  online: boolean;
  revoked: number;
  state?: HubState;
}
async function site(hub: string): Promise<Site | undefined> {
  const { body } = await central.call("GET", "/sites");
  return (body["sites"] as Site[]).find((one) => one.hub === hub);
}

describe("a hub that joins", () => {
  it("is seen with what it reports", async () => {
    const identity = await central.join({ name: "Hotel Süd", tags: ["hotel"] });
    expect(await site(identity.hub)).toMatchObject({ name: "Hotel Süd", online: false });
    const uplink = uplinkOf(identity);
    uplink.start();
    await vi.waitFor(async () => expect((await site(identity.hub))?.state?.version).toBe("1.2.3"), 5_000);
    expect(await site(identity.hub)).toMatchObject({ online: true });
    expect(uplink.status).toMatchObject({ connected: true, error: "" });
    await uplink.stop();
    expect(uplink.status.connected).toBe(false);
  });

  it("may use its code once, also when two try at the same time", async () => {
    const joining = { address: central.address, code: await central.code(), name: "h", version: "1" };
    const tries = await Promise.allSettled([1, 2, 3].map(() => joinCentral(joining)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(joinCentral(joining)).rejects.toMatchObject({ field: "code" });
  });

  it("sends nothing to a central that is not the one of the code", async () => {
    const code = await central.code();
    const other = code.slice(0, 25) + "A".repeat(43);
    const joining = { address: central.address, name: "h", version: "1" };
    await expect(joinCentral({ ...joining, code: other })).rejects.toThrow("andere Zentrale");
    // The code was not used up.
    await expect(joinCentral({ ...joining, code })).resolves.toMatchObject({ address: central.address });
  });

  it("is told what is wrong with code and address", async () => {
    const joining = { address: central.address, code: await central.code(), name: "h", version: "1" };
    await expect(joinCentral({ ...joining, code: "ABC" })).rejects.toMatchObject({ field: "code" });
    for (const address of ["central", "http://127.0.0.1:1", "https://a:b@127.0.0.1", "https://127.0.0.1/x"])
      await expect(joinCentral({ ...joining, address })).rejects.toMatchObject({ field: "address" });
    await expect(joinCentral({ ...joining, address: "https://127.0.0.1:9" })).rejects.toMatchObject({
      field: "address",
    });
  });
});

describe("hubs apart", () => {
  it("neither write nor read for another, of the same customer or not", async () => {
    const [mine, same, foreign] = [
      await central.join(),
      await central.join(),
      await central.join({ customer: "andere" }),
    ];
    const [victim, stranger] = [await rawHub(same), await rawHub(foreign)];
    const heard: string[] = [];
    for (const [one, { hub }] of [
      [victim, same],
      [stranger, foreign],
    ] as const)
      for (const subject of [subjectsOf(hub).call, `${subjectsOf(hub).inbox}.>`])
        one.subscribe(subject, { callback: (_error, message) => void heard.push(message?.subject ?? "") });
    await Promise.all([victim.flush(), stranger.flush()]);
    for (const { hub } of [same, foreign]) {
      const { ask, call, inbox, state } = subjectsOf(hub);
      const before = await site(hub);
      for (const subject of [state, call, ask, `${inbox}.x`]) await refusedPublish(mine, subject);
      for (const subject of [state, call, ask, `${inbox}.>`, "hw.>", "hw.*.state", ">", "_INBOX.>"])
        await refusedSubscription(mine, subject);
      expect((await site(hub))?.state).toEqual(before?.state);
    }
    for (const subject of ["$SYS.REQ.CLAIMS.UPDATE", "$JS.API.INFO", "$JS.API.STREAM.CREATE.x"])
      await refusedPublish(mine, subject);
    expect(heard).toEqual([]);
    await Promise.all([victim.close(), stranger.close()]);
  });

  it("cannot borrow the other's pass or key", async () => {
    const [mine, other] = [await central.join(), await central.join()];
    const authenticator = answerNonce(other.pass, createPrivateKey(mine.key));
    await expect(rawHub(mine, { authenticator })).rejects.toThrow(/authorization/i);
    const forged = hubPass(newKey(), other.hub, { name: "x", key: "U", now: Date.now() });
    await expect(
      rawHub(mine, { authenticator: answerNonce(forged, createPrivateKey(mine.key)) }),
    ).rejects.toThrow(/authorization/i);
  });
});

async function refusedPublish(identity: Identity, subject: string): Promise<void> {
  const connection = await rawHub(identity);
  const told: string[] = [];
  void (async () => {
    for await (const status of connection.status())
      if (status.type === "error") told.push(status.error.message);
  })();
  connection.publish(subject, JSON.stringify({ ...STATE, version: "evil" }));
  await connection.flush();
  await vi.waitFor(() => expect(told.join(" "), subject).toMatch(/permissions violation/i), 2_000);
  await connection.close();
}

async function refusedSubscription(identity: Identity, subject: string): Promise<void> {
  const connection = await rawHub(identity);
  const refused = new Promise<string>((resolve) => {
    connection.subscribe(subject, { callback: (error) => resolve(error?.message ?? "heard") });
  });
  await connection.flush();
  expect(await refused, subject).toMatch(/permissions violation/i);
  await connection.close();
}

describe("a hub that is locked out", () => {
  it("is cut off within a second, and stays out over a restart of the central", async () => {
    const identity = await central.join();
    const uplink = uplinkOf(identity);
    uplink.start();
    await vi.waitFor(() => expect(uplink.status.connected).toBe(true), 5_000);
    const began = performance.now();
    const { status } = await central.call("POST", "/sites/revoke", { hub: identity.hub });
    expect(status).toBe(200);
    await vi.waitFor(() => expect(uplink.status.refused).toBe(true), { timeout: 1_000, interval: 5 });
    expect(performance.now() - began).toBeLessThan(1_000);
    await expect(rawHub(identity)).rejects.toThrow(/authorization/i);
    // Again changes nothing.
    expect((await central.call("POST", "/sites/revoke", { hub: identity.hub })).status).toBe(200);
    await central.stop();
    await central.start();
    await expect(rawHub(identity)).rejects.toThrow(/authorization/i);
    expect((await site(identity.hub))?.revoked).toBeGreaterThan(0);
    await uplink.stop();
  });
});

describe("certificates", () => {
  it("of another authority, of none, or at their end are refused before a word is said", async () => {
    const identity = await central.join();
    const key = createPrivateKey(identity.key);
    const now = Date.now();
    const foreign = await makeAuthority({ name: "foreign", now, days: 10 });
    const mine = createPublicKey(key);
    const own = JSON.parse(await readFile(path.join(central.folder, "central/trust/keys.json"), "utf8"));
    const bad = [
      await sign(foreign, mine, { name: "x", now, days: 5 }),
      await sign(own.authority, mine, { name: "x", now: now - 10 * 86_400_000, days: 2 }),
    ];
    for (const cert of bad)
      await expect(
        rawHub(identity, { tls: { ca: identity.authority, cert, key: identity.key } }),
      ).rejects.toThrow();
    await expect(rawHub(identity, { tls: { ca: identity.authority } })).rejects.toThrow();
    // A server that shows another authority gets nothing of the hub.
    await expect(
      rawHub(identity, { tls: { ca: foreign.certificate, cert: identity.certificate, key: identity.key } }),
    ).rejects.toThrow();
    await (await rawHub(identity)).close();
  });
  it("of a hub end, and so do passes", async () => {
    const identity = await central.join();
    const keys = JSON.parse(await readFile(path.join(central.folder, "central/trust/keys.json"), "utf8"));
    const payload = JSON.parse(Buffer.from(identity.pass.split(".")[1] ?? "", "base64url").toString());
    const pass = hubPass(createPrivateKey(keys.customers.main), identity.hub, {
      name: "x",
      key: payload.sub,
      now: Date.now() - 2_000 * 86_400_000,
    });
    await expect(
      rawHub(identity, { authenticator: answerNonce(pass, createPrivateKey(identity.key)) }),
    ).rejects.toThrow(/authorization|expired/i);
  });
});

describe("credentials", () => {
  it("are renewed over the hub's own connection, for its own key alone, and connect it from then on", async () => {
    const identity = await central.join();
    // A second is what a certificate tells.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const uplink = uplinkOf(identity);
    uplink.start();
    await vi.waitFor(() => expect(uplink.status.connected).toBe(true), 10_000);
    const strange = { ...identity, key: newKey().export({ format: "pem", type: "pkcs8" }) as string };
    await expect(uplink.ask(renewalOf(strange))).rejects.toThrow();
    const renewed = renewedBy(identity, await uplink.ask(renewalOf(identity))) ?? expect.fail("not taken");
    expect(renewed.certificate).not.toBe(identity.certificate);
    await uplink.stop();
    const again = uplinkOf(renewed);
    again.start();
    await vi.waitFor(() => expect(again.status).toMatchObject({ connected: true, refused: false }), 10_000);
    await again.stop();
    await expect(again.ask(renewalOf(renewed))).rejects.toThrow("gerade nicht verbunden");
  }, 40_000);
});

describe("what a hub reports", () => {
  it("is passed over when it is garbage, and does no harm when it is hostile", async () => {
    const identity = await central.join();
    const connection = await rawHub(identity);
    const { state } = subjectsOf(identity.hub);
    const hostile = { ...STATE, name: "a\u0000b\ud800'; DROP TABLE sites; --", version: "9" };
    for (const text of ["", "{", "null", "[]", '{"v":2}', JSON.stringify({ ...STATE, at: -1 })])
      connection.publish(state, text);
    connection.publish(state, new Uint8Array([0xff, 0xfe, 0]));
    await connection.flush();
    connection.publish(state, JSON.stringify(hostile));
    await connection.flush();
    await vi.waitFor(async () => expect((await site(identity.hub))?.state?.version).toBe("9"), 5_000);
    await connection.close();
    await central.stop();
    await central.start();
    expect((await site(identity.hub))?.state).toMatchObject({ version: "9", name: hostile.name });
  });
});

describe("calls of the central", () => {
  it("want a token, and one whose level is enough", async () => {
    expect((await central.call("GET", "/sites", undefined, "")).status).toBe(401);
    const made = await central.call("POST", "/people/create", { name: "Anna", level: "see" });
    const token = String(made.body["token"]);
    expect((await central.call("GET", "/sites", undefined, token)).status).toBe(200);
    expect((await central.call("POST", "/codes/create", { name: "x" }, token)).status).toBe(403);
    expect((await central.call("POST", "/people/create", { name: "Anna", level: "see" })).status).toBe(409);
    const { body } = await central.call("GET", "/people");
    const [anna, first] = body["people"] as { id: string; name: string }[];
    expect((await central.call("POST", "/people/remove", { id: first?.id })).status).toBe(409);
    expect((await central.call("POST", "/people/remove", { id: anna?.id })).status).toBe(200);
    expect((await central.call("GET", "/sites", undefined, token)).status).toBe(401);
  });
  it("are in the change log without secrets", async () => {
    const joined = await central.join({ name: "Im Protokoll" });
    const { body } = await central.call("GET", "/audit?limit=2");
    const [join, code] = body["entries"] as { call: string; who: string; detail: object }[];
    expect(join).toMatchObject({ call: "centralJoin", detail: { hub: joined.hub } });
    expect(code).toMatchObject({ call: "centralCodeCreate", who: "Verwaltung" });
    expect(JSON.stringify(body)).not.toContain("BEGIN");
    expect(JSON.stringify(body)).not.toMatch(/hwz_|[A-Z2-7]{24}/);
  });
  it("say what is wrong with their input", async () => {
    for (const site of [
      { name: "" },
      { name: "a\nb" },
      { name: "a", customer: "../x" },
      { name: "a", tags: ["*"] },
    ])
      expect((await central.call("POST", "/codes/create", site)).status).toBe(400);
    expect((await central.call("POST", "/sites/revoke", { hub: "ffffffffffffffff" })).status).toBe(404);
    expect((await central.call("GET", "/nothing")).status).toBe(404);
  });
});
