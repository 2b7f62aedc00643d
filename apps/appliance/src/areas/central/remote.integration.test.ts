/** People of a real central at a real device: what they get, what is written down, and what a hostile central gets. */
import { subjectsOf } from "@hubwart/fleet";
import { startCentral, type TestCentral } from "@hubwart/testing";
import type { NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { asCentral, MESSAGE, type RawAnswer, rawCall } from "./testing/hostile.ts";

let central: TestCentral;
let app: TestApp;
let token = "";
let hub = "";
let hostile: NatsConnection;
beforeAll(async () => {
  central = await startCentral();
  app = await startTestApp();
  token = await app.setUp();
  const join = { address: central.address, join_token: await central.code() };
  expect((await app.post("/system/central/join", join, token)).body).toMatchObject({ code: 0 });
  await connected();
  hostile = await asCentral(central, app);
});
afterAll(async () => {
  await hostile?.close();
  await app?.end();
  await central?.stop();
});

const OPEN = { open: true, findings: true, alarms: true };
const allow = async (may: string, more: object = {}) =>
  expect((await app.post("/system/central/save", { ...OPEN, may, ...more }, token)).status).toBe(200);
beforeEach(() => allow("none"));

async function connected(want = true): Promise<void> {
  await vi.waitFor(
    async () => {
      const { body } = await app.get("/system/central", token);
      expect(body["joined"]).toMatchObject({ connected: want });
      hub = (body["joined"] as { hub: string }).hub;
    },
    { timeout: 40_000, interval: 50 },
  );
}

const raw = (message: object | string): Promise<RawAnswer> => rawCall(hostile, hub, message);

interface Text {
  status: number;
  type: string;
  answer: string;
}
interface Told {
  status: number;
  answer: Record<string, unknown>;
}
async function asked(way: "ask" | "act", call: string, more: object = {}): Promise<Told> {
  const { body, status } = await central.call("POST", `/sites/${way}`, { hub, call, ...more });
  expect([status, body]).toMatchObject([200, { code: 0 }]);
  return body as unknown as Told;
}
const auditAtHub = async () => (await app.get("/system/audit?limit=3", token)).body["entries"] as object[];

describe("people of the central", () => {
  it("see what is reported, and nothing else, until the site allows more", async () => {
    expect(await asked("ask", "stateStatus")).toMatchObject({ status: 403, answer: { code: 1205 } });
    await allow("see");
    const { answer, status } = await asked("ask", "stateStatus");
    expect([status, answer["code"]]).toEqual([200, 0]);
    expect(await asked("act", "hostnameSave", { body: { hostname: "fremd" } })).toMatchObject({
      status: 403,
    });
    expect(await asked("ask", "uplinkStatus")).toMatchObject({ status: 403 });
    await allow("none");
    expect(await asked("ask", "stateStatus")).toMatchObject({ status: 403 });
  });

  it("change what they may, in both change logs with their name", async () => {
    await allow("admin");
    const told = await asked("act", "hostnameSave", { body: { hostname: "neu" } });
    expect(told).toMatchObject({ status: 200, answer: { code: 0 } });
    expect((await auditAtHub())[0]).toMatchObject({
      call: "hostnameSave",
      address: "127.0.0.1",
      who: { kind: "central", name: "Verwaltung", owner: "Hubwart Zentrale" },
    });
    const wrong = await asked("act", "hostnameSave", { body: { hostname: "!" } });
    expect(wrong).toMatchObject({ status: 400, answer: { fields: [{ field: "hostname" }] } });
    const { body } = await central.call("GET", "/audit?limit=2");
    expect(body["entries"]).toMatchObject([
      { call: "centralSiteAct", detail: { hub, call: "hostnameSave", status: 400 } },
      { call: "centralSiteAct", detail: { hub, call: "hostnameSave", status: 200 } },
    ]);
    expect(JSON.stringify(body)).not.toContain("neu");
  });

  it("get no way in, and no files, however much the site allows", async () => {
    await allow("admin");
    const never = [
      "uplinkSave",
      "people",
      "machineTokens",
      "sessionList",
      "auditDownload",
      "ticket",
      "login",
    ];
    for (const call of never) expect([call, (await asked("act", call)).status]).toEqual([call, 403]);
  });

  it("are told of themselves, and of what the device is", async () => {
    await allow("operate");
    const me = { kind: "central", name: "Verwaltung", level: "operate", bounded: false };
    expect((await asked("ask", "info")).answer).toMatchObject({ code: 0, session: true, me });
  });

  it("save nothing over what somebody else saved meanwhile", async () => {
    await allow("admin");
    const { etag } = (await asked("ask", "hostnameConfig")) as Told & { etag: string };
    expect(etag).toMatch(/^".+"$/);
    const save = (hostname: string) => asked("act", "hostnameSave", { match: etag, body: { hostname } });
    expect((await save("erster")).status).toBe(200);
    expect((await save("zweiter")).status).toBe(409);
    expect((await asked("ask", "hostnameConfig")).answer).toMatchObject({ hostname: "erster" });
  });

  it("read the last lines of the log", async () => {
    await allow("admin");
    const told = (await asked("ask", "systemLog", { query: { tail: "3" } })) as unknown as Text;
    expect([told.status, told.type]).toEqual([200, "application/x-ndjson"]);
    expect(told.answer.trim().split("\n").length).toBeLessThanOrEqual(3);
  });

  it("watch what changes, each piece once, until the site allows less", async () => {
    await allow("admin");
    const watch = "w".repeat(20);
    const piece = () => asked("ask", "stream", { query: { topics: "status,changed" }, watch });
    let text = "";
    const told = async (part: string) =>
      await vi.waitFor(
        async () => {
          text += ((await piece()) as unknown as Text).answer;
          expect(text).toContain(part);
        },
        { timeout: 10_000, interval: 100 },
      );
    await told("event: changed");
    text = "";
    expect((await app.post("/network/hostname", { hostname: "dritter" }, token)).status).toBe(200);
    await told("network/hostname");
    expect(text.split("network/hostname")).toHaveLength(2);
    await allow("see");
    await allow("admin");
    // The stream from before is over: what comes begins anew, with the whole state.
    text = "";
    await told("event: status");
    expect((await asked("ask", "stream", { query: { topics: "status" } })).status).toBe(400);
    expect((await asked("ask", "stream", { query: { topics: "none" }, watch: "x".repeat(20) })).status).toBe(
      400,
    );
  });

  it("do with the call for questions what asks, and nothing else", async () => {
    await allow("admin");
    for (const call of ["hostnameSave", "nothing", "__proto__"]) {
      const { status } = await central.call("POST", "/sites/ask", { hub, call });
      expect([call, status]).toEqual([call, 400]);
    }
    expect(await asked("act", "nothing")).toMatchObject({ status: 404 });
    const unknown = { hub: "ffffffffffffffff", call: "stateStatus" };
    expect((await central.call("POST", "/sites/ask", unknown)).status).toBe(404);
    const nested = JSON.parse("[".repeat(500) + "]".repeat(500));
    expect(
      (await central.call("POST", "/sites/act", { hub, call: "hostnameSave", body: nested })).status,
    ).toBe(400);
  });

  it("get no answer through a closed door, which their change log says", async () => {
    await allow("admin", { open: false });
    const { body, status } = await central.call("POST", "/sites/act", { hub, call: "hostnameSave" });
    expect([status, body["message"]]).toEqual([503, "Dieser Standort ist gerade nicht verbunden."]);
    const log = await central.call("GET", "/audit?limit=1");
    expect(log.body["entries"]).toMatchObject([{ call: "centralSiteAct", code: 503 }]);
    await expect(raw({})).rejects.toThrow(/responders/);
    await allow("none");
    await connected();
  });
});

describe("a hostile central", () => {
  it("gets what its site allowed whatever level it claims, and nothing beside the answer", async () => {
    await allow("see");
    expect((await raw({ call: "hostnameSave", body: '{"hostname":"fremd"}' })).status).toBe(403);
    const answer = await raw({});
    expect(answer.status).toBe(200);
    expect(Object.keys(answer).toSorted()).toEqual(["body", "status", "v"]);
    expect(JSON.stringify(answer)).not.toMatch(/hwr_|cookie|hwt_/i);
  });

  it("forges no name that deceives who reads the change log", async () => {
    await allow("admin");
    for (const name of ["", "x".repeat(61), "Anna\nChef", "A\u0000", "\u202eannA", "\ud800"])
      expect((await raw({ person: { id: "a", name }, call: "hostnameSave" })).status).toBe(400);
    const body = JSON.stringify({ hostname: "zwei" });
    await raw({ person: { id: "1", name: "Administrator" }, call: "hostnameSave", body });
    expect((await auditAtHub())[0]).toMatchObject({ who: { kind: "central", id: "central:1" } });
  });

  it("opens no more streams than there is room for, and none that stays when the site closes its door", async () => {
    await allow("see");
    const open = (n: number) =>
      raw({ call: "stream", query: { topics: "status" }, watch: `watch-${n}`.padEnd(20, "x") });
    const statuses = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await open(n)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(16);
    expect(statuses.at(-1)).toBe(503);
    await allow("none");
    expect((await open(0)).status).toBe(403);
    await allow("see");
    expect((await open(99)).status).toBe(200);
  });

  it("breaks nothing with what is no call", async () => {
    await allow("see");
    const garbage = ["", "{", "null", "[".repeat(900_000), `{"v":1,"x":${"[".repeat(500_000)}`];
    for (const text of garbage) expect((await raw(text)).status).toBe(400);
    const deep = await raw({ call: "tracePost", params: { name: "data" }, body: "[".repeat(400_000) });
    expect(deep.status).toBe(400);
    expect((await raw({})).status).toBe(200);
  });

  it("that asks without end is cut off, while the device goes on, and comes back", async () => {
    await allow("see");
    for (let n = 0; n < 5_000; n += 1)
      hostile.publish(subjectsOf(hub).call, JSON.stringify(MESSAGE), { reply: "flood" });
    for (let n = 0; n < 10; n += 1) expect((await app.get("/info")).status).toBe(200);
    await vi.waitFor(() => {
      expect(app.log.entries.some(({ msg }) => msg.includes("weit mehr"))).toBe(true);
    }, 20_000);
    await connected();
    await vi.waitFor(async () => expect((await raw({})).status).toBe(200), {
      timeout: 30_000,
      interval: 1_000,
    });
  }, 90_000);
});
