/** A wall panel over HTTP: its page and nothing else, until the link is revoked or the project has another page. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { HubEvent } from "@hubwart/ipc";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MemoryHub } from "../../testing/memory-hub.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const CHANNELS = ["a.a.temp", "a.a.soll", "a.a.druck", "a.a.fremd"];
const channel = (chan: string) => ({ chan, type: "float", dir: "inout", record: true });
const project = (pages: object[]) => ({
  pods: [{ id: "a.a", type: "a", channels: CHANNELS.map(channel) }],
  links: [],
  constants: [],
  schedules: [],
  alarms: [
    { id: "1", source: "a.a.druck", kind: "above", class: "technik", priority: 1 },
    { id: "2", source: "a.a.fremd", kind: "above", class: "andere", priority: 1 },
  ],
  pages,
});
const WITH = [
  { page: "EG", block: "value", source: "a.a.temp" },
  { page: "EG", block: "setpoint", source: "a.a.soll", min: 16, max: 26 },
  { page: "EG", block: "alarms", source: "technik" },
  { page: "EG", block: "plan", source: "eg.png" },
  { page: "OG", block: "value", source: "a.a.fremd" },
  { page: "OG", block: "plan", source: "og.png" },
];

let app: TestApp;
let hub: MemoryHub;
const folder = useSharedFolder();
let admin: string;
let compiled: string;
const use = async (name: string, pages: object[]) => {
  const file = path.join(folder(), name);
  await writeFile(file, JSON.stringify(project(pages)));
  compiled = file;
};
beforeAll(async () => {
  hub = new MemoryHub(Object.fromEntries(CHANNELS.map((chan, at) => [chan, at])));
  const standing = (source: string, nr: number) => ({
    nr,
    id: String(nr),
    source,
    kind: "above",
    priority: 1,
    text: `zu hoch: ${source}`,
    state: "unacked",
    since: 1,
    value: 1,
  });
  Object.assign(hub.answers, {
    alarms: () => ({
      alarms: 2,
      counts: { priorities: [2, 0, 0, 0], unacked: 2, shelved: 0, suppressed: 0, maintenance: 0 },
      standing: [standing("a.a.druck", 1), standing("a.a.fremd", 2)],
      total: 2,
      maintenance: [],
      classes: [{ id: "technik", ways: ["email.geheim"] }],
      ofDevice: false,
    }),
    chart: ({ channels }: { channels: string[] }) => ({
      step: 1,
      series: channels.map((chan) => ({ chan, points: [] })),
    }),
  });
  app = await startTestApp({ hubConnection: hub, launched: true });
  admin = await app.setUp();
  const status = {
    pid: 1,
    state: "running",
    started: 1,
    projectVersion: "1",
    projectId: "p",
    pods: 1,
    podsOnline: 1,
  };
  hub.say({ e: "status", status } as HubEvent);
  await use("1.json", WITH);
  Object.assign(app.context.use("project"), { compiledFile: () => compiled });
});
afterAll(async () => {
  await app.end();
});

async function make(name: string, may_set: boolean): Promise<{ id: string; token: string }> {
  await app.get("/pages", admin);
  const { body } = await app.post("/pages/links/create", { name, page: "EG", may_set }, admin);
  expect(body).toMatchObject({ code: 0 });
  return body as { id: string; token: string };
}
const stream = async (token: string, topics: string, filter = "*") => {
  const abort = new AbortController();
  const query = new URLSearchParams({ topics, filter });
  const answer = await fetch(`${app.origin}/admin/api/stream?${query.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  let heard = "";
  const ended = (async () => {
    for await (const chunk of answer.body ?? []) heard += Buffer.from(chunk as Uint8Array).toString();
  })().then(
    () => "ended",
    () => "cut",
  );
  return { status: answer.status, heard: () => heard, ended, cut: () => abort.abort() };
};
const within = (promise: Promise<string>, ms: number) =>
  Promise.race([promise, new Promise<string>((resolve) => setTimeout(() => resolve("open"), ms))]);

describe("a wall panel", () => {
  it("sees its page, and of the plant what stands on it", async () => {
    const { token } = await make("Flur", false);
    const { body } = await app.get("/pages/panel", token);
    expect(body).toMatchObject({ code: 0, id: "EG", may_set: false });
    expect((body["blocks"] as unknown[]).length).toBe(4);
    const data = await app.post("/trace/data", { filter: ["*"] }, token);
    const names = (data.body["entries"] as { chan: string }[]).map(({ chan }) => chan);
    expect(names.toSorted()).toEqual(["a.a.soll", "a.a.temp"]);
    const chart = await app.post("/trace/chart", { chans: CHANNELS, from: 0, to: 9, points: 9 }, token);
    expect((chart.body["series"] as { chan: string }[]).map(({ chan }) => chan)).toEqual([
      "a.a.temp",
      "a.a.soll",
    ]);
    const alarms = await app.get("/alarms?view=open", token);
    expect(alarms.body).toMatchObject({ total: 1, classes: [], standing: [{ source: "a.a.druck" }] });
    expect(alarms.text).not.toContain("geheim");
  });

  it("gets to no other page, plan, list or call", async () => {
    const { token } = await make("Neugier", true);
    const statuses: Record<string, number> = {};
    for (const address of [
      "/pages",
      "/pages/page?page=EG",
      "/pages/page?page=OG",
      "/pages/plan?file=og.png",
      "/pages/panel/plan?file=og.png",
      "/pages/panel/plan?file=eg.png",
      "/pages/links",
      "/trace/definition?chan=a.a.temp",
      "/trace/suggestions?kind=channels",
      "/pods",
      "/system/audit",
      "/project/drafts",
      "/jobs",
    ])
      statuses[address] = (await app.get(address, token)).status;
    expect(statuses).toEqual({
      ...Object.fromEntries(Object.keys(statuses).map((address) => [address, 403])),
      // Another page's, and its own, which nobody has uploaded.
      "/pages/panel/plan?file=og.png": 404,
      "/pages/panel/plan?file=eg.png": 404,
    });
    const { body } = await app.get("/info", token);
    expect(body).toMatchObject({ session: false });
    // And nobody else has a panel's page.
    expect((await app.get("/pages/panel", admin)).status).toBe(404);
  });

  it("sets what its blocks set, if it may, and stands in the change log", async () => {
    const [looks, sets] = [await make("Nur sehen", false), await make("Küche", true)];
    hub.writes.length = 0;
    const write = (token: string, chan: string, value: unknown) =>
      app.post("/trace/write", { chan, value }, token).then(({ status }) => status);
    expect(await write(looks.token, "a.a.soll", 20)).toBe(403);
    expect(await write(sets.token, "a.a.soll", 27)).toBe(403);
    expect(await write(sets.token, "a.a.temp", 20)).toBe(403);
    expect(await write(sets.token, "a.a.fremd", 20)).toBe(404);
    expect(hub.writes).toEqual([]);
    expect(await write(sets.token, "a.a.soll", 20)).toBe(200);
    expect(hub.writes).toEqual([{ chan: "a.a.soll", value: 20 }]);
    const { body, text } = await app.get("/system/audit?limit=20", admin);
    expect(body["entries"]).toContainEqual(
      expect.objectContaining({
        call: "channelWrite",
        result: 0,
        who: { kind: "panel", id: sets.id, name: "Küche" },
      }),
    );
    expect(text).not.toContain(sets.token.slice(4));
  });

  it("hears of its channels alone, and nothing of the device", async () => {
    const { token } = await make("Ohr", false);
    for (const topic of ["status", "pods", "log", "jobs", "containers", "changed"])
      expect((await app.get(`/stream?topics=${topic}&filter=*`, token)).status, topic).toBe(403);
    const open = await stream(token, "trace,alarms");
    hub.setAll(CHANNELS.map((chan) => [chan, Math.random()] as const));
    await expect.poll(open.heard, { timeout: 5_000 }).toContain("a.a.temp");
    expect(open.heard()).not.toContain("a.a.fremd");
    open.cut();
  });

  it("is over at once when its link is revoked", async () => {
    const { id, token } = await make("Weg", false);
    const open = await stream(token, "trace");
    expect(open.status).toBe(200);
    expect((await app.post("/pages/links/revoke", { id }, admin)).body).toMatchObject({ code: 0 });
    expect(await within(open.ended, 1_500)).toBe("ended");
    expect((await app.get("/pages/panel", token)).status).toBe(401);
    const { body } = await app.get("/system/audit?limit=1", admin);
    expect(body["entries"]).toMatchObject([
      { call: "pageLinkRevoke", before: { name: "Weg", page: "EG", may_set: false } },
    ]);
  });

  it("makes no link, nor does a token of a program, nor who is no administrator", async () => {
    const { token } = await make("Kind", true);
    const made = await app.post(
      "/system/tokens/create",
      { name: "Programm", level: "admin", days: null },
      admin,
    );
    const body = { name: "Enkel", page: "EG", may_set: true };
    for (const by of [token, String(made.body["token"])])
      expect((await app.post("/pages/links/create", body, by)).status).toBe(403);
  });

  it("shows nothing under a project without its page, and ends what it had opened", async () => {
    const { token } = await make("Umbau", true);
    const open = await stream(token, "trace");
    await use(
      "2.json",
      WITH.filter(({ page }) => page !== "EG"),
    );
    expect(await within(open.ended, 8_000)).toBe("ended");
    await app.get("/pages", admin);
    expect((await app.get("/pages/panel", token)).status).toBe(404);
    const data = await app.post("/trace/data", { filter: ["*"] }, token);
    expect(data.body).toMatchObject({ entries: [] });
    expect((await app.post("/trace/write", { chan: "a.a.soll", value: 20 }, token)).status).toBe(404);
    const { body } = await app.get("/pages/links", admin);
    expect(body["links"]).toContainEqual(expect.objectContaining({ name: "Umbau", state: "missing" }));
    await use("3.json", WITH);
    await app.get("/pages", admin);
    expect((await app.get("/pages/panel", token)).body).toMatchObject({ id: "EG" });
  }, 20_000);
});
