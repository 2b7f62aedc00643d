/** A device with something of everything that people set, and what an administrator would compare on another one. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:tls";
import { makeKeyring } from "@hubwart/knx/testing";
import { zipOf } from "@hubwart/project/testing/zip";
import { ApiClient, makePair, type Product, waitFor } from "@hubwart/testing";
import { pageZip, sendFile } from "./restoring.ts";

export const EXTERNAL = "ping.aussen";
const KNX = "knx.iface.haus.main";
const KEYRING_PASSWORD = "Passwort des Keyrings";

/** What only whoever set it up knows; the restored device has to know it too. */
export interface Secrets {
  user: string;
  password: string;
  token: string;
  metrics: string;
}

const project = () =>
  zipOf([
    { name: "project.csv", content: "key;value\nid;umzug\nname;Umzug\n" },
    { name: "pods.csv", content: "id;host;port\nping.innen;;\nping.aussen;;\nknx.haus;127.0.0.1;9\n" },
    { name: "ping.csv", content: "pod;channel;host\ninnen;da;127.0.0.1\naussen;da;127.0.0.1\n" },
    { name: "knx.csv", content: "pod;channel;dir;address;dpt\nhaus;licht;in;1/0/1;1.001\n" },
    {
      name: "constants.csv",
      content: "channel;type;value;min;max;label\ngrenze;float;21,5;5;30;Grenzwert\n",
    },
    { name: "haus.lua", content: "log('Projekt')" },
  ]);

/** On a signed-in device. @param folder for files on the way */
export async function furnish(device: Product, folder: string): Promise<Secrets> {
  const { api } = device;
  const post = async (call: string, body: object) => good(call, (await api.post(call, body)).body);
  const get = async (call: string) => good(call, (await api.get(call)).body);
  const send = async (call: string, name: string, content: Uint8Array | string) =>
    good(call, (await sendFile(device, call, "newfile", name, content)).body);
  await licensed(api);
  good("project", (await api.uploadProject(await project(), "umzug.zip")).body);

  const user = "visu";
  const password = "Passwort der Visu 1";
  await post("/wsauth/users/set", { user, role: "read", pwd: password });
  await post("/wsauth/users/set", { user: "pumpe", role: "write", pwd: "Passwort 2", kind: "assets" });
  const { token } = await post("/wsauth/users/token", { user });
  const rule = { name: "Wetter", port: 9_443, protocol: "https", target: "user", user_header: "X-Haus: 1" };
  await post("/caddyproxy/rules/set", { active: true, user_url: "192.0.2.1:80", ...rule });
  const plain = { name: "Kamera", port: 9_001, protocol: "tcp", target: "user", user_header: "" };
  await post("/caddyproxy/rules/set", { active: false, user_url: "192.0.2.2:554", ...plain });
  await post("/resources/baskets/upload?file=main.json", {
    rows: [{ channel: "const.main.grenze", value: 25 }],
  });
  await get("/resources/baskets/compile");
  await post("/state/config/settings", { interval: 15 });
  await post("/state/config/mqtt", { active: true, server: "mosquitto:1884", topic: "haus/stand" });
  const influx = { active: false, server: "influxdb:8086", org: "Haus", bucket: "stand" };
  await post("/state/config/influxdb", { ...influx, token: "influx-geheim" });
  await post("/pods/config", { pod: "knx.haus", internal: true, params: { nat: true, time: 40 } });
  await post("/pods/config", { pod: EXTERNAL, internal: false, params: {} });
  const tunnels = [{ address: 0x1102, userId: 2, password: "x", authentication: "y" }];
  const keyring = makeKeyring({ password: KEYRING_PASSWORD, project: "Musterhaus", tunnels });
  const pwd = encodeURIComponent(KEYRING_PASSWORD);
  await send(`/knx/keyring?iface=${KNX}&pwd=${pwd}`, "haus.knxkeys", keyring);
  await send("/resources/htdocs/upload", "public.zip", await pageZip(folder));
  const { ca, pair } = await makePair();
  await send("/resources/certs/upload", "firma.pem", ca);
  await send("/resources/tls/own", "server.pem", pair.cert + pair.key);
  await post("/resources/lua/save", { file: "eigenes.lua", source: "log('eigenes')" });
  await post("/resources/lua/settings", { hosts: ["api.example.org"] });
  await get("/resources/lua/compile");
  await post("/mosquitto/users/set", { usr: "lampe", pwd: "geheim-1", read: "haus/#", write: "" });
  await post("/tailscale/config", { active: false, token: "tskey-auth-1" });
  const tunnel = { proto: "http", addr: "grafana:3000" };
  await post("/ngrok/config", { active: false, authtoken: "ng-1", tunnels: [tunnel] });
  const { token: metrics } = await post("/metrics/token/create", {});
  // A backup has only what is there when it is made.
  await made(await tokenFile(device));
  return { user, password, token: String(token), metrics: String(metrics) };
}

/** Item by item, as the public calls show it. */
export async function items(device: Product) {
  const { api, url, httpsUrl } = device;
  const read = async (call: string, query: Record<string, string> = {}) => (await api.get(call, query)).body;
  const setting = async (pod: string) => {
    const { token_file: _, socket: __, need_restart: ___, ...kept } = await read("/pods/config", { pod });
    return kept;
  };
  // The room on the disk is of the moment.
  const { room: _, ...backup } = await read("/backup/config");
  return {
    versions: (await read("/project/history"))["versions"],
    users: await read("/wsauth/config"),
    rules: (await read("/caddyproxy/config"))["rules"],
    collections: await read("/resources/baskets/files"),
    constants: await read("/resources/baskets/file", { file: "main.json" }),
    forwarding: await read("/state/config"),
    pods: [await setting("knx.haus"), await setting(EXTERNAL)],
    podToken: await made(await tokenFile(device)),
    keyring: (await read("/knx/info", { iface: KNX }))["keyring"],
    publicFiles: (await read("/resources/htdocs/files"))["files"],
    page: await (await fetch(`${url}/opt/plan/index.html`)).text(),
    trusted: await read("/resources/certs/files"),
    certificate: (await read("/resources/tls/meta"))["own"],
    served: await servedAt(httpsUrl),
    scripts: await read("/resources/lua/files"),
    script: await read("/resources/lua/file", { file: "eigenes.lua" }),
    scriptServers: await read("/resources/lua/settings"),
    broker: await read("/mosquitto/users/list"),
    vpn: await read("/tailscale/config"),
    tunnels: await read("/ngrok/config"),
    metrics: (await read("/metrics/token"))["created"],
    backup,
  };
}

/** Which of the secrets open what they are for. */
export async function opens({ url }: Product, secrets: Secrets): Promise<Record<string, number>> {
  const status = async (path: string, authorization: string) =>
    (await fetch(`${url}${path}`, { headers: { authorization } })).status;
  const basic = Buffer.from(`${secrets.user}:${secrets.password}`).toString("base64");
  return {
    token: await status("/ws/channels", `Bearer ${secrets.token}`),
    password: await status("/ws/channels", `Basic ${basic}`),
    metrics: await status("/metrics", `Bearer ${secrets.metrics}`),
  };
}

/** Fingerprint of the certificate that whoever comes over TLS gets. */
async function servedAt(httpsUrl: string): Promise<string> {
  const { hostname: host, port } = new URL(httpsUrl);
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

/** What has to be this device's own, whatever it takes over. */
export async function identity(api: ApiClient): Promise<unknown> {
  return (await api.get("/resources/tls/meta")).body["root"];
}

function good(call: string, body: Record<string, unknown>): Record<string, unknown> {
  if (body["code"] === 0) return body;
  throw new Error(`${call}: ${JSON.stringify(body)}`);
}

/** Of the external pod, below the data folder of the device that is asked. */
async function tokenFile({ api, dataDir }: Product): Promise<string> {
  const { body } = await api.get("/pods/config", { pod: EXTERNAL });
  return String(body["token_file"]).replace(/^.*\/pods\//, `${dataDir}/pods/`);
}

/** A token is made once the hub has started with its pod. */
async function made(file: string): Promise<string> {
  let text = "";
  await waitFor(
    async () => {
      text = await readFile(file, "utf8");
      return text !== "";
    },
    { what: file, timeout: 60_000 },
  );
  return text;
}

/** Without a licence no project starts. It comes a moment after the appliance, and to the hub a moment after that. */
export async function licensed(api: ApiClient): Promise<void> {
  await waitFor(
    async () => {
      const { system } = (await api.get("/info")).body as { system: { hub: { state: string } } };
      return ["no_project", "running"].includes(system.hub.state);
    },
    { what: "the hub to have the trial licence", timeout: 60_000 },
  );
}
