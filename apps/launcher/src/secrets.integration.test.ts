/**
 * Every secret a person hands over or is given: typed, uploaded, mistyped. None may turn up in a file that is not
 * there to hold it, in a log, trace, audit entry, diagnostics file, answer, process argument, environment or on the
 * terminal.
 */
import { execFile } from "node:child_process";
import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import {
  ETS6,
  etsFile,
  type KnxServer,
  makeKeyring,
  sealedWrite,
  startKnxServer,
} from "@hubwart/knx/testing";
import {
  type ChatStandIn,
  descendants,
  freePort,
  type Product,
  type Prosody,
  repoRoot,
  startChatStandIn,
  startMailServer,
  startProduct,
  startProsody,
  type TestMailServer,
  waitFor,
} from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findings, HOLDERS, secret, secrets, secretWorkbook } from "./testing/secret-plant.ts";

const run = promisify(execFile);
let product: Product;
let knx: KnxServer;
let mail: TestMailServer;
let xmpp: Prosody;
let webhooks: ChatStandIn;
let httpIn: number;
const collected = new Map<string, string>();
const processes = new Map<string, string>();
let watching = true;
let watch: Promise<void>;

const project = (extra?: Record<string, string>) =>
  secretWorkbook({ httpIn, knx, mail, webhooks, xmpp }, extra);

/** Arguments and environment of every process below the launcher, as long as the test goes on. */
async function lookAtProcesses(): Promise<void> {
  while (watching) {
    const root = product.launcher.pid ?? 0;
    // All at once: some live only for a moment.
    await Promise.all([root, ...(await descendants(root))].map(lookAt));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

async function lookAt(pid: number): Promise<void> {
  const read = (part: string) => readFile(`/proc/${pid}/${part}`, "utf8").catch(() => "");
  const [cmdline, environ] = await Promise.all([read("cmdline"), read("environ")]);
  const name = /[a-z-]+\.mjs/.exec(cmdline)?.[0] ?? pid;
  processes.set(`cmdline of ${name}: ${cmdline}`, cmdline);
  processes.set(`environ of ${name}: ${environ}`, environ);
}

const call = (at: string) =>
  fetch(`${product.url}/admin/api${at}`, { headers: { authorization: `Bearer ${product.api.token ?? ""}` } });

async function collect(at: string): Promise<void> {
  const answer = await call(at);
  expect([at, answer.status]).toEqual([at, 200]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const packed = answer.headers.get("content-type") === "application/gzip";
  collected.set(at, (packed ? gunzipSync(bytes) : bytes).toString("latin1"));
}

beforeAll(async () => {
  httpIn = await freePort();
  const users = { 2: secret("password of the KNX tunnel") };
  knx = await startKnxServer({ secure: { device: secret("code of the KNX interface"), users } });
  mail = await startMailServer({ user: "hub", password: secret("password of email") });
  xmpp = await startProsody({ users: { hub: secret("password of chat (XMPP)"), anna: "pw" } });
  webhooks = await startChatStandIn(secret("webhook of chat"));
  product = await startProduct();
  watch = lookAtProcesses();
});
afterAll(async () => {
  watching = false;
  await watch;
  await product.stop();
  for (const peer of [knx, mail, xmpp, webhooks]) await peer.stop();
});

describe("secrets", () => {
  it("are used in every way there is", async () => {
    const { api } = product;
    await api.signIn(secret("first password"));
    secrets["token of the first session"] = api.token ?? "";
    await api.post("/login", { pwd: secret("mistyped password") });
    await api.post("/set_init_pwd", { pwd: secret("mistyped password") });
    await call(`/info?auth_token=${api.token ?? ""}&auth_check=1`);
    await api.post("/system/change_pw", { old: secret("mistyped password"), new: secret("second password") });
    const changed = await api.post("/system/change_pw", {
      old: secret("first password"),
      new: secret("second password"),
    });
    expect(changed.body["code"]).toBe(0);
    secrets["token after the change of the password"] = String(changed.body["token"]);
    api.token = secret("token after the change of the password");
    const login = await api.post("/login", { pwd: secret("second password") });
    secrets["token of the second session"] = String(login.body["token"]);
    const refreshed = await api.get("/refresh");
    secrets["refreshed token"] = String(refreshed.body["token"]);
    api.token = secret("refreshed token");

    secrets["key of the device's root"] = await keyIn("authority.pem");
    secrets["key of the device's server"] = await keyIn("server.pem");

    const broken = await project({ token: `${secret("secret of a project with errors")} ä` });
    const refused = await api.uploadProject(broken, "fehler.xlsx", { action: "check" });
    expect(refused.body["code"]).toBe(1400);
    collected.set("errors of the project", JSON.stringify(refused.body));
    const password = secret("password of the file");
    const uploaded = await api.uploadProject(await project(), "geheim.xlsx", {
      query: { backup: "1", backup_pwd: password },
      fields: { pwd: JSON.stringify({ use: true, pwd: password, pwd2: password }) },
    });
    expect(uploaded.body["code"]).toBe(0);
    await waitFor(() => readFile(tokenFile(), "utf8").then(Boolean), { what: "the external pod's token" });
    secrets["token of the external pod"] = (await readFile(tokenFile(), "utf8")).trim();

    const data = (pwd: string) => encodeURIComponent(JSON.stringify({ timestamp: 1, pwd }));
    await call(`/project/download?src=project&data=${data(secret("mistyped password of the file"))}`);
    const ets = await etsFile(ETS6, { password: secret("password of the ETS project") });
    const mistyped = secret("mistyped password of the ETS project");
    expect(await upload("/project/import_ets", "myfile", ets, mistyped)).toMatchObject({ code: 1203 });
    // Processes that live for a moment: again until they were caught at it.
    const caught = (name: string) =>
      [...processes.keys()].some((key) => key.startsWith(`cmdline of ${name}`));
    await waitFor(
      async () => {
        const opened = await call(`/project/download?src=project&data=${data(password)}`);
        expect(Buffer.from(await opened.arrayBuffer()).toString("latin1", 0, 2)).toBe("PK");
        await api.uploadProject(await project(), "geheim.xlsx", { action: "check" });
        const imported = await upload(
          "/project/import_ets",
          "myfile",
          ets,
          secret("password of the ETS project"),
        );
        expect(imported).toMatchObject({ code: 0, channels: 2 });
        return ["cipher-child.mjs", "check-child.mjs", "ets-child.mjs"].every(caught);
      },
      { what: "the short-lived processes", timeout: 120_000 },
    );
    const parameters = { src: "project" };
    const ticket = await api.post("/ticket", { path: "/project/download", parameters, password });
    secrets["ticket"] = String(ticket.body["ticket"]);
    await fetch(`${product.url}${String(ticket.body["path"])}`).then((answer) => answer.arrayBuffer());

    await api.post("/license/upload", { key: secret("mistyped licence key") });
    const vendor = path.join(repoRoot(), "dist/server/vendor.mjs");
    const order = ["license", "issue", "--name", "Test", "--days", "9"];
    const folder = path.join(product.dataDir, "vendor");
    const issued = await run(process.execPath, [vendor, ...order, "--folder", folder]);
    secrets["licence key"] = issued.stdout.trim();
    const before = await hub();
    const licensed = await api.post("/license/upload", { key: secret("licence key") });
    expect(licensed.body).toMatchObject({ code: 0, changed: true });
    await waitFor(async () => (await hub()) !== before, { what: "the hub to start again", timeout: 40_000 });
    await waitFor(async () => (await ask(secret("token of http_in"))) === 200, {
      what: "the pods",
      timeout: 40_000,
    });
    expect(await ask(secret("mistyped token of http_in"))).toBe(401);
    const influx = { active: true, server: "influxdb:8086", org: "o", bucket: "b" };
    const saved = await api.post("/state/config/influxdb", { ...influx, token: secret("token of influxdb") });
    expect(saved.body["code"]).toBe(0);
    await api.post("/state/send/influxdb", {});
    const metrics = await api.post("/metrics/token/create", {});
    secrets["token of the figures"] = String(metrics.body["token"]);
    const headers = { authorization: `Bearer ${secret("token of the figures")}` };
    expect((await fetch(`${product.url}/metrics`, { headers })).status).toBe(200);
    for (const pod of ["http_in.a", "mqtt.a", "http_out.a", "email.a", "chat.a", "chat.b"]) {
      await api.post("/pods/log_level", { pod, level: "debug" });
      await api.get("/pods/restart", { pod });
    }
    // Taken, then refused, which is told in the log.
    for (const pod of ["email.a", "chat.a", "chat.b"]) await hasSent(pod, true);
    mail.recipient = () => 550;
    webhooks.failures = [{ status: 403, body: "invalid_token" }];
    await xmpp.kill();
    for (const pod of ["email.a", "chat.a", "chat.b"]) await hasSent(pod, false);
    await call("/system/log?tail=2000").then(async (answer) => {
      expect(await answer.text()).toContain("mqtt.a");
    });
  }, 240_000);

  it("are used by KNX", async () => {
    const key = Buffer.from(secret("key of the KNX group"));
    const keyring = makeKeyring({
      password: secret("password of the keyring"),
      tunnels: [
        {
          address: 0x1102,
          userId: 2,
          password: secret("password of the KNX tunnel"),
          authentication: secret("code of the KNX interface"),
          senders: { 0x0a03: [0x1109] },
        },
      ],
      groups: { 0x0a03: key },
      devices: { 0x1109: 100 },
    });
    const at = `/knx/keyring?iface=${IFACE}`;
    const mistyped = secret("mistyped password of the keyring");
    expect(await upload(at, "newfile", keyring, mistyped)).toMatchObject({ code: 1203 });
    const stored = await upload(at, "newfile", keyring, secret("password of the keyring"));
    expect(stored).toMatchObject({ code: 0 });
    const debug = await product.api.get("/knx/debug/mode", { iface: IFACE, mode: "debug" });
    expect(debug.body).toMatchObject({ code: 0 });
    let sequence = 100;
    let interfaces = "";
    await waitFor(
      async () => {
        knx.telegram(
          sealedWrite({ key, sequence: sequence++, source: 0x1109, target: 0x0a03, data: "0c33" }),
        );
        interfaces = JSON.stringify((await product.api.get("/knx/interfaces")).body);
        const { body } = await product.api.get("/knx/info", { iface: IFACE });
        return JSON.stringify(body).includes("telegramme-1.xml");
      },
      { what: "a trace of sealed telegrams", timeout: 60_000, detail: () => interfaces },
    );
    expect(knx.violations).toEqual([]);
    for (const file of ["telegramme-1.xml", "telegramme-1.pcap", "protokoll-1.log"]) {
      await collect(`/knx/debug/log?iface=${IFACE}&file=${file}`);
    }
    for (const what of ["info", "telegrams", "interfaces"]) await collect(`/knx/${what}?iface=${IFACE}`);
    const text = collected.get(`/knx/debug/log?iface=${IFACE}&file=protokoll-1.log`);
    expect(text).toMatch(/1\/2\/3 Schreiben 0c33 = 21\.5 .{2}C \[Data Secure\]/);
  }, 90_000);

  it("turn up in no answer", async () => {
    for (const at of [
      "/system/log?tail=2000",
      "/system/log?download=1",
      "/trace/data",
      "/trace/meta",
      "/system/audit?limit=2000",
      "/system/info",
      "/info",
      "/pods?force=1",
      "/pods/config?pod=http_in.a",
      "/pods/config?pod=http_in.aussen",
      "/pods/config?pod=mqtt.a",
      "/pods/parameters?pod=email.a",
      "/pods/parameters?pod=chat.a",
      "/pods/parameters?pod=chat.b",
      "/project/history",
      "/project/changes?version=1",
      "/license",
      "/state/config",
      "/state/status",
      "/metrics/token",
      "/system/audit/download",
      "/resources/tls/meta",
      "/resources/tls/root.crt",
    ]) {
      await collect(at);
    }
    // Not empty-handed: what was done is in there.
    expect(collected.get("/system/audit?limit=2000")).toContain("changePw");
    expect(collected.get("/system/info")).toContain("trace-meta.json");
    expect([...collected].flatMap(([at, content]) => findings(at, content))).toEqual([]);
  });

  it("lie in no file but those that are there to hold them, and nobody else reads any", async () => {
    const found: string[] = [];
    const open: string[] = [];
    const seen: string[] = [];
    const names = await readdir(product.dataDir, { recursive: true, withFileTypes: true });
    for (const entry of names) {
      const file = path.join(entry.parentPath, entry.name);
      const shown = path.relative(product.dataDir, file);
      const { mode } = await lstat(file);
      // A link has no rights of its own; what it leads to is looked at as well.
      if ((mode & 0o077) !== 0 && !entry.isSocket() && !entry.isSymbolicLink()) open.push(shown);
      if (!entry.isFile()) continue;
      const content = await readFile(file, "latin1");
      for (const finding of findings(shown, content)) {
        const name = finding.slice(0, -` in ${shown}`.length);
        const holder = HOLDERS.find(([at, whose]) => at.test(shown) && whose.test(name));
        if (holder) seen.push(name);
        else found.push(finding);
      }
    }
    expect(found).toEqual([]);
    expect(open).toEqual([]);
    // The search finds what is there.
    expect(seen).toEqual(
      expect.arrayContaining([
        "token of http_in",
        "password of chat (XMPP)",
        "token of the external pod",
        "token of influxdb",
        "password of the keyring",
        "key of the device's root",
        "key of the device's server",
      ]),
    );
    const license = await readFile(path.join(product.dataDir, "license/license.jws"), "utf8");
    const claims = Buffer.from(license.split(".")[1] ?? "", "base64url").toString();
    expect(claims).toContain(secret("licence key"));
  });

  it("stand in no process's arguments or environment, and not on the terminal", () => {
    expect(processes.size).toBeGreaterThan(10);
    expect([...processes].flatMap(([name, content]) => findings(name, content))).toEqual([]);
    expect(findings("the terminal", product.output())).toEqual([]);
  });
});

/** Has a pod send a test message, once it runs. */
async function hasSent(pod: string, sent: boolean): Promise<void> {
  await waitFor(
    async () => {
      const { body } = await product.api.post(`/pods/test?pod=${pod}`, { iface: "main" });
      // A few may be sent in a minute; refused ones say nothing of the pod.
      if (body["code"] === 0) collected.set(`test message of ${pod}, ${String(sent)}`, JSON.stringify(body));
      return body["sent"] === sent;
    },
    {
      what: `${pod} to have ${sent ? "sent" : "failed to send"}`,
      timeout: 90_000,
      interval: 3_000,
      detail: () => collected.get(`test message of ${pod}, ${String(sent)}`) ?? "",
    },
  );
}

/** Its pid once it runs a project. */
async function hub(): Promise<number> {
  const { body } = await product.api.get("/info");
  const { system } = body as { system: { hub: { pid: number; state: string } } };
  if (system.hub.state !== "running") throw new Error(system.hub.state);
  return system.hub.pid;
}

/** The line of a key that holds most of its secret. */
async function keyIn(name: string): Promise<string> {
  const file = path.join(product.dataDir, "tls", name);
  await waitFor(() => readFile(file, "utf8").then(Boolean), { what: name });
  return /PRIVATE KEY-----\n.+\n(.+)\n/.exec(await readFile(file, "utf8"))?.[1] ?? "";
}

const IFACE = "knx.iface.haus.main";

/** A file with its password in the form. */
async function upload(at: string, field: string, file: Uint8Array, pwd: string): Promise<unknown> {
  const form = new FormData();
  form.set("pwd", pwd);
  form.set(field, new Blob([Uint8Array.from(file)]), "datei");
  const headers = { authorization: `Bearer ${product.api.token ?? ""}` };
  const answer = await fetch(`${product.url}/admin/api${at}`, { method: "POST", headers, body: form });
  return await answer.json();
}

const tokenFile = () => path.join(product.dataDir, "pods/tokens/http_in.aussen");

async function ask(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${httpIn}/a`, { method: "POST", headers, body: "wert" });
  await answer.arrayBuffer();
  return answer.status;
}
