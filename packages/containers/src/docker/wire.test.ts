import { describe, expect, it } from "vitest";
import type { PullProgress } from "../engine.ts";
import { chooseSocket } from "./choose.ts";
import { engineError } from "./errors.ts";
import { frames } from "./frames.ts";
import { jsonLines } from "./json-lines.ts";
import { logLines } from "./logs.ts";
import { followPull } from "./pull.ts";
import { toSample } from "./sample.ts";

async function* chunks(...parts: (Buffer | string)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part);
}
async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}
const frame = (stream: number, text: string): Buffer => {
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
};

describe("framed output", () => {
  it("is the same however the bytes are cut", async () => {
    const whole = Buffer.concat([
      frame(1, "2026-01-02T03:04:05.678901234Z grüß Gott\n2026-01-02T03:04:06Z zw"),
      frame(2, "2026-01-02T03:04:07Z err\n"),
      frame(1, "ei\r\n"),
    ]);
    for (const size of [1, 3, 7, whole.length]) {
      const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
        whole.subarray(i * size, (i + 1) * size),
      );
      expect(await all(logLines(chunks(...parts)))).toEqual([
        { ts: Date.parse("2026-01-02T03:04:05.678Z"), stream: "stdout", text: "grüß Gott" },
        { ts: Date.parse("2026-01-02T03:04:07Z"), stream: "stderr", text: "err" },
        { ts: Date.parse("2026-01-02T03:04:06Z"), stream: "stdout", text: "zwei" },
      ]);
    }
  });

  it("what terminals obey is no part of a line", async () => {
    const line = frame(1, "2026-01-02T03:04:05Z \u001b[31mrot\u001b[0m\u0000 \u202eda\n");
    expect(await all(logLines(chunks(line)))).toMatchObject([{ text: "rot da" }]);
  });

  it("a line without an end does not grow without bound", async () => {
    const long = "x".repeat(10_000);
    const lines = await all(logLines(chunks(...Array.from({ length: 100 }, () => frame(1, long)))));
    expect(lines.length).toBeGreaterThan(20);
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThanOrEqual(16 * 1024);
  });

  it("something that is not framed is refused", async () => {
    await expect(all(frames(chunks("HTTP/1.1 200 OK\r\n\r\n")))).rejects.toThrow("not framed");
  });
});

describe("a pull", () => {
  it("adds the layers up to one number that ends at its total", async () => {
    const seen: PullProgress[] = [];
    await followPull(
      chunks(
        '{"status":"Pulling from x","id":"1"}\n{"status":"Downloading","id":"a","progressDetail":{"current":5,"total":10}}\n{"sta',
        'tus":"Downloading","id":"b","progressDetail":{"current":1,"total":90}}\nnonsense\n',
        '{"status":"Download complete","id":"a"}\n{"status":"Pull complete","id":"b"}\n{"status":"Extracting","id":"b","progressDetail":{"current":1,"total":90}}',
      ),
      (now) => seen.push(now),
    );
    expect(seen).toEqual([
      { done: 5, total: 10 },
      { done: 6, total: 100 },
      { done: 11, total: 100 },
      { done: 100, total: 100 },
    ]);
  });

  it("fails by what the stream tells, although the status was 200", async () => {
    await expect(followPull(chunks('{"error":"manifest unknown"}\n'), () => undefined)).rejects.toThrow(
      "manifest unknown",
    );
  });

  it("takes no line without an end", async () => {
    await expect(
      all(jsonLines(chunks(...Array.from({ length: 3 }, () => "x".repeat(500_000))))),
    ).rejects.toThrow("too long");
  });
});

describe("figures", () => {
  const base = { cpu_stats: { cpu_usage: { total_usage: 7 }, system_cpu_usage: 9, online_cpus: 4 } };
  it("take the kernel's cache off, as docker stats does, under both versions of cgroups", () => {
    const one = toSample({ ...base, memory_stats: { usage: 100, stats: { total_inactive_file: 30 } } }, 1);
    const two = toSample({ ...base, memory_stats: { usage: 100, stats: { inactive_file: 30 } } }, 1);
    expect([one.memory, two.memory]).toEqual([70, 70]);
  });
  it("read Podman's name of the networks, and a container without any", () => {
    const network = { eth0: { rx_bytes: 3, tx_bytes: 4 }, eth1: { rx_bytes: 1, tx_bytes: 1 } };
    expect(toSample({ ...base, memory_stats: {}, network }, 1)).toMatchObject({ netIn: 4, netOut: 5 });
    expect(toSample({ ...base, memory_stats: { stats: null }, networks: null }, 1)).toMatchObject({
      netIn: 0,
    });
  });
});

describe("the socket", () => {
  it("is none when it is to be none, and the given one otherwise", async () => {
    expect(await chooseSocket("none")).toEqual({
      reason: "Die Container-Verwaltung ist auf diesem Gerät abgeschaltet.",
      missing: true,
    });
    expect(await chooseSocket("unix:///x/y.sock")).toEqual({ socketPath: "/x/y.sock" });
  });
});

it("errors of the library become ours, in German where people may see them", () => {
  expect(engineError({ code: "ENOENT" }).message).toBe("Es läuft keine Container-Engine.");
  expect(engineError({ code: "EACCES" }).message).toBe(
    "Der Zugriff auf die Container-Engine ist nicht erlaubt.",
  );
  expect(engineError({ statusCode: 409, json: { message: "in use" } })).toMatchObject({
    status: 409,
    message: "Die Container-Engine hat das abgelehnt. Ihre Meldung: in use",
  });
  expect(engineError({ statusCode: 404, json: Buffer.from("x") }).kind).toBe("not-found");
});

it.each([
  ["driver failed: Bind for 127.0.0.1:23000 failed: port is already allocated", "Port"],
  [
    '(HTTP code 500) server error - Get "https://x/v2/": x509: certificate signed by unknown authority',
    "Zertifikat",
  ],
  ["manifest for x:1 not found: manifest unknown", "Dieses Image gibt es dort nicht"],
  ["pull access denied for x, repository does not exist", "verweigert"],
  ["dial tcp: lookup registry on 1.1.1.1:53: no such host", "nicht erreichbar"],
  ["write /var/lib/docker/x: no space left on device", "kein Platz"],
  ["No such container: s4q_x", "Diesen Container gibt es nicht"],
  ["\u001b[31mvöllig neu\u001b[0m", "abgelehnt. Ihre Meldung: völlig neu"],
])("what the engine says is told in German with its own words: %s", (said, german) => {
  const { message } = engineError({ statusCode: 500, json: { message: said } });
  expect(message).toContain(german);
  expect(message).toMatch(/ Ihre Meldung: [\p{L}]/u);
});
