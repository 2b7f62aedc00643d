import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "@hubwart/core";
import { useEnds } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { HttpClient, HttpFailure } from "./request.ts";

const open = useEnds();

/** A client, and a server that answers like this. */
async function bench(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
  more: { timeoutMs?: number; statusOnly?: boolean } = {},
) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      seen.push(`${request.method} ${request.url} ${body}`.trim());
      serve(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { timeoutMs = 10_000, statusOnly } = more;
  const client = new HttpClient({
    verify: true,
    ca: undefined,
    connections: 1,
    timeoutMs,
    redirects: 3,
    largestAnswer: 1024,
    clock: systemClock,
    signal: new AbortController().signal,
  });
  open.push(async () => {
    await client.end();
    server.closeAllConnections();
    server.close();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`);
  const ask = (method: string) =>
    client.request({ method, url, headers: {}, body: method === "GET" ? undefined : "5", statusOnly });
  return { ask, seen };
}

it.each([
  ["GET", 301, "GET /y"],
  ["PUT", 301, "PUT /y 5"],
  ["PUT", 302, "PUT /y 5"],
  ["PUT", 303, "GET /y"],
  ["PUT", 308, "PUT /y 5"],
  ["PATCH", 302, "PATCH /y 5"],
  ["DELETE", 301, "DELETE /y 5"],
  ["POST", 301, "POST /y 5"],
  ["POST", 302, "GET /y"],
  ["POST", 303, "GET /y"],
  ["POST", 307, "POST /y 5"],
])("%s that is sent on by %i asks %s, and says so where a body may be lost", async (method, status, then) => {
  const { ask, seen } = await bench((request, response) => {
    if (request.url === "/x") response.writeHead(status, { Location: "/y" }).end();
    else response.end("7");
  });
  const answer = await ask(method);
  expect(seen[1]).toBe(then);
  expect(answer).toMatchObject({ status: 200, text: "7" });
  expect(answer.bodyLostBy).toBe(method === "POST" && status === 302 ? 302 : undefined);
});

const UNUSABLE = {
  "shorter than it says": "Content-Length: 20\r\n\r\nOK",
  "too large": `Content-Length: 5000\r\n\r\n${"x".repeat(5_000)}`,
  "no gzip": "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nOK",
  "in an unknown coding": "Content-Encoding: utf-8\r\nContent-Length: 2\r\n\r\nOK",
  "never ending": "\r\nOK",
};

it.each(Object.entries(UNUSABLE))(
  "takes the status where only that counts, of a body that is %s",
  async (what, rest) => {
    const serve = (request: IncomingMessage) => {
      request.socket.write(`HTTP/1.1 200 OK\r\n${rest}`);
      if (what === "shorter than it says") request.socket.end();
    };
    const timeoutMs = what === "never ending" ? 300 : 10_000;
    const writing = await bench(serve, { timeoutMs, statusOnly: true });
    for (const method of ["PUT", "POST", "GET"]) {
      expect(await writing.ask(method)).toMatchObject({ status: 200, open: false });
    }
    expect(writing.seen).toEqual(["PUT /x 5", "POST /x 5", "GET /x"]);
    const reading = await bench(serve, { timeoutMs });
    await expect(reading.ask("GET")).rejects.toBeInstanceOf(HttpFailure);
  },
);

it("reads an answer behind which there is more than it says", async () => {
  const { ask, seen } = await bench((request) => {
    request.socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n79");
  });
  for (let times = 0; times < 2; times += 1) {
    expect(await ask("GET")).toMatchObject({ status: 200, text: "7" });
  }
  expect(seen).toEqual(["GET /x", "GET /x"]);
});
