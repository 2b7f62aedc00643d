/**
 * Containers in a browser, on a real engine: the overview, the proxy's rules as real clients meet them, and users of the broker who are
 * connected while they are added, limited and deleted.
 */
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type http from "node:http";
import type net from "node:net";
import os from "node:os";
import path from "node:path";
import { freePort, makeCertificates, waitFor } from "@hubwart/testing";
import { ADMIN_PASSWORD, type AddOnBench, startAddOns } from "@hubwart/testing/containers";
import { connectAsync, type MqttClient } from "mqtt";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { launchBrowser, openTab, type Tab } from "./support/browser.ts";
import { byButton, byHeading, signIn } from "./support/console.ts";
import { tabTo } from "./support/keyboard.ts";
import { lookAt } from "./support/look.ts";
import { writeGate } from "./support/projects.ts";
import {
  addRule,
  fillRule,
  JOB_MS,
  mostMemory,
  overTls,
  portClosed,
  putBody,
  ruleRow,
  saveRule,
  startCounter,
  useCertificate,
} from "./support/proxy.ts";

/** Each step may wait for jobs of the engine, one after the other. */
vi.setConfig({ testTimeout: 4 * JOB_MS });
/** haproxy holds two buffers of 16 KiB for a connection; what it needs besides is for TLS and its own structures. */
const MOST_MEMORY = 100e6;

let bench: AddOnBench;
let browser: Browser;
let tab: Tab;
let podPort: number;
let root: string;
const clients: MqttClient[] = [];

beforeAll(async () => {
  const images = ["caddyproxy", "mosquitto", ["grafana", "grafana"], ["influxdb", "influxdb"]] as const;
  [bench, browser] = await Promise.all([startAddOns(images), launchBrowser()]);
  podPort = await freePort();
  const project = await writeGate(podPort);
  await waitFor(async () => (await bench.get("/license"))["valid"] === true, { what: "the licence" });
  expect((await bench.product.api.uploadProject(project, "proxy.xlsx")).body).toMatchObject({ code: 0 });
  root = await (
    await fetch(`${bench.product.url}/admin/api/resources/tls/root.crt`, {
      headers: { authorization: `Bearer ${bench.product.api.token ?? ""}` },
    })
  ).text();
  tab = await openTab(browser, bench.product.url, { address: "/" });
  await signIn(tab.page, ADMIN_PASSWORD);
  await byHeading(tab.page, "Status").waitFor();
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await browser?.close();
  await bench?.stop();
});

const says = (text: string | RegExp) => tab.page.getByText(text).first().waitFor({ timeout: JOB_MS });
const open = async (name: string, title: string) => {
  await tab.page.goto(`${bench.product.url}/container/${name}`);
  await byHeading(tab.page, title).waitFor();
};
const confirm = (verb: string) => byButton(tab.page.getByRole("dialog"), verb).click();

async function start(name: string, title: string): Promise<void> {
  await open(name, title);
  await tab.page.getByRole("button", { name: "Start", exact: true }).click();
  await confirm("Starten");
  await byButton(tab.page, "Anhalten").waitFor({ timeout: JOB_MS });
}

it("the overview shows containers and pods by keyboard too, and keeps what was folded", async () => {
  const { page } = tab;
  await page.goto(`${bench.product.url}/container`);
  await byHeading(page, "Container").waitFor();
  const section = (name: string) => page.getByRole("region", { name });
  await section("System").getByText("main", { exact: true }).waitFor();
  await section("Drittanbieter").getByText("Kein Container ist aktiv").waitFor();
  await section("Pods").getByText("1 aktiv").waitFor();
  // By keyboard alone.
  await byButton(section("Pods"), "Pods").focus();
  await page.keyboard.press("Enter");
  await section("Pods").getByText("http_in.tor").waitFor();
  await section("Drittanbieter").getByRole("switch", { name: "Inaktive ausblenden" }).focus();
  await page.keyboard.press("Space");
  await section("Drittanbieter").getByRole("link", { name: "Mosquitto", exact: true }).waitFor();
  await page.reload();
  await section("Pods").getByText("http_in.tor").waitFor();
  await section("Drittanbieter").getByRole("link", { name: "Mosquitto", exact: true }).waitFor();
  await lookAt(page, "containers");
});

describe("the broker's users", () => {
  const connect = async (password: string) => {
    const client = await connectAsync("mqtt://127.0.0.1:21883", {
      username: "lampe",
      password,
      reconnectPeriod: 0,
    });
    clients.push(client);
    return client;
  };
  const clientsBox = () => tab.page.getByRole("region", { name: "Verbundene Clients" });
  let lamp: MqttClient;
  const got: string[] = [];

  it("are added: the client may in, and write what it may", async () => {
    const { page } = tab;
    await start("mosquitto", "Mosquitto");
    await page.getByRole("tab", { name: "MQTT-Benutzer" }).click();
    await byButton(page, "Benutzer hinzufügen").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Benutzername").fill("lampe");
    await dialog.getByLabel("Passwort", { exact: true }).fill("geheim-1");
    await dialog.getByLabel("Passwort wiederholen", { exact: true }).fill("geheim-1");
    await dialog.getByLabel("Topic lesen").fill("haus/#");
    await dialog.getByLabel("Topic schreiben").fill("haus/lampe");
    await byButton(dialog, "Speichern").click();
    await says("Benutzer hinzugefügt");
    lamp = await connect("geheim-1");
    lamp.on("message", (topic) => got.push(topic));
    await lamp.subscribeAsync("haus/#");
    await lamp.publishAsync("haus/lampe", "an", { qos: 1 });
    await waitFor(() => got.length > 0, { what: "the message" });
    // Whoever looks now sees it.
    await page.reload();
    await page.getByRole("tab", { name: "MQTT-Benutzer" }).click();
    await clientsBox()
      .getByText(lamp.options.clientId ?? "")
      .waitFor();
    await lookAt(page, "containers-users");
  });

  it("are limited while connected, which the broker itself confirms", async () => {
    const { page } = tab;
    await byButton(page, "Benutzer bearbeiten: lampe").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Topic schreiben").fill("");
    await byButton(dialog, "Speichern").click();
    await says("Benutzer geändert");
    await byButton(page, "Was darf dieser Benutzer? lampe").click();
    await dialog.getByLabel("Topic", { exact: true }).fill("haus/lampe");
    await page.keyboard.press("Enter");
    await says("Lesen: erlaubt");
    await says("Schreiben: nicht erlaubt");
    await page.keyboard.press("Escape");
    got.length = 0;
    await lamp.publishAsync("haus/lampe", "aus", { qos: 1 }).catch(() => undefined);
    const still = await connect("geheim-1");
    await still.subscribeAsync("haus/#");
    expect(got).toEqual([]);
  });

  it("are disconnected as soon as they are deleted", async () => {
    const { page } = tab;
    const gone = new Promise<void>((resolve) => void lamp.once("close", () => resolve()));
    await byButton(page, "Benutzer löschen: lampe").click();
    await confirm("Löschen");
    await says("Benutzer entfernt");
    await gone;
    await clientsBox().getByText("Zurzeit ist niemand verbunden").waitFor();
    await expect(connect("geheim-1")).rejects.toThrow(/authorized/i);
  });
});

describe("rules of the proxy", () => {
  const OWN_NAME = "bilder.example";
  /** PEM of the authority behind the uploaded certificate. */
  let own: string;
  let backend: http.Server;
  let backendPort: number;

  beforeAll(async () => {
    backend = await startCounter();
    backendPort = (backend.address() as net.AddressInfo).port;
  });
  afterAll(() => {
    backend?.closeAllConnections();
    backend?.close();
  });

  it("http leads to a pod's HTTP server", async () => {
    await start("caddyproxy", "Caddy Proxy");
    await tab.page.getByRole("tab", { name: "Regeln" }).click();
    await addRule(tab.page, {
      name: "Tor",
      port: 9000,
      protocol: "http",
      kind: "Pod",
      target: "http_in.pod.tor",
    });
    const sent = () => fetch("http://127.0.0.1:9000/stand", { method: "POST", body: "42.5" });
    await waitFor(async () => (await sent()).status === 200, { what: "the rule", timeout: JOB_MS });
    await waitFor(
      async () => JSON.stringify(await bench.get("/trace/data?filter=http_in.tor.stand")).includes("42.5"),
      { what: "the value" },
    );
  });

  it("tcps leads to Mosquitto, for a client that trusts the device's root", async () => {
    await bench.post("/mosquitto/users/set", { usr: "tls", pwd: "geheim-2", read: "#", write: "#" });
    await addRule(tab.page, {
      name: "Broker",
      port: 9001,
      protocol: "tcps",
      kind: "Container",
      target: "mosquitto",
    });
    const options = { username: "tls", password: "geheim-2", reconnectPeriod: 0 };
    await expect(connectAsync("mqtts://127.0.0.1:9001", options)).rejects.toThrow(/certificate/);
    const client = await connectAsync("mqtts://127.0.0.1:9001", { ...options, ca: root });
    clients.push(client);
    const got = new Promise<string>((resolve) => client.once("message", (topic) => resolve(topic)));
    await client.subscribeAsync("x");
    await client.publishAsync("x", "y", { qos: 1 });
    expect(await got).toBe("x");
  });

  it("https leads to Grafana", async () => {
    expect(await bench.post("/grafana/config", { active: true })).toMatchObject({ code: 0 });
    await addRule(tab.page, {
      name: "Bilder",
      port: 9003,
      protocol: "https",
      kind: "Container",
      target: "grafana",
    });
    const client = { port: 9003, ca: root };
    expect(await overTls(client)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"database":"ok"'),
    });
  });

  it("https and tcps serve with a certificate that is uploaded for their rules", async () => {
    const { page } = tab;
    const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-proxy-"));
    try {
      const { ca, certFile, keyFile } = await makeCertificates(folder, [`DNS:${OWN_NAME}`]);
      own = ca;
      const whole = path.join(folder, "whole.pem");
      await writeFile(whole, (await readFile(certFile, "utf8")) + ca);
      await byButton(page, "Zertifikat für Regeln hochladen").click();
      await page.getByLabel("Zertifikat auswählen").setInputFiles(whole);
      await byButton(page, "Prüfen und behalten").click();
      await says("Der private Schlüssel fehlt.");
      await page.getByLabel("Schlüsseldatei auswählen").setInputFiles(keyFile);
      await byButton(page, "Prüfen und behalten").click();
      await says("Das Zertifikat wurde geprüft und kann in Regeln gewählt werden.");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await expect(overTls({ port: 9003, ca: own, servername: OWN_NAME })).rejects.toThrow(/certificate/);
    await useCertificate(page, "Bilder", OWN_NAME);
    await useCertificate(page, "Broker", OWN_NAME);
    // It is valid for two days.
    await page
      .getByRole("row", { name: /bilder\.example.*bald.*(Bilder|Broker), (Bilder|Broker)/ })
      .waitFor();
    expect(await overTls({ port: 9003, ca: own, servername: OWN_NAME })).toMatchObject({ status: 200 });
    const options = { username: "tls", password: "geheim-2", reconnectPeriod: 0 };
    const client = await connectAsync("mqtts://127.0.0.1:9001", {
      ...options,
      ca: own,
      servername: OWN_NAME,
    });
    clients.push(client);
    await lookAt(page, "containers-certificates");
  });

  it("one that cannot work is refused or marked before it is stored, and disturbs no other", async () => {
    const { page } = tab;
    const taken = { name: "Belegt", port: backendPort, protocol: "http", kind: "Eigene Adresse" } as const;
    let dialog = await fillRule(page, { ...taken, target: "127.0.0.1:9000" });
    await byButton(dialog, "Speichern").click();
    await dialog.getByText(`Der Port ${backendPort} wird bereits von dem Programm „node`).waitFor();
    await page.keyboard.press("Escape");
    await byButton(dialog, "Verwerfen").click();
    await dialog.waitFor({ state: "detached" });
    const away = { ...taken, name: "Weg", port: 9004, target: `127.0.0.1:${await freePort()}` };
    dialog = await fillRule(page, away);
    await byButton(dialog, "Speichern").click();
    await dialog.getByText("Das Ziel antwortet nicht").waitFor();
    await lookAt(page, "containers-probe");
    await saveRule(dialog, "Trotzdem speichern");
    await ruleRow(page, away)
      .getByText(/dort nimmt kein Dienst Verbindungen an/)
      .waitFor({ timeout: JOB_MS });
    expect((await fetch("http://127.0.0.1:9004/")).status).toBe(503);
    expect((await fetch("http://127.0.0.1:9000/stand", { method: "POST", body: "1" })).status).toBe(200);
    expect(await overTls({ port: 9003, ca: own, servername: OWN_NAME })).toMatchObject({ status: 200 });
    // The refusals were asked for.
    tab.forget();
  });

  it("a WebSocket passes", async () => {
    await addRule(tab.page, {
      name: "Eigene",
      port: 9002,
      protocol: "http",
      kind: "Eigene Adresse",
      target: `127.0.0.1:${backendPort}`,
    });
    const socket = new WebSocket("ws://127.0.0.1:9002/live");
    await once(socket, "open");
    const answered = once(socket, "message");
    socket.send(Buffer.alloc(100_000, 7));
    expect(((await answered)[0] as Buffer).length).toBe(100_000);
    socket.close();
  });

  it("a body of 1 GiB streams, and the proxy keeps none of it", async () => {
    const size = 1024 ** 3;
    expect(await putBody("http://127.0.0.1:9002/", size)).toBe(String(size));
    expect(await mostMemory(bench.docker, "s4q_caddyproxy")).toBeLessThan(MOST_MEMORY);
  });

  it("a rule is added, changed and deleted by keyboard alone", async () => {
    const { page } = tab;
    const { keyboard } = page;
    const dialog = page.getByRole("dialog");
    const press = async (button: ReturnType<typeof byButton>) => {
      await tabTo(page, button);
      await keyboard.press("Enter");
    };
    const type = async (label: string, text: string) => {
      await tabTo(page, dialog.getByLabel(label));
      await keyboard.press("Control+A");
      await keyboard.type(text);
    };
    await page.reload();
    await byHeading(page, "Caddy Proxy").waitFor();
    await press(byButton(page, "Regel hinzufügen").first());
    await type("Name", "Tasten");
    await type("IP-Port", "9005");
    await tabTo(page, dialog.getByLabel("Art des Ziels"));
    await keyboard.type("Eigene");
    await type("Adresse:Port", `127.0.0.1:${backendPort}`);
    await keyboard.press("Enter");
    await dialog.waitFor({ state: "detached", timeout: JOB_MS });
    await ruleRow(page, { name: "Tasten", port: 9005 }).waitFor();
    expect(await (await fetch("http://127.0.0.1:9005/", { method: "POST", body: "abc" })).text()).toBe("3");
    await press(byButton(page, "Regel bearbeiten: Tasten"));
    await type("IP-Port", "9006");
    await press(byButton(dialog, "Speichern"));
    await dialog.waitFor({ state: "detached", timeout: JOB_MS });
    await ruleRow(page, { name: "Tasten", port: 9006 }).waitFor();
    expect(await (await fetch("http://127.0.0.1:9006/", { method: "POST", body: "ab" })).text()).toBe("2");
    await press(byButton(page, "Regel löschen: Tasten"));
    await press(byButton(dialog, "Ja"));
    await dialog.waitFor({ state: "detached", timeout: JOB_MS });
    await ruleRow(page, { name: "Tasten", port: 9006 }).waitFor({ state: "detached" });
    await Promise.all([portClosed(9005), portClosed(9006)]);
  });

  it("a port twice is marked, a rule is deleted by its question, and its port is closed", async () => {
    const { page } = tab;
    await lookAt(page, "containers-rules");
    await byButton(page, "Regel löschen: Eigene").click();
    await page
      .getByRole("dialog")
      .getByText(/Soll die Regel "Eigene \(ID: .+\)" entfernt werden\?/)
      .waitFor();
    await confirm("Ja");
    await says("Die Regel wurde entfernt.");
    await portClosed(9002);
    expect(tab.problems()).toEqual([]);
  });

  it("InfluxDB's token is shown, renewed and another one then", async () => {
    const { page } = tab;
    expect(await bench.post("/influxdb/config", { active: true })).toMatchObject({ code: 0 });
    await page.goto(`${bench.product.url}/container/influxdb`);
    await byButton(page, "Zugang anzeigen").click();
    const token = page.locator("dt", { hasText: /^Token$/ }).locator("xpath=following-sibling::dd[1]");
    const before = await token.textContent();
    await lookAt(page, "container-influxdb");
    await byButton(page, "Token erneuern").click();
    await byButton(page.getByRole("dialog"), "Token erneuern").click();
    await says("Das Token wurde erneuert.");
    await byButton(page, "Zugang anzeigen").click();
    expect(await token.textContent()).not.toBe(before);
    expect(await bench.post("/influxdb/config", { active: false })).toMatchObject({ code: 0 });
  });
});
