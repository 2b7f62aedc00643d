import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { SCRIPT_LIMITS } from "@hubwart/lua";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { scriptRequest } from "./http.ts";
import type { HttpOrder } from "./messages.ts";

/** What a request to each path gets; and all that were made. */
const seen: string[] = [];
const paths: Record<string, RequestListener> = {
  "/echo": (request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      const { host, "x-mine": mine } = request.headers;
      response.setHeader("x-answer", "ä");
      response.end(JSON.stringify({ method: request.method, host, mine, body }));
    });
  },
  "/redirect": (_, response) => response.writeHead(302, { location: "/forbidden" }).end(),
  "/forbidden": (_, response) => response.end("secret"),
  "/huge": (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    response.on("drain", more);
    more();
  },
  "/bomb": (_, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000))),
  "/slow": (_, response) => {
    const timer = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(timer));
  },
  "/silent": () => undefined,
  "/cut": (_, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("half", () => response.destroy());
  },
  "/headers": (_, response) => response.writeHead(200, { "x-long": "x".repeat(20_000) }).end(),
};
let sent = 0;
let port = 0;
const server = createServer((request, response) => {
  seen.push(request.url ?? "");
  paths[request.url ?? ""]?.(request, response);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => seen.splice(0));

const order = (path: string, more: Partial<HttpOrder> = {}): HttpOrder => ({
  method: "GET",
  url: `http://127.0.0.1:${port}${path}`,
  headers: {},
  body: "",
  ...more,
});
const ask = (path: string, more: Partial<HttpOrder> = {}, signal = new AbortController().signal) =>
  scriptRequest(order(path, more), [`127.0.0.1:${port}`, `localhost:${port}`], signal);

describe("a script's HTTP request", () => {
  it("is exchanged with a server: method, headers, body, and the answer", async () => {
    const body = "Größe: 5 µm";
    const answer = await ask("/echo", { method: "PUT", body, headers: { "x-mine": "1" } });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ method: "PUT", host: `127.0.0.1:${port}`, mine: "1", body });
  });

  it("hands a redirect to the script instead of following it, and refuses a server that is not listed", async () => {
    const { headers, status } = await ask("/redirect");
    expect([status, headers["location"], seen]).toEqual([302, "/forbidden", ["/redirect"]]);
    const elsewhere = order("/forbidden", { url: `http://127.0.0.2:${port}/forbidden` });
    await expect(
      scriptRequest(elsewhere, [`127.0.0.1:${port}`], new AbortController().signal),
    ).rejects.toThrow("steht nicht in der Liste der erlaubten Server");
    expect(seen).toEqual(["/redirect"]);
  });

  it("reaches the device itself by no name", async () => {
    await expect(ask("/echo", { url: `http://localhost:${port}/echo` })).rejects.toThrow(
      "führt zu einer Adresse dieses Geräts",
    );
    expect(seen).toEqual([]);
  });

  it("takes no more than it may of an answer without end, and inflates nothing", async () => {
    await expect(ask("/huge")).rejects.toThrow(`größer als ${SCRIPT_LIMITS.httpAnswerBytes / 1024} KB`);
    expect(sent).toBeLessThan(64 * SCRIPT_LIMITS.httpAnswerBytes);
    expect((await ask("/bomb")).body.length).toBeLessThan(SCRIPT_LIMITS.httpAnswerBytes);
    await expect(ask("/headers")).rejects.toThrow("fehlgeschlagen");
  });

  it("ends with the script, and at the latest after its time, whatever trickles in", async () => {
    for (const path of ["/slow", "/silent"]) {
      const script = new AbortController();
      const waiting = ask(path, {}, script.signal);
      while (seen.at(-1) !== path) await new Promise((resolve) => setImmediate(resolve));
      script.abort();
      await expect(waiting, path).rejects.toThrow(`innerhalb von ${SCRIPT_LIMITS.httpMs / 1_000} s`);
    }
  });

  it("says so where the answer breaks off, or nobody is there", async () => {
    await expect(ask("/cut")).rejects.toThrow("unterbrochen");
    await expect(
      scriptRequest(
        order("/", { url: "http://127.0.0.1:1/" }),
        ["127.0.0.1:1"],
        new AbortController().signal,
      ),
    ).rejects.toThrow("nimmt kein Dienst Verbindungen an");
    await expect(ask("/", { url: "kein URL" })).rejects.toThrow("nicht lesbar");
  });
});
