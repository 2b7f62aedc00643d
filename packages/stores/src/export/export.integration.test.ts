import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { createLogger, ManualClock, MemoryLogSink, Scope, trustAuthorities } from "@hubwart/core";
import { makePair, startInfluxdb, startInfluxdbV2, startQuestdb } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Exporter } from "./exporter.ts";
import { type ExportSettings, readExportStatus, writeExportSettings } from "./files.ts";

const START = Date.UTC(2026, 10, 21, 13, 0);
const RETRY = 60_000;
const lake = useFolder();
let clock: ManualClock;
let sink: MemoryLogSink;
let ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  clock = new ManualClock(START);
  sink = new MemoryLogSink();
});
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  ends = [];
});

const settings = (port: number, more: Partial<ExportSettings> = {}): Promise<void> =>
  writeExportSettings(lake(), {
    active: true,
    kind: "influxdb",
    tls: false,
    host: "127.0.0.1",
    port,
    base: "",
    shown: "http://datenbank:8086",
    token: "",
    org: "haus",
    bucket: "hub",
    table: "hubwart",
    most: 1e7,
    ...more,
  });

async function open(): Promise<{ exporter: Exporter; end: () => Promise<void> }> {
  const scope = new Scope();
  ends.push(() => scope.end());
  const exporter = await Exporter.open({
    lake: lake(),
    clock,
    scope,
    log: createLogger("hub", "export", sink),
  });
  return { exporter, end: () => scope.end() };
}

/** Values of one channel, numbered, a second apart. */
function add(exporter: Exporter, from: number, count: number): void {
  for (let at = from; at < from + count; at += 1) exporter.add("mqtt.halle.t", START + at * 1_000, at, 0);
}
/** Brings to the disk what was added, and lets go what may go. */
async function pass(exporter: Exporter, ms = 0): Promise<void> {
  await exporter.flush();
  clock.advance(ms);
  await exporter.idle();
  await exporter.flush();
}
const status = async () => (await readExportStatus(lake())) ?? expect.fail("there is no status");

type WebServer = Server & { closeAllConnections(): void };

/** Answers as it is told; of what it took it keeps the lines. */
async function startPeer(make: (handler: RequestListener) => WebServer = createServer) {
  const taken: string[] = [];
  let answer: (response: ServerResponse, lines: string[]) => void = () => undefined;
  const server = make((request, response) => {
    if (request.url === "/ping") {
      response.writeHead(204, { "x-influxdb-version": "v2.7.12" }).end();
      return;
    }
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => answer(response, body.trimEnd().split("\n")));
  });
  const take = (response: ServerResponse, lines: string[]) => {
    taken.push(...lines);
    response.writeHead(204).end();
  };
  const peer = {
    taken,
    take,
    port: await listen(server),
    answers: (next: typeof answer) => (answer = next),
  };
  peer.answers(take);
  return peer;
}
async function listen(server: WebServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}
const numbers = (lines: readonly string[]) => lines.map((line) => Number(/value=(\d+)/.exec(line)?.[1]));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

describe("records to a database", () => {
  it("are in a real InfluxDB, each once, though it was missing at the start, fell in between and fell again", async () => {
    const influx = await startInfluxdb();
    ends.push(() => influx.stop());
    const { port } = influx;
    await influx.query('CREATE DATABASE "hub"');
    await influx.down();
    await settings(port);
    const first = await open();
    add(first.exporter, 0, 6_000);
    first.exporter.add("mqtt.halle.text", START, 'Zeile 1\n"Zeile 2"', 1);
    await pass(first.exporter, RETRY);
    expect(await status()).toMatchObject({ pending: 6_001, sent: 0, failingSince: expect.any(Number) });
    expect((await status()).lastError?.text).toContain("datenbank:8086");
    await influx.up();
    await pass(first.exporter, RETRY);
    expect(await status()).toMatchObject({ pending: 0, sent: 6_001, failingSince: 0 });
    await influx.down();
    add(first.exporter, 6_000, 10);
    await pass(first.exporter, RETRY);
    // A restart of the recorder, too; and once more the database is gone while it is tried.
    await first.end();
    const second = await open();
    await pass(second.exporter, RETRY);
    add(second.exporter, 6_010, 10);
    await influx.up();
    await pass(second.exporter, RETRY);
    expect(await status()).toMatchObject({ pending: 0, bytes: 0, dropped: 0, refused: 0 });
    const rows = await influx.query(`SELECT value, quality FROM hubwart WHERE channel='mqtt.halle.t'`, "hub");
    expect(rows.map((row) => [row["time"], row["value"]])).toEqual(
      upTo(6_020).map((at) => [START + at * 1_000, at]),
    );
    const texts = await influx.query(
      `SELECT text, quality FROM hubwart WHERE channel='mqtt.halle.text'`,
      "hub",
    );
    expect(texts).toEqual([{ time: START, text: 'Zeile 1\n"Zeile 2"', quality: 1 }]);
  });

  it("leave a second row nowhere in QuestDB, and only the line of the wrong type out", async () => {
    const quest = await startQuestdb({ token: "hub:geheim" });
    ends.push(() => quest.stop());
    await settings(quest.port, { kind: "questdb", token: "hub:geheim" });
    const { exporter } = await open();
    quest.refuses = /value=17,/;
    add(exporter, 0, 100);
    await pass(exporter);
    expect(
      quest
        .rows("hubwart")
        .map(({ value }) => value ?? 0)
        .toSorted((a, b) => a - b),
    ).toEqual(upTo(100).filter((at) => at !== 17));
    expect(await status()).toMatchObject({ pending: 0, sent: 99, refused: 1 });
    expect((await status()).lastError?.text).toContain("cast error");
    quest.refuses = undefined;
    // A request that was taken without an answer is repeated.
    exporter.add("mqtt.halle.t", START, 0, 0);
    await pass(exporter);
    expect(quest.rows("hubwart").length).toBe(99);
  });

  it("go to a QuestDB that lets nobody make tables, too", async () => {
    const quest = await startQuestdb();
    ends.push(() => quest.stop());
    quest.readOnlySql = true;
    await settings(quest.port, { kind: "questdb" });
    const { exporter } = await open();
    add(exporter, 0, 3);
    await pass(exporter);
    expect(quest.rows("hubwart").length).toBe(3);
  });

  it("wait with a wrong token, and go on with the right one", async () => {
    const influx = await startInfluxdbV2({ org: "haus", bucket: "hub", token: "richtig" });
    ends.push(() => influx.stop());
    await settings(influx.port, { token: "falsch" });
    const { exporter } = await open();
    add(exporter, 0, 5);
    await pass(exporter, RETRY);
    expect(await status()).toMatchObject({ pending: 5, refused: 0, dropped: 0 });
    expect((await status()).lastError?.text).toContain("Das Token wird nicht angenommen");
    expect(JSON.stringify([await status(), sink.entries])).not.toContain("falsch");
    await settings(influx.port, { token: "richtig" });
    await pass(exporter);
    expect(numbers(influx.lines)).toEqual(upTo(5));
  });

  it.each([
    [
      "a date",
      { "retry-after": new Date(START + 600_000).toUTCString(), date: new Date(START).toUTCString() },
      "",
    ],
    ["seconds", { "retry-after": "600" }, ""],
    ["its own words", {}, '{"retry_after":600}'],
  ])("wait as long as the database says by %s", async (_, headers, body) => {
    const peer = await startPeer();
    await settings(peer.port);
    const { exporter } = await open();
    peer.answers((response) => response.writeHead(503, headers).end(body));
    add(exporter, 0, 1);
    await pass(exporter);
    peer.answers(peer.take);
    await pass(exporter, 599_000);
    expect(peer.taken).toEqual([]);
    await pass(exporter, 2_000);
    expect(numbers(peer.taken)).toEqual([0]);
  });

  it("survive answers that are slow, cut off, overloaded, garbage or endless", async () => {
    const peer = await startPeer();
    await settings(peer.port);
    const { exporter } = await open();
    const troubles: [RegExp, Parameters<typeof peer.answers>[0]][] = [
      [/unterbrochen/, (response) => response.socket?.destroy()],
      [/überlastet/, (response) => response.writeHead(429, { "retry-after": "30" }).end("{}")],
      [/Störung.*HTTP 500/, (response) => response.writeHead(500).end("<html>")],
      [/gibt es nicht/, (response) => response.writeHead(404).end('{"message":"bucket not found"}')],
      [
        /ohne Ende/,
        (response) => {
          response.writeHead(500);
          const more = () => response.write("x".repeat(65_536)) && setImmediate(more);
          response.on("drain", more).on("error", () => undefined);
          more();
        },
      ],
    ];
    let count = 0;
    for (const [said, trouble] of troubles) {
      peer.answers(trouble);
      add(exporter, count, 10);
      count += 10;
      await pass(exporter, RETRY);
      expect((await status()).lastError?.text).toMatch(said);
      expect((await status()).retry).toBeGreaterThan(clock.now());
      peer.answers(peer.take);
      await pass(exporter, RETRY);
      expect(await status()).toMatchObject({ pending: 0, failingSince: 0, retry: 0 });
    }
    // The end of an answer that came too late counts as none: the lines are sent once more.
    let held: ServerResponse | undefined;
    peer.answers((response, lines) => {
      peer.taken.push(...lines);
      held = response;
    });
    add(exporter, count, 1);
    await exporter.flush();
    while (!held) await new Promise((resolve) => setImmediate(resolve));
    held.destroy();
    await exporter.idle();
    peer.answers(peer.take);
    await pass(exporter, RETRY);
    expect(numbers(peer.taken)).toEqual([...upTo(count + 1), count]);
  });

  it("hold up nobody while the database is slow, and cost no more room than given", async () => {
    const peer = await startPeer();
    const held: (() => void)[] = [];
    peer.answers((response, lines) => void held.push(() => peer.take(response, lines)));
    await settings(peer.port, { most: 100_000 });
    const { exporter } = await open();
    for (let at = 0; at < 60; at += 1) {
      add(exporter, at * 1_000, 1_000);
      await exporter.flush();
    }
    const full = await status();
    expect(full.bytes).toBeLessThanOrEqual(100_000);
    expect(full.dropped).toBeGreaterThan(0);
    expect(full.pending + full.dropped + full.sent).toBe(60_000);
    peer.answers(peer.take);
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const go of held) go();
    await pass(exporter);
    const { dropped, sent } = await status();
    expect([dropped + sent, new Set(peer.taken).size]).toEqual([60_000, sent]);
    expect(numbers(peer.taken)).toEqual(numbers(peer.taken).toSorted((a, b) => a - b));
  });

  it("believe an InfluxDB that says how many it left out", async () => {
    const peer = await startPeer();
    let requests = 0;
    peer.answers((response, lines) => {
      requests += 1;
      peer.taken.push(...lines.slice(2));
      const message = "partial write: points beyond retention policy dropped=2";
      response.writeHead(422).end(JSON.stringify({ code: "unprocessable entity", message }));
    });
    await settings(peer.port);
    const { exporter } = await open();
    add(exporter, 0, 10);
    await pass(exporter);
    expect([requests, (await status()).sent, (await status()).refused]).toEqual([1, 8, 2]);
  });

  it("reach a server with a certificate of an own authority exactly while that is trusted", async () => {
    const { ca, pair } = await makePair();
    const peer = await startPeer((handler) => createTlsServer(pair, handler));
    await settings(peer.port, { tls: true, host: "localhost" });
    ends.push(() => trustAuthorities([]));
    const { exporter } = await open();
    add(exporter, 0, 3);
    await pass(exporter, RETRY);
    expect((await status()).lastError?.text).toContain("nicht als vertrauenswürdig eingetragen");
    await trustAuthorities([ca]);
    await pass(exporter, RETRY);
    expect(numbers(peer.taken)).toEqual(upTo(3));
  });

  it("are neither kept nor sent while it is off, and what waited is forgotten", async () => {
    const peer = await startPeer();
    await settings(peer.port, { active: false });
    const { exporter } = await open();
    add(exporter, 0, 5);
    await pass(exporter, RETRY);
    expect(await status()).toMatchObject({ active: false, pending: 0, bytes: 0 });
    peer.answers((response) => response.writeHead(500).end());
    await settings(peer.port);
    await pass(exporter);
    add(exporter, 5, 5);
    await pass(exporter);
    expect((await status()).pending).toBe(5);
    await settings(peer.port, { active: false });
    await pass(exporter);
    peer.answers(peer.take);
    await settings(peer.port);
    await pass(exporter);
    add(exporter, 10, 1);
    await pass(exporter, RETRY);
    expect(numbers(peer.taken)).toEqual([10]);
  });
});
