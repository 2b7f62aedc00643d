/** The appliance as a whole, over HTTP: what it keeps, what it hides, what it writes down. */
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { createLogger, EventLogWriter, Scope, systemClock } from "@hubwart/core";
import { definedSettings } from "@hubwart/core/store";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { settingName } from "./platform/setting-names.ts";
import { PASSWORD, startTestApp, type TestApp, type TestOptions } from "./testing/test-app.ts";

const open = useOpen((app: TestApp) => app.end());
async function start(options: TestOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options);
  open.push(app);
  return app;
}

it("has a name for every setting that people may have to decide over", async () => {
  await start();
  const names = [...definedSettings().values()].filter(({ memory }) => !memory).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => settingName(name) === name)).toEqual([]);
});

describe("throttling", () => {
  it("survives a restart, and leaves signed-in sessions alone", async () => {
    const first = await startTestApp();
    const token = await first.setUp();
    for (let i = 0; i < 5; i += 1) expect((await first.post("/login", { pwd: "falsch" })).status).toBe(401);
    expect((await first.post("/login", { pwd: PASSWORD })).status).toBe(403);
    await first.end(true);

    const again = await start({ dataDir: first.dataDir });
    const { status, body, headers } = await again.post("/login", { pwd: PASSWORD });
    expect(status).toBe(403);
    expect(body["retry_after"]).toBeGreaterThan(20);
    expect(headers.get("retry-after")).toBe(String(body["retry_after"]));
    expect((await again.get("/info", token)).body["session"]).toBe(true);
  });
});

describe("the change log", () => {
  it("has exactly one entry for every mutating call, refused ones included", async () => {
    const app = await start({ launched: true });
    const token = await app.setUp();
    await app.get("/hub/restart", token);
    await app.get("/system/restart?action=update", token);
    await app.post("/system/change_pw", { old: "falsch", new: "lang genug" }, token);
    await app.get("/info", token);
    await app.get("/system/audit", token);
    await app.get("/logout", token);
    await app.post("/login", { pwd: "falsch" });
    const entries = app.context.store.audit.latest(100).toReversed();
    expect(entries.map(({ call, code }) => [call, code])).toEqual([
      ["setInitPwd", 0],
      ["systemRestart", 1405],
      ["changePw", 1200],
      ["logout", 0],
      ["login", 401],
    ]);
    expect(entries.every((entry) => entry.address === "127.0.0.1" && entry.ts > 0)).toBe(true);
    expect(app.sent).toContainEqual({ t: "restart", what: "hub", reason: 5 });
    // The hub is not back yet: the entry comes when that job ends.
    const open = app.context.store.jobs.open().map(({ body }) => JSON.parse(body) as object);
    expect(open).toMatchObject([{ call: "hubRestart", address: "127.0.0.1", state: "running" }]);
  });
});

describe("secrets", () => {
  it("occur in no log, change log, diagnostics file or file on the disk", async () => {
    const scope = new Scope();
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "hubwart-secrets-"));
    const sink = await EventLogWriter.open(path.join(dataDir, "logs", "system"), {
      clock: systemClock,
      scope,
    });
    sink.level = "debug";
    const app = await start({ dataDir, log: createLogger("system", "main", sink) });
    const seeds = { first: "SEED-first-4711", second: "SEED-second-4712", wrong: "SEED-wrong-4713" };
    const first = String((await app.post("/set_init_pwd", { pwd: seeds.first })).body["token"]);
    await app.post("/login", { pwd: seeds.wrong });
    await app.post("/system/change_pw", { old: seeds.wrong, new: seeds.second }, first);
    const changed = await app.post("/system/change_pw", { old: seeds.first, new: seeds.second }, first);
    const token = String(changed.body["token"]);
    await app.get(`/info?auth_token=${token}&pwd=${seeds.wrong}`);
    await app.get(
      `/project/download?src=backup&data=${encodeURIComponent(`{"pwd":"${seeds.wrong}"}`)}&auth_token=${token}`,
    );
    await app.post(
      "/ticket",
      { path: "/project/download", parameters: { src: "backup" }, password: seeds.wrong },
      token,
    );
    await app.post(`/project/upload?backup=1&backup_pwd=${seeds.wrong}`, "{", token);
    await app.post("/license/upload", { key: "SEED-key-4714" }, token);
    await app.post(
      "/pods/config",
      { pod: "mqtt.a", internal: true, params: { password: "SEED-pod-4715" } },
      token,
    );
    await sink.sync();

    const { status, headers } = await app.get("/system/info", token);
    expect([status, headers.get("content-type")]).toEqual([200, "application/gzip"]);
    const packed = await fetch(`${app.origin}/admin/api/system/info`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const haystacks = [gunzipSync(Buffer.from(await packed.arrayBuffer()))];
    const files = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
    for (const name of files) {
      const file = path.join(dataDir, name);
      if (statSync(file).isFile()) haystacks.push(readFileSync(file));
    }
    expect(haystacks.length).toBeGreaterThan(4);
    expect(haystacks.some((hay) => hay.includes("changePw"))).toBe(true);
    expect(haystacks.some((hay) => hay.includes("Anmeldung von"))).toBe(true);
    for (const hay of haystacks) {
      expect(hay.includes("SEED-")).toBe(false);
      expect(hay.includes(token)).toBe(false);
    }
    await scope.end();
  });
});

describe("a save with If-Match", () => {
  it("is refused once somebody else has saved", async () => {
    const app = await start();
    const token = await app.setUp();
    const settings = { internal: true, params: {} };
    let stored: { internal: boolean; params: Record<string, unknown> } = settings;
    app.handlers.podConfig = async () => ({
      ...stored,
      need_restart: Math.random() > 0.5,
      log_level: "info",
      token_file: "",
      socket: "",
    });
    app.handlers.podConfigSave = async ({ body }) => {
      stored = { internal: body.internal, params: body.params };
      return { need_restart: true };
    };
    const etag = (await app.get("/pods/config?pod=mqtt.a", token)).headers.get("etag") ?? "";
    const save = (tag: string, params: object) =>
      app.post("/pods/config", { pod: "mqtt.a", internal: true, params }, token, { "if-match": tag });
    const both = await Promise.all([save(etag, { a: 1 }), save(etag, { a: 2 })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await save(etag, { a: 3 })).status).toBe(409);
    const fresh = (await app.get("/pods/config?pod=mqtt.a", token)).headers.get("etag") ?? "";
    expect(fresh).not.toBe(etag);
    expect((await save(fresh, { a: 4 })).status).toBe(200);
  });

  it("that removes a rule or a user is refused as well", async () => {
    const app = await start();
    const token = await app.setUp();
    const removed: string[] = [];
    app.handlers.proxyRules = async () => ({ active: true, rules: [], certificates: [] });
    app.handlers.mosquittoUsers = async () => ({ users: [] });
    app.handlers.wsUsers = async () => ({ assets: [], websocket: [] });
    app.handlers.proxyRuleDelete = async ({ query }) => {
      removed.push(query.id);
      return {};
    };
    app.handlers.mosquittoUserDelete = async ({ query }) => {
      removed.push(query.usr);
      return { changes: [] };
    };
    app.handlers.wsUserDelete = async ({ query }) => {
      removed.push(query.usr);
      return {};
    };
    for (const [list, address] of [
      ["/caddyproxy/config", "/caddyproxy/rules/delete?id=rule"],
      ["/mosquitto/users/list", "/mosquitto/users/delete?usr=broker"],
      ["/wsauth/config", "/wsauth/users/delete?usr=person"],
    ] as const) {
      const tag = (await app.get(list, token)).headers.get("etag") ?? "";
      expect(tag).not.toBe("");
      const remove = async (ifMatch: string) =>
        (await app.get(address, token, { "if-match": ifMatch })).status;
      expect([await remove('"before"'), await remove(tag)]).toEqual([409, 200]);
    }
    expect(removed).toEqual(["rule", "broker", "person"]);
  });
});

describe("a ticket", () => {
  it("opens one download once, with its password outside of the address", async () => {
    const app = await start();
    const token = await app.setUp();
    const { body } = await app.post("/ticket", { path: "/system/log", parameters: { tail: "1" } }, token);
    const address = String(body["path"]).replace("/admin/api", "");
    expect((await app.get(address)).status).toBe(200);
    expect((await app.get(address)).status).toBe(401);
  });
  it("is good for no other path, no other session's end, and no change", async () => {
    const app = await start();
    const token = await app.setUp();
    const issue = async (path: string) =>
      (await app.post("/ticket", { path, parameters: {} }, token)).body["ticket"];
    expect((await app.get(`/system/info?ticket=${String(await issue("/system/log"))}`)).status).toBe(401);
    expect((await app.post("/ticket", { path: "/hub/restart", parameters: {} }, token)).status).toBe(400);
    const late = await issue("/system/log");
    await app.get("/logout", token);
    expect((await app.get(`/system/log?ticket=${String(late)}`)).status).toBe(401);
  });
});

describe("the event stream", () => {
  it("tells the state, and ends with its session", async () => {
    const app = await start();
    const token = await app.setUp();
    const response = await fetch(`${app.origin}/admin/api/stream?topics=status,containers`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    let text = "";
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
    })();
    while (!text.includes("event: status") || !text.includes("event: containers")) await systemTick();
    await app.get("/logout", token);
    await reading;
    expect(text).toContain('"health"');
  });
  it("refuses unknown topics and a trace of nothing", async () => {
    const app = await start();
    const token = await app.setUp();
    for (const query of ["topics=x", "topics=status,x", "topics=trace", ""]) {
      expect((await app.get(`/stream?${query}`, token)).status).toBe(400);
    }
  });
});

describe("files", () => {
  const raw = (app: TestApp, urlPath: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
      (resolve, reject) => {
        const { hostname, port } = new URL(app.origin);
        const sent = request({ hostname, port, path: urlPath, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("end", () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
          );
        });
        sent.on("error", reject);
        sent.end();
      },
    );

  it("of the console are cached by their kind, packed as accepted, with a nonce for each page", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "hubwart-console-"));
    mkdirSync(path.join(folder, "assets"));
    writeFileSync(
      path.join(folder, "index.html"),
      '<script>let first;</script><meta nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__">',
    );
    writeFileSync(path.join(folder, "assets/a-1.js"), "let a");
    mkdirSync(path.join(folder, "ws"));
    writeFileSync(path.join(folder, "ws/hubwart-live.js"), "let live");
    writeFileSync(path.join(folder, "assets/a-1.js.br"), brotliCompressSync("let a"));
    const app = await start({ consoleDir: folder });
    const [page, other] = [await raw(app, "/"), await raw(app, "/system/license")];
    const nonce = /'nonce-([^']+)'/.exec(String(page.headers["content-security-policy"]))?.[1] ?? "";
    const text = `<script>let first;</script><meta nonce="${nonce}"><style nonce="${nonce}">`;
    expect(page.body.toString()).toBe(text);
    // What stands in the page as a script runs by its hash, and nothing else that stands there.
    const hash = createHash("sha256").update("let first;").digest("base64");
    expect(page.headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}';`);
    const small = await raw(app, "/", { "accept-encoding": "br" });
    expect(brotliDecompressSync(small.body).toString()).toContain("<script>let first;</script>");
    expect(other.status).toBe(200);
    expect(other.body.equals(page.body)).toBe(false);
    expect(page.headers["cache-control"]).toBe("no-cache");
    const packed = await raw(app, "/assets/a-1.js", { "accept-encoding": "gzip, br" });
    expect([packed.headers["content-encoding"], packed.headers["vary"]]).toEqual(["br", "accept-encoding"]);
    expect(packed.headers["cache-control"]).toContain("immutable");
    const plain = await raw(app, "/assets/a-1.js", { "accept-encoding": "br;q=0" });
    expect(plain.body.toString()).toBe("let a");
    expect((await raw(app, "/assets/none.js")).status).toBe(404);
    // Pages that are not ours load the client of the live channel API, and nothing else of the console.
    const client = await raw(app, "/ws/hubwart-live.js");
    expect([client.body.toString(), client.headers["access-control-allow-origin"]]).toEqual([
      "let live",
      "*",
    ]);
    expect(client.headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(plain.headers).not.toHaveProperty("access-control-allow-origin");
    rmSync(folder, { recursive: true });
  });

  it("of the public stay in their folder and in a sandbox", async () => {
    const app = await start();
    const folder = app.context.layout.htdocs;
    writeFileSync(path.join(folder, "plan.html"), "<script>1</script>");
    writeFileSync(path.join(folder, ".hidden"), "x");
    symlinkSync("/etc/passwd", path.join(folder, "link"));
    const answer = await raw(app, "/opt/plan.html");
    expect([answer.status, answer.body.toString()]).toEqual([200, "<script>1</script>"]);
    expect(answer.headers["content-security-policy"]).toContain("sandbox");
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    const asked = await fetch(`${app.origin}/opt/plan.html`, {
      method: "OPTIONS",
      headers: { "access-control-request-method": "GET", "access-control-request-headers": "authorization" },
    });
    expect([asked.status, asked.headers.get("access-control-allow-headers")]).toEqual([404, null]);
    const climbed = await raw(app, "/opt/../admin/api/info");
    expect([climbed.status, climbed.body.toString()]).toEqual([404, "Diese Datei gibt es nicht.\n"]);
    for (const address of ["/", "/admin/api/info", "/ws/channels", "/fehlt"]) {
      const { headers } = await raw(app, address);
      expect(headers, address).not.toHaveProperty("access-control-allow-origin");
    }
    for (const bad of [
      "link",
      ".hidden",
      "../state.db",
      "%2e%2e/state.db",
      "..%2fstate.db",
      "%00",
      "",
      "none",
    ]) {
      const refused = await raw(app, `/opt/${bad}`);
      expect(refused.status).toBe(404);
      expect(refused.body.toString()).not.toContain("root:");
    }
  });
});

const systemTick = () => new Promise((resolve) => setTimeout(resolve, 10));
