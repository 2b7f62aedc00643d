import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { beforeAll, describe, expect, it } from "vitest";
import { PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

/** The caller is curl. */
const run = promisify(execFile);
const ended = useOpen((pod: PodRun) => pod.stop());

const CHANNELS: TestChannel[] = [
  { chan: "temp", dir: "out", type: "float", config: { path: "/temp" } },
  { chan: "set", dir: "in", type: "float", config: { path: "/set" } },
  { chan: "light", dir: "inout", type: "bool", config: { path: "/light" } },
  { chan: "text", dir: "inout", type: "string", config: { path: "/büro/text".replace("ü", "%C3%BC") } },
  { chan: "json", dir: "inout", type: "json", config: { path: "/json" } },
  { chan: "a", dir: "in", type: "int", config: { path: "/many", pointer: "/a" } },
  { chan: "b", dir: "in", type: "int", config: { path: "/many", pointer: "/x/b" } },
];

async function start(config: Record<string, string | number | boolean> = {}): Promise<PodRun> {
  const pod = await startPod(kind, podLoad(kind.schema, [{ port: 0, ...config }], CHANNELS));
  ended.push(pod);
  await pod.until(() => pod.iface() !== undefined);
  return pod;
}

interface Answer {
  status: number;
  headers: string;
  body: Record<string, unknown>;
}

async function curl(pod: PodRun, at: string, ...args: string[]): Promise<Answer> {
  const url = `http://127.0.0.1:${pod.iface()?.port}${at}`;
  const { stdout } = await run("curl", ["-s", "-i", ...args, url], { maxBuffer: 4_000_000 });
  const parts = stdout.split("\r\n\r\n");
  while (parts[0]?.startsWith("HTTP/1.1 100")) parts.shift();
  const [headers = "", body = ""] = parts;
  return {
    status: Number(headers.split(" ")[1]),
    headers,
    body: body.trim() === "" ? {} : (JSON.parse(body) as Record<string, unknown>),
  };
}

describe("http_in pod and curl", () => {
  it("answers after a restart with what was there before, as uncertain", async () => {
    const load = podLoad(kind.schema, [{ port: 0 }], CHANNELS);
    const values = load.channels.map(({ chan }) =>
      chan.endsWith(".light")
        ? { value: true, quality: 1, ts: 7, count: 1 }
        : { value: null, quality: 2, ts: 0, count: 0 },
    );
    const pod = new PodRun(kind, load);
    pod.hub = () => values;
    ended.push(pod);
    await pod.pod.start();
    await pod.until(() => pod.iface() !== undefined);
    expect((await curl(pod, "/light")).body).toMatchObject({ value: true, quality: "uncertain", last: 7 });
    expect((await curl(pod, "/json")).body).toMatchObject({ value: null, quality: "bad" });
  });

  it("shows the newest value the hub wrote", async () => {
    const pod = await start();
    expect((await curl(pod, "/temp")).body).toEqual({
      chan: "http_in.test.temp",
      value: null,
      quality: "bad",
      last: null,
    });
    await pod.write({ temp: 20 });
    await pod.write({ temp: 21.5 });
    const { status, headers, body } = await curl(pod, "/temp");
    expect(status).toBe(200);
    expect(headers).toMatch(/content-type: application\/json; charset=utf-8/i);
    expect(headers).toMatch(/cache-control: no-store/i);
    expect(body).toMatchObject({ chan: "http_in.test.temp", value: 21.5, quality: "good" });
    expect(Date.now() - Number(body.last)).toBeLessThan(60_000);
    const head = await curl(pod, "/temp", "--head");
    expect([head.status, head.body]).toEqual([200, {}]);
  });

  it("bounds what nobody reads, answers others meanwhile, and names who asks for it", async () => {
    const pod = await start({ bind: "0.0.0.0" });
    await pod.write({ text: "x".repeat(900_000) });
    const port = pod.iface()?.port ?? 0;
    const before = process.memoryUsage.rss();
    const greedy = Array.from({ length: 40 }, () => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.66" }).pause();
      socket.on("error", () => undefined);
      socket.write("GET /b%C3%BCro/text HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(90));
      return socket;
    });
    await pod.until(() => pod.iface()?.overload !== undefined);
    expect((await curl(pod, "/temp")).status).toBe(200);
    expect(Math.round((process.memoryUsage.rss() - before) / 1024 / 1024)).toBeLessThan(150);
    expect(pod.iface()?.overload?.address).toBe("127.0.0.66");
    for (const socket of greedy) socket.destroy();
    expect((await curl(pod, "/temp")).status).toBe(200);
  });

  it("without login, answers a caller of this device under no foreign name", async () => {
    const pod = await start();
    for (const host of ["boese.example", "boese.example:80", "127.0.0.1.boese.example"]) {
      expect((await curl(pod, "/temp", "-H", `Host: ${host}`)).status).toBe(421);
      expect((await curl(pod, "/set", "-H", `Host: ${host}`, "-d", "1")).status).toBe(421);
    }
    expect(pod.values("set")).toEqual([]);
    for (const host of ["localhost:8081", "127.0.0.1", "[::1]:8081"]) {
      expect((await curl(pod, "/temp", "-H", `Host: ${host}`)).status).toBe(200);
    }
  });

  it("refuses who guesses tokens, even with the right one at last", async () => {
    const pod = await start({ auth: "token", token: "das-richtige-token" });
    for (let i = 0; i < 20; i += 1) {
      expect((await curl(pod, "/temp", "-H", `X-Token: ${i}`)).status).toBe(401);
    }
    const late = await curl(pod, "/temp", "-H", "X-Token: das-richtige-token");
    expect([late.status, /retry-after: \d+/i.test(late.headers)]).toEqual([429, true]);
  });

  it.each([
    ["saying nothing", ""],
    ["in the middle of their headers", "GET /temp HTTP/1.1\r\nHost: x\r\nX: "],
    ["in the middle of a body", "POST /set HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n1"],
  ])("has a place for who comes while somebody else holds all of them, %s", async (_, said) => {
    const pod = await start();
    const port = pod.iface()?.port ?? 0;
    let lost = 0;
    const held = await Promise.all(
      Array.from({ length: 256 }, async () => {
        const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
        socket
          .resume()
          .on("error", () => undefined)
          .on("close", () => (lost += 1));
        await once(socket, "connect");
        socket.write(said);
        return socket;
      }),
    );
    await pod.until(() => pod.iface()?.active === 256);
    expect((await curl(pod, "/temp")).status).toBe(200);
    expect(lost).toBe(1);
    for (const socket of held) socket.destroy();
  });

  it("sets channels by text, query, form, JSON and several pointers", async () => {
    const pod = await start();
    const json = ["-H", "Content-Type: application/json"];
    expect((await curl(pod, "/set", "-d", "1.5")).body).toMatchObject({ value: 1.5 });
    await curl(pod, "/set", "-X", "PUT", "-H", "Content-Type: text/plain", "-d", " 2.5\n");
    await curl(pod, "/set?value=3.5", "-X", "POST");
    await curl(pod, "/set", "-d", "value=4.5");
    await curl(pod, "/set", ...json, "-d", "5.5");
    await curl(pod, "/set", ...json, "-d", '{"value":6.5}');
    expect(pod.values("set")).toEqual([1.5, 2.5, 3.5, 4.5, 5.5, 6.5]);

    expect((await curl(pod, "/light", "-d", "ein")).body).toMatchObject({ value: true });
    expect((await curl(pod, "/light")).body).toMatchObject({ value: true });
    expect((await curl(pod, "/b%C3%BCro/text", "--data-binary", "Grüße\n")).body.value).toBe("Grüße\n");
    await curl(pod, "/json", ...json, "-d", '{"value":[1,null]}');
    expect(pod.last("json")?.value).toEqual({ value: [1, null] });

    const many = await curl(pod, "/many", ...json, "-d", '{"a":1,"x":{"b":"2"}}');
    expect(many.body.channels).toMatchObject([{ value: 1 }, { value: 2 }]);
    const half = await curl(pod, "/many", ...json, "-d", '{"a":3}');
    expect(half.status).toBe(400);
    expect(half.body.error).toBe(
      "Der Wert unter „/x/b“ fehlt oder passt nicht zum Channel; erlaubt ist eine ganze Zahl",
    );
    expect(pod.values("a")).toEqual([1]);
  });

  it("refuses what it cannot do, naming what is allowed", async () => {
    const pod = await start();
    expect((await curl(pod, "/nowhere")).status).toBe(404);
    const read = await curl(pod, "/set");
    expect([read.status, /^allow: (.*)\r?$/im.exec(read.headers)?.[1]]).toEqual([405, "POST, PUT"]);
    const write = await curl(pod, "/temp", "-d", "1");
    expect([write.status, /^allow: (.*)\r?$/im.exec(write.headers)?.[1]]).toEqual([405, "GET, HEAD"]);
    expect((await curl(pod, "/light", "-X", "DELETE")).status).toBe(405);
    const bad = await curl(pod, "/light", "-d", "vielleicht");
    expect([bad.status, bad.body.error]).toEqual([
      400,
      "Der Wert passt nicht zum Channel; erlaubt ist true/false, 1/0, on/off oder ein/aus",
    ]);
    expect((await curl(pod, "/%zz")).status).toBe(400);
    expect((await curl(pod, "/set", "-X", "POST")).status).toBe(400);
    expect((await curl(pod, "/light", "-d", "1", "-H", "Origin: http://evil.example")).status).toBe(403);
    expect(pod.emitted).toEqual([]);
  });

  describe("size limit", () => {
    const folder = useSharedFolder();
    beforeAll(async () => {
      await writeFile(path.join(folder(), "fits"), "x".repeat(1024 * 1024));
      await writeFile(path.join(folder(), "over"), "x".repeat(1024 * 1024 + 1));
    });

    it("takes a body of 1 MiB and refuses a larger one, announced or chunked", async () => {
      const pod = await start();
      const text = "/b%C3%BCro/text";
      expect((await curl(pod, text, "--data-binary", `@${folder()}/fits`)).status).toBe(200);
      expect((await curl(pod, text, "--data-binary", `@${folder()}/over`)).status).toBe(413);
      const chunked = ["-H", "Transfer-Encoding: chunked", "--data-binary", `@${folder()}/over`];
      expect((await curl(pod, text, ...chunked)).status).toBe(413);
      expect(pod.values("text")).toHaveLength(1);
    });
  });

  it("lets in by token only", async () => {
    const pod = await start({ auth: "token", token: "s3cret-token-0815" });
    const refused = await curl(pod, "/set", "-d", "1");
    expect(refused.status).toBe(401);
    expect(refused.headers).toMatch(/www-authenticate: bearer/i);
    expect((await curl(pod, "/set", "-d", "1", "-H", "X-Token: s3cret-token-0814")).status).toBe(401);
    expect((await curl(pod, "/nowhere")).status).toBe(401);
    expect((await curl(pod, "/set", "-d", "1", "-H", "X-Token: s3cret-token-0815")).status).toBe(200);
    const bearer = "Authorization: Bearer s3cret-token-0815";
    expect((await curl(pod, "/set", "-d", "2", "-H", bearer)).status).toBe(200);
    expect(pod.values("set")).toEqual([1, 2]);
    expect(pod.log.some((entry) => entry.msg === "Anmeldung von 127.0.0.1 abgelehnt")).toBe(true);
    expect(pod.said).not.toContain("s3cret-token");
  });

  it("lets in by user and password only", async () => {
    const pod = await start({ auth: "basic", user: "haus", password: "grün:geheim" });
    expect((await curl(pod, "/temp", "-u", "haus:grün")).status).toBe(401);
    expect((await curl(pod, "/temp", "-u", "haus:grün:geheim")).status).toBe(200);
    expect(pod.said).not.toContain("geheim");
  });

  it("says when the port is taken and takes it as soon as it is free", async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    const pod = await start({ port });
    expect(pod.iface()).toMatchObject({
      state: false,
      error: `127.0.0.1:${port} ist schon von einem anderen Programm belegt`,
    });
    await new Promise((resolve) => other.close(resolve));
    await pod.until(() => pod.iface()?.state === true);
    expect((await curl(pod, "/temp")).status).toBe(200);
  });

  it("counts open connections and ends without waiting for an idle one", async () => {
    const pod = await start();
    const socket = connect(pod.iface()?.port ?? 0, "127.0.0.1");
    await pod.until(() => pod.iface()?.active === 1);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.resume();
    await pod.stop();
    await closed;
  });

  it("finishes a request that is under way when it ends", async () => {
    const pod = await start();
    const port = pod.iface()?.port ?? 0;
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    let text = "";
    socket.on("data", (chunk: string) => (text += chunk));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write("PUT /set HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
    await new Promise<void>((resolve) => socket.once("data", () => resolve()));
    const stopped = pod.stop();
    socket.write("7.5");
    await Promise.all([stopped, closed]);
    expect(text).toContain("HTTP/1.1 200 OK");
    expect(pod.values("set")).toEqual([7.5]);
  });
});
