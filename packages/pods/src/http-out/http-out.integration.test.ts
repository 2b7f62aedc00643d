import { writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import path from "node:path";
import { freePort, makeCertificates, makeClientCertificate, makePair, startProcess } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const ended = useOpen((thing: { stop(): Promise<void> }) => thing.stop());

const folder = useSharedFolder();

async function pod(
  config: Record<string, string | number | boolean>,
  channels: TestChannel[],
): Promise<PodRun> {
  const run = await startPod(kind, podLoad(kind.schema, [{ ...config }], channels));
  ended.push(run);
  return run;
}

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A server whose answers the test gives, and which remembers what it was asked. */
class Peer {
  readonly seen: Seen[] = [];
  connections = 0;
  readonly #server: ReturnType<typeof createServer>;
  #changed: () => void = () => undefined;
  answer: (seen: Seen, response: ServerResponse) => void = (_, response) => void response.end("ok");

  constructor(tls?: ServerOptions) {
    this.#server = tls ? createTlsServer(tls) : createServer();
    this.#server.on("connection", (socket: Socket) => {
      this.connections += 1;
      socket.on("error", () => undefined);
    });
    this.#server.on("request", (request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        const seen = { method, url, headers, body };
        this.seen.push(seen);
        this.answer(seen, response);
        this.#changed();
      });
    });
  }

  async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    ended.push(this);
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => (this.#changed = resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

describe("http_out pod polling", () => {
  it("reads files from Python's server, by pointer and between texts", async () => {
    const port = await freePort();
    await writeFile(path.join(folder(), "state.json"), '{"sensors":[{"t":21.5}],"on":true}');
    await writeFile(path.join(folder(), "page.html"), "<p>Außen: <b>-3.5</b> °C</p>");
    const server = await startProcess(
      "/usr/bin/python3",
      ["-u", "-m", "http.server", String(port), "--bind", "127.0.0.1", "--directory", folder()],
      { ready: /Serving HTTP/ },
    );
    ended.push({ stop: () => server.stop("SIGKILL") });
    const run = await pod({ url: `http://127.0.0.1:${port}/` }, [
      {
        chan: "t",
        dir: "in",
        type: "float",
        config: { path: "state.json", pointer: "/sensors/0/t", interval: 100 },
      },
      { chan: "on", dir: "in", type: "bool", config: { path: "/state.json", pointer: "/on", interval: 100 } },
      {
        chan: "page",
        dir: "in",
        type: "float",
        config: { path: "/page.html", after: "<b>", before: "</b>" },
      },
      { chan: "none", dir: "in", config: { path: "/missing" } },
    ]);
    await run.until(() => run.last("t") !== undefined && run.last("page") !== undefined);
    expect([run.last("t")?.value, run.last("on")?.value, run.last("page")?.value]).toEqual([
      21.5,
      true,
      -3.5,
    ]);
    await run.until(() => run.failures.length > 0);
    expect(run.failures[0]).toEqual({ chan: "none", reason: "Der Server antwortet mit 404 File not found" });
    expect(run.iface()).toEqual({ iface: "main", state: true, active: 1 });
    await writeFile(path.join(folder(), "state.json"), '{"sensors":[{"t":22}],"on":false}');
    await run.until(() => run.last("t")?.value === 22);
  });

  it("asks once for channels that share a URL, never twice at a time, over few kept connections", async () => {
    const peer = await new Peer().listen();
    let open = 0;
    let most = 0;
    peer.answer = (_, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open -= 1;
        response.end('{"a":1,"b":2}');
      }, 30);
    };
    const channels = ["a", "b"].map(
      (chan): TestChannel => ({
        chan,
        dir: "in",
        type: "int",
        config: { path: "/x", pointer: `/${chan}`, interval: 100 },
      }),
    );
    const run = await pod({ url: peer.url }, channels);
    await run.until(() => run.values("b").length === 4);
    await run.stop();
    expect(run.values("a")).toHaveLength(4);
    expect(peer.seen).toHaveLength(4);
    expect(most).toBe(1);
    expect(peer.connections).toBe(1);
  });

  it("bounds redirections, size and time, and keeps credentials from other servers", async () => {
    const peer = await new Peer().listen();
    const other = await new Peer().listen();
    peer.answer = ({ url }, response) => {
      if (url === "/away") response.writeHead(302, { Location: `${other.url}/there` }).end();
      else if (url === "/here") response.writeHead(307, { Location: "there" }).end();
      else if (url === "/loop") response.writeHead(302, { Location: "/loop" }).end();
      else if (url === "/big") response.end("x".repeat(3000));
      else if (url === "/there") response.end("local");
    };
    other.answer = (_, response) => void response.end("remote");
    const run = await pod(
      {
        url: peer.url,
        auth: "bearer",
        token: "t0ken-4711",
        headers: "X-Key: k3y-0815",
        max_size: 1,
        timeout: 300,
      },
      ["away", "here", "loop", "big", "never"].map((chan) => ({
        chan,
        dir: "in",
        config: { path: `/${chan}` },
      })),
    );
    await run.until(() => run.emitted.length >= 2 && run.failures.length >= 3);
    expect(run.last("away")?.value).toBe("remote");
    expect(run.last("here")?.value).toBe("local");
    const reason = (chan: string) => run.failures.find((f) => f.chan === chan)?.reason;
    expect(reason("loop")).toMatch(/leitet zu oft weiter$/);
    expect(reason("big")).toMatch(/ist größer als 1 KiB$/);
    expect(reason("never")).toMatch(/antwortet nicht innerhalb von 300 ms$/);
    expect(peer.seen.find((s) => s.url === "/there")?.headers).toMatchObject({
      authorization: "Bearer t0ken-4711",
      "x-key": "k3y-0815",
    });
    expect(other.seen[0]?.headers.authorization).toBeUndefined();
    expect(other.seen[0]?.headers["x-key"]).toBeUndefined();
    expect(run.said).not.toMatch(/t0ken-4711|k3y-0815/);
  });
});

describe("http_out pod sending", () => {
  it("fills path, body and headers", async () => {
    const peer = await new Peer().listen();
    const run = await pod({ url: `${peer.url}/api/`, auth: "basic", user: "haus", password: "geheim-1" }, [
      { chan: "plain", type: "float", config: { path: "/plain" } },
      { chan: "json", type: "json", config: { path: "json", method: "PUT" } },
      { chan: "relay", type: "bool", config: { path: "/relay?turn={value}&c={chan}", method: "GET" } },
      {
        chan: "tpl",
        config: { path: "/tpl", body: '{"v":"{value}","t":{ts},"i":"{iso}"}' },
      },
    ]);
    await run.write({ plain: 1.5, json: { a: "ü" }, relay: true, tpl: 'x"y' });
    await peer.until(() => peer.seen.length === 4);
    const by = (at: string) => peer.seen.find((s) => s.url.startsWith(`/api/${at}`));
    expect(by("plain")).toMatchObject({ method: "POST", body: "1.5" });
    expect(by("plain")?.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      authorization: `Basic ${Buffer.from("haus:geheim-1").toString("base64")}`,
    });
    expect(by("json")).toMatchObject({ method: "PUT", body: '{"a":"ü"}' });
    expect(by("json")?.headers["content-type"]).toBe("application/json");
    expect(by("relay")).toMatchObject({
      method: "GET",
      body: "",
      url: "/api/relay?turn=true&c=http_out.test.relay",
    });
    expect(JSON.parse(by("tpl")?.body ?? "")).toMatchObject({ v: 'x"y' });
    expect(by("tpl")?.headers["content-type"]).toBe("application/json");
    expect(run.failures).toEqual([]);
    expect(run.said).not.toContain("geheim-1");
  });

  it("keeps order and loses nothing of a burst", async () => {
    const peer = await new Peer().listen();
    const run = await pod({ url: peer.url }, [{ chan: "x", type: "int", config: {} }]);
    for (let n = 1; n <= 15; n++) await run.write({ x: n });
    await peer.until(() => peer.seen.length === 15);
    expect(peer.seen.map((s) => Number(s.body))).toEqual(Array.from({ length: 15 }, (_, i) => i + 1));
    expect(run.coalesced).toEqual([]);
  });

  it("sends the newest value when the server is back", async () => {
    const port = await freePort();
    const run = await pod({ url: `http://127.0.0.1:${port}` }, [{ chan: "x", type: "int", config: {} }]);
    await run.write({ x: 1 });
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toMatch(/abgelehnt: dort nimmt kein Dienst Verbindungen an$/);
    await run.write({ x: 2 });
    await run.write({ x: 3 });
    const peer = await new Peer().listen(port);
    await peer.until(() => peer.seen.length > 0);
    await run.until(() => run.iface()?.state === true);
    expect(peer.seen.map((s) => s.body)).toEqual(["3"]);
    expect(run.coalesced).toEqual(["x", "x"]);
    await run.until(() => run.written.length > 0);
    expect(run.written).toEqual([{ chan: "x", value: 3 }]);
  });

  it("tries again after 503 and gives up after 422", async () => {
    const peer = await new Peer().listen();
    let busy = 1;
    peer.answer = ({ body }, response) => {
      response.statusCode = body === "2" ? 422 : busy-- > 0 ? 503 : 204;
      response.end();
    };
    const run = await pod({ url: peer.url }, [{ chan: "x", type: "int", config: {} }]);
    await run.write({ x: 1 });
    await peer.until(() => peer.seen.length === 2);
    await run.write({ x: 2 });
    await peer.until(() => peer.seen.length === 3);
    await run.write({ x: 3 });
    await peer.until(() => peer.seen.length === 4);
    expect(peer.seen.map((s) => s.body)).toEqual(["1", "1", "2", "3"]);
    expect(run.failures.map((f) => f.reason)).toEqual([
      "Der Server antwortet mit 503 Service Unavailable",
      "Der Server antwortet mit 422 Unprocessable Entity",
    ]);
    expect(run.iface()?.state).toBe(true);
    await run.until(() => run.written.length === 2);
    expect(run.written.map(({ value }) => value)).toEqual([1, 3]);
    expect(run.refused.map(({ reason }) => reason)).toEqual([
      "Der Server antwortet mit 422 Unprocessable Entity",
    ]);
  });

  it("is not troubled by a server that closes kept connections", async () => {
    const peer = await new Peer().listen();
    peer.answer = (_, response) => {
      response.end("ok");
      response.socket?.unref();
      setTimeout(() => response.socket?.destroy(), 20);
    };
    const run = await pod({ url: peer.url }, [{ chan: "x", type: "int", config: {} }]);
    for (let n = 1; n <= 5; n++) {
      await run.write({ x: n });
      await peer.until(() => peer.seen.length === n);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(run.failures).toEqual([]);
    expect(run.connections).toHaveLength(1);
  });
});

describe("http_out pod and TLS", () => {
  it("verifies the server against the given authority, or not at all if told so", async () => {
    const { ca, pair } = await makePair();
    const peer = await new Peer(pair).listen();
    const url = `https://localhost:${peer.port}`;
    const channels: TestChannel[] = [{ chan: "x", dir: "in", config: { path: "/" } }];
    const unknown = await pod({ url }, channels);
    await unknown.until(() => unknown.iface() !== undefined);
    expect(unknown.iface()?.error).toMatch(/Zertifizierungsstelle ist nicht als vertrauenswürdig/);
    for (const trust of [{ ca }, { verify: false }]) {
      const run = await pod({ url, ...trust }, channels);
      await run.until(() => run.last("x")?.value === "ok");
    }
  });

  it("shows its own certificate to a server that demands one", async () => {
    const { ca, pair } = await makeCertificates(folder());
    const tls = { ...pair, ca, requestCert: true, rejectUnauthorized: true };
    const peer = await new Peer(tls).listen();
    const iface = { url: `https://localhost:${peer.port}`, ca };
    const channels: TestChannel[] = [{ chan: "x", dir: "in", config: { path: "/" } }];
    const known = await pod({ ...iface, ...(await makeClientCertificate(folder(), "geraet-1")) }, channels);
    await known.until(() => known.last("x")?.value === "ok");
    expect(await known.check()).toContainEqual(expect.stringMatching(/^ok .*200/));
    const without = await pod(iface, channels);
    await without.until(() => without.iface()?.state === false);
    expect(without.iface()?.error).toMatch(/verlangt ein Client-Zertifikat/);
  });
});
