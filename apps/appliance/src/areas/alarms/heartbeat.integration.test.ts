/** The sign of life over HTTP: real server, real requests to one beside it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { trustAuthorities } from "@hubwart/core";
import { makePair } from "@hubwart/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { MemoryHub, RUNNING } from "../../testing/memory-hub.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let token = "";
let server: Server;
let asked: IncomingMessage[] = [];
let answer: (response: ServerResponse) => void;
const hub = new MemoryHub({});
beforeAll(async () => {
  Object.assign(hub.answers, { status: () => RUNNING, alarmTally: () => ({}) });
  app = await startTestApp({ hubConnection: hub });
  token = await app.setUp();
  server = createServer((request, response) => {
    asked.push(request);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await app.end();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked = [];
  answer = (response) => response.end("OK");
});

const url = (path = "/ping/0a1b?von=keller") =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const save = (body: object) =>
  app.post("/alarms/heartbeat/save", { active: true, url: url(), interval: 60, ...body }, token);
const test = async () => (await app.post("/alarms/heartbeat/test", {}, token)).body;
const look = async () => (await app.get("/alarms/heartbeat", token)).body;

it("is saved, sent at once, and shown with what became of it; the change log names the server only", async () => {
  const seen = app.context.store.audit.page({}, 0, 1)[0]?.id ?? 0;
  expect((await save({})).body).toEqual({ code: 0 });
  expect(await test()).toMatchObject({ delivered: true, text: expect.stringContaining("HTTP 200") });
  expect([asked[0]?.method, asked[0]?.url]).toEqual(["GET", "/ping/0a1b?von=keller"]);
  expect(asked[0]?.headers["user-agent"]).toMatch(/^hubwart\/\d/);
  const shown = await look();
  expect(shown).toMatchObject({ active: true, url: url(), interval: 60, last_error: null });
  expect(shown["last_success"]).toBeGreaterThan(0);
  expect(shown["next"]).toBeGreaterThan(Date.now() + 59 * 60_000);
  const entries = app.context.store.audit.page({}, 0, 10).filter(({ id }) => id > seen);
  expect(entries.map(({ call }) => call)).toEqual(["alarmHeartbeatTest", "alarmHeartbeatSave"]);
  expect(JSON.stringify(entries)).not.toContain("0a1b");
});

it("follows no redirection, reads no more than the head, and names what is wrong", async () => {
  await save({});
  answer = (response) => response.writeHead(302, { location: "http://127.0.0.2/geheim" }).end();
  const elsewhere = await test();
  expect(elsewhere).toMatchObject({ delivered: false, text: expect.stringContaining("http://127.0.0.2.") });
  expect(JSON.stringify(elsewhere)).not.toContain("geheim");
  answer = (response) => response.writeHead(503).end();
  expect((await test())["text"]).toContain("HTTP 503");
  answer = (response) => void response.writeHead(200).write("x".repeat(100_000));
  expect(await test()).toMatchObject({ delivered: true });
  expect(asked.length).toBeGreaterThanOrEqual(3);
  await save({ url: "http://127.0.0.1:1/" });
  expect((await test())["delivered"]).toBe(false);
  expect(await look()).toMatchObject({ last_success: 0, last_error: { text: expect.any(String) } });
  // A name that leads to this device itself: nobody else would notice.
  await save({ url: url().replace("127.0.0.1", "localhost") });
  expect((await test())["text"]).toContain("führt zu einer Adresse dieses Geräts");
});

it("goes to a server over TLS whose authority the device trusts, and to no other", async () => {
  const { ca, pair } = await makePair();
  const secure = createTlsServer(pair, (_request, response) => response.end("OK"));
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  try {
    await save({ url: `https://127.0.0.1:${(secure.address() as AddressInfo).port}/` });
    expect(await test()).toMatchObject({ delivered: false, text: expect.stringContaining("TLS-Verbindung") });
    await trustAuthorities([ca]);
    expect(await test()).toMatchObject({ delivered: true });
    await trustAuthorities([]);
    expect(await test()).toMatchObject({ delivered: false });
  } finally {
    secure.closeAllConnections();
    secure.close();
  }
});

it("is not sent while the hub does not answer", async () => {
  await save({});
  await test();
  const { status } = hub.answers;
  hub.answers.status = () => {
    throw new Error("Der Hub antwortet nicht.");
  };
  const before = asked.length;
  expect(await test()).toMatchObject({
    delivered: false,
    text: "Nicht gesendet: Der Hub antwortet nicht.",
  });
  expect(asked.length).toBe(before);
  if (status) hub.answers.status = status;
});

it.each([
  ["ftp://leben.example/", 60],
  ["leben.example", 60],
  ["https://anna:geheim@leben.example/", 60],
  ["https://leben.example/#teil", 60],
  ["javascript:alert(1)", 60],
  ["", 60],
  ["https://leben.example/", 0],
  ["https://leben.example/", 61],
])("refuses %s every %i min", async (address, interval) => {
  const before = await look();
  expect((await save({ url: address, interval })).status).toBe(400);
  expect((await look())["url"]).toBe(before["url"]);
});

it("is switched off, and then not sent by hand either", async () => {
  await save({ active: false, url: "" });
  expect((await app.post("/alarms/heartbeat/test", {}, token)).status).toBe(409);
  expect(await look()).toMatchObject({ active: false, url: "", next: 0 });
});
