/**
 * A private authority: an https target and an MQTT broker with its certificate are refused before it is uploaded,
 * accepted after, and refused once it is deleted; pods and hub run on meanwhile.
 */
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { zipOf } from "@hubwart/project/testing/zip";
import {
  type Mosquitto,
  makePair,
  type Product,
  startMosquitto,
  startProduct,
  waitFor,
} from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let product: Product;
let broker: Mosquitto;
let web: Server;
let webCa = "";
/** TLS connections to the web server that were accepted by the pod. */
let answered = 0;

beforeAll(async () => {
  const { ca, pair } = await makePair();
  webCa = ca;
  web = createServer(pair, (_request, response) => {
    answered += 1;
    response.end("21");
  });
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  broker = await startMosquitto({ tls: true });
  product = await startProduct();
  await product.api.signIn("Ein gutes Passwort 1!");
  const { port } = web.address() as AddressInfo;
  const content = await zipOf([
    { name: "project.csv", content: "key;value\nid;haus\n" },
    {
      name: "pods.csv",
      content: `id;url;host;port;tls\nhttp_out.web;https://127.0.0.1:${port}/;;;\nmqtt.broker;;127.0.0.1;${broker.port};ja\n`,
    },
    { name: "http_out.csv", content: "pod;channel;type;dir;path;interval\nweb;wert;float;in;;500\n" },
    { name: "mqtt.csv", content: "pod;channel;topic\nbroker;wert;haus/wert\n" },
  ]);
  const uploaded = await product.api.uploadProject(content, "haus.zip");
  expect(uploaded.body["errors"]).toEqual([]);
  expect(uploaded.body).toMatchObject({ code: 0 });
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await broker?.stop();
  web?.closeAllConnections();
  web?.close();
});

async function upload(name: string, content: string): Promise<unknown> {
  const form = new FormData();
  form.set("newfile", new Blob([content]), name);
  const response = await fetch(`${product.url}/admin/api/resources/certs/upload`, {
    method: "POST",
    headers: { authorization: `Bearer ${product.api.token ?? ""}` },
    body: form,
  });
  return await response.json();
}

async function connection(chan: string): Promise<boolean> {
  const { body } = await product.api.get("/trace/meta", { filter: chan });
  const records = body["entries"] as { chan: string; conn_state: boolean }[];
  return records.some((one) => one.chan === chan && one.conn_state);
}
const WEB = "http_out.iface.web.main";
const BROKER = "mqtt.iface.broker.main";
const pids = async () => {
  const { body } = await product.api.get("/pods", { force: "0" });
  return (body["pods"] as { id: string; started: number }[]).map(({ id, started }) => [id, started]);
};

describe("a private authority", () => {
  it("is not trusted before", async () => {
    await waitFor(async () => (await pids()).length === 2, { what: "the pods to run" });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(answered).toBe(0);
    expect(await Promise.all([connection(WEB), connection(BROKER)])).toEqual([false, false]);
  }, 60_000);

  it("is trusted once it is uploaded, by the pods as they run", async () => {
    const before = await pids();
    expect(await upload("web.pem", webCa)).toEqual({ code: 0 });
    expect(await upload("broker.pem", broker.certificates?.ca ?? "")).toEqual({ code: 0 });
    await waitFor(async () => answered > 0 && (await connection(WEB)) && (await connection(BROKER)), {
      what: "the pods to connect",
      timeout: 60_000,
    });
    expect(await pids()).toEqual(before);
  }, 90_000);

  it("is not trusted any more once it is deleted, and connections that stood on it end", async () => {
    const before = await pids();
    for (const name of ["web.pem", "broker.pem"]) {
      const { body } = await product.api.get("/resources/certs/delete", { file: name });
      expect(body).toEqual({ code: 0 });
    }
    await waitFor(async () => !(await connection(WEB)) && !(await connection(BROKER)), {
      what: "the pods to be refused",
      timeout: 60_000,
    });
    const now = answered;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(answered).toBe(now);
    expect(await pids()).toEqual(before);
    expect((await product.api.get("/resources/certs/files")).body).toEqual({ code: 0, files: [] });
  }, 90_000);
});
