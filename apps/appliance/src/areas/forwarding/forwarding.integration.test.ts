/** Documents of the real product at real targets: an http_in pod, Mosquitto, InfluxDB 1.6, and a stand-in for 2. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { writeWorkbook } from "@hubwart/project/workbook";
import {
  freePort,
  type Influxdb,
  type InfluxdbV2,
  type Mosquitto,
  type PeerProcess,
  type Product,
  startInfluxdb,
  startInfluxdbV2,
  startMosquitto,
  startProcess,
  startProduct,
  waitFor,
} from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StatusDocument } from "./document.ts";

const PASSWORD = "Weiterleitung-2026!";
const TOKEN = 'Token, für "alle"=\\Fälle';
const TOPIC = "/hubwart/state/";

const folder = useSharedFolder();
let product: Product;
let broker: Mosquitto;
let subscriber: PeerProcess;
let influx: Influxdb;
let influx2: InfluxdbV2;
let influxPort = 0;

const env = () => ({
  HUBWART_MQTT_ADDR: `127.0.0.1:${broker.port}`,
  HUBWART_INFLUX_ADDR: `127.0.0.1:${influxPort}`,
});

async function start(): Promise<void> {
  product = await startProduct({ dataDir: path.join(folder(), "data"), env: env() });
  await product.api.signIn(PASSWORD);
  await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
    what: "the embedded vendor's licence",
  });
}

beforeAll(async () => {
  [broker, influx, influx2] = await Promise.all([
    startMosquitto(),
    startInfluxdb(),
    startInfluxdbV2({ org: "haus", bucket: "hub", token: "v2-token" }),
  ]);
  subscriber = await subscribe();
  influxPort = influx.port;
  await start();
  const file = path.join(folder(), "p.xlsx");
  await writeFile(file, await writeWorkbook(await tables()));
  const reply = await product.api.uploadProjectFile(file);
  expect(reply.body).toMatchObject({ code: 0 });
  await podUp();
}, 90_000);
afterAll(async () => {
  await product?.stop();
  await subscriber?.stop();
  await Promise.all([broker?.stop(), influx?.stop(), influx2?.stop()]);
});

async function subscribe(): Promise<PeerProcess> {
  const args = ["-h", "127.0.0.1", "-p", String(broker.port), "-t", TOPIC, "-q", "1"];
  const peer = await startProcess("/usr/bin/mosquitto_sub", args);
  await waitFor(() => broker.output().includes("Sending SUBACK"), { what: "the subscription" });
  return peer;
}

async function tables() {
  return [
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "weiterleitung"],
        ["name", "Weiterleitung"],
      ],
    },
    {
      name: "pods",
      rows: [
        ["id", "bind", "port", "auth", "token"],
        ["http_in.zustand", "127.0.0.1", await freePort(), "token", "geheim-geheim-geheim"],
      ],
    },
    {
      name: "http_in",
      rows: [
        ["pod", "channel", "type", "dir", "path"],
        ["http_in.zustand", "state", "json", "in", "/hubwart/state"],
        ["http_in.zustand", "zahl", "int", "in", "/zahl"],
      ],
    },
  ];
}

const podUp = () =>
  waitFor(
    async () => {
      const { body } = await product.api.get("/pods");
      return (body["pods"] as { running: boolean }[])[0]?.running === true;
    },
    { what: "the pod to run" },
  );

const hub = async () => {
  const { body } = await product.api.get("/info");
  const { pid, state } = (body as { system: { hub: { pid: number; state: string } } }).system.hub;
  return { pid, state };
};
const post = async (at: string, body: unknown) => (await product.api.post(at, body)).body;
const send = (name: string) => post(`/state/send/${name}`, {});
const save = async (name: string, body: unknown) =>
  expect(await post(`/state/config/${name}`, body)).toEqual({ code: 0 });
const forwarded = async () => (await product.api.get("/state/status")).body;
const http = { active: true, pod: "http_in.zustand", path: "/hubwart/state" };
const influxdb = { active: true, server: "influxdb:8086", org: "haus", bucket: "hub" };

describe("status forwarding and its targets", () => {
  it("posts to an http_in pod, whose channel then carries the document", async () => {
    await save("http", http);
    expect(await send("http")).toMatchObject({
      delivered: true,
      text: expect.stringContaining("http_in.zustand"),
    });
    // The pod answers before the hub has the value.
    const value = async () => {
      const { body } = await product.api.get("/trace/data", { filter: "http_in.zustand.state" });
      return (body["entries"] as { value: StatusDocument | null }[])[0]?.value;
    };
    await waitFor(async () => (await value()) !== null, { what: "the value" });
    expect(await value()).toMatchObject({
      version: 1,
      product: "hubwart",
      test: true,
      hub: { state: "running", running: true },
      project: { id: "weiterleitung" },
      pods: [{ id: "http_in.zustand", running: true }],
    });
  });

  it("says what an http_in pod has against it", async () => {
    await save("http", { ...http, path: "/nirgends" });
    expect((await send("http"))["text"]).toContain("keinen Channel");
    await save("http", { ...http, path: "/zahl" });
    expect((await send("http"))["text"]).toContain("HTTP 400");
    await save("http", { ...http, pod: "http_in.fehlt" });
    expect(await send("http")).toMatchObject({
      delivered: false,
      text: expect.stringContaining("gehört nicht zum aktiven Projekt"),
    });
    await save("http", http);
  });

  it("publishes to Mosquitto", async () => {
    await save("mqtt", { active: true, server: "mosquitto:1884", topic: TOPIC });
    expect(await send("mqtt")).toMatchObject({ delivered: true });
    await subscriber.prints(/"product":"hubwart"/);
  });

  it("writes to InfluxDB 1 and says when the database is missing", async () => {
    await save("influxdb", { ...influxdb, bucket: 'mit "Namen"', token: "" });
    expect(await send("influxdb")).toMatchObject({
      delivered: false,
      text: expect.stringMatching(/InfluxDB 1\.6.*database not found/),
    });
    await influx.query('CREATE DATABASE "hub"');
    await save("influxdb", influxdb);
    expect(await send("influxdb")).toMatchObject({ delivered: true });
    const rows = await influx.query("SELECT * FROM pod", "hub");
    expect(rows).toMatchObject([{ pod: "http_in.zustand", type: "http_in", running: true }]);
    expect(await influx.query("SELECT state, running FROM hub", "hub")).toMatchObject([
      { state: "running", running: true },
    ]);
  });

  it("keeps documents in order over an outage of the broker and the death of the appliance", async () => {
    await subscriber.stop();
    await broker.kill();
    const before = await hub();
    await save("settings", { interval: 1 });
    await waitFor(async () => pending(await forwarded(), "mqtt") > 0, {
      what: "a document to wait for the broker",
    });
    // The other targets get theirs meanwhile, and the hub does not notice.
    expect(await hub()).toEqual({ pid: before.pid, state: "running" });
    await waitFor(async () => pending(await forwarded(), "influxdb") === 0, { what: "InfluxDB's document" });
    expect((await forwarded())["mqtt"]).toMatchObject({
      last_error: { text: expect.stringContaining("mosquitto:1884") },
    });
    product.launcher.kill("SIGKILL");
    await product.stop();
    await broker.restart();
    subscriber = await subscribe();
    await start();
    await subscriber.prints(/"seq":1,"test":false/);
    await waitFor(async () => pending(await forwarded(), "mqtt") === 0, { what: "the buffer to be empty" });
  }, 60_000);

  it("writes to InfluxDB 2 with a token that is never told", async () => {
    await product.stop();
    influxPort = influx2.port;
    await start();
    await podUp();
    await save("influxdb", { ...influxdb, token: TOKEN });
    expect(await send("influxdb")).toMatchObject({
      delivered: false,
      text: expect.stringMatching(/Token wird nicht angenommen.*HTTP 401.*unauthorized access/),
    });
    await save("influxdb", { ...influxdb, token: "v2-token" });
    expect(await send("influxdb")).toMatchObject({ delivered: true });
    // Without a token the stored one is kept.
    await save("influxdb", { ...influxdb, bucket: "anders" });
    expect((await send("influxdb"))["text"]).toContain("not found");
    expect(influx2.lines.join("\n")).toContain("pod=http_in.zustand");
    const { body } = await product.api.get("/state/config");
    expect(body["influxdb"]).toEqual({ ...influxdb, bucket: "anders", has_token: true });
    const audit = JSON.stringify((await product.api.get("/system/audit")).body);
    expect(audit).toContain("stateInfluxSave");
    expect(audit).not.toContain("v2-token");
    influx2.away = true;
    expect((await send("influxdb"))["delivered"]).toBe(false);
  }, 60_000);
});

function pending(body: Record<string, unknown>, name: string): number {
  return (body[name] as { pending: number }).pending;
}
