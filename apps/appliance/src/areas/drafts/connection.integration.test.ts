/** Connections of a draft, tried by the real process over real sockets. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltChildren, buildChildren, PROJECT_CHILDREN } from "../../testing/children.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let token = "";
let children: BuiltChildren;

beforeAll(async () => {
  children = await buildChildren({ "connection-child": PROJECT_CHILDREN["connection-child"] });
  app = await startTestApp({ childrenDir: children.folder });
  token = await app.setUp();
});
afterAll(async () => {
  await app.end();
  await children.remove();
});

const post = async (place: string, body: object) =>
  (await app.post(`/project/drafts${place}`, body, token)).body;

it("tries a connection before it is published: one at a time, only what a test does not disturb", async () => {
  const sockets = new Set<Socket>();
  // Takes connections, and never says a word.
  const peer = createServer((socket) => sockets.add(socket.on("error", () => undefined))).listen(
    0,
    "127.0.0.1",
  );
  await once(peer, "listening");
  const { port } = peer.address() as AddressInfo;
  try {
    const { id } = await post("", { name: "Verbindungen", from: "empty" });
    const read = await app.get(`/project/drafts/${String(id)}`, token);
    const document = read.body["document"] as DraftDocument;
    const [, pods] = document.tables;
    if (!pods) throw new Error("no table of pods");
    const column = (name: string): DraftOperation => ({
      op: "addColumn",
      table: pods.id,
      after: null,
      column: { id: name, name },
    });
    const [first] = pods.columns;
    const row = (key: string, pod: string, more: object) => ({
      id: key,
      cells: { [first?.id ?? ""]: pod, ...more },
    });
    const rows = [
      row("r-modb", "modb_client.a", { host: "127.0.0.1", port }),
      row("r-mqtt", "mqtt.a", { host: "127.0.0.1", port, user: "hub", password: "streng-geheim" }),
      row("r-wrong", "mqtt.b", { port: 1 }),
      row("r-ping", "ping.a", {}),
    ];
    const made = await post(`/${String(id)}/steps`, {
      after: 0,
      steps: [
        { key: "c", label: "c", ops: ["host", "port", "user", "password"].map(column) },
        { key: "r", label: "r", ops: [{ op: "insert", table: pods.id, after: null, rows }] },
      ],
    });
    expect(made).toMatchObject({ code: 0 });
    const attempt = (key: string) =>
      app.post(`/project/drafts/${String(id)}/connection`, { row: key }, token);
    const states = (body: Record<string, unknown>) =>
      (body["steps"] as { state: string }[]).map(({ state }) => state);
    expect(states((await attempt("r-modb")).body)).toEqual(["skipped", "ok", "skipped"]);
    const slow = attempt("r-mqtt");
    await once(peer, "connection");
    expect((await attempt("r-modb")).status).toBe(409);
    for (const socket of sockets) socket.destroy();
    const { body } = await slow;
    expect(states(body)).toEqual(["skipped", "ok", "failed"]);
    expect(JSON.stringify(body)).not.toContain("streng-geheim");
    const wrong = await attempt("r-wrong");
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining("host")]);
    expect((await attempt("r-ping")).status).toBe(503);
    expect((await attempt("r-nichts")).status).toBe(404);
  } finally {
    peer.close();
    for (const socket of sockets) socket.destroy();
  }
});
